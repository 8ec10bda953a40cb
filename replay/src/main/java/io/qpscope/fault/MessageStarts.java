package io.qpscope.fault;

/** The first PSNs of the latest messages of a direction; messages are numbered from 1. */
final class MessageStarts {
    private static final int LEAST = 64;
    private static final int MOST = 1 << 16;

    private long[] ring = new long[LEAST];
    private long count;

    /**
     * A message begins.
     *
     * @param answered PSNs before this one will not be asked for again
     */
    void add(long psn, long answered) {
        int mask = ring.length - 1;
        if (count >= ring.length && ring.length < MOST && ring[(int) count & mask] >= answered) {
            long[] old = ring;
            ring = new long[2 * old.length];
            for (long m = count - old.length; m < count; m++) {
                ring[(int) m & (ring.length - 1)] = old[(int) m & mask];
            }
        }
        ring[(int) count & (ring.length - 1)] = psn;
        count++;
    }

    /** Number of the message that a PSN belongs to; 0 when that is not known any more. */
    long of(long psn) {
        long low = Math.max(0, count - ring.length);
        long high = count;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (ring[(int) middle & (ring.length - 1)] <= psn) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == Math.max(0, count - ring.length) ? 0 : low;
    }
}
