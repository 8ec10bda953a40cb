package io.qpscope.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    /** Counted from the first frame, so that no delay adds up. */
    @Test
    void framesAreDueAtTheirDistanceFromTheFirst() {
        Pace pace = new Pace(0.5);
        pace.begin(1_000, 70);
        assertThat(pace.due(1_000)).isEqualTo(70);
        assertThat(pace.due(1_010)).isEqualTo(90);
        assertThat(pace.due(1_300)).isEqualTo(670);
    }

    @Test
    void whoseTimeLiesBackIsDueWithThePreviousOne() {
        Pace pace = new Pace(1);
        pace.begin(500, 0);
        assertThat(pace.due(600)).isEqualTo(100);
        assertThat(pace.due(550)).isEqualTo(100);
        assertThat(pace.due(610)).isEqualTo(110);
        pace.begin(500, 1_000);
        assertThat(pace.due(500)).isEqualTo(1_000);
    }

    @Test
    void atTopSpeedNothingWaits() {
        Pace pace = new Pace(Double.POSITIVE_INFINITY);
        pace.begin(0, 3);
        assertThat(pace.waits()).isFalse();
        assertThat(pace.due(Long.MAX_VALUE)).isEqualTo(3);
    }
}
