package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Recoveries that overlap: what the simulation found, cut down to the packets that matter. */
class RecoveryTest extends Dialogue {
    private static final long T = 67 * MILLI;

    @Test
    void ofTwoNaksInFlightTheFirstIsServedFirst() {
        at(0, a.send(100), a.send(101), a.send(102), a.send(103));
        at(10, b.nak(101), b.nak(102));
        at(20, a.send(101), a.send(102), a.send(103));
        at(30, b.ack(101), b.ack(102), b.ack(103));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(2);
        told.completed(A, 4).succeeded(A);
    }

    @Test
    void packetsThatGoOnInAResendDoNotServeANak() {
        for (int psn = 100; psn < 110; psn++) {
            at(psn - 100, a.send(psn));
        }
        at(20, b.nak(101));
        for (int psn = 101; psn < 110; psn++) {
            if (psn != 107) {
                at(30 + psn - 100, a.send(psn));
            }
            if (psn == 107) {
                at(37, b.ack(103), b.nak(104));
            }
        }
        for (int psn = 104; psn < 110; psn++) {
            at(50 + psn - 100, a.send(psn));
        }
        at(70, b.ack(109));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.requests(A).lostAfterTap()).isEqualTo(2);
        told.completed(A, 10).succeeded(A);
    }

    @Test
    void aReadMayBeRestartedTwice() {
        at(0, a.writeFirst(98), a.writeLast(99), b.ack(99), a.readRequest(100, 4096));
        at(10, b.readResponses(100, 4));
        at(20, a.readRequest(100, 4096));
        at(30, b.readResponses(100, 4));
        at(40, a.readRequest(101, 3072));
        at(50, b.readResponses(101, 3));
        Told told = finish();
        // The first time it may have crossed the responses, the second time one was lost.
        assertThat(told.from(A).timeouts()).isEqualTo(1);
        told.lostResponses(B, 0, 1, 0, 1).resent(A, 2, 2).completed(A, 2).succeeded(A);
    }

    @Test
    void aMergedAcknowledgementAfterATimeoutProvesNoArrival() {
        at(0, a.send(100), a.send(101), b.ack(101));
        at(10, a.send(102), a.send(103), a.send(104));
        at(T, a.send(102), a.send(103), a.send(104));
        at(T + 10, b.ack(104));
        Told told = finish();
        assertThat(told.requests(A).lostAfterTap()).isZero();
        assertThat(told.requests(A).lostUndecided()).isPositive();
        told.completed(A, 5).succeeded(A);
    }

    @Test
    void aReadOfUnknownLengthBeforeAGapIsCorrectedByItsFirstResponse() {
        b.mtu = 256;
        at(0, a.readRequest(100, 768));
        lost(a.send(103));
        at(1, a.send(104));
        at(10, b.readFirst(100), b.readMiddle(101), b.readLast(102), b.nak(103));
        at(20, a.send(103), a.send(104), b.ack(104));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).resent(A, 2, 0).completed(A, 3).succeeded(A);
        told.lostResponses(B, 0, 0, 0, 0);
    }

    @Test
    void aFlowsFirstPacketDeliveredTwiceIsNoTimeout() {
        Packet one = a.send(100);
        at(0, one, one, a.send(101), a.send(102));
        at(10, b.ack(100), b.ack(100), b.ack(102));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.requests(A).networkDuplicates()).isEqualTo(1);
        told.lost(A, 0, 0, 0, 0).completed(A, 3);
    }

    @Test
    void aCopyOfAResendOwesTheSecondAnswer() {
        at(0, a.send(99), b.ack(99), a.fetchAdd(100));
        Packet again = a.fetchAdd(100);
        at(T, again, again);
        at(T + 10, b.atomicAck(100), b.atomicAck(100));
        Told told = finish();
        assertThat(told.requests(A).networkDuplicates()).isEqualTo(1);
        assertThat(told.requests(A).lostUndecided()).isEqualTo(1);
    }

    @Test
    void withConstantIpIdsAGapFilledInsideAResendIsALoss() {
        a.ipIds = Host.IpIds.CONSTANT;
        at(0, a.send(100), a.send(101), a.send(102));
        lost(a.send(103));
        at(3, a.send(104), a.send(105));
        at(10, b.nak(101));
        at(20, a.send(101));
        lost(a.send(102));
        at(22, a.send(103), a.send(104), a.send(105));
        at(30, b.ack(101), b.nak(102));
        at(40, a.send(102), a.send(103), a.send(104), a.send(105), b.ack(105));
        Told told = finish();
        assertThat(told.requests(A).outOfOrderPackets()).isZero();
        assertThat(told.requests(A).lostBeforeTap()).isEqualTo(1);
        assertThat(told.from(A).timeouts()).isZero();
        told.completed(A, 6).succeeded(A);
    }

    @Test
    void aResendOvertakenBeforeTheTapExplainsItsNak() {
        at(0, a.send(100));
        lost(a.send(101));
        at(2, a.send(102), b.ack(100), b.nak(101));
        at(20, a.send(101));
        Packet late = a.send(102);
        at(21, a.send(103), late, a.send(104));
        at(30, b.ack(101), b.nak(102));
        at(40, a.send(102), a.send(103), a.send(104));
        at(50, b.ack(102), b.ack(103), b.ack(104));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).completed(A, 5).succeeded(A);
        assertThat(told.from(A).timeouts()).isZero();
    }

    @Test
    void aRewindOverPacketsThatAskedForNoAnswerIsNotUndecided() {
        at(0, a.send(99), b.ack(99), a.sendFirst(100));
        lost(a.sendLast(101));
        at(T, a.sendFirst(100), a.sendLast(101));
        at(T + 10, b.ack(100), b.ack(101));
        Told told = finish();
        assertThat(told.requests(A).lostUndecided()).isZero();
        told.completed(A, 2).succeeded(A);
    }

    @Test
    void aReadRestartedBecauseOfALaterAcknowledgementIsAnImpliedNak() {
        at(0, a.send(99), b.ack(99), a.readRequest(100, 64), b.readOnly(100));
        at(10, a.send(101), b.ack(101));
        at(20, a.readRequest(100, 64), a.send(101), b.readOnly(100), b.ack(101));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        told.causes(Episode.Cause.IMPLIED_NAK);
        told.lostResponses(B, 0, 1, 0, 0).resent(A, 2, 2).completed(A, 3).succeeded(A);
    }

    @Test
    void packetsBehindAWithdrawnLossWereDropped() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        at(10, b.nak(100), b.ack(100));
        at(20, a.send(100), a.send(101));
        at(30, b.ack(100), b.ack(101));
        finish().lost(A, 0, 0, 0, 0).resent(A, 2, 1).completed(A, 3).succeeded(A);
    }

    @Test
    void eachRewindServesOneNak() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(100), b.ack(100), b.nak(101));
        at(20, a.send(101));
        at(21, a.send(101), a.send(102));
        at(30, b.ack(101), b.ack(102));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        told.completed(A, 3).succeeded(A);
    }

    @Test
    void aReadLostBeforeThePathMtuIsKnownHasTheLengthOfItsGap() {
        a.mtu = 256;
        b.mtu = 256;
        at(0, a.send(102));
        lost(a.readRequest(103, 320));
        at(1, a.readRequest(105, 320));
        at(10, b.ack(102), b.nak(103));
        at(20, a.readRequest(103, 320), a.readRequest(105, 320));
        at(30, b.readFirst(103), b.readLast(104).bytes(64));
        at(40, b.readFirst(105), b.readLast(106).bytes(64));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).completed(A, 3).succeeded(A).lostResponses(B, 0, 0, 0, 0);
        assertThat(told.from(B).payloadBytes()).isEqualTo(640);
        assertThat(told.requests(A).lastPsn()).isEqualTo(106);
    }

    @Test
    void aReadAskedForAgainBecauseOfAnAcknowledgementWasNotLostBehindTheTap() {
        at(0, a.writeFirst(98), a.writeLast(99), b.ack(99));
        at(10, a.readRequest(100, 2048), a.send(102), a.readRequest(103, 64), a.send(104));
        lost(b.readFirst(100));
        at(20, b.readLast(101), b.ack(102), b.readOnly(103), b.ack(104));
        at(30, a.readRequest(100, 2048), a.send(102), a.readRequest(103, 64), a.send(104));
        // The copy of 102 draws the latest PSN, which runs ahead of the response to 103.
        at(40, b.readFirst(100), b.readLast(101), b.ack(104), b.readOnly(103), b.ack(104));
        at(50, a.readRequest(103, 64), a.send(104));
        at(60, b.readOnly(103), b.ack(104));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        told.lostResponses(B, 1, 0, 0, 0).resent(A, 6, 6).completed(A, 5).succeeded(A);
        told.causes(Episode.Cause.IMPLIED_NAK, Episode.Cause.IMPLIED_NAK);
    }

    @Test
    void aReadAskedForAgainWithoutAnAcknowledgementAheadOfItWasLostBehindTheTap() {
        at(0, a.send(99), b.ack(99));
        at(10, a.readRequest(100, 2048), a.readRequest(102, 64));
        at(20, b.readFirst(100), b.readLast(101), b.readOnly(102));
        at(30, a.readRequest(101, 1024), a.readRequest(102, 64));
        at(40, b.readOnly(101).bytes(1024), b.readOnly(102));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        told.lostResponses(B, 0, 1, 0, 0).resent(A, 2, 2).completed(A, 3).succeeded(A);
    }

    @Test
    void twoAcknowledgementsAheadOfResponsesBringTwoRestartsAndNoLoss() {
        at(0, a.send(99), b.ack(99));
        at(10, a.fetchAdd(100), a.send(101), a.fetchAdd(102), a.send(103), a.fetchAdd(104));
        lost(b.atomicAck(100));
        at(20, b.ack(101), b.atomicAck(102), b.ack(103), b.atomicAck(104));
        at(30, a.fetchAdd(100), a.send(101), a.fetchAdd(102), a.send(103), a.fetchAdd(104));
        at(40, b.atomicAck(100), b.ack(104), b.atomicAck(102), b.ack(104), b.atomicAck(104));
        at(50, a.fetchAdd(102), a.send(103), a.fetchAdd(104));
        at(60, a.fetchAdd(104));
        at(70, b.atomicAck(102), b.ack(104), b.atomicAck(104), b.atomicAck(104));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        told.lostResponses(B, 1, 0, 0, 0).resent(A, 9, 9).completed(A, 6).succeeded(A);
    }
}
