package io.qpscope.session.iwarp;

/** Bytes that all streams together may keep. */
final class Budget {
    private long left;
    private long refused;

    Budget(long bytes) {
        left = bytes;
    }

    boolean take(int bytes) {
        if (bytes > left) {
            refused++;
            return false;
        }
        left -= bytes;
        return true;
    }

    void giveBack(int bytes) {
        left += bytes;
    }

    /** How often a stream had to do without. */
    long refused() {
        return refused;
    }
}
