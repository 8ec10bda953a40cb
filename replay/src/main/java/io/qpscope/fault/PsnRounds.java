package io.qpscope.fault;

/** How often each of the latest PSNs has been sent. */
final class PsnRounds {
    private static final int LEAST = 1024;
    private static final int MOST = 1 << 16;
    private static final int MOST_ROUNDS = 255;

    /** Whether a PSN that lies behind the newest and was not seen itself counts as sent once. */
    private final int unseen;

    private byte[] ring = new byte[LEAST];
    private long next;

    /**
     * @param coversMore whether packets stand for PSNs behind their own, as READ requests do
     */
    PsnRounds(boolean coversMore) {
        unseen = coversMore ? 1 : 0;
    }

    /**
     * Counts one sending.
     *
     * @param answered PSNs before this one will not be sent again
     * @return 1 for the first
     */
    int count(long psn, long answered) {
        if (psn >= next) {
            reach(psn + 1, answered);
            ring[(int) psn & (ring.length - 1)] = 1;
            return 1;
        }
        if (psn < next - ring.length || psn < 0) {
            return 1 + unseen;
        }
        int at = (int) psn & (ring.length - 1);
        int before = ring[at] == 0 ? unseen : ring[at] & 0xff;
        int round = Math.min(before + 1, MOST_ROUNDS);
        ring[at] = (byte) round;
        return round;
    }

    /** All PSNs before one lie behind the newest from now on. */
    void reach(long psn, long answered) {
        if (psn <= next) {
            return;
        }
        while (psn - answered > ring.length && ring.length < MOST) {
            grow();
        }
        clear(Math.max(next, psn - ring.length), psn);
        next = psn;
    }

    private void clear(long from, long to) {
        for (long psn = from; psn < to; psn++) {
            ring[(int) psn & (ring.length - 1)] = 0;
        }
    }

    private void grow() {
        byte[] old = ring;
        ring = new byte[2 * old.length];
        for (long psn = Math.max(0, next - old.length); psn < next; psn++) {
            ring[(int) psn & (ring.length - 1)] = old[(int) psn & (old.length - 1)];
        }
    }
}
