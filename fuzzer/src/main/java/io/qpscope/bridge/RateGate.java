package io.qpscope.bridge;

/** Lets so many packets a second pass, a tenth of a second's at once. */
final class RateGate {
    private static final double NANOS = 1e9;
    private static final double BURST_SECONDS = 0.1;

    private final long perSecond;
    private double tokens;
    private long last;

    /**
     * @param perSecond 0 for no limit
     */
    RateGate(long perSecond, long now) {
        this.perSecond = perSecond;
        tokens = burst();
        last = now;
    }

    private double burst() {
        return Math.max(1, perSecond * BURST_SECONDS);
    }

    boolean admits(long now) {
        if (perSecond == 0) {
            return true;
        }
        tokens = Math.min(burst(), tokens + perSecond * ((now - last) / NANOS));
        last = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
