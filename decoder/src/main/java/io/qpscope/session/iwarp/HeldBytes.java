package io.qpscope.session.iwarp;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes of a stream that came before those in front of them. Where two copies differ the first
 * stays, as with most receivers. Bounded; memory is taken on the first gap and kept.
 */
final class HeldBytes {
    static final int CAPACITY = 1 << 20;
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int MAX_RANGES = 256;

    private static final byte[] NONE = {};

    private final Budget budget;
    private byte[] bytes = NONE;
    private ByteBuffer buffer = ByteBuffer.wrap(NONE);
    /** Position in the stream of the first byte of the array. */
    private long base;

    private long[] from = new long[4];
    private long[] to = new long[4];
    private int ranges;

    HeldBytes(Budget budget) {
        this.budget = budget;
    }

    boolean isEmpty() {
        return ranges == 0;
    }

    /** Position of the first byte held. */
    long first() {
        return from[0];
    }

    /** Behind the last byte held without a gap from the first on. */
    long firstEnd() {
        return to[0];
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int indexOf(long position) {
        return (int) (position - base);
    }

    /** Whether all or part of these bytes are held already. */
    boolean overlaps(long start, long end) {
        for (int i = 0; i < ranges; i++) {
            if (start < to[i] && end > from[i]) {
                return true;
            }
        }
        return false;
    }

    /** False when there is no room. */
    boolean hold(ByteBuffer source, int at, long start, int length, long streamNext) {
        if (ranges == 0) {
            base = streamNext;
        }
        if (ranges == MAX_RANGES || !reach(start + length, streamNext)) {
            return false;
        }
        long position = start;
        long end = start + length;
        for (int i = 0; i <= ranges && position < end; i++) {
            long free = i < ranges ? Math.min(from[i], end) : end;
            if (position < free) {
                source.get(at + (int) (position - start), bytes, (int) (position - base), (int)
                        (free - position));
            }
            if (i < ranges) {
                position = Math.max(position, to[i]);
            }
        }
        insert(start, end);
        return true;
    }

    private boolean reach(long end, long streamNext) {
        if (end - base > bytes.length && base < streamNext) {
            shift(streamNext);
        }
        long needed = end - base;
        if (needed > CAPACITY) {
            return false;
        }
        if (needed > bytes.length) {
            int size = Math.max(FIRST_CAPACITY, Integer.highestOneBit((int) needed - 1) << 1);
            if (!budget.take(size - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, size);
            buffer = ByteBuffer.wrap(bytes);
        }
        return true;
    }

    private void shift(long streamNext) {
        int by = (int) Math.min(streamNext - base, bytes.length);
        System.arraycopy(bytes, by, bytes, 0, bytes.length - by);
        base = streamNext;
    }

    private void insert(long start, long end) {
        int at = 0;
        while (at < ranges && to[at] < start) {
            at++;
        }
        int behind = at;
        long low = start;
        long high = end;
        while (behind < ranges && from[behind] <= end) {
            low = Math.min(low, from[behind]);
            high = Math.max(high, to[behind]);
            behind++;
        }
        if (behind == at) {
            open(at);
        } else {
            close(at + 1, behind);
        }
        from[at] = low;
        to[at] = high;
    }

    private void open(int at) {
        if (ranges == from.length) {
            from = Arrays.copyOf(from, ranges * 2);
            to = Arrays.copyOf(to, ranges * 2);
        }
        System.arraycopy(from, at, from, at + 1, ranges - at);
        System.arraycopy(to, at, to, at + 1, ranges - at);
        ranges++;
    }

    private void close(int first, int behind) {
        System.arraycopy(from, behind, from, first, ranges - behind);
        System.arraycopy(to, behind, to, first, ranges - behind);
        ranges -= behind - first;
    }

    /** The first range was delivered, or what is left of it begins at the position. */
    void drop(long position) {
        while (ranges > 0 && to[0] <= position) {
            close(0, 1);
        }
        if (ranges > 0 && from[0] < position) {
            from[0] = position;
        }
    }

    void release() {
        budget.giveBack(bytes.length);
        bytes = NONE;
        buffer = ByteBuffer.wrap(NONE);
        ranges = 0;
    }
}
