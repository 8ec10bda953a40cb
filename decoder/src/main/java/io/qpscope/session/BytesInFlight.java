package io.qpscope.session;

import java.util.Arrays;

/**
 * How many bytes were sent behind a position: a ring of the positions behind each packet and of the
 * bytes sent up to there. Of a full ring the oldest are taken for acknowledged.
 */
final class BytesInFlight {
    private static final int FIRST_SIZE = 16;

    private long[] ends = new long[0];
    private long[] sums = new long[0];
    private int head;
    private int size;
    private long sent;
    private long acknowledged;

    void sent(long end, int bytes) {
        if (size == ends.length) {
            if (size < SentWindow.MAX_ENTRIES) {
                grow();
            } else {
                removeFirst();
            }
        }
        sent += bytes;
        int at = (head + size++) & (ends.length - 1);
        ends[at] = end;
        sums[at] = sent;
    }

    /** Bytes sent behind the position, up to which all is acknowledged. */
    long upTo(long position) {
        while (size > 0 && ends[head] <= position) {
            removeFirst();
        }
        return sent - acknowledged;
    }

    private void removeFirst() {
        acknowledged = sums[head];
        head = (head + 1) & (ends.length - 1);
        size--;
    }

    private void grow() {
        int old = ends.length;
        ends = unrolled(ends, old);
        sums = unrolled(sums, old);
        head = 0;
    }

    private long[] unrolled(long[] ring, int old) {
        long[] wide = Arrays.copyOf(ring, Math.max(FIRST_SIZE, 2 * old));
        for (int i = 0; i < old; i++) {
            wide[i] = ring[(head + i) & (old - 1)];
        }
        return wide;
    }
}
