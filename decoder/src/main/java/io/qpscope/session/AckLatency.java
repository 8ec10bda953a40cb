package io.qpscope.session;

import org.HdrHistogram.IntCountsHistogram;

/**
 * From the first sending of a packet with AckReq to the first answer that covers it, or from a CE mark
 * to its notification: nanoseconds, to one per cent; the largest is exact. Some kilobytes for a direction that has any.
 */
final class AckLatency {
    private static final int DIGITS = 2;

    /** A histogram lies in many cache lines, too many to touch for one value. */
    private static final int BATCH = 16;

    /** What a histogram must reach at least. */
    private static final int SMALLEST = 2;

    private long[] batch;
    private IntCountsHistogram histogram;
    private int count;
    private long max;

    void record(long ns) {
        if (batch == null) {
            batch = new long[BATCH];
        }
        // Then no bucket can overflow either.
        if (count < Integer.MAX_VALUE) {
            batch[count++ & (BATCH - 1)] = Math.max(0, ns);
            if ((count & (BATCH - 1)) == 0) {
                empty(BATCH);
            }
        }
    }

    private void empty(int size) {
        for (int i = 0; i < size; i++) {
            max = Math.max(max, batch[i]);
        }
        makeRoom();
        for (int i = 0; i < size; i++) {
            histogram.recordValue(batch[i]);
        }
    }

    /** A histogram that grows by itself throws and catches an exception for each doubling. */
    private void makeRoom() {
        if (histogram != null && max <= histogram.getHighestTrackableValue()) {
            return;
        }
        // The buckets end at powers of two.
        long highest = Math.max(SMALLEST, (Long.highestOneBit(max) << 1) - 1);
        IntCountsHistogram larger = new IntCountsHistogram(highest, DIGITS);
        if (histogram != null) {
            larger.add(histogram);
        }
        histogram = larger;
    }

    /** Call once. */
    DirectionSummary.Latency summary() {
        if (count == 0) {
            return new DirectionSummary.Latency(0, null, null, null);
        }
        empty(count & (BATCH - 1));
        return new DirectionSummary.Latency(count, percentile(50), percentile(99), max);
    }

    private long percentile(int percent) {
        return Math.min(max, histogram.getValueAtPercentile(percent));
    }
}
