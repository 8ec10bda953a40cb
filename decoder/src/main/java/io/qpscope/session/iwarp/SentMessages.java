package io.qpscope.session.iwarp;

import java.util.Arrays;

/**
 * SENDs and WRITEs of one side until TCP has acknowledged them, and a few beyond: a Terminate may
 * still name one. Bounded: of a full table the oldest are forgotten but not their number.
 */
final class SentMessages {
    private static final int FIRST_SIZE = 64;
    private static final int MAX_SIZE = 1 << 13;
    /** In place of a queue: tagged. */
    static final int TAGGED = -1;

    /** In place of a queue: not known. */
    private static final int NONE = -3;

    private static final int ENTRY_BYTES = 44;

    private final Budget budget;
    private long[] ends = new long[0];
    private long[] tags = new long[0];
    private long[] offsets = new long[0];
    private long[] lengths = new long[0];
    private long[] frames = new long[0];
    private int[] queues = new int[0];

    /** Numbers of messages ever put in; the table holds the last of them. */
    private long added;

    private long acknowledged;
    /** Those that completed, as far as the capture proves it. */
    long completed;

    /** Null unless someone listens. */
    StreamLog log;

    private long lastEnd = -1;
    long lastFrame;

    SentMessages(Budget budget) {
        this.budget = budget;
    }

    /**
     * A message that is there whole.
     *
     * @param end position in the stream behind its last byte
     * @param tag STag, or MSN
     */
    void add(long end, int queue, long tag, long offset, long length, long frame) {
        if (added - acknowledged >= ends.length && ends.length < MAX_SIZE) {
            grow();
        }
        if (ends.length == 0) {
            forget(end, frame);
            return;
        }
        int slot = (int) (added % ends.length);
        ends[slot] = end;
        queues[slot] = queue;
        tags[slot] = tag;
        offsets[slot] = offset;
        lengths[slot] = length;
        frames[slot] = frame;
        added++;
        lastEnd = end;
        lastFrame = frame;
    }

    /** Without memory for any entry only the number of messages stays. */
    private void forget(long end, long frame) {
        added++;
        lastEnd = end;
        lastFrame = frame;
    }

    private void grow() {
        int old = ends.length;
        int size = old == 0 ? FIRST_SIZE : old * 2;
        if (!budget.takeSpare((size - old) * ENTRY_BYTES)) {
            return;
        }
        ends = Arrays.copyOf(ends, size);
        queues = Arrays.copyOf(queues, size);
        tags = Arrays.copyOf(tags, size);
        offsets = Arrays.copyOf(offsets, size);
        lengths = Arrays.copyOf(lengths, size);
        frames = Arrays.copyOf(frames, size);
        if (old == 0) {
            // Messages without an entry lie before the last one's end and match no name.
            Arrays.fill(ends, lastEnd);
            Arrays.fill(queues, NONE);
        }
        // Numbers modulo the size change their slots: put the ones held in order again.
        if (old > 0) {
            long first = added - old;
            int turn = (int) (first % old);
            reorder(ends, turn, old, first, size);
            reorder(tags, turn, old, first, size);
            reorder(offsets, turn, old, first, size);
            reorder(lengths, turn, old, first, size);
            reorder(frames, turn, old, first, size);
            long[] wide = new long[size];
            for (int i = 0; i < old; i++) {
                wide[i] = queues[i];
            }
            reorder(wide, turn, old, first, size);
            for (int i = 0; i < size; i++) {
                queues[i] = (int) wide[i];
            }
        }
    }

    private static void reorder(long[] values, int turn, int old, long first, int size) {
        long[] copy = Arrays.copyOf(values, old);
        for (int i = 0; i < old; i++) {
            values[(int) ((first + i) % size)] = copy[(turn + i) % old];
        }
    }

    /** Only the numbers stay. */
    void release() {
        budget.giveBack(ends.length * ENTRY_BYTES);
        ends = new long[0];
        tags = ends;
        offsets = ends;
        lengths = ends;
        frames = ends;
        queues = new int[0];
    }

    /** The peer's TCP has all up to here. */
    void onAck(long position) {
        if (log != null) {
            log.acknowledged(position);
        }
        long oldest = Math.max(acknowledged, added - ends.length);
        long number = oldest;
        while (number < added && ends[(int) (number % ends.length)] <= position) {
            number++;
        }
        if (number > oldest) {
            completed += number - acknowledged;
            acknowledged = number;
        }
    }

    /**
     * The peer refused a message: neither it nor any behind it is proved to have completed.
     *
     * @return the frame it ended in, or 0 when it is not among those held
     */
    long refuse(int queue, long tag, long offset) {
        long oldest = Math.max(0, added - ends.length);
        for (long number = added - 1; number >= oldest; number--) {
            int slot = (int) (number % ends.length);
            boolean within = offset >= offsets[slot]
                    && offset - offsets[slot] <= Math.max(0, lengths[slot] - 1);
            if (queues[slot] == queue && tags[slot] == tag && (queue != TAGGED || within)) {
                completed -= Math.max(0, acknowledged - number);
                acknowledged = Math.min(acknowledged, number);
                if (log != null) {
                    log.refused(added - number);
                }
                added = number;
                return frames[slot];
            }
        }
        return 0;
    }

    boolean allAcknowledged() {
        return acknowledged == added;
    }

    boolean any() {
        return lastEnd >= 0;
    }
}
