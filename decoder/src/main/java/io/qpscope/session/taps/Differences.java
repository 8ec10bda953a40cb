package io.qpscope.session.taps;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Times at one tap minus times at another, ns: the extremes are exact, percentiles come from a
 * uniform sample once there are more than it holds.
 */
final class Differences {
    private static final int MOST = 4096;
    private static final long SEED = 0x7a95L;

    private long[] sample = new long[16];
    private boolean sorted;
    private SplittableRandom random;
    private long count;
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;

    void add(long difference) {
        least = Math.min(least, difference);
        most = Math.max(most, difference);
        sorted = false;
        if (count < MOST) {
            if (count == sample.length) {
                sample = Arrays.copyOf(sample, 2 * sample.length);
            }
            sample[(int) count] = difference;
        } else {
            if (random == null) {
                random = new SplittableRandom(SEED);
            }
            long place = random.nextLong(count + 1);
            if (place < MOST) {
                sample[(int) place] = difference;
            }
        }
        count++;
    }

    long count() {
        return count;
    }

    /** These four hold with a count above 0 only. */
    long least() {
        return least;
    }

    long most() {
        return most;
    }

    long median() {
        return percentile(50);
    }

    /** The smallest difference that at least so many percent do not exceed. */
    long percentile(int percent) {
        int rank = rank(percent);
        return sample[rank - 1];
    }

    /** The largest difference that at least so many percent do not fall below. */
    long percentileFromTop(int percent) {
        int rank = rank(percent);
        return sample[(int) Math.min(count, MOST) - rank];
    }

    private int rank(int percent) {
        int size = (int) Math.min(count, MOST);
        if (!sorted) {
            Arrays.sort(sample, 0, size);
            sorted = true;
        }
        return Math.max(1, (size * percent + 99) / 100);
    }
}
