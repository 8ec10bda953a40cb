package io.qpscope.endpoint.service;

import org.HdrHistogram.Histogram;

/** What a client has done so far: operations, bytes, and how long each took. */
public final class Tally {
    /** Longer latencies count as this one. */
    private static final long MOST_NS = 600_000_000_000L;

    private static final int DIGITS = 3;

    private final Histogram latency = new Histogram(MOST_NS, DIGITS);
    private long operations;
    private long bytes;
    private long first;
    private long last;

    void start(long now) {
        first = now;
        last = now;
    }

    void done(long now, long latencyNs, long more) {
        latency.recordValue(Math.max(0, Math.min(latencyNs, MOST_NS)));
        operations++;
        bytes += more;
        last = now;
    }

    public long operations() {
        return operations;
    }

    /** Of payload, as an application counts. */
    public long bytes() {
        return bytes;
    }

    /** Of each operation, in nanoseconds. */
    public Histogram latency() {
        return latency;
    }

    /** From the start to the end of the last operation. */
    public long durationNs() {
        return last - first;
    }

    /** Adds another client's, side by side in time. */
    public void add(Tally other) {
        if (other.operations == 0) {
            return;
        }
        first = operations == 0 ? other.first : Math.min(first, other.first);
        last = operations == 0 ? other.last : Math.max(last, other.last);
        operations += other.operations;
        bytes += other.bytes;
        latency.add(other.latency);
    }
}
