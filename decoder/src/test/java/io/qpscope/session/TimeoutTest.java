package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/** Rewinds that no NAK asks for, and what the answers then tell (facts, 3.6). */
class TimeoutTest extends Dialogue {
    private static final long T = 67 * MILLI;

    @Test
    void aLostAcknowledgementMakesADuplicateAnsweredWithTheLatestPsn() {
        at(0, a.send(100), a.send(101), a.send(102));
        lost(b.ack(102));
        at(T, a.send(100), a.send(101), a.send(102));
        at(T + 10, b.ack(102), b.ack(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 3, 3).completed(A, 3).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
        assertThat(told.from(A).inferred().ackTimeoutNs()).hasSize(1);
    }

    @Test
    void acknowledgementsThatClimbWithTheResentMeanThatAllWasLostBehindTheTap() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(T, a.send(100), a.send(101), a.send(102));
        at(T + 10, b.ack(100), b.ack(101), b.ack(102));
        Told told = finish();
        assertThat(told.requests(A).lostAfterTap()).isBetween(1L, 3L);
        assertThat(told.requests(A).lostUndecided()).isZero();
        told.resent(A, 3, 0).completed(A, 3).succeeded(A);
    }

    @Test
    void onePacketResentAndAnsweredOnceIsUndecided() {
        at(0, a.send(100));
        at(T, a.send(100));
        at(T + 10, b.ack(100));
        Told told = finish();
        assertThat(told.requests(A).lostUndecided()).isEqualTo(1);
        assertThat(told.requests(A).lostAfterTap()).isZero();
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        told.completed(A, 1).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
        assertThat(told.count(Kind.LOSS_UNDECIDED)).isEqualTo(1);
    }

    @Test
    void onePacketResentAndAnsweredTwiceHadArrived() {
        at(0, a.send(100));
        at(T, a.send(100));
        at(T + 10, b.ack(100), b.ack(100));
        finish().lost(A, 0, 0, 0, 0).resent(A, 1, 1).completed(A, 1).succeeded(A);
    }

