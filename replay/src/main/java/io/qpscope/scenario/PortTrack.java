package io.qpscope.scenario;

import io.qpscope.fabric.Port;

import java.util.Arrays;

/** How a port fared over time: bounded, the coarser the longer the run. */
public final class PortTrack {
    private static final int NANO_BITS = 8;

    private final Port port;
    private final PortFigures figures;
    private double[] queued = new double[Timeline.MOST];
    private double[] sent = new double[Timeline.MOST];
    private double[] held = new double[Timeline.MOST];
    private int size;

    PortTrack(Port port) {
        this.port = port;
        figures = new PortFigures(port);
    }

    public Port port() {
        return port;
    }

    void sample() {
        queued[size] = figures.queued();
        sent[size] = figures.sentBytes();
        held[size] = port.isInfiniband() ? figures.starvedNs() : figures.pausedNs();
        size++;
    }

    /** Keeps every second sample; of queues the greater one. */
    void halve() {
        int kept = 0;
        for (int i = 1; i < size; i += 2) {
            queued[kept] = Math.max(queued[i - 1], queued[i]);
            sent[kept] = sent[i];
            held[kept] = held[i];
            kept++;
        }
        size = kept;
    }

    /** Bytes that waited at each sample, or just before. */
    public double[] queuedBytes() {
        return Arrays.copyOf(queued, size);
    }

    /** Bits a second between the sample before and each. */
    public double[] rates(double[] times) {
        return perTime(sent, times, NANO_BITS * 1e9);
    }

    /** Share of the time since the sample before in which its peer held it, or gave no credits. */
    public double[] heldShares(double[] times) {
        return perTime(held, times, 1);
    }

    private double[] perTime(double[] sums, double[] times, double factor) {
        double[] shares = new double[size];
        for (int i = 0; i < size; i++) {
            double before = i == 0 ? 0 : sums[i - 1];
            double span = times[i] - (i == 0 ? 0 : times[i - 1]);
            shares[i] = span <= 0 ? 0 : (sums[i] - before) * factor / span;
        }
        return shares;
    }

    /** Whether anything ever happened here. */
    public boolean isIdle() {
        return figures.sentBytes() == 0 && figures.stopsSent() == 0 && figures.stopsHeard() == 0;
    }
}
