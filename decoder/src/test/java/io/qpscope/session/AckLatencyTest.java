package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Percentiles to one per cent while the largest value grows. */
class AckLatencyTest {
    @Test
    void keepsWhatWasCountedBeforeALargerValueCame() {
        // From nanoseconds to minutes: each value may be the largest so far.
        Random random = new Random(7);
        long[] values = random.doubles(5_000, 0, 37)
                .mapToLong(x -> (long) Math.pow(2, x))
                .toArray();
        Arrays.sort(values, 0, 2_500);
        DirectionSummary.Latency latency = of(values);
        Arrays.sort(values);
        assertThat(latency.count()).isEqualTo(5_000);
        assertClose(latency.p50(), values[2_499]);
        assertClose(latency.p99(), values[4_949]);
        assertThat(latency.max()).isEqualTo(values[4_999]);
    }

    @Test
    void takesZeroAndTheLargestTimeThereIs() {
        long[] values = new long[100];
        values[99] = Long.MAX_VALUE;
        DirectionSummary.Latency latency = of(values);
        assertThat(latency.p99()).isZero();
        assertThat(latency.max()).isEqualTo(Long.MAX_VALUE);
    }

    private static DirectionSummary.Latency of(long... values) {
        AckLatency latency = new AckLatency();
        for (long value : values) {
            latency.record(value);
        }
        return latency.summary();
    }

    private static void assertClose(long found, long exact) {
        assertThat(found).isCloseTo(exact, within(exact / 100 + 1));
    }
}
