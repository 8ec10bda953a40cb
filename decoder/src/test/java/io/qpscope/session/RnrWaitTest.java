package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/** One wait after an RNR NAK at a time: to the nanosecond what is too short and what is slow. */
class RnrWaitTest {
    private static final long PROMISE = 16_000_000;
    /** A sixteenth for clocks that drift and 2 us for time stamps. */
    private static final long SHORTEST = PROMISE - 1_000_000 - 2_000;

    private static final long BEGIN = 5_000;

    private final RnrWait wait = new RnrWait();
    private final ObservationLog log = new ObservationLog();
    private final FrameView frame = new FrameView();

    /** For PSN 0. */
    private void nak(long number, long ns, long promise) {
        wait.onNak(promise, false, false, false, frame.at(number, ns, 0, 0));
    }

    private long count(long promise, long waited, Kind kind) {
        ObservationLog log = new ObservationLog();
        RnrWait wait = new RnrWait();
        wait.onNak(promise, false, false, false, frame.at(1, BEGIN, 0, 0));
        wait.resend(2, BEGIN + waited, log);
        return log.count(kind);
    }

    @Test
    void shortIsLessThanThePromiseButForDriftAndJitter() {
        assertThat(count(PROMISE, SHORTEST, Kind.RNR_WAIT_SHORT)).isZero();
        assertThat(count(PROMISE, SHORTEST - 1, Kind.RNR_WAIT_SHORT)).isEqualTo(1);
    }

    @Test
    void slowIsTwiceThePromiseAndTwoTicksMore() {
        assertThat(count(PROMISE, PROMISE + 20_000_000, Kind.RNR_WAIT_SLOW)).isEqualTo(1);
        assertThat(count(PROMISE, PROMISE + 19_999_999, Kind.RNR_WAIT_SLOW)).isZero();
        assertThat(count(50_000_000, 100_000_000, Kind.RNR_WAIT_SLOW)).isEqualTo(1);
        assertThat(count(50_000_000, 99_999_999, Kind.RNR_WAIT_SLOW)).isZero();
    }

    /** A NAK during the wait begins no other round; the sender may have got the least of both. */
    @Test
    void aSecondNakDuringOneWaitCountsOnce() {
        nak(1, BEGIN, PROMISE);
        nak(2, BEGIN + 1_000, 2 * PROMISE);
        assertThat(wait.rounds).isEqualTo(1);
        assertThat(wait.longestPromiseNs).isEqualTo(2 * PROMISE);
        wait.resend(3, BEGIN + PROMISE, log);
        assertThat(log.count(Kind.RNR_WAIT_SHORT)).isZero();
        assertThat(wait.waitsNs()).containsExactly(PROMISE);
        assertThat(wait.shortestWaitNs).isEqualTo(PROMISE);
        assertThat(wait.longestWaitNs).isEqualTo(PROMISE);
    }

    @Test
    void roundsGoOnUntilTheReceiverTakesThePacket() {
        nak(1, BEGIN, PROMISE);
        wait.resend(2, BEGIN + PROMISE, log);
        wait.progress(0);
        nak(3, BEGIN + 2 * PROMISE, PROMISE);
        assertThat(wait.rounds).isEqualTo(2);
        assertThat(wait.waiting()).isTrue();
        wait.progress(1);
        assertThat(wait.waiting()).isFalse();
        nak(4, BEGIN + 3 * PROMISE, PROMISE);
        assertThat(wait.rounds).isEqualTo(1);
        assertThat(wait.mostRounds().most()).isEqualTo(2);
        assertThat(wait.mostRounds().frames()).containsExactly(1L, 3L);
    }

    /** Whether the sender waited in between, or had not heard of the first NAK: one or two rounds. */
    @Test
    void whatGoesAgainInOrderMayHaveWaited() {
        nak(1, BEGIN, PROMISE);
        wait.resentInOrder(1);
        nak(3, BEGIN + PROMISE, PROMISE);
        assertThat(wait.rounds).isEqualTo(1);
        wait.resentInOrder(0);
        nak(5, BEGIN + 2 * PROMISE, PROMISE);
        assertThat(wait.rounds).isEqualTo(2);
        assertThat(wait.leastRounds()).isEqualTo(1);
    }

    @Test
    void theFirstSixteenWaitsAreKept() {
        long now = BEGIN;
        for (int i = 1; i <= 18; i++) {
            nak(i, now, PROMISE);
            now += PROMISE + i;
            wait.resend(100 + i, now, log);
        }
        assertThat(wait.waits).isEqualTo(18);
        assertThat(wait.waitsNs()).hasSize(16).endsWith(PROMISE + 16);
    }

    @Test
    void whatIsLeftOutAfterTheWaitIsTold() {
        nak(1, BEGIN, PROMISE);
        wait.resend(2, BEGIN + PROMISE, log);
        wait.resumed(0, 3, log);
        assertThat(log.count(Kind.PARTIAL_RESEND)).isZero();
        nak(4, BEGIN + 2 * PROMISE, PROMISE);
        wait.resend(5, BEGIN + 3 * PROMISE, log);
        wait.resumed(1, 6, log);
        wait.resumed(1, 7, log);
        assertThat(log.frames(Kind.PARTIAL_RESEND)).containsExactly(6L);
    }

    /** Only where the receiver took the first of the resend. */
    @Test
    void aResendThatTheCaptureCutsIsToldIfItsStartWasTaken() {
        nak(1, BEGIN, PROMISE);
        wait.resend(2, BEGIN + PROMISE, log);
        wait.ended(1, 0, log);
        wait.ended(0, 1, log);
        assertThat(log.count(Kind.PARTIAL_RESEND)).isZero();
        wait.ended(1, 1, log);
        assertThat(log.frames(Kind.PARTIAL_RESEND)).containsExactly(1L);
    }
}
