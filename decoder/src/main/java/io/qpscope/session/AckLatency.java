package io.qpscope.session;

import org.HdrHistogram.IntCountsHistogram;

/**
 * From the first sending of a packet with AckReq to the first answer that covers it, nanoseconds, to
 * one per cent; the largest is exact. Some kilobytes for a direction that has any.
 */
final class AckLatency {
    private static final int DIGITS = 2;

    private IntCountsHistogram histogram;
    private int count;
    private long max;

    void record(long ns) {
        if (histogram == null) {
            histogram = new IntCountsHistogram(DIGITS);
        }
        // Then no bucket can overflow either.
        if (count < Integer.MAX_VALUE) {
            count++;
            long value = Math.max(0, ns);
            max = Math.max(max, value);
            histogram.recordValue(value);
        }
    }

    DirectionSummary.Latency summary() {
        if (count == 0) {
            return new DirectionSummary.Latency(0, null, null, null);
        }
        return new DirectionSummary.Latency(count, percentile(50), percentile(99), max);
    }

    private long percentile(int percent) {
        return Math.min(max, histogram.getValueAtPercentile(percent));
    }
}
