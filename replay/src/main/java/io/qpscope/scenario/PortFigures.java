package io.qpscope.scenario;

import io.qpscope.fabric.Port;

/** What a port has seen, all priorities or lanes together. */
public record PortFigures(Port port) {
    private static final int PRIORITIES = 8;
    private static final int LANES = 15;
    private static final int ALL_LANES = 16;

    /** Times that it asked its peer to stop a class. */
    public double stopsSent() {
        double sum = 0;
        for (int i = 0; i < PRIORITIES && !port.isInfiniband(); i++) {
            sum += port.pauses().stopsSent(i);
        }
        return sum;
    }

    /** Times that its peer asked it. */
    public double stopsHeard() {
        double sum = 0;
        for (int i = 0; i < PRIORITIES && !port.isInfiniband(); i++) {
            sum += port.pauses().stopsHeard(i);
        }
        return sum;
    }

    /** How long its peer held the class that it held longest; nanoseconds. */
    public double pausedNs() {
        double most = 0;
        for (int i = 0; i < PRIORITIES && !port.isInfiniband(); i++) {
            most = Math.max(most, (double) port.pauses().pausedNs(i));
        }
        return most;
    }

    /** How long the lane that starved longest had packets and no credits; nanoseconds. */
    public double starvedNs() {
        double most = 0;
        for (int i = 0; i < LANES && port.isInfiniband(); i++) {
            most = Math.max(most, (double) port.credits().starvedNs(i));
        }
        return most;
    }

    public double dropped() {
        return port.counters().droppedPackets();
    }

    public double marked() {
        return port.counters().markedPackets();
    }

    /** Bytes in its queues now. */
    public double queued() {
        double sum = 0;
        for (int i = 0; i < lanes(); i++) {
            sum += port.queuedBytes(i);
        }
        return sum;
    }

    /** With frame check sequences, flow control left out. */
    public double sentBytes() {
        double sum = 0;
        for (int i = 0; i < lanes(); i++) {
            sum += port.counters().sentBytes(i);
        }
        return sum;
    }

    private int lanes() {
        return port.isInfiniband() ? ALL_LANES : PRIORITIES;
    }
}
