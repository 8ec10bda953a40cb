package io.qpscope.fabric;

/** A host's adapter. Priorities are 0 to 7. */
public final class HostOptions {
    private static final int CODE_POINTS = 64;
    private static final int CNP_DSCP = 48;
    private static final long MS = 1_000_000;

    final int[] priorities = new int[CODE_POINTS];
    int strict = 0b1100_0000;
    DcqcnOptions dcqcn;
    CnpOptions cnp = CnpOptions.DEFAULT;
    int cnpDscp = CNP_DSCP;
    long receiveBitsPerSecond;
    /** Negative: the threshold and what its cable needs. */
    long receiveBufferBytes = -1;

    long receiveXoff = 128 * 1024;
    long receiveXon = 64 * 1024;
    long stallNs;
    int stallMinorPercent = 85;
    long laneBufferBytes = 32 * 1024;

    /** No rate control, CNPs each 50 us at most, takes all that comes at once. */
    public HostOptions() {
        for (int i = 0; i < CODE_POINTS; i++) {
            priorities[i] = i >> 3;
        }
    }

    /** The priority of a DSCP; the DSCP's upper three bits unless told. */
    public HostOptions priorityOf(int dscp, int priority) {
        priorities[dscp] = priority;
        return this;
    }

    /** Limits queue pairs that get CNPs; null for not. */
    public HostOptions dcqcn(DcqcnOptions options) {
        dcqcn = options;
        return this;
    }

    /** Answers Congestion Experienced with CNPs; null for not. */
    public HostOptions cnp(CnpOptions options) {
        cnp = options;
        return this;
    }

    /** DSCP of CNPs, 48 unless told. */
    public HostOptions cnpDscp(int dscp) {
        cnpDscp = dscp;
        return this;
    }

    /**
     * A slow receiver: what comes is worked off at this rate, and the adapter pauses its peer
     * meanwhile.
     *
     * @param bitsPerSecond of frames; 0 for no limit
     */
    public HostOptions receiveRate(long bitsPerSecond) {
        receiveBitsPerSecond = bitsPerSecond;
        return this;
    }

    /**
     * Buffer of a slow receiver, for each priority; unless told, 128 KiB before it stops the peer,
     * and as much more as its cable needs.
     *
     * @param bytes in all
     * @param xoff bytes above which the peer is to stop
     * @param xon bytes below which it may go on
     */
    public HostOptions receiveBuffer(long bytes, long xoff, long xon) {
        receiveBufferBytes = bytes;
        receiveXoff = xoff;
        receiveXon = xon;
        return this;
    }

    /**
     * The adapter's own watchdog (mlx5: pause stall prevention): when it has held its peer for this
     * long without a break, it pauses no more and drops what it can't take. 80 to 8000 ms, or 0 for
     * never.
     */
    public HostOptions pauseStall(long ns) {
        if (ns != 0 && (ns < 80 * MS || ns > 8_000 * MS)) {
            throw new IllegalArgumentException(ns + " ns of stall, expected 0 or 80 to 8000 ms");
        }
        stallNs = ns;
        return this;
    }

    /** mlx5's automatic time, 100 ms. */
    public HostOptions pauseStallAuto() {
        return pauseStall(100 * MS);
    }

    /** InfiniBand: receive buffer of each lane. */
    public HostOptions laneBufferBytes(long bytes) {
        laneBufferBytes = bytes;
        return this;
    }
}
