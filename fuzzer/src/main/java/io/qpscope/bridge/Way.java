package io.qpscope.bridge;

import org.HdrHistogram.Histogram;

/** What became of the frames that came in at one interface. */
public final class Way {
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram latency = new Histogram(1, LONGEST_NS, DIGITS);
    long frames;
    long bytes;
    long rdma;
    long sent;
    long lost;
    long held;
    long released;
    long beyondRate;
    long completed;
    long tooLong;
    long refused;
    long homeless;

    void took(long ns) {
        latency.recordValue(Math.min(LONGEST_NS, Math.max(0, ns)));
    }

    /** Came in. */
    public long frames() {
        return frames;
    }

    public long bytes() {
        return bytes;
    }

    /** Of these, RoCEv2 and segments of iWARP streams that the plan has judged. */
    public long rdma() {
        return rdma;
    }

    /** Went out at the other interface: at once, late, or without ever having come. */
    public long sent() {
        return sent;
    }

    /** Lost because the plan says so. */
    public long lost() {
        return lost;
    }

    /** Frames that did not go on at once, because of a delay or to be overtaken. */
    public long held() {
        return held;
    }

    /** Frames that went out late, again, or without ever having come. */
    public long released() {
        return released;
    }

    /** RDMA frames that the plan did not judge, because there were too many in that second. */
    public long beyondRate() {
        return beyondRate;
    }

    /** Checksums of TCP and UDP that the sender had left to its NIC. */
    public long completed() {
        return completed;
    }

    /** Lost because they are longer than the other interface carries. */
    public long tooLong() {
        return tooLong;
    }

    /** Lost because the other interface did not take them. */
    public long refused() {
        return refused;
    }

    /** Packets that nobody sent and that no link header is known for. */
    public long homeless() {
        return homeless;
    }

    /** From the capture's time stamp to behind the sending, in ns, of what went on at once. */
    public Histogram latency() {
        return latency;
    }
}
