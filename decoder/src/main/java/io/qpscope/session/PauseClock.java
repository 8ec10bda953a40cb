package io.qpscope.session;

/**
 * Adds up for how long something was paused: the union of intervals, for a pause that begins inside
 * another only moves its end. Asked for any time, it tells the sum up to then.
 */
final class PauseClock {
    private long totalNs;
    private long sinceNs;
    private long untilNs;
    private boolean running;

    /** From now on it is paused until then, whatever was said before; not at all if that is past. */
    void set(long nowNs, long until) {
        settle(nowNs);
        if (running && until <= nowNs) {
            totalNs += Math.max(0, nowNs - sinceNs);
            running = false;
        } else if (!running && until > nowNs) {
            sinceNs = nowNs;
            running = true;
        }
        untilNs = until;
    }

    private void settle(long nowNs) {
        if (running && nowNs > untilNs) {
            totalNs += untilNs - sinceNs;
            running = false;
        }
    }

    /** Nanoseconds paused up to now. */
    long at(long nowNs) {
        return running ? totalNs + Math.max(0, Math.min(nowNs, untilNs) - sinceNs) : totalNs;
    }

    boolean pausedAt(long nowNs) {
        return running && nowNs >= sinceNs && nowNs <= untilNs;
    }

    /** Start of the unbroken pause that is running. */
    long sinceNs() {
        return sinceNs;
    }

    long untilNs() {
        return running ? untilNs : Long.MIN_VALUE;
    }

    /** The unbroken pause that is running does not count: what it should have stopped went on. */
    void withdraw() {
        running = false;
    }
}
