package io.qpscope.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A three-tier Clos network of switches with {@code k} ports: k pods of k/2 edge and k/2
 * aggregation switches, (k/2)^2 cores, k^3/4 hosts (Al-Fares, SIGCOMM '08). Every two hosts of
 * different pods have (k/2)^2 shortest ways.
 */
public final class FatTree {
    private final int k;
    private final List<Switch> edges = new ArrayList<>();
    private final List<Switch> aggregations = new ArrayList<>();
    private final List<Switch> cores = new ArrayList<>();

    /**
     * Adds switches and the cables between them.
     *
     * @param k even, 2 or more
     * @param options of each switch
     * @param cable of each cable between switches
     */
    public FatTree(
            Network network, int k, Supplier<SwitchOptions> options, Supplier<CableOptions> cable) {
        if (k < 2 || k % 2 != 0) {
            throw new IllegalArgumentException("k is " + k + ", expected an even number from 2 on");
        }
        this.k = k;
        int half = k / 2;
        for (int i = 0; i < half * half; i++) {
            cores.add(network.newSwitch("core" + i, options.get()));
        }
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < half; i++) {
                edges.add(network.newSwitch("edge" + pod + "." + i, options.get()));
                aggregations.add(network.newSwitch("agg" + pod + "." + i, options.get()));
            }
            for (int i = 0; i < half; i++) {
                Switch aggregation = aggregations.get(pod * half + i);
                for (int j = 0; j < half; j++) {
                    network.cable(edges.get(pod * half + j), aggregation, cable.get());
                    network.cable(aggregation, cores.get(i * half + j), cable.get());
                }
            }
        }
    }

    /** Hosts that there is room for. */
    public int hosts() {
        return k * k * k / 4;
    }

    /** The switch of a host, which is to be connected to it; k/2 hosts in a row have the same. */
    public Switch edgeOf(int host) {
        return edges.get(host / (k / 2));
    }

    public List<Switch> edges() {
        return List.copyOf(edges);
    }

    public List<Switch> aggregations() {
        return List.copyOf(aggregations);
    }

    public List<Switch> cores() {
        return List.copyOf(cores);
    }
}
