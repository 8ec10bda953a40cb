package io.qpscope.fabric;

import java.util.ArrayList;
import java.util.List;

/** What has ports: a {@link Host} or a {@link Switch}. */
public abstract class Node {
    final Network network;
    private final String name;
    final List<Port> ports = new ArrayList<>();

    Node(Network network, String name) {
        this.network = network;
        this.name = name;
    }

    public final String name() {
        return name;
    }

    /** In the order of their cables. */
    public final List<Port> ports() {
        return List.copyOf(ports);
    }

    public final Port port(int index) {
        return ports.get(index);
    }

    abstract Port addPort(CableOptions cable);

    /** All cables are there. */
    abstract void start();

    /** A whole packet has come in; the node owns it now. */
    abstract void arrive(Port in, Packet packet, long now);

    /** A packet that leaves by a port, not yet {@link #released}. */
    abstract void leaves(Port out, Packet packet, long now);

    /** A packet is no longer in any queue: it leaves, or was dropped. */
    abstract void released(Packet packet, long now);

    /** Whether {@link #pull} may have something. */
    abstract boolean pulls();

    /** More to send where all queues are empty or blocked; null for nothing. */
    abstract Packet pull(Port out, long now);

    /** Packets that are neither in a port's queue nor on a cable. */
    abstract int held();

    @Override
    public final String toString() {
        return name;
    }
}
