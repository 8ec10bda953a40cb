package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * The newest answer for a PSN that no request bore yet. Captures swap directions now and then, and
 * lose requests; it is proved only when the request comes much later, and is answered then.
 */
final class EarlyAnswer {
    /** Captures swap packets of two directions that lie less apart. */
    private static final long SWAPPED_NS = 1_000_000;

    int psn;
    long frame;
    private long timeNs;
    private int sentPsn;
    private boolean waiting;
    private boolean sentLate;

    /** An answer came early; one before whose request is still to come stands. */
    void seen(int psn, long frame, long timeNs) {
        if (!waiting) {
            waiting = true;
            sentLate = false;
            this.psn = psn;
            this.frame = frame;
            this.timeNs = timeNs;
        }
    }

    /** A request with a PSN never sent before. */
    void onRequest(int psn, int ahead, long nowNs) {
        if (waiting) {
            waiting = false;
            sentLate = ahead == 0 && nowNs - timeNs > SWAPPED_NS;
            sentPsn = psn;
        }
    }

    /** An answer for what was sent: whether it proves that the early one was wrong, once. */
    boolean isProvedBy(int covered) {
        boolean proved = sentLate && Psn.diff(covered, sentPsn) >= 0;
        sentLate &= !proved;
        return proved;
    }

    void forget() {
        waiting = false;
        sentLate = false;
    }
}
