package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * The request packets of one sender that are not yet known to be taken, in PSN order, and the holes
 * between them. An entry covers {@code count} PSNs: one for a packet, the number of responses for a
 * READ, any number for a hole. A ring that doubles up to {@link #MAX_ENTRIES} and then lets the
 * oldest go.
 */
final class SentWindow {
    /** More requests than any requester may have in flight; bounds the memory of a one-way flow. */
    static final int MAX_ENTRIES = 1 << 14;

    /** Passed the tap. An entry without it is a hole. */
    static final int SEEN = 1;

    static final int ACK_REQ = 1 << 1;
    static final int RESENT = 1 << 2;
    /** Last or only packet of its message. */
    static final int ENDS = 1 << 3;
    /** Answered by READ or ATOMIC responses. */
    static final int WANTS_RESPONSE = 1 << 4;
    /** A hole that a frame with a bad ICRC explains. */
    static final int CORRUPT = 1 << 5;
    /** A hole that the receiver has acknowledged: the capture lacks the packet. */
    static final int CAPTURE_LOST = 1 << 6;
    /** A NAK named the first PSN of this hole. */
    static final int NAKED = 1 << 7;
    /** A WRITE packet without immediate data: an RNR NAK for it means a page fault. */
    static final int PLAIN_WRITE = 1 << 8;

    /** A hole that a resend filled; its original may yet come late. */
    static final int REFILLED = 1 << 9;

    /** Overtaken on its way to the tap; a NAK for it may have been sent before it came. */
    static final int LATE = 1 << 10;

    private static final int INITIAL = 8;

    /**
     * Words of an entry: PSN and count, flags, time, frame; {@link Transmission} has the halves of
     * the second and fourth that these leave. They share a cache line.
     */
    private static final int WORDS_SHIFT = 2;

    private static final int FLAGS = 1;
    private static final int TIME = 2;
    private static final int FRAME = 3;

    private long[] words = new long[INITIAL << WORDS_SHIFT];
    private int capacity = INITIAL;
    private int head;
    private int size;
    private final FlowMemory memory;
    private long overflowed;

    SentWindow(FlowMemory memory) {
        this.memory = memory;
    }

    int size() {
        return size;
    }

    /** Adds behind the newest; returns true when the oldest had to go. */
    boolean append(int psn, int count, long word, long timeNs, long stamp) {
        boolean dropped = false;
        if (size == capacity) {
            if (mayGrow()) {
                grow();
            } else {
                removeFirst();
                dropped = true;
            }
        }
        set(size++, psn, count, word, timeNs, stamp);
        return dropped;
    }

    private boolean mayGrow() {
        if (size == MAX_ENTRIES) {
            overflowed++;
            return false;
        }
        boolean more = memory.take((long) words.length * Long.BYTES);
        if (!more) {
            memory.cut();
        }
        return more;
    }

    /** How often the oldest of the most entries had to go. */
    long overflowed() {
        return overflowed;
    }

    void removeFirst() {
        head = (head + 1) & (capacity - 1);
        size--;
    }

    void clear() {
        head = 0;
        size = 0;
    }

    /** Index (0 = oldest) of the entry that covers the PSN, or -1. */
    int find(int psn) {
        if (size == 0) {
            return -1;
        }
        // Nearly all answers are for the oldest, or for a READ that is gone already.
        int behindOldest = Psn.diff(psn, psn(0));
        if (behindOldest < count(0)) {
            return behindOldest < 0 ? -1 : 0;
        }
        int low = 1;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int distance = Psn.diff(psn, psn(middle));
            if (distance < 0) {
                high = middle - 1;
            } else if (distance >= count(middle)) {
                low = middle + 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    int psn(int index) {
        return (int) words[at(index)];
    }

    int count(int index) {
        return (int) (words[at(index)] >>> 32);
    }

    int end(int index) {
        long word = words[at(index)];
        return Psn.add((int) word, (int) (word >>> 32));
    }

    int flags(int index) {
        return (int) words[at(index) + FLAGS];
    }

    boolean has(int index, int flag) {
        return (flags(index) & flag) != 0;
    }

    void unmark(int index, int flag) {
        words[at(index) + FLAGS] &= ~(long) flag;
    }

    void mark(int index, int flag) {
        words[at(index) + FLAGS] |= flag;
    }

    /** Flags and what {@link Transmission} keeps of the first sending. */
    long word(int index) {
        return words[at(index) + FLAGS];
    }

    /** The frame and what {@link Transmission} keeps of the first sending. */
    long stamp(int index) {
        return words[at(index) + FRAME];
    }

    /** When it was last sent, nanoseconds. */
    long time(int index) {
        return words[at(index) + TIME];
    }

    /** The frame that last carried it. */
    long frame(int index) {
        return words[at(index) + FRAME] & Transmission.FRAME_MASK;
    }

    void resent(int index, int flag, long timeNs, long frame) {
        int at = at(index);
        words[at + FLAGS] |= RESENT | flag;
        words[at + TIME] = timeNs;
        words[at + FRAME] = (words[at + FRAME] & ~Transmission.FRAME_MASK) | frame;
    }

    /**
     * Puts a packet into a hole, which keeps what is left on either side. Only where holes are
     * filled does an entry move.
     *
     * @return the packet's index
     */
    int fill(int index, int psn, int count, long word, long timeNs, long stamp) {
        int holePsn = psn(index);
        int holeCount = count(index);
        int holeFlags = flags(index);
        long holeTime = time(index);
        long holeFrame = frame(index);
        int before = Psn.diff(psn, holePsn);
        int taken = Math.min(count, holeCount - before);
        int after = holeCount - before - taken;
        int place = index;
        if (before > 0) {
            set(place++, holePsn, before, holeFlags, holeTime, holeFrame);
            place = insert(place);
        }
        set(place, psn, taken, word, timeNs, stamp);
        if (after > 0) {
            int behind = insert(place + 1);
            place = behind - 1;
            set(behind, Psn.add(psn, taken), after, holeFlags & ~NAKED, holeTime, holeFrame);
        }
        return place;
    }

    /** The count was a guess; more of it comes from the hole behind, where there is one. */
    void resize(int index, int count) {
        int more = count - count(index);
        recount(index, psn(index), count);
        if (index + 1 < size) {
            recount(index + 1, Psn.add(psn(index + 1), more), count(index + 1) - more);
        }
    }

    private void recount(int index, int psn, int count) {
        words[at(index)] = psn | ((long) count << 32);
    }

    /** Whether an entry could take so many PSNs: it is the newest, or a large enough hole follows. */
    boolean canResize(int index, int count) {
        if (index + 1 == size) {
            return true;
        }
        int more = count - count(index);
        return more > 0 && !has(index + 1, SEEN) && count(index + 1) > more;
    }

    /** Puts a hole before the oldest. */
    void prepend(int psn, int count, long timeNs, long frame) {
        insert(0);
        set(0, psn, count, 0, timeNs, frame);
    }

    /**
     * The receiver acknowledged holes: the capture lacks their packets.
     *
     * @return how many PSNs from start to before end were not yet known to be lost so
     */
    int markCaptureLost(int start, int end) {
        int missing = 0;
        for (int i = 0; i < size && Psn.diff(end, psn(i)) > 0; i++) {
            if (!has(i, SEEN | CAPTURE_LOST)) {
                int from = Math.max(0, Psn.diff(start, psn(i)));
                int to = Math.min(count(i), Psn.diff(end, psn(i)));
                missing += Math.max(0, to - from);
                mark(i, CAPTURE_LOST);
            }
        }
        return missing;
    }

    /** Whether a SEND or WRITE before the one with the PSN asks for an acknowledgement of its own. */
    boolean asksBefore(int psn) {
        for (int i = 0; i < size && Psn.diff(psn, end(i)) >= 0; i++) {
            if ((flags(i) & (SEEN | ACK_REQ | WANTS_RESPONSE | RESENT)) == (SEEN | ACK_REQ)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a packet from the PSN on asks for an answer. */
    boolean asksFrom(int psn) {
        for (int i = size - 1; i >= 0 && Psn.diff(psn(i), psn) >= 0; i--) {
            if (has(i, SEEN) && has(i, ACK_REQ | WANTS_RESPONSE)) {
                return true;
            }
        }
        return false;
    }

    /** Packets from start to before end that were sent again. */
    int resentBetween(int start, int end) {
        int resent = 0;
        for (int i = 0; i < size && Psn.diff(end, psn(i)) > 0; i++) {
            if (Psn.diff(psn(i), start) >= 0 && has(i, RESENT)) {
                resent++;
            }
        }
        return resent;
    }

    /** PSNs in holes. */
    long missing() {
        long missing = 0;
        for (int i = 0; i < size; i++) {
            missing += has(i, SEEN) ? 0 : count(i);
        }
        return missing;
    }

    private void set(int index, int psn, int count, long word, long timeNs, long stamp) {
        int at = at(index);
        words[at] = psn | (long) count << 32;
        words[at + FLAGS] = word;
        words[at + TIME] = timeNs;
        words[at + FRAME] = stamp;
    }

    /** Makes room; tells where, which is one lower when the oldest had to go. */
    private int insert(int index) {
        int place = append(0, 0, 0, 0, 0) ? Math.max(0, index - 1) : index;
        for (int i = size - 1; i > place; i--) {
            System.arraycopy(words, at(i - 1), words, at(i), 1 << WORDS_SHIFT);
        }
        return place;
    }

    private int at(int index) {
        return ((head + index) & (capacity - 1)) << WORDS_SHIFT;
    }

    private void grow() {
        long[] larger = new long[words.length * 2];
        int first = head << WORDS_SHIFT;
        System.arraycopy(words, first, larger, 0, words.length - first);
        System.arraycopy(words, 0, larger, words.length - first, first);
        words = larger;
        head = 0;
        capacity *= 2;
    }
}
