package io.qpscope.recording;

/**
 * When each frame is due. Times are absolute: being late with one moves no other, so that a gap
 * after a burst takes in what the burst was late by.
 */
final class Pace {
    private final double speed;
    private long recordedStart;
    private long start;
    private long latest;

    /**
     * @param speed times as fast as recorded; positive infinity for no waiting at all
     */
    Pace(double speed) {
        this.speed = speed;
    }

    /** A round begins: the first frame is due at once. */
    void begin(long recordedNs, long nowNs) {
        recordedStart = recordedNs;
        start = nowNs;
        latest = nowNs;
    }

    /** When a frame is due; one that was recorded with an earlier time than its predecessor is now. */
    long due(long recordedNs) {
        if (!waits()) {
            return latest;
        }
        long due = start + (long) ((recordedNs - recordedStart) / speed);
        latest = Math.max(latest, due);
        return latest;
    }

    boolean waits() {
        return !Double.isInfinite(speed);
    }
}
