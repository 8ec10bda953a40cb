package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/** Where a NAK says a packet was lost: before the tap, behind it, or nowhere (facts, 3.6). */
class LossTest extends Dialogue {
    @Test
    void aNakForWhatNeverPassedIsALossBeforeTheTap() {
        at(0, a.send(100));
        lost(a.send(101));
        at(2, a.send(102), a.send(103));
        at(10, b.ack(100), b.nak(101));
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(103));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).resent(A, 3, 0).completed(A, 4).succeeded(A);
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(1);
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.requests(A).missingPackets()).isZero();
        told.causes(Cause.LOSS_BEFORE_TAP);
        Episode episode = told.episode();
        assertThat(episode.psn()).isEqualTo(101);
        assertThat(episode.nakFrame()).isEqualTo(5);
        assertThat(episode.resendFrame()).isEqualTo(6);
        assertThat(episode.endFrame()).isEqualTo(9);
        assertThat(episode.resentPackets()).isEqualTo(3);
        assertThat(episode.outcome()).isEqualTo("recovered");
        assertThat(told.from(A).inferred().lossRecovery()).isEqualTo("GO_BACK_N");
    }

    @Test
    void aNakForWhatPassedIsALossBehindTheTap() {
        at(0, a.send(100), a.send(101), a.send(102), a.send(103));
        at(10, b.ack(100), b.nak(101));
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(103));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 3, 0).completed(A, 4).succeeded(A);
        told.causes(Cause.LOSS_AFTER_TAP);
        assertThat(told.count(Kind.LOSS_AFTER_TAP)).isEqualTo(1);
    }

    @Test
    void resentPacketsAreNotTimed() {
        at(0, a.send(100), a.send(101));
        at(10, b.nak(100));
        at(20, a.send(100), a.send(101));
        at(30, b.ack(101));
        assertThat(finish().from(A).ackLatency().count()).isZero();
    }

    @Test
    void aLateOriginalAfterItsNakIsReordered() {
        Packet late = a.send(101);
        at(0, a.send(102), a.send(103));
        at(5, b.nak(101));
        at(6, late);
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(103));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        assertThat(told.requests(A).lostAfterTap()).isZero();
        assertThat(told.requests(A).outOfOrderPackets()).isEqualTo(1);
        told.succeeded(A);
    }

    @Test
    void reorderingIsNoLossAndItsResendIsADuplicate() {
        at(0, a.send(100));
        Packet late = a.send(101);
        at(1, a.send(102), a.send(103));
        at(5, b.nak(101));
        at(6, late);
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(103));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 3, 1).completed(A, 4);
        assertThat(told.requests(A).outOfOrderPackets()).isEqualTo(1);
        told.causes(Cause.REORDERING);
        assertThat(told.count(Kind.REORDERED)).isEqualTo(1);
        assertThat(told.count(Kind.LOSS_BEFORE_TAP)).isZero();
    }

    @Test
    void withConstantIpIdsALateOriginalIsToldByItsHaste() {
        a.ipIds = Host.IpIds.CONSTANT;
        at(0, a.send(100));
        Packet late = a.send(101);
        at(1, a.send(102), late, a.send(103));
        at(10, b.ack(103));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 4);
        assertThat(told.requests(A).outOfOrderPackets()).isEqualTo(1);
    }

    @Test
    void withConstantIpIdsAResendAfterTheNakIsALoss() {
        a.ipIds = Host.IpIds.CONSTANT;
        at(0, a.send(100));
        lost(a.send(101));
        at(1, a.send(102), a.send(103));
        at(5, b.nak(101));
        at(10, a.send(101), a.send(102), a.send(103));
        at(20, b.ack(103));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).resent(A, 3, 0).completed(A, 4);
        assertThat(told.requests(A).outOfOrderPackets()).isZero();
    }

    @Test
    void zeroIpIdsAreConstantOnes() {
        a.ipIds = Host.IpIds.ZERO;
        at(0, a.send(100), a.send(102), a.send(103));
        at(5, b.nak(101));
        at(10, a.send(101), a.send(102), a.send(103));
        at(20, b.ack(103));
        finish().lost(A, 1, 0, 0, 0).resent(A, 3, 0);
    }

    @Test
    void ipIdsMayWrap() {
        for (int i = 1000; i < 65_534; i++) {
            a.nextIpId();
        }
        at(0, a.send(100), a.send(101), a.send(102), a.send(103));
        at(9, b.nak(101));
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(103));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 3, 0);
        assertThat(told.requests(A).outOfOrderPackets()).isZero();
    }

    @Test
    void ofSeveralLossesInAWindowEachNakTellsOne() {
        at(0, a.send(100));
        lost(a.send(101));
        at(1, a.send(102));
        lost(a.send(103));
        at(2, a.send(104));
        at(10, b.ack(100), b.nak(101));
        at(20, a.send(101), a.send(102), a.send(103), a.send(104));
        at(30, b.ack(104));
        Told told = finish();
        told.lost(A, 2, 0, 0, 0).resent(A, 4, 0).completed(A, 5);
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(1);
    }

    @Test
    void aResendLostAgainDrawsNoSecondNak() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.ack(100), b.nak(101));
        at(20, a.send(101), a.send(102));
        at(70 * MILLI, a.send(101), a.send(102));
        at(70 * MILLI + 20, b.ack(101), b.ack(102));
        Told told = finish();
        assertThat(told.requests(A).lostAfterTap()).isEqualTo(2);
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        told.resent(A, 4, 0).completed(A, 3).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
    }

    @Test
    void aResendLostAgainBeforeTheTapIsSeenToBeMissing() {
        at(0, a.send(100));
        lost(a.send(101));
        at(2, a.send(102));
        at(10, b.ack(100), b.nak(101));
        lost(a.send(101));
        at(21, a.send(102));
        at(70 * MILLI, a.send(101), a.send(102));
        at(70 * MILLI + 20, b.ack(102));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isBetween(1L, 2L);
        assertThat(told.requests(A).lostAfterTap()).isZero();
        told.resent(A, 3, 0).completed(A, 3);
    }

    @Test
    void aNakAcknowledgesAllBeforeIt() {
        at(0, a.send(100).quiet(), a.send(101).quiet(), a.send(102), a.send(103));
        at(10, b.nak(103));
        Told told = finish();
        told.completed(A, 3);
    }

    @Test
    void aLateNakWithdrawnByAnAcknowledgementIsNoLoss() {
        // roce-reorder frames 104 to 111.
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(101));
        at(12, b.ack(102));
        at(20, a.send(101), a.send(102));
        at(30, b.ack(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 2, 2).completed(A, 3);
        assertThat(told.count(Kind.LOSS_AFTER_TAP)).isZero();
    }

    @Test
    void anAcknowledgementOfTheResendDoesNotWithdrawTheLoss() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(101));
        at(20, a.send(101));
        at(21, b.ack(101));
        at(22, a.send(102), b.ack(102));
        finish().lost(A, 0, 1, 0, 0).resent(A, 2, 0).completed(A, 3);
    }

    @Test
    void aRepeatedNakIsCountedAndIsOneLoss() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(101), b.nak(101));
        at(20, a.send(101), a.send(102));
        at(30, b.ack(102));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 2, 0);
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(2);
        assertThat(told.episodes()).hasSize(1);
    }

    @Test
    void packetsBehindAGapAreDiscardedNotLost() {
        at(0, a.send(100));
        lost(a.send(101));
        at(2, a.send(102), a.send(103), a.send(104), a.send(105));
        at(10, b.nak(101));
        at(20, a.send(101), a.send(102), a.send(103), a.send(104), a.send(105));
        at(30, b.ack(105));
        finish().lost(A, 1, 0, 0, 0).resent(A, 5, 0).completed(A, 6);
    }

    @Test
    void aRewindMayWrap() {
        at(0, a.send(0xffffff), a.send(0), a.send(1));
        at(10, b.nak(0xffffff));
        at(20, a.send(0xffffff), a.send(0), a.send(1));
        at(30, b.ack(1));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 3, 0).completed(A, 3).succeeded(A);
        assertThat(told.requests(A).firstPsn()).isEqualTo(0xffffff);
        assertThat(told.requests(A).lastPsn()).isEqualTo(1);
    }

    @Test
    void selectiveRepeatIsNotGoBackN() {
        at(0, a.send(100));
        lost(a.send(101));
        at(2, a.send(102), a.send(103));
        at(10, b.nak(101));
        at(20, a.send(101));
        at(30, b.ack(103));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isEqualTo(1);
        told.resent(A, 1, 0).completed(A, 4).succeeded(A);
        assertThat(told.from(A).inferred().lossRecovery()).isNotEqualTo("GO_BACK_N");
    }

    @Test
    void aNakBeyondWhatPassedIsAHoleInTheCapture() {
        at(0, a.send(100));
        at(2, a.send(103), a.send(104), a.send(105));
        at(10, b.nak(104));
        at(20, a.send(104), a.send(105));
        at(30, b.ack(105));
        Told told = finish();
        assertThat(told.requests(A).lostByCapture()).isEqualTo(2);
        assertThat(told.requests(A).lostAfterTap()).isEqualTo(1);
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        assertThat(told.requests(A).missingPackets()).isEqualTo(2);
        told.succeeded(A);
    }

    @Test
    void aNakForAPacketThatWasOvertakenBeforeTheTapIsNoLossBehindIt() {
        at(0, a.send(100));
        Packet late = a.send(101);
        at(1, a.send(102), late, a.send(103));
        at(12, b.nak(101));
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(101), b.ack(102), b.ack(103));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 3, 1).completed(A, 4);
        assertThat(told.requests(A).outOfOrderPackets()).isEqualTo(1);
        told.causes(Episode.Cause.REORDERING);
    }

    @Test
    void onOneMemberOfALagWhatTheOtherCarriedIsTheCapturesHole() {
        // Packet by packet on two links; all arrive, and the answers tell so.
        for (int psn = 100; psn < 120; psn += 2) {
            at(psn * 10L, a.send(psn));
            lost(a.send(psn + 1));
            at(psn * 10L + 5, b.ack(psn), b.ack(psn + 1));
        }
        at(1_300, a.send(120), b.ack(120));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        assertThat(told.requests(A).lostAfterTap()).isZero();
        assertThat(told.requests(A).lostByCapture()).isEqualTo(10);
        told.resent(A, 0, 0).succeeded(A);
    }

    @Test
    void aNakBehindAHoleInAResendDoesNotBlameTheWayBehindTheTap() {
        at(0, a.send(100), a.send(101), a.send(102), a.send(103), a.send(104));
        at(10, b.nak(101));
        // Of the resend the capture misses 101, and 103 is lost before the tap.
        lost(a.send(101));
        at(20, a.send(102));
        lost(a.send(103));
        at(22, a.send(104));
        at(30, b.nak(103));
        at(40, a.send(103), a.send(104));
        at(50, b.ack(104));
        Told told = finish();
        // Only the first loss is behind it.
        assertThat(told.requests(A).lostAfterTap()).isLessThanOrEqualTo(1);
        told.succeeded(A).completed(A, 5);
    }

    @Test
    void requestsWithoutTheirAnswersTellGapsAndNothingBehindTheTap() {
        at(0, a.send(100));
        lost(a.send(101));
        at(2, a.send(102));
        at(20, a.send(101), a.send(102), a.send(103));
        Told told = finish();
        assertThat(told.requests(A).lostAfterTap()).isNull();
        assertThat(told.requests(A).lostBeforeTap()).isLessThanOrEqualTo(1);
        assertThat(told.requests(A).retransmittedPackets()).isEqualTo(2);
        assertThat(told.requests(A).missingPackets()).isZero();
    }

    @Test
    void aRewindMayWrapInsideALongMessage() {
        at(0, a.sendFirst(0xfffffe), a.sendMiddle(0xffffff), a.sendMiddle(0), a.sendLast(1));
        at(10, b.nak(0xffffff));
        at(20, a.sendMiddle(0xffffff), a.sendMiddle(0), a.sendLast(1));
        at(30, b.ack(1));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 3, 0).completed(A, 1).succeeded(A);
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(1);
    }
}
