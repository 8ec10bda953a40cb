package io.qpscope.fuzz.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate is kept by a clock of the test's own. */
class PaceTest {
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {1, 50, 10_000, 1_000_000})
    void noMoreThanTheRateAndAHundredthOfASecondAtOnce(long perSecond) {
        Pace pace = new Pace(perSecond);
        long step = SECOND / perSecond / 7 + 1;
        long admitted = 0;
        long now = 5;
        while (now < 2 * SECOND) {
            admitted += pace.admits(now) ? 1 : 0;
            now += step;
        }
        long burst = Math.max(1, perSecond / 100);
        assertThat(admitted).isBetween(2 * perSecond - 1, 2 * perSecond + burst + 1);
    }

    @Test
    void whatWasNotUsedIsNotSavedUp() {
        Pace pace = new Pace(1000);
        assertThat(pace.admits(0)).isTrue();
        long later = 3600 * SECOND;
        int atOnce = 0;
        while (pace.admits(later)) {
            atOnce++;
        }
        assertThat(atOnce).isBetween(10, 11);
    }

    @Test
    void itTellsWhenTheNextOneMayGo() {
        Pace pace = new Pace(100);
        long now = 0;
        while (pace.admits(now)) {
            now = 0;
        }
        assertThat(pace.admits(pace.nextNs() - 1)).isFalse();
        assertThat(pace.admits(pace.nextNs())).isTrue();
    }
}
