package io.qpscope.endpoint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Pieces of local memory that a message is gathered from or scattered to ({@code ibv_sge}). Filled
 * anew for each request; allocates nothing.
 */
public final class SgeList {
    /** Pieces one request may name ({@code max_sge}). */
    public static final int MOST = 16;

    private final int[] keys = new int[MOST];
    private final long[] addresses = new long[MOST];
    private final int[] lengths = new int[MOST];
    private final MemoryRegion[] regions = new MemoryRegion[MOST];
    private int count;
    private long total;

    /** Forgets all pieces. */
    public void clear() {
        for (int i = 0; i < count; i++) {
            regions[i] = null;
        }
        count = 0;
        total = 0;
    }

    /**
     * Adds a piece.
     *
     * @param length in bytes, 0 or more
     * @throws IllegalArgumentException with more than {@link #MOST} pieces or a negative length
     */
    public void add(int lkey, long address, int length) {
        if (count == MOST || length < 0) {
            throw new IllegalArgumentException("sge " + count + " of " + length
                    + " bytes, expected at most " + MOST + " and 0 or more bytes");
        }
        keys[count] = lkey;
        addresses[count] = address;
        lengths[count] = length;
        count++;
        total += length;
    }

    /** Takes the pieces of another list. */
    public void set(SgeList other) {
        clear();
        count = other.count;
        total = other.total;
        System.arraycopy(other.keys, 0, keys, 0, count);
        System.arraycopy(other.addresses, 0, addresses, 0, count);
        System.arraycopy(other.lengths, 0, lengths, 0, count);
    }

    /** Pieces. */
    public int count() {
        return count;
    }

    /** Key of a piece. */
    public int lkey(int piece) {
        return keys[piece];
    }

    /** Virtual address of a piece. */
    public long address(int piece) {
        return addresses[piece];
    }

    /** In bytes. */
    public long total() {
        return total;
    }

    /** Looks up all keys; false when a piece is not registered with these rights. */
    public boolean resolve(Memory memory, int rights) {
        for (int i = 0; i < count; i++) {
            regions[i] = null;
            if (lengths[i] > 0) {
                regions[i] = memory.find(keys[i], addresses[i], lengths[i], rights);
                if (regions[i] == null) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Copies bytes of the message to the buffer's position and moves it; resolved before. */
    public void gather(long offset, int length, ByteBuffer to) {
        copy(offset, length, to, to.position(), false);
        to.position(to.position() + length);
    }

    /** Copies a packet's payload to its place in the message; resolved before. */
    public void scatter(long offset, int length, ByteBuffer from, int at) {
        copy(offset, length, from, at, true);
    }

    /** Stores eight bytes, in the byte order of the memory's buffer; resolved before. */
    public void scatterLong(long value) {
        for (int i = 0; i < count; i++) {
            if (lengths[i] == 8) {
                regions[i].bytes().putLong(regions[i].index(addresses[i]), value);
                return;
            }
        }
        // In pieces: one byte at a time, as the pieces' buffer orders them.
        boolean big = regions[0] == null || regions[0].bytes().order() == ByteOrder.BIG_ENDIAN;
        long left = big ? value : Long.reverseBytes(value);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < lengths[i]; k++) {
                regions[i].bytes().put(regions[i].index(addresses[i] + k), (byte) (left >>> 56));
                left <<= 8;
            }
        }
    }

    private void copy(long offset, int length, ByteBuffer packet, int at, boolean in) {
        long skip = offset;
        int left = length;
        int place = at;
        for (int i = 0; i < count && left > 0; i++) {
            if (skip >= lengths[i]) {
                skip -= lengths[i];
                continue;
            }
            int here = (int) Math.min(left, lengths[i] - skip);
            int index = regions[i].index(addresses[i] + skip);
            if (in) {
                regions[i].bytes().put(index, packet, place, here);
            } else {
                packet.put(place, regions[i].bytes(), index, here);
            }
            skip = 0;
            left -= here;
            place += here;
        }
    }
}
