package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** DCQCN's reaction point (T7). */
class RateLimiterTest {
    private static final double G = 1e9;
    private static final long LINE = 40_000_000_000L;
    private static final long RISE = DcqcnOptions.DEFAULT.increaseTimerNs();

    private final RateLimiter limiter = new RateLimiter(DcqcnOptions.DEFAULT, LINE);

    @Test
    void oneCnpHalvesTheRateAndFiveStepsBringBackAllButA64th() {
        limiter.notified(1_000);
        assertThat(limiter.rate(1_000) / G).isEqualTo(40);
        assertThat(limiter.rate(4_999) / G).isEqualTo(40);
        assertThat(limiter.rate(5_000) / G).isEqualTo(20);
        double[] steps = {30, 35, 37.5, 38.75, 39.375, 39.6875, 39.84375};
        for (int i = 0; i < steps.length; i++) {
            long at = 5_000 + (i + 1) * RISE;
            double before = i == 0 ? 20 : steps[i - 1];
            assertThat(limiter.rate(at - 1) / G).isCloseTo(before, within(1e-9));
            assertThat(limiter.rate(at) / G).isCloseTo(steps[i], within(1e-9));
        }
        assertThat(limiter.rate(1_000_000_000)).isEqualTo(LINE);
    }

    @Test
    void alphaHalvesIn177IdlePeriods() {
        limiter.notified(0);
        long period = DcqcnOptions.DEFAULT.alphaTimerNs();
        assertThat(limiter.alpha(176 * period)).isGreaterThan(0.502);
        assertThat(limiter.alpha(177 * period)).isCloseTo(0.5, within(0.0003));
        assertThat(177 * period / 1e6).isCloseTo(9.7, within(0.05));
    }

    /** Asking often or seldom makes no difference: nothing happens when somebody looks. */
    @Test
    void theRateDoesNotDependOnWhoLooks() {
        RateLimiter watched = new RateLimiter(DcqcnOptions.DEFAULT, LINE);
        for (long now = 0; now < 20_000_000; now += 1_000) {
            if (now % 70_000 == 0 && now < 3_000_000) {
                limiter.notified(now);
                watched.notified(now);
            }
            watched.rate(now);
        }
        assertThat(limiter.rate(20_000_000)).isCloseTo(watched.rate(20_000_000), within(1.0));
        assertThat(limiter.alpha(20_000_000)).isCloseTo(watched.alpha(20_000_000), within(1e-12));
    }

    @Test
    void cnpsBetweenTwoChecksCutOnce() {
        for (int i = 0; i < 4; i++) {
            limiter.notified(1_000 + i);
        }
        assertThat(limiter.rate(5_000) / G).isEqualTo(20);
        limiter.notified(5_500);
        // Before any rise, the target stays: the way back leads to where the first cut began.
        assertThat(limiter.rate(9_000) / G).isCloseTo(10, within(0.01));
        assertThat(limiter.rate(9_000 + RISE) / G).isCloseTo(25, within(0.01));
    }

    @Test
    void theRateNeverFallsBelowTheMinimum() {
        for (long now = 0; now < 10_000_000; now += 4_000) {
            limiter.notified(now);
        }
        assertThat(limiter.rate(10_000_000)).isEqualTo(100e6);
    }

    /** SIGCOMM '15, from memory: rises by bytes count as those by time; the hyper step needs both. */
    @Test
    void bytesRaiseTheRateToo() {
        RateLimiter both = new RateLimiter(DcqcnOptions.DEFAULT.increaseBytes(10_000), LINE);
        both.notified(0);
        assertThat(both.rate(4_000) / G).isEqualTo(20);
        both.sent(9_999, 4_000);
        assertThat(both.rate(4_000) / G).isEqualTo(20);
        both.sent(1, 4_000);
        assertThat(both.rate(4_000) / G).isEqualTo(30);
        both.notified(5_000);
        assertThat(both.rate(8_000) / G).isEqualTo(15);
        double[] fast = {22.5, 26.25, 28.125, 29.0625, 29.53125};
        for (double gigabits : fast) {
            both.sent(10_000, 8_000);
            assertThat(both.rate(8_000) / G).isCloseTo(gigabits, within(1e-9));
        }
        double rate = 29.53125;
        for (int i = 1; i <= 8; i++) {
            both.sent(10_000, 8_000);
            rate = (rate + 30 + i * 0.04) / 2;
            assertThat(both.rate(8_000) / G).isCloseTo(rate, within(1e-9));
        }
        double target = 30.32;
        for (int i = 1; i <= 8; i++) {
            // The sixth rise of the timer is still additive, the next are not.
            target += i <= 6 ? 0.04 : 0.2;
            rate = (rate + target) / 2;
            assertThat(both.rate(8_000 + i * RISE) / G).isCloseTo(rate, within(1e-9));
        }
    }

    @Test
    void packetsAreSpacedByTheRate() {
        limiter.notified(0);
        limiter.rate(4_000);
        limiter.sent(1_000, 4_000);
        // 8000 bits at 20 Gbit/s.
        assertThat(limiter.nextSend()).isBetween(4_399L, 4_400L);
        limiter.sent(1_000, 4_400);
        assertThat(limiter.nextSend()).isBetween(4_799L, 4_800L);
    }
}
