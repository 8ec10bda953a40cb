package io.qpscope.cli.report.plot;

import java.util.Arrays;

/**
 * Packets of one recovery, from shortly before it began to shortly after it ended: the first of them,
 * and of a long one the last ones too.
 */
public final class Ladder {
    static final int HEAD = 64;
    static final int TAIL = 16;
    private static final int AFTER = 2;
    static final int WORDS = 3;

    private static final int OPCODE_SHIFT = 24;
    private static final int SYNDROME_SHIFT = 32;
    private static final long ANSWER = 1L << 41;
    private static final long AGAIN = 1L << 42;

    private final long startFrame;
    private final int psn;
    private final long startNs;
    private long endNs = Long.MIN_VALUE;
    private long[] words = new long[WORDS * 8];
    private long[] tail;
    private int size;
    private long beyond;
    private int after = AFTER;

    Ladder(long startFrame, int psn, long startNs) {
        this.startFrame = startFrame;
        this.psn = psn;
        this.startNs = startNs;
    }

    static long pack(int opcode, int syndrome, int psn, boolean answer, boolean again) {
        return (psn & 0xff_ffffL)
                | (long) opcode << OPCODE_SHIFT
                | (syndrome + 1L) << SYNDROME_SHIFT
                | (answer ? ANSWER : 0)
                | (again ? AGAIN : 0);
    }

    static boolean isRequest(long what, int psn) {
        return (what & ANSWER) == 0 && (what & 0xff_ffff) == psn;
    }

    void add(long frame, long timeNs, long what) {
        if (size < HEAD) {
            if (size * WORDS == words.length) {
                words = Arrays.copyOf(words, Math.min(2 * words.length, HEAD * WORDS));
            }
            put(words, size++, frame, timeNs, what);
        } else {
            if (tail == null) {
                tail = new long[TAIL * WORDS];
            }
            put(tail, (int) (beyond++ % TAIL), frame, timeNs, what);
        }
    }

    private static void put(long[] into, int index, long frame, long timeNs, long what) {
        into[index * WORDS] = frame;
        into[index * WORDS + 1] = timeNs;
        into[index * WORDS + 2] = what;
    }

    void end(long timeNs) {
        endNs = timeNs;
    }

    /** Takes a packet behind the end; false when it has enough of them. */
    boolean addAfter(long frame, long timeNs, long what) {
        if (after > 0) {
            add(frame, timeNs, what);
            after--;
        }
        return after > 0;
    }

    public long startFrame() {
        return startFrame;
    }

    /** Where the recovery began. */
    public int psn() {
        return psn;
    }

    public long startNs() {
        return startNs;
    }

    /** The smallest value while it has not ended. */
    public long endNs() {
        return endNs;
    }

    /** Packets kept. */
    public int size() {
        return size + (int) Math.min(beyond, TAIL);
    }

    /** Packets left out in front of a packet. */
    public long leftOut(int index) {
        return index == size && beyond > TAIL ? beyond - TAIL : 0;
    }

    private long word(int index, int word) {
        if (index < size) {
            return words[index * WORDS + word];
        }
        long first = Math.max(0, beyond - TAIL);
        return tail[(int) ((first + index - size) % TAIL) * WORDS + word];
    }

    public long frame(int index) {
        return word(index, 0);
    }

    public long timeNs(int index) {
        return word(index, 1);
    }

    public int psn(int index) {
        return (int) word(index, 2) & 0xff_ffff;
    }

    public int opcode(int index) {
        return (int) (word(index, 2) >>> OPCODE_SHIFT) & 0xff;
    }

    /** Of the AETH; -1 without one. */
    public int syndrome(int index) {
        return (int) (word(index, 2) >>> SYNDROME_SHIFT & 0x1ff) - 1;
    }

    /** Sent by the responder. */
    public boolean answer(int index) {
        return (word(index, 2) & ANSWER) != 0;
    }

    /** Passed before. */
    public boolean again(int index) {
        return (word(index, 2) & AGAIN) != 0;
    }
}
