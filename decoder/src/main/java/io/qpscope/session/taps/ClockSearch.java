package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;

import org.agrona.collections.Long2LongHashMap;

import java.util.Arrays;

/**
 * Finds how far the clocks of captures are apart, so that they can be read side by side: from packets
 * that stand in several. The first packets of each capture are kept; where their times overlap, the
 * beginning of one is inside another, so that reading on finds it, whatever the clocks say.
 *
 * <p>Call {@link #head} with each capture's frames while it asks for more, then {@link #meet}, then
 * {@link #further} with the later frames of captures that are {@link #isLost}.
 */
public final class ClockSearch {
    private static final int HEAD = 1 << 16;
    private static final int SAMPLES = 1 << 10;
    /** A few equal names may be chance or resends. */
    private static final int ENOUGH = 4;

    /** What two captures have in common: differences of their times, by direction. */
    private static final class Common {
        final long[][] samples = new long[2][SAMPLES];
        final int[] counts = new int[2];

        void add(long difference, boolean up) {
            int side = up ? 1 : 0;
            if (counts[side] < SAMPLES) {
                samples[side][counts[side]++] = difference;
            }
        }

        int count() {
            return counts[0] + counts[1];
        }

        /** Between the two reached' medians; one way only, the least. */
        long shift() {
            for (int side = 0; side < 2; side++) {
                Arrays.sort(samples[side], 0, counts[side]);
            }
            if (counts[0] == 0 || counts[1] == 0) {
                int side = counts[0] == 0 ? 1 : 0;
                return samples[side][counts[side] / 50];
            }
            long one = samples[0][counts[0] / 2];
            long other = samples[1][counts[1] / 2];
            return one + (other - one) / 2;
        }
    }

    private final Long2LongHashMap[] heads;
    private final Common[][] common;
    private final boolean[] reached;

    public ClockSearch(int captures) {
        heads = new Long2LongHashMap[captures];
        common = new Common[captures][captures];
        for (int i = 0; i < captures; i++) {
            heads[i] = new Long2LongHashMap(Long.MIN_VALUE);
            for (int j = 0; j < captures; j++) {
                common[i][j] = new Common();
            }
        }
        reached = new boolean[captures];
    }

    /** Takes one of a capture's first frames; false when it has enough. */
    public boolean head(int capture, FrameView frame) {
        if (!Transmission.isNamed(frame)) {
            return true;
        }
        // The direction goes into the key's lowest bit.
        long key = (Transmission.key(frame) & ~1L) | (Transmission.isUp(frame) ? 1 : 0);
        if (!heads[capture].containsKey(key)) {
            heads[capture].put(key, frame.timeNs());
        }
        return heads[capture].size() < HEAD;
    }

    /** Compares the heads. */
    public void meet() {
        for (int i = 0; i < heads.length; i++) {
            for (int j = i + 1; j < heads.length; j++) {
                meet(i, j);
            }
        }
    }

    private void meet(int i, int j) {
        Long2LongHashMap.EntryIterator entries = heads[i].entrySet().iterator();
        while (entries.hasNext()) {
            entries.next();
            long other = heads[j].get(entries.getLongKey());
            if (other != Long.MIN_VALUE) {
                found(i, j, other - entries.getLongValue(), (entries.getLongKey() & 1) != 0);
            }
        }
    }

    private void found(int i, int j, long difference, boolean up) {
        common[i][j].add(difference, up);
        common[j][i].add(-difference, up);
    }

    /** Whether nothing ties the capture to another yet. */
    public boolean isLost(int capture) {
        for (int other = 0; other < heads.length; other++) {
            if (other != capture && common[capture][other].count() >= ENOUGH) {
                return false;
            }
        }
        return heads.length > 1;
    }

    /** Takes a frame behind the capture's head; false when the capture needs no more. */
    public boolean further(int capture, FrameView frame) {
        if (!Transmission.isNamed(frame)) {
            return true;
        }
        boolean up = Transmission.isUp(frame);
        long key = (Transmission.key(frame) & ~1L) | (up ? 1 : 0);
        for (int other = 0; other < heads.length; other++) {
            if (other != capture) {
                long there = heads[other].get(key);
                if (there != Long.MIN_VALUE) {
                    found(capture, other, there - frame.timeNs(), up);
                }
            }
        }
        return isLost(capture);
    }

    /**
     * What to take from each capture's times so that they compare to the first's, ns; 0 where nothing
     * in common tells.
     */
    public long[] shifts() {
        long[] shifts = new long[heads.length];
        Arrays.fill(reached, false);
        for (int from = 0; from < heads.length; from++) {
            if (!reached[from]) {
                reached[from] = true;
                reach(from, shifts);
            }
        }
        return shifts;
    }

    private void reach(int from, long[] shifts) {
        for (int to = 0; to < heads.length; to++) {
            Common both = common[from][to];
            if (!reached[to] && both.count() > 0 && (both.count() >= ENOUGH || isLost(to))) {
                reached[to] = true;
                shifts[to] = shifts[from] + both.shift();
                reach(to, shifts);
            }
        }
    }
}
