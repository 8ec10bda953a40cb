package io.qpscope.cli.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

class SeriesTest {
    private static final long ENOUGH = 1 << 20;

    private final Room room = new Room(ENOUGH);
    private final Series series = new Series(room);

    @Test
    void asManyAsFitAreKeptAsTheyAre() {
        for (int i = 0; i < Series.MAX_POINTS; i++) {
            series.add(1000 + i, i, i % 7);
        }
        assertThat(series.size()).isEqualTo(Series.MAX_POINTS);
        for (int i = 0; i < Series.MAX_POINTS; i++) {
            assertThat(series.timeNs(i)).isEqualTo(1000 + i);
            assertThat(series.frame(i)).isEqualTo(i);
            assertThat(series.value(i)).isEqualTo(i % 7);
        }
    }

    @Test
    void oneMoreHalvesThem() {
        for (int i = 0; i <= Series.MAX_POINTS; i++) {
            series.add(i, i, 1);
        }
        assertThat(series.size()).isEqualTo(Series.MAX_POINTS / 2 + 1);
        assertThat(series.added()).isEqualTo(Series.MAX_POINTS + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void ofAnyNumberTheLowestAndTheHighestStayAndTheOrder(long seed) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(200_000);
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            long value = random.nextInt(1_000_000_000);
            low = Math.min(low, value);
            high = Math.max(high, value);
            series.add(i * 10L, i, value);
        }
        int most = 200 + random.nextInt(1000);
        Series thin = series.thinned(most);
        for (Series each : new Series[] {series, thin}) {
            long lowest = Long.MAX_VALUE;
            long highest = Long.MIN_VALUE;
            for (int i = 0; i < each.size(); i++) {
                lowest = Math.min(lowest, each.value(i));
                highest = Math.max(highest, each.value(i));
                assertThat(each.timeNs(i)).as("seed %d", seed).isEqualTo(each.frame(i) * 10);
                if (i > 0) {
                    assertThat(each.frame(i)).as("seed %d", seed).isGreaterThan(each.frame(i - 1));
                }
            }
            assertThat(lowest).as("seed %d", seed).isEqualTo(low);
            assertThat(highest).as("seed %d", seed).isEqualTo(high);
        }
        assertThat(thin.size()).as("seed %d", seed).isBetween(1, most);
        assertThat(thin.added()).as("seed %d", seed).isEqualTo(count);
    }

    @Test
    void aPeakAmongMillionsIsThere() {
        for (int i = 0; i < 3_000_000; i++) {
            series.add(i, i, i == 1_234_567 ? 9 : 5);
        }
        Series thin = series.thinned(1500);
        boolean found = false;
        for (int i = 0; i < thin.size(); i++) {
            found |= thin.value(i) == 9 && thin.frame(i) == 1_234_567;
        }
        assertThat(found).isTrue();
        assertThat(series.size()).isLessThanOrEqualTo(Series.MAX_POINTS);
    }

    @Test
    void aBurstBeforeALongSilenceKeepsItsShape() {
        for (int i = 0; i < 100_000; i++) {
            series.add(i, i, i);
        }
        series.add(3_600_000_000_000L, 100_000, 100_000);
        int inBurst = 0;
        for (int i = 0; i < series.size(); i++) {
            inBurst += series.timeNs(i) < 100_000 ? 1 : 0;
        }
        assertThat(inBurst).isGreaterThan(1000);
    }

    @Test
    void withoutRoomASeriesHalvesEarlierAndGivesItBackInTheEnd() {
        Room little = new Room(64);
        Series first = new Series(little);
        Series second = new Series(little);
        for (int i = 0; i < 1000; i++) {
            first.add(i, i, i);
            second.add(i, i, i);
        }
        assertThat(first.size()).isBetween(64, 128);
        assertThat(second.size()).isBetween(32, 64);
        assertThat(second.value(0)).isZero();
        assertThat(second.value(second.size() - 1)).isEqualTo(999);
        first.release();
        assertThat(little.take(64)).isTrue();
        assertThat(little.take(1)).isFalse();
    }

    @Test
    void timesThatGoBackAreDrawnWhereTheCaptureHasThem() {
        series.add(100, 1, 1);
        series.add(90, 2, 2);
        series.add(110, 3, 3);
        assertThat(series.timeNs(1)).isEqualTo(100);
        assertThat(series.timeNs(2)).isEqualTo(110);
    }
}
