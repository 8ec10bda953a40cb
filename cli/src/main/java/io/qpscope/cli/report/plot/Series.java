package io.qpscope.cli.report.plot;

import java.util.Arrays;

/**
 * Points of one kind in order of arrival. When there are too many, neighbours are put in groups, and
 * a group keeps its lowest and its highest point: where much happens many points stay, and a kind
 * that happens rarely keeps all of its own.
 */
public final class Series {
    static final int MAX_POINTS = 4096;
    private static final int FIRST_SIZE = 16;
    private static final int LEAST_SIZE = 64;

    private final Room room;
    private final int limit;
    private long[] times;
    private long[] frames;
    private long[] values;
    private int size;
    private long added;
    /** How many points make a group, of which two are kept. */
    private long group = 2;

    /** Points of the group that is not full, of which the last two places are its own. */
    private long open;

    private long lastTimeNs;

    Series(Room room) {
        this(room, MAX_POINTS, FIRST_SIZE);
    }

    private Series(Room room, int limit, int capacity) {
        this.room = room;
        this.limit = limit;
        times = new long[capacity];
        frames = new long[capacity];
        values = new long[capacity];
    }

    void add(long timeNs, long frame, long value) {
        added++;
        // What was recorded a little out of order is drawn in the order of the capture.
        lastTimeNs = Math.max(lastTimeNs, timeNs);
        if (open >= 2) {
            intoGroup(frame, value);
        } else {
            if (size == times.length && !grow()) {
                halve();
            }
            set(size++, lastTimeNs, frame, value);
            open++;
        }
        if (open == group) {
            open = 0;
        }
    }

    /** The group's two places hold its lowest and its highest, the earlier one first. */
    private void intoGroup(long frame, long value) {
        open++;
        int first = size - 2;
        int second = size - 1;
        int low = values[first] <= values[second] ? first : second;
        int high = first + second - low;
        if (value < values[low]) {
            replace(low, second, frame, value);
        } else if (value > values[high]) {
            replace(high, second, frame, value);
        }
    }

    private void replace(int out, int last, long frame, long value) {
        if (out != last) {
            set(out, times[last], frames[last], values[last]);
        }
        set(last, lastTimeNs, frame, value);
    }

    private void set(int at, long timeNs, long frame, long value) {
        times[at] = timeNs;
        frames[at] = frame;
        values[at] = value;
    }

    private boolean grow() {
        int more = times.length;
        if (2 * more > limit || (more >= LEAST_SIZE && !room.take(more))) {
            return false;
        }
        times = Arrays.copyOf(times, 2 * more);
        frames = Arrays.copyOf(frames, 2 * more);
        values = Arrays.copyOf(values, 2 * more);
        return true;
    }

    /** Makes one group of two. */
    private void halve() {
        int kept = 0;
        for (int at = 0; at < size; at += 4) {
            int end = Math.min(at + 4, size);
            int low = at;
            int high = at;
            for (int i = at + 1; i < end; i++) {
                low = values[i] < values[low] ? i : low;
                high = values[i] >= values[high] ? i : high;
            }
            move(Math.min(low, high), kept++);
            if (low != high) {
                move(Math.max(low, high), kept++);
            }
        }
        size = kept;
        group *= 2;
        open = 0;
    }

    private void move(int from, int to) {
        set(to, times[from], frames[from], values[from]);
    }

    void release() {
        if (times.length > LEAST_SIZE) {
            room.give(times.length - LEAST_SIZE);
        }
    }

    /** The same with at most so many points. */
    Series thinned(int most) {
        Series copy = new Series(room, limit, size);
        System.arraycopy(times, 0, copy.times, 0, size);
        System.arraycopy(frames, 0, copy.frames, 0, size);
        System.arraycopy(values, 0, copy.values, 0, size);
        copy.size = size;
        copy.added = added;
        while (copy.size > most) {
            copy.halve();
        }
        return copy;
    }

    /** With the points of another, in order of time; those that both have are there once. */
    Series with(Series other) {
        Series both = new Series(room, limit, size + other.size);
        both.added = added;
        int mine = 0;
        int theirs = 0;
        while (mine < size || theirs < other.size) {
            boolean same = mine < size
                    && theirs < other.size
                    && frames[mine] == other.frames[theirs]
                    && values[mine] == other.values[theirs];
            boolean first =
                    theirs == other.size || (mine < size && times[mine] <= other.times[theirs]);
            Series from = first || same ? this : other;
            int at = first || same ? mine++ : theirs++;
            both.set(both.size++, from.times[at], from.frames[at], from.values[at]);
            theirs += same ? 1 : 0;
        }
        return both;
    }

    /** Points kept. */
    public int size() {
        return size;
    }

    /** Points there were. */
    public long added() {
        return added;
    }

    /** Nanoseconds since 1970, not descending. */
    public long timeNs(int index) {
        return times[index];
    }

    public long frame(int index) {
        return frames[index];
    }

    public long value(int index) {
        return values[index];
    }
}
