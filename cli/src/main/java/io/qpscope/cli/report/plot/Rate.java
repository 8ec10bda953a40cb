package io.qpscope.cli.report.plot;

import java.util.Arrays;

/**
 * Bytes by time, apart for those that passed for the first time and those that passed again. The bins
 * are fixed in number; twice as wide when time goes beyond them. No byte is lost by that.
 */
public final class Rate {
    static final int BINS = 512;
    private static final long FIRST_WIDTH_NS = 1000;

    private long[] first = new long[16];
    private long[] again = new long[16];
    private long startNs = Long.MIN_VALUE;
    private long widthNs = FIRST_WIDTH_NS;
    private int used;

    void add(long timeNs, int bytes, boolean repeated) {
        if (startNs == Long.MIN_VALUE) {
            startNs = timeNs;
        }
        // So far apart that the difference does not fit only damaged times can be.
        long after = timeNs < startNs ? 0 : Math.max(0, timeNs - startNs);
        while (after / widthNs >= first.length) {
            if (first.length < BINS) {
                first = Arrays.copyOf(first, 2 * first.length);
                again = Arrays.copyOf(again, 2 * again.length);
            } else {
                widen(first);
                widen(again);
                widthNs *= 2;
                used = (used + 1) / 2;
            }
        }
        int bin = (int) (after / widthNs);
        used = Math.max(used, bin + 1);
        (repeated ? again : first)[bin] += bytes;
    }

    private static void widen(long[] bins) {
        for (int i = 0; i < BINS / 2; i++) {
            bins[i] = bins[2 * i] + bins[2 * i + 1];
        }
        for (int i = BINS / 2; i < BINS; i++) {
            bins[i] = 0;
        }
    }

    /** Bins up to the last one with bytes; 0 without any. */
    public int bins() {
        return used;
    }

    public long startNs() {
        return startNs;
    }

    public long widthNs() {
        return widthNs;
    }

    public long first(int bin) {
        return first[bin];
    }

    public long again(int bin) {
        return again[bin];
    }
}
