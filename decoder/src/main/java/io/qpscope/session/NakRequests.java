package io.qpscope.session;

import io.qpscope.wire.Psn;

/** What sequence NAKs asked for and the sender has not yet gone back to; several may be under way. */
final class NakRequests {
    private boolean pending;
    private int lowest;
    private int highest;

    void add(int psn) {
        if (!pending) {
            pending = true;
            lowest = psn;
            highest = psn;
        } else if (Psn.diff(psn, lowest) < 0) {
            lowest = psn;
        } else if (Psn.diff(psn, highest) > 0) {
            highest = psn;
        }
    }

    /** Whether a step back to the PSN is what a NAK asked for; then that one is served. */
    boolean explain(int psn) {
        if (!pending || Psn.diff(psn, lowest) < 0) {
            return false;
        }
        pending = Psn.diff(highest, psn) > 0;
        lowest = highest;
        return true;
    }

    void clear() {
        pending = false;
    }
}
