package io.qpscope.cli.report.plot;

import java.util.Arrays;

/**
 * When something was stopped: intervals in order of time, each with how much of it was so. When there
 * are too many, neighbours are joined and only the sum of their stops is kept.
 */
public final class Lane {
    static final int MAX_INTERVALS = 2048;

    private final String label;
    private long[] froms = new long[16];
    private long[] untils = new long[16];
    private long[] stopped = new long[16];
    private long[] frames = new long[16];
    private int size;
    private long added;
    /** How many stops are joined in one. */
    private long joined = 1;

    private long open;
    private boolean untimed;

    Lane(String label) {
        this.label = label;
    }

    /** Stopped up to then, whatever was said before. */
    void stop(long frame, long nowNs, long untilNs) {
        int last = size - 1;
        if (size > 0 && nowNs <= untils[last]) {
            // A stop inside another only moves its end.
            stopped[last] += untilNs - untils[last];
            untils[last] = untilNs;
            return;
        }
        added++;
        if (open > 0 && open < joined) {
            stopped[last] += untilNs - nowNs;
            untils[last] = untilNs;
            open++;
            return;
        }
        if (size == froms.length && !grow()) {
            join();
        }
        froms[size] = nowNs;
        untils[size] = untilNs;
        stopped[size] = untilNs - nowNs;
        frames[size++] = frame;
        open = 1;
    }

    /** A stop of unknown length. */
    void stopUntimed(long frame, long nowNs) {
        untimed = true;
        stop(frame, nowNs, nowNs);
    }

    void go(long nowNs) {
        int last = size - 1;
        if (size > 0 && nowNs < untils[last]) {
            stopped[last] -= untils[last] - nowNs;
            untils[last] = nowNs;
        }
    }

    private boolean grow() {
        if (2 * size > MAX_INTERVALS) {
            return false;
        }
        froms = Arrays.copyOf(froms, 2 * size);
        untils = Arrays.copyOf(untils, 2 * size);
        stopped = Arrays.copyOf(stopped, 2 * size);
        frames = Arrays.copyOf(frames, 2 * size);
        return true;
    }

    private void join() {
        int kept = 0;
        for (int i = 0; i < size; i += 2) {
            int second = Math.min(i + 1, size - 1);
            froms[kept] = froms[i];
            untils[kept] = untils[second];
            stopped[kept] = stopped[i] + (second > i ? stopped[second] : 0);
            frames[kept++] = frames[i];
        }
        size = kept;
        joined *= 2;
    }

    /** Who stops what. */
    public String label() {
        return label;
    }

    /** No length is known: each stop is told by its beginning only. */
    public boolean untimed() {
        return untimed;
    }

    public int size() {
        return size;
    }

    /** Stops there were. */
    public long added() {
        return added;
    }

    public long fromNs(int index) {
        return froms[index];
    }

    public long untilNs(int index) {
        return untils[index];
    }

    /** Nanoseconds of it. */
    public long stoppedNs(int index) {
        return stopped[index];
    }

    /** The first that said so. */
    public long frame(int index) {
        return frames[index];
    }
}
