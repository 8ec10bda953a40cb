package io.qpscope.scenario;

import io.qpscope.fabric.Network;
import io.qpscope.fabric.Node;
import io.qpscope.fabric.Port;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Samples of ports; too many are halved, and come half as often from then on. */
public final class Timeline {
    static final int MOST = 512;
    private static final int MOST_PORTS = 64;
    private static final long FIRST_NS = 1_000;

    private final List<PortTrack> tracks = new ArrayList<>();
    private final double[] times = new double[MOST];
    private int size;
    private long everyNs;
    private long nextNs;

    /**
     * Of the first ports, switches before hosts.
     *
     * @param sampled false for a timeline that stays empty
     */
    Timeline(Network network, boolean sampled) {
        everyNs = sampled ? FIRST_NS : Long.MAX_VALUE;
        nextNs = everyNs;
        if (!sampled) {
            return;
        }
        List<Node> nodes = new ArrayList<>(network.switches());
        nodes.addAll(network.hosts());
        for (Node node : nodes) {
            for (Port port : node.ports()) {
                if (tracks.size() < MOST_PORTS) {
                    tracks.add(new PortTrack(port));
                }
            }
        }
    }

    long nextNs() {
        return nextNs;
    }

    void sample(long now) {
        if (size == MOST) {
            for (int i = 1; i < size; i += 2) {
                times[i / 2] = times[i];
            }
            size /= 2;
            tracks.forEach(PortTrack::halve);
            everyNs *= 2;
        }
        times[size++] = now;
        tracks.forEach(PortTrack::sample);
        nextNs = now + everyNs;
    }

    /** When each sample was taken, nanoseconds since the start. */
    public double[] times() {
        return Arrays.copyOf(times, size);
    }

    public List<PortTrack> tracks() {
        return List.copyOf(tracks);
    }
}
