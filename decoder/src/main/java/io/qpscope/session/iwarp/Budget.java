package io.qpscope.session.iwarp;

/** Bytes that all streams together may keep. */
final class Budget {
    private final long total;
    private long left;
    private long refused;

    Budget(long bytes) {
        total = bytes;
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

    /** For what a stream can do without: the second half is kept for putting streams together. */
    boolean takeSpare(int bytes) {
        if (left - bytes < total / 2) {
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