    @Test
    void anAnswerSeenBeforeTheResendMakesItADuplicate() {
        at(0, a.send(100));
        at(10, b.ack(100));
        at(T, a.send(100));
        at(T + 10, b.ack(100));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 1, 1).completed(A, 1).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
    }

    @Test
    void coalescedAcknowledgementsHideNothing() {
        at(0, a.send(100).quiet(), a.send(101).quiet(), a.send(102).quiet(), a.send(103));
        at(10, b.nak(102));
        at(20, a.send(102).quiet(), a.send(103));
        at(30, b.ack(103));
        finish().lost(A, 0, 1, 0, 0).resent(A, 2, 0).completed(A, 4).succeeded(A);
    }

    @Test
    void aNakBehindCoalescedAcknowledgementsCompletesWhatLiesBeforeItAndNoMore() {
        at(0, a.send(100).quiet(), a.send(101), b.ack(101));
        at(10, a.send(102).quiet(), a.send(103).quiet(), a.send(104).quiet(), a.send(105));
        at(20, b.nak(104));
        Told told = finish();
        told.completed(A, 4).resent(A, 0, 0);
        assertThat(told.requests(A).lostUndecided()).isZero();
        assertThat(told.from(A).inferred().evidence().acknowledging().most()).isEqualTo(2);
    }

    @Test
    void aLostNakShowsAsATimeoutAndTheLossIsStillSeen() {
        at(0, a.send(100), b.ack(100));
        lost(a.send(101));
        at(2, a.send(102));
        lost(b.nak(101));
        at(T, a.send(101), a.send(102));
        at(T + 10, b.ack(102));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isEqualTo(1);
        assertThat(told.requests(A).lostAfterTap()).isZero();
        told.resent(A, 2, 0).completed(A, 3).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
        assertThat(told.from(B).naks().psnSequenceError()).isZero();
    }

    @Test
    void anEarlyRewindWhosePacketsHadArrivedIsNoSampleOfTheTimeout() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(2 * MILLI, a.send(100), a.send(101), a.send(102));
        at(2 * MILLI + 10, b.ack(102), b.ack(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 3, 3).completed(A, 3);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
        assertThat(told.from(A).inferred().ackTimeoutNs()).isEmpty();
        assertThat(told.from(A).inferred().ackTimeoutExponentRange()).isNull();
        told.causes(Cause.SPURIOUS_TIMEOUT);
    }

    @Test
    void aRewindOfTheFullTimeIsASample() {
        at(0, a.send(100), b.ack(100), a.send(101), a.send(102));
        at(T, a.send(101), a.send(102));
        at(T + 10, b.ack(101), b.ack(102));
        Told told = finish();
        assertThat(told.from(A).inferred().ackTimeoutNs()).hasSize(1);
        assertThat(told.from(A).inferred().ackTimeoutNs().get(0))
                .isBetween(66_900_000L, 67_000_000L);
        assertThat(told.from(A).inferred().ackTimeoutExponentRange()).containsExactly(12, 14);
        told.causes(Cause.ACK_TIMEOUT);
    }

    @Test
    void aLadderThatDoublesGivesASampleAStepAndTheRangeOfTheShortest() {
        at(0, a.send(100), b.ack(100), a.send(101));
        at(T, a.send(101));
        at(3 * T, a.send(101));
        at(7 * T, a.send(101));
        at(7 * T + 10, b.ack(101));
        Told told = finish();
        assertThat(told.from(A).inferred().ackTimeoutNs()).hasSize(3);
        assertThat(told.from(A).timeouts()).isEqualTo(3);
        int high = told.from(A).inferred().ackTimeoutExponentRange().get(1);
        assertThat(high).isEqualTo(14);
        told.completed(A, 2).succeeded(A);
        assertThat(told.requests(A).retransmittedPackets()).isEqualTo(3);
        assertThat(told.requests(A).lostUndecided()).isEqualTo(3);
        assertThat(told.requests(A).lostAfterTap()).isZero();
    }

    @Test
    void ghostAnswersAfterARestartSettleIt() {
        // roce-delay-longer-than-timeout: every copy draws its answer, all of them late.
        at(0, a.send(100));
        at(T, a.send(100));
        at(T + 33 * MILLI, b.ack(100));
        at(T + 34 * MILLI, a.send(101));
        at(2 * T + 33 * MILLI, b.ack(100));
        at(2 * T + 34 * MILLI, a.send(101));
        at(2 * T + 67 * MILLI, b.ack(101));
        at(3 * T + 67 * MILLI, b.ack(101));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 2, 2).completed(A, 2).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(2);
    }

    @Test
    void ghostReadResponsesAfterARestartAreTheirSecondSending() {
        at(0, a.readRequest(100, 2048));
        at(T, a.readRequest(100, 2048));
        at(T + 33 * MILLI, b.readResponses(100, 2));
        at(2 * T + 33 * MILLI, b.readResponses(100, 2));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 1, 1).completed(A, 1).succeeded(A);
        told.lostResponses(B, 0, 0, 0, 0);
        assertThat(told.responses(B).retransmittedPackets()).isEqualTo(2);
        assertThat(told.responses(B).duplicatePackets()).isEqualTo(2);
    }

    @Test
    void timeSpentWaitingForTheTimeoutIsTold() {
        at(0, a.send(100), b.ack(100));
        at(1000, a.send(101));
        at(1000 + T, a.send(101));
        at(1000 + T + 20, b.ack(101));
        DirectionSummary.TimeShares time = finish().from(A).time();
        assertThat(time.ackTimeout()).isEqualTo(T * 1000);
        assertThat(time.rnrWait()).isZero();
    }

    @Test
    void anAcknowledgementBeyondWhatPassedIsAHoleInTheCapture() {
        at(0, a.send(100));
        at(2, a.send(103));
        at(10, b.ack(103));
        Told told = finish();
        told.lost(A, 0, 0, 2, 0).resent(A, 0, 0).succeeded(A);
        assertThat(told.requests(A).missingPackets()).isEqualTo(2);
        assertThat(told.count(Kind.LOSS_BY_CAPTURE)).isPositive();
    }

    @Test
    void anAcknowledgementOfMoreThanEverPassedIsAHoleToo() {
        at(0, a.send(100), b.ack(100), a.send(101));
        at(10, b.ack(103));
        at(20, a.send(104), b.ack(104));
        Told told = finish();
        told.lost(A, 0, 0, 2, 0).resent(A, 0, 0).succeeded(A);
        assertThat(told.requests(A).missingPackets()).isEqualTo(2);
    }

    @Test
    void anAcknowledgementRecordedJustBeforeItsRequestIsNoHole() {
        at(0, a.send(100), b.ack(100));
        at(10, b.ack(101), a.send(101));
        at(20, a.send(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 3).succeeded(A);
        assertThat(told.requests(A).missingPackets()).isZero();
    }

    @Test
    void anAcknowledgementThatJumpsAheadMeansThatOnlyTheLastWasLost() {
        // roce-rping-loss frames 18 to 25.
        at(0, a.send(100), a.send(101), a.send(102), a.send(103));
        at(T, a.send(100), a.send(101), a.send(102), a.send(103));
        at(T + 10, b.ack(102), b.ack(102), b.ack(102), b.ack(103));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 4, 3).completed(A, 4).succeeded(A);
    }
}
