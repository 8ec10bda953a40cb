package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * An answer for a PSN that no request bore yet. Captures swap directions now and then, and lose
 * requests; it is proved only when the request comes much later, and is answered then.
 */
final class EarlyAnswer {
    /** Captures swap packets of two directions that lie less apart. */
    static final long SWAPPED_NS = 1_000_000;

    final int psn;
    final long frame;
    private final long timeNs;
    private int sentPsn = -1;
    private boolean harmless;

    EarlyAnswer(int psn, long frame, long timeNs) {
        this.psn = psn;
        this.frame = frame;
        this.timeNs = timeNs;
    }

    /** A request with a PSN never sent before. */
    void onRequest(int psn, int ahead, long nowNs) {
        if (sentPsn < 0) {
            harmless |= ahead != 0 || nowNs - timeNs <= SWAPPED_NS;
            sentPsn = psn;
        }
    }

    /** An answer for what was sent: whether it proves that the early one was wrong. */
    boolean isProvedBy(int covered) {
        return !harmless && sentPsn >= 0 && Psn.diff(covered, sentPsn) >= 0;
    }

    /** Whether what it answers has been sent since. */
    boolean isOver() {
        return harmless || sentPsn >= 0;
    }
}
