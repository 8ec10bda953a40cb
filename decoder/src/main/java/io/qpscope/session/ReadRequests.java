package io.qpscope.session;

import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.util.Arrays;

/**
 * The last READs and ATOMICs of a requester as they were first asked, in the order they passed.
 * Bounded.
 */
final class ReadRequests {
    static final byte READ = 1;
    static final byte ATOMIC = 2;
    /** FLUSH and ATOMIC WRITE. */
    static final byte OTHER = 3;

    private static final int KEPT = 64;
    private static final int INITIAL = 4;

    /** Words of an entry: PSN and length, remote address, key, kind and answers to come. */
    private static final int WORDS_SHIFT = 2;

    private static final int ADDRESS = 1;
    private static final int KEY = 2;
    private static final int KIND_SHIFT = 32;
    private static final int RUN_SHIFT = 40;
    private static final long RUN = 1L << RUN_SHIFT;

    private static final long[] NONE = {};

    private static final byte[] KINDS = kinds();

    /** Most flows never need it. */
    private long[] words = NONE;

    private int capacity;
    /** How many passed, and the first of them that is kept. */
    private long added;

    private long oldest;
    /** The one that was found last. */
    private long current;

    private static byte[] kinds() {
        byte[] kinds = new byte[Opcode.OPERATION_MASK + 1];
        Arrays.fill(kinds, OTHER);
        kinds[Opcode.READ_REQUEST] = READ;
        kinds[Opcode.CMP_SWAP] = ATOMIC;
        kinds[Opcode.FETCH_ADD] = ATOMIC;
        return kinds;
    }

    /** What a request that wants responses is. */
    static int kind(int opcode) {
        return KINDS[opcode & Opcode.OPERATION_MASK];
    }

    void clear() {
        oldest = added;
        current = added;
    }

    long added() {
        return added;
    }

    void add(int psn, int bytes, long address, int key, int kind) {
        if (added - oldest == capacity) {
            makeRoom();
        }
        int at = at(added++);
        words[at] = psn | (long) bytes << 32;
        words[at + ADDRESS] = address;
        words[at + KEY] = (key & 0xffff_ffffL) | (long) kind << KIND_SHIFT | RUN;
    }

    private void makeRoom() {
        if (capacity == KEPT) {
            oldest++;
            return;
        }
        int more = Math.max(INITIAL, 2 * capacity);
        long[] larger = new long[more << WORDS_SHIFT];
        for (long i = oldest; i < added; i++) {
            int to = (int) (i & (more - 1)) << WORDS_SHIFT;
            System.arraycopy(words, at(i), larger, to, 1 << WORDS_SHIFT);
        }
        words = larger;
        capacity = more;
    }

    /** The one with the highest PSN that is not above the given one, or -1. */
    long find(int psn) {
        for (long i = Math.max(oldest, current); i < Math.min(added, current + 2); i++) {
            boolean last = i + 1 == added;
            if (Psn.diff(psn, psn(i)) >= 0 && (last || Psn.diff(psn, psn(i + 1)) < 0)) {
                current = i;
                return i;
            }
        }
        long found = -1;
        for (long i = oldest; i < added; i++) {
            boolean above = Psn.diff(psn, psn(i)) < 0;
            if (!above && (found < 0 || Psn.diff(psn(i), psn(found)) > 0)) {
                found = i;
            }
        }
        current = Math.max(found, oldest);
        return found;
    }

    int psn(long index) {
        return (int) words[at(index)];
    }

    /** What a READ asks for. */
    long bytes(long index) {
        return words[at(index)] >>> 32;
    }

    long address(long index) {
        return words[at(index) + ADDRESS];
    }

    int key(long index) {
        return (int) words[at(index) + KEY];
    }

    int kind(long index) {
        return (int) (words[at(index) + KEY] >>> KIND_SHIFT) & 0xff;
    }

    /** Asked for again. */
    void again(long index) {
        words[at(index) + KEY] += RUN;
    }

    /** The last response to one asking has passed. */
    void ended(long index) {
        words[at(index) + KEY] -= isEnded(index) ? 0 : RUN;
    }

    /** Whether each asking has had its last response. */
    boolean isEnded(long index) {
        return words[at(index) + KEY] >>> RUN_SHIFT == 0;
    }

    boolean isKept(long index) {
        return index >= oldest && index < added;
    }

    private int at(long index) {
        return (int) (index & (capacity - 1)) << WORDS_SHIFT;
    }
}
