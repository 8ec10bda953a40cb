package io.qpscope.cli.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaneTest {
    private final Lane lane = new Lane("x");

    private long stopped() {
        long sum = 0;
        for (int i = 0; i < lane.size(); i++) {
            sum += lane.stoppedNs(i);
        }
        return sum;
    }

    @Test
    void aStopInsideAnotherMovesItsEnd() {
        lane.stop(1, 100, 200);
        lane.stop(2, 150, 250);
        assertThat(lane.size()).isEqualTo(1);
        assertThat(lane.fromNs(0)).isEqualTo(100);
        assertThat(lane.untilNs(0)).isEqualTo(250);
        assertThat(lane.stoppedNs(0)).isEqualTo(150);
        assertThat(lane.frame(0)).isEqualTo(1);
    }

    @Test
    void goOnEndsAStopAndOneBehindItsEndChangesNothing() {
        lane.stop(1, 100, 200);
        lane.go(150);
        lane.go(180);
        lane.stop(2, 300, 400);
        lane.go(500);
        assertThat(lane.untilNs(0)).isEqualTo(150);
        assertThat(lane.untilNs(1)).isEqualTo(400);
        assertThat(stopped()).isEqualTo(150);
    }

    @Test
    void ofManyStopsNeighboursAreJoinedAndTheSumStays() {
        int count = 5 * Lane.MAX_INTERVALS + 3;
        for (int i = 0; i < count; i++) {
            lane.stop(i + 1, i * 100L, i * 100L + 30);
        }
        assertThat(lane.size()).isLessThanOrEqualTo(Lane.MAX_INTERVALS);
        assertThat(lane.added()).isEqualTo(count);
        assertThat(stopped()).isEqualTo(count * 30L);
        assertThat(lane.fromNs(0)).isZero();
        assertThat(lane.untilNs(lane.size() - 1)).isEqualTo((count - 1) * 100L + 30);
        for (int i = 1; i < lane.size(); i++) {
            assertThat(lane.fromNs(i)).isGreaterThan(lane.untilNs(i - 1));
        }
    }

    @Test
    void aStopOfUnknownLengthIsAMoment() {
        lane.stopUntimed(1, 100);
        lane.stopUntimed(2, 200);
        assertThat(lane.untimed()).isTrue();
        assertThat(lane.size()).isEqualTo(2);
        assertThat(lane.untilNs(1)).isEqualTo(200);
    }
}
