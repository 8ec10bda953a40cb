package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/** Receiver not ready: what is waited for, resent, and given up (IBA vol 1, 9.7.5.2.8). */
class RnrTest extends Dialogue {
    /** 1.28 ms. */
    private static final int TIMER = 14;

    private static final long TIMER_US = 1_280;
    private static final long WAIT = 1_400;

    @Test
    void afterTheWaitEverythingFromTheRefusedPsnOnIsResent() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(100, TIMER));
        at(10 + WAIT, a.send(100), a.send(101), a.send(102));
        at(20 + WAIT, b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 3, 0).completed(A, 3).succeeded(A);
        assertThat(told.from(B).rnrNaks()).isEqualTo(1);
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.from(A).inferred().rnrTimerNs()).isEqualTo(TIMER_US * 1000);
        assertThat(told.from(A).inferred().rnrWaitNs()).isEqualTo(WAIT * 1000);
        assertThat(told.from(A).time().rnrWait()).isEqualTo(WAIT * 1000);
        told.causes(Cause.RNR);
        assertThat(told.count(Kind.PARTIAL_RESEND)).isZero();
        assertThat(told.count(Kind.RNR_WAIT)).isEqualTo(1);
        assertThat(told.count(Kind.RNR_NAK)).isEqualTo(1);
    }

    @Test
    void anRnrNakAcknowledgesWhatLiesBeforeIt() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(102, TIMER));
        finish().completed(A, 2);
    }

    /** Overtaken on its way by the answer to the second asking: nobody waits for it any more. */
    @Test
    void anRnrNakForWhatHasBeenAcknowledgedIsNoWait() {
        at(0, a.send(100), a.send(101));
        at(10, b.nak(100));
        at(20, a.send(100), a.send(101));
        at(30, b.ack(101), b.rnr(100, TIMER));
        Told told = finish();
        told.completed(A, 2).succeeded(A);
        assertThat(told.from(B).rnrNaks()).isEqualTo(1);
        assertThat(told.from(A).time().rnrWait()).isZero();
        assertThat(told.count(Kind.RNR_WAIT)).isZero();
    }

    @Test
    void aSequenceNakForTheSamePsnIsNoLossAndTheSameEpisode() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(100, TIMER), b.nak(100));
        at(10 + WAIT, a.send(100), a.send(101), a.send(102));
        at(20 + WAIT, b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 3, 0).completed(A, 3).succeeded(A);
        told.causes(Cause.RNR);
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(1);
        assertThat(told.count(Kind.LOSS_AFTER_TAP)).isZero();
        assertThat(told.from(A).time().rnrWait()).isEqualTo(WAIT * 1000);
    }

    @Test
    void aSequenceNakForAnotherPsnAfterwardsIsALoss() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(100, TIMER));
        at(10 + WAIT, a.send(100), a.send(101), a.send(102));
        at(20 + WAIT, b.ack(100), b.nak(101));
        at(40 + WAIT, a.send(101), a.send(102));
        at(50 + WAIT, b.ack(102));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 5, 0).completed(A, 3);
        told.causes(Cause.RNR, Cause.LOSS_AFTER_TAP);
    }

    @Test
    void aSecondRnrNakForTheSamePsnIsAnotherRoundOfTheSameEpisode() {
        at(0, a.send(100), a.send(101));
        at(10, b.rnr(100, TIMER));
        at(2000, a.send(100), a.send(101));
        at(2010, b.rnr(100, TIMER));
        at(4000, a.send(100), a.send(101));
        at(4010, b.ack(101));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 4, 0).completed(A, 2).succeeded(A);
        told.causes(Cause.RNR);
        assertThat(told.from(B).rnrNaks()).isEqualTo(2);
        assertThat(told.from(A).time().rnrWait()).isEqualTo((1990 + 1990) * 1000L);
    }

    @Test
    void aSecondRnrNakDuringTheWaitIsNoSecondRound() {
        a.cm.retryCount = 3;
        a.cm.rnrRetryCount = 1;
        b.cm.rnrRetryCount = 1;
        connectedByCm(0, 100, 900);
        at(100, a.send(100), a.send(101));
        at(110, b.rnr(100, TIMER), b.rnr(100, TIMER));
        stillCapturing(SECOND);
        // One round of two: not proved to be exhausted.
        assertThat(finish().outcome(A).proof()).isEqualTo(Outcome.Proof.INFERRED);
    }

    @Test
    void anRnrNakForAPlainWriteIsWorthANote() {
        at(0, a.write(100), b.rnr(100, TIMER));
        at(WAIT + 10, a.write(100), b.ack(100));
        Told told = finish();
        assertThat(told.count(Kind.RNR_NAK_ON_WRITE)).isEqualTo(1);
        assertThat(told.observed(Kind.RNR_NAK_ON_WRITE).get(0).from()).isEqualTo(B);
    }

    @Test
    void anRnrNakForAPlainWriteBehindSendsIsWorthANoteToo() {
        at(0, a.send(99).quiet(), a.write(100), b.rnr(100, TIMER));
        at(WAIT + 10, a.write(100), b.ack(100));
        assertThat(finish().count(Kind.RNR_NAK_ON_WRITE)).isEqualTo(1);
    }

    @Test
    void anRnrNakForAWriteWithImmediateIsUsual() {
        at(0, a.writeImm(100), b.rnr(100, TIMER));
        at(WAIT + 10, a.writeImm(100), b.ack(100));
        assertThat(finish().count(Kind.RNR_NAK_ON_WRITE)).isZero();
    }

    @Test
    void anRnrNakForASendBehindPlainWritesIsUsual() {
        at(0, a.write(98).quiet(), a.send(99), a.write(100), b.rnr(99, TIMER));
        at(WAIT + 10, a.send(99), a.write(100), b.ack(100));
        assertThat(finish().count(Kind.RNR_NAK_ON_WRITE)).isZero();
    }

    @Test
    void resendingOnlyTheRefusedMessageIsWorthANote() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(100, TIMER));
        at(10 + WAIT, a.send(100));
        at(20 + WAIT, b.ack(100));
        at(30 + WAIT, a.send(103));
        at(40 + WAIT, b.nak(101));
        Told told = finish();
        assertThat(told.observed(Kind.PARTIAL_RESEND)).hasSize(1);
        assertThat(told.observed(Kind.PARTIAL_RESEND).get(0).value()).isEqualTo(2);
        assertThat(told.observed(Kind.PARTIAL_RESEND).get(0).from()).isEqualTo(A);
    }

    @Test
    void aPartialResendAtTheEndOfTheCaptureIsWorthANote() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(100, TIMER));
        at(10 + WAIT, a.send(100));
        at(20 + WAIT, b.ack(100));
        stillCapturing(5 * SECOND);
        assertThat(finish().count(Kind.PARTIAL_RESEND)).isEqualTo(1);
    }

    @Test
    void aFullResendInTwoStepsIsNotPartial() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.rnr(100, TIMER));
        at(10 + WAIT, a.send(100));
        at(20 + WAIT, b.ack(100));
        at(30 + WAIT, a.send(101), a.send(102), a.send(103));
        at(40 + WAIT, b.ack(103));
        Told told = finish();
        assertThat(told.count(Kind.PARTIAL_RESEND)).isZero();
        told.succeeded(A).completed(A, 4);
    }

    @Test
    void exhaustedRetriesKnownFromTheHandshakeAreProved() {
        b.cm.rnrRetryCount = 2;
        connectedByCm(0, 100, 900);
        for (int round = 0; round < 3; round++) {
            at(1000 + round * 2000L, a.send(100), b.rnr(100, TIMER));
        }
        stillCapturing(SECOND);
        Told told = finish();
        told.ended(A, "RNR_RETRY_EXC_ERR", Outcome.Proof.PROVED);
        assertThat(told.outcome(A).frames()).isNotEmpty();
        assertThat(told.episode().outcome()).isEqualTo("failed");
        assertThat(told.session().outcome().status()).isEqualTo("RNR_RETRY_EXC_ERR");
    }

    @Test
    void oneRoundFewerIsNotProved() {
        b.cm.rnrRetryCount = 3;
        connectedByCm(0, 100, 900);
        for (int round = 0; round < 3; round++) {
            at(1000 + round * 2000L, a.send(100), b.rnr(100, TIMER));
        }
        stillCapturing(SECOND);
        assertThat(finish().outcome(A).proof()).isEqualTo(Outcome.Proof.INFERRED);
    }

    @Test
    void exhaustedRetriesOfAnUnknownCountAreInferred() {
        for (int round = 0; round < 3; round++) {
            at(1000 + round * 2000L, a.send(100), b.rnr(100, TIMER));
        }
        stillCapturing(SECOND);
        finish().ended(A, "RNR_RETRY_EXC_ERR", Outcome.Proof.INFERRED);
    }

    @Test
    void endlessRetriesAreNeverExhausted() {
        b.cm.rnrRetryCount = 7;
        connectedByCm(0, 100, 900);
        for (int round = 0; round < 8; round++) {
            at(1000 + round * 2000L, a.send(100), b.rnr(100, TIMER));
        }
        stillCapturing(SECOND);
        finish().ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
    }

    @Test
    void aCaptureThatEndsDuringTheWaitTellsNothing() {
        for (int round = 0; round < 3; round++) {
            at(1000 + round * 2000L, a.send(100), b.rnr(100, TIMER));
        }
        stillCapturing(1000 + 2 * 2000L + 500);
        Told told = finish();
        told.ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
        assertThat(told.episode().outcome()).isEqualTo("open");
    }

    @Test
    void timerCodeZeroIsTheLongestWait() {
        at(0, a.send(100), b.rnr(100, 0));
        at(700 * MILLI, a.send(100), b.ack(100));
        assertThat(finish().from(A).inferred().rnrTimerNs()).isEqualTo(655_360_000L);
    }

    @Test
    void aResendBeforeTheWaitIsOverIsSeenToBeShort() {
        at(0, a.send(100), b.rnr(100, TIMER));
        at(500, a.send(100), b.ack(100));
        Told told = finish();
        assertThat(told.from(A).inferred().rnrWaitNs())
                .isLessThan(told.from(A).inferred().rnrTimerNs());
    }

    /**
     * A requester that drops responses out of order asks for them again at once, and sends what
     * follows, whatever an RNR NAK behind them says.
     */
    @Test
    void aReadThatIsAskedForAgainDuringTheWaitIsNoShortOne() {
        readWithALateResponse();
        at(20, a.readRequest(102, 1024), a.send(103));
        at(21, b.readOnly(102), b.ack(104), a.send(105));
        at(30, b.rnr(105, TIMER));
        at(30 + WAIT, a.send(105), b.ack(105));
        assertThat(finish().succeeded(A).count(Kind.RNR_WAIT_SHORT)).isZero();
    }

    @Test
    void withoutThatTheWaitIsTooShort() {
        readWithALateResponse();
        at(20, a.send(105), b.ack(105));
        assertThat(finish().succeeded(A).count(Kind.RNR_WAIT_SHORT)).isEqualTo(1);
    }

    /** Then there is no receive for the last SEND. */
    private void readWithALateResponse() {
        at(0, a.writeFirst(98), a.writeLast(99), b.ack(99), a.readRequest(100, 3072));
        at(1, a.send(103), a.send(104), a.send(105));
        at(5, b.readFirst(100));
        Packet middle = b.readMiddle(101);
        at(7, b.readLast(102));
        at(10, middle, b.rnr(105, TIMER));
    }

    @Test
    void onASharedReceiveQueueOneQueuePairWaitsWhileAnotherDrains() {
        Host a2 = a.queuePair(0x31);
        Host b2 = b.queuePair(0x62);
        Host.connect(a2, b2);
        // Credit code 31 everywhere: receives are no queue pair's own.
        at(0, a.send(100), b.ack(100), a2.send(500), b2.ack(500));
        at(10, a.send(101), b.rnr(101, TIMER));
        for (int i = 1; i <= 5; i++) {
            at(20 + 10L * i, a2.send(500 + i), b2.ack(500 + i));
        }
        at(10 + WAIT, a.send(101), b.ack(101));
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(2);
        DirectionSummary waiting = told.session(1).direction(A);
        DirectionSummary draining = told.session(2).direction(A);
        assertThat(told.session(1).direction(B).rnrNaks()).isEqualTo(1);
        assertThat(told.session(2).direction(B).rnrNaks()).isZero();
        assertThat(waiting.completedMessages()).isEqualTo(2);
        assertThat(draining.completedMessages()).isEqualTo(6);
        assertThat(waiting.time().rnrWait()).isPositive();
        assertThat(draining.time().rnrWait()).isZero();
        assertThat(waiting.inferred().creditsUsed()).isFalse();
        assertThat(draining.requests().retransmittedPackets()).isZero();
    }
}
