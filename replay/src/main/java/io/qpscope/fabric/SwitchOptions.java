package io.qpscope.fabric;

import java.util.Arrays;

/** How a switch buffers, pauses, marks and schedules. Priorities are 0 to 7. */
public final class SwitchOptions {
    private static final int CODE_POINTS = 64;

    long bufferBytes = 12_000_000;
    int cellBytes = 1;
    /** A bit a priority. */
    int lossless = 1 << 3;

    /** Of the shared buffer that is free; 0 for {@link #staticXoff}. */
    double alpha = 1.0 / 16;

    long staticXoff;
    long xonOffset = 3_000;
    long reserve;
    /** Each ingress port and lossless priority; negative: what its cable needs. */
    long headroom = -1;

    double lossyAlpha = 1;
    final EcnCurve[] ecn = new EcnCurve[Port.PRIORITIES];
    final int[] weights = new int[Port.PRIORITIES];
    int strict = 0b1100_0000;
    final int[] priorities = new int[CODE_POINTS];
    int pauseQuanta = PauseControl.LONGEST;
    long laneBufferBytes = 32 * 1024;
    boolean decrementsTtl = true;
    WatchdogOptions watchdog;
    boolean watchdogAtHostsOnly;

    /** 12 MB, lossless priority 3, dynamic thresholds of 1/16, computed headroom, no ECN. */
    public SwitchOptions() {
        Arrays.fill(weights, 1);
        for (int i = 0; i < CODE_POINTS; i++) {
            priorities[i] = i >> 3;
        }
    }

    /** Packet buffer that all ports share. */
    public SwitchOptions bufferBytes(long bytes) {
        bufferBytes = bytes;
        return this;
    }

    /** Buffers are counted in cells of this size, rounded up; 1 counts bytes. */
    public SwitchOptions cellBytes(int bytes) {
        cellBytes = Math.max(1, bytes);
        return this;
    }

    /** Priorities with PFC; the others drop. */
    public SwitchOptions lossless(int... priorities) {
        lossless = 0;
        for (int priority : priorities) {
            lossless |= 1 << priority;
        }
        return this;
    }

    /** A port's priority stops its peer above this share of the shared buffer that is free. */
    public SwitchOptions alpha(double share) {
        alpha = share;
        return this;
    }

    /** A port's priority stops its peer above so many bytes, reserve apart. */
    public SwitchOptions staticXoff(long bytes) {
        staticXoff = bytes;
        alpha = 0;
        return this;
    }

    /** How far below its threshold a port's priority lets its peer go on. */
    public SwitchOptions xonOffset(long bytes) {
        xonOffset = bytes;
        return this;
    }

    /** Bytes that are each ingress port's and priority's own. */
    public SwitchOptions reserve(long bytes) {
        reserve = bytes;
        return this;
    }

    /** Bytes of each ingress port and lossless priority for what comes behind a stop. */
    public SwitchOptions headroom(long bytes) {
        headroom = bytes;
        return this;
    }

    /** A lossy queue takes no more than this share of the shared buffer that is free. */
    public SwitchOptions lossyAlpha(double share) {
        lossyAlpha = share;
        return this;
    }

    /** Marks packets of a priority; null for never. */
    public SwitchOptions ecn(int priority, EcnCurve curve) {
        ecn[priority] = curve;
        return this;
    }

    /** Share of the link among the priorities that are not strict, 1 or more. */
    public SwitchOptions weight(int priority, int weight) {
        weights[priority] = Math.max(1, weight);
        return this;
    }

    /** Priorities that go before all others, the highest first; 6 and 7 unless told. */
    public SwitchOptions strict(int... priorities) {
        strict = 0;
        for (int priority : priorities) {
            strict |= 1 << priority;
        }
        return this;
    }

    /** The priority of a DSCP; the DSCP's upper three bits unless told. */
    public SwitchOptions priorityOf(int dscp, int priority) {
        priorities[dscp] = priority;
        return this;
    }

    /** Time that a stop asks for, in quanta of 512 bit times. */
    public SwitchOptions pauseQuanta(int quanta) {
        pauseQuanta = quanta;
        return this;
    }

    /** InfiniBand: receive buffer of each port and lane, which its credits stand for. */
    public SwitchOptions laneBufferBytes(long bytes) {
        laneBufferBytes = bytes;
        return this;
    }

    /** Without: a packet in a loop goes round for ever, as in a layer-2 network. */
    public SwitchOptions decrementsTtl(boolean on) {
        decrementsTtl = on;
        return this;
    }

    /** Watches all lossless queues; null for not. */
    public SwitchOptions watchdog(WatchdogOptions options) {
        watchdog = options;
        return this;
    }

    /** Watches only the ports that hosts are at: a pause between switches is another one's doing. */
    public SwitchOptions watchdogAtHostsOnly() {
        watchdogAtHostsOnly = true;
        return this;
    }

    boolean isLossless(int priority) {
        return (lossless & 1 << priority) != 0;
    }
}
