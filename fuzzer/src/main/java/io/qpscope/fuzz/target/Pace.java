package io.qpscope.fuzz.target;

/** Lets so many things a second happen, a hundredth of a second's at once. */
public final class Pace {
    private static final long SECOND = 1_000_000_000L;
    private static final long BURST_NS = 10_000_000L;

    private final long intervalNs;
    /** When the next one would be due if all came evenly. */
    private long dueNs = Long.MIN_VALUE;

    /**
     * @param perSecond 1 to 1,000,000,000
     */
    public Pace(long perSecond) {
        intervalNs = SECOND / perSecond;
    }

    /** Whether one more may happen now; it counts, then. */
    public boolean admits(long now) {
        if (now < nextNs()) {
            return false;
        }
        dueNs = Math.max(now, dueNs) + intervalNs;
        return true;
    }

    /** When the next one may happen; in the past when it may at once. */
    public long nextNs() {
        return dueNs == Long.MIN_VALUE ? dueNs : dueNs - Math.max(intervalNs, BURST_NS);
    }
}
