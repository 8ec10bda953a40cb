package io.qpscope.session;

import io.qpscope.session.DirectionSummary.Latency;

import org.HdrHistogram.Histogram;

/**
 * Distribution of one flow's latencies. A histogram is scattered over many cache lines, so it gets
 * them in batches.
 */
final class Latencies {
    private static final int BATCH = 16;
    /** Of precision. */
    private static final int DIGITS = 2;

    private final long[] batch = new long[BATCH];
    private int batched;
    private Histogram histogram;

    void add(long ns) {
        if (batched == BATCH) {
            flush();
        }
        batch[batched++] = Math.max(0, ns);
    }

    private void flush() {
        if (histogram == null) {
            histogram = new Histogram(DIGITS);
        }
        for (int i = 0; i < batched; i++) {
            histogram.recordValue(batch[i]);
        }
        batched = 0;
    }

    /** Only if there are any. */
    Latency summary() {
        flush();
        return new Latency(
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
