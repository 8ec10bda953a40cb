package io.qpscope.cli.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

class RateTest {
    private final Rate rate = new Rate();

    @Test
    void bytesStandInTheBinOfTheirTime() {
        rate.add(5_000, 100, false);
        rate.add(5_999, 10, false);
        rate.add(6_000, 1, true);
        assertThat(rate.bins()).isEqualTo(2);
        assertThat(rate.startNs()).isEqualTo(5_000);
        assertThat(rate.widthNs()).isEqualTo(1_000);
        assertThat(rate.first(0)).isEqualTo(110);
        assertThat(rate.again(0)).isZero();
        assertThat(rate.first(1)).isZero();
        assertThat(rate.again(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noByteIsLostWhateverTheTime(long seed) {
        Random random = new Random(seed);
        long now = random.nextInt(1_000_000);
        long first = 0;
        long again = 0;
        for (int i = 0; i < 10_000; i++) {
            now += 1L << random.nextInt(24);
            int bytes = random.nextInt(5000);
            boolean repeated = random.nextInt(10) == 0;
            first += repeated ? 0 : bytes;
            again += repeated ? bytes : 0;
            rate.add(now, bytes, repeated);
        }
        for (int bin = 0; bin < rate.bins(); bin++) {
            first -= rate.first(bin);
            again -= rate.again(bin);
        }
        assertThat(first).as("seed %d", seed).isZero();
        assertThat(again).as("seed %d", seed).isZero();
        assertThat(rate.bins()).isBetween(Rate.BINS / 2, Rate.BINS);
        assertThat(rate.startNs() + rate.bins() * rate.widthNs()).isGreaterThan(now);
    }

    @Test
    void aTimeBeforeTheFirstCountsToTheFirstBin() {
        rate.add(5_000, 1, false);
        rate.add(1_000, 2, false);
        assertThat(rate.first(0)).isEqualTo(3);
    }

    @Test
    void theLongestTimeNeedsNoMoreBins() {
        rate.add(Long.MIN_VALUE + 1, 1, false);
        rate.add(Long.MAX_VALUE, 2, false);
        assertThat(rate.bins()).isBetween(1, Rate.BINS);
    }
}
