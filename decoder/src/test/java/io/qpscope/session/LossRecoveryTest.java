package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/** Which way a sender recovers, by what it repeats and what the receiver then has. */
class LossRecoveryTest extends Dialogue {
    private static final long T = 67 * MILLI;

    private Evidence evidence(Told told) {
        return told.from(A).inferred().evidence();
    }

    private String kind(Told told) {
        return told.from(A).inferred().lossRecovery();
    }

    /** A message of four packets behind one that is done. */
    private void message() {
        at(0, a.send(99), b.ack(99));
        at(10, a.sendFirst(100), a.sendMiddle(101), a.sendMiddle(102), a.sendLast(103));
    }

    @Test
    void allFromTheWantedPacketOnIsGoingBackN() {
        message();
        at(20, b.nak(101));
        at(30, a.sendMiddle(101), a.sendMiddle(102), a.sendLast(103), b.ack(103));
        Told told = finish();
        assertThat(kind(told)).isEqualTo("GO_BACK_N");
        assertThat(evidence(told).goBackN()).isEqualTo(1);
        assertThat(evidence(told).goBackZero()).isZero();
        assertThat(evidence(told).selectiveRepeat()).isZero();
        assertThat(told.from(A).timeouts()).isZero();
    }

    @Test
    void theWholeMessageFromItsFirstPacketOnIsGoingBackZero() {
        message();
        at(20, b.nak(102));
        at(30, a.sendFirst(100), a.sendMiddle(101), a.sendMiddle(102), a.sendLast(103));
        at(40, b.ack(103));
        Told told = finish();
        assertThat(kind(told)).isEqualTo("GO_BACK_0");
        assertThat(evidence(told).goBackZero()).isEqualTo(1);
        assertThat(evidence(told).goBackN()).isZero();
        assertThat(told.from(A).timeouts()).isZero();
        told.lost(A, 0, 1, 0, 0).resent(A, 4, 2).completed(A, 2).succeeded(A);
    }

    @Test
    void theWholeMessageAfterATimeoutIsNotGoingBackZero() {
        message();
        at(20, b.nak(102));
        // The NAK was lost behind the tap.
        at(T, a.sendFirst(100), a.sendMiddle(101), a.sendMiddle(102), a.sendLast(103));
        at(T + 10, b.ack(103));
        Told told = finish();
        assertThat(evidence(told).goBackZero()).isZero();
        assertThat(told.from(A).timeouts()).isEqualTo(1);
    }

    @Test
    void oneMessageBeforeTheWantedOneIsNotGoingBackZero() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101), a.send(102));
        at(10, b.nak(101));
        at(20, a.send(100), a.send(101), a.send(102), b.ack(102));
        assertThat(evidence(finish()).goBackZero()).isZero();
    }

    @Test
    void theLostPacketAloneIsSelectiveRepeatWhenTheReceiverHasTheRest() {
        at(0, a.send(99), b.ack(99));
        at(10, a.send(100), a.send(101), a.send(102), a.send(103));
        at(20, b.nak(101));
        at(30, a.send(101));
        at(40, b.ack(103));
        at(50, a.send(104), b.ack(104));
        Told told = finish();
        assertThat(kind(told)).isEqualTo("SELECTIVE_REPEAT");
        assertThat(evidence(told).selectiveRepeat()).isEqualTo(1);
        assertThat(told.count(Kind.PARTIAL_RESEND)).isZero();
        told.lost(A, 0, 1, 0, 0).completed(A, 6).succeeded(A);
    }

    @Test
    void selectiveRepeatShowsInNewPacketsBeforeTheAnswerToo() {
        at(0, a.send(99), b.ack(99));
        at(10, a.send(100), a.send(101), a.send(102), a.send(103));
        at(20, b.nak(101));
        at(30, a.send(101), a.send(104));
        at(40, b.ack(104));
        Told told = finish();
        assertThat(kind(told)).isEqualTo("SELECTIVE_REPEAT");
        assertThat(told.count(Kind.PARTIAL_RESEND)).isZero();
    }

    @Test
    void twoLostPacketsOfWhichEachIsRepeatedAloneAreSelectiveRepeat() {
        at(0, a.send(99), b.ack(99));
        for (int psn = 100; psn < 106; psn++) {
            at(psn - 90, a.send(psn));
        }
        at(20, b.nak(101));
        at(30, a.send(101));
        at(40, b.nak(104));
        at(50, a.send(104));
        at(60, b.ack(105));
        Told told = finish();
        assertThat(kind(told)).isEqualTo("SELECTIVE_REPEAT");
        assertThat(evidence(told).selectiveRepeat()).isEqualTo(2);
        assertThat(told.from(A).timeouts()).isZero();
        told.lost(A, 0, 2, 0, 0).completed(A, 7).succeeded(A);
    }

    @Test
    void theLastPacketRepeatedTellsNothing() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        lost(a.send(102));
        at(T, a.send(102), b.ack(102));
        assertThat(kind(finish())).isNull();
    }

    @Test
    void anAcknowledgementRecordedBeforeTheResendItAnswersIsNoSelectiveRepeat() {
        at(0, a.send(99), b.ack(99));
        at(10, a.send(100), a.send(101), a.send(102));
        at(20, b.nak(100));
        at(30, a.send(100), b.ack(102), a.send(101), a.send(102));
        at(50, a.send(103), b.ack(103));
        Told told = finish();
        assertThat(evidence(told).selectiveRepeat()).isZero();
        assertThat(kind(told)).isEqualTo("GO_BACK_N");
    }

    @Test
    void aSecondRewindCutShortByTheAnswerToTheFirstIsNoSelectiveRepeat() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101), a.send(102));
        at(10, b.nak(100), b.nak(100));
        at(20, a.send(100), a.send(101), a.send(102), a.send(100));
        at(30, b.ack(102), a.send(103), b.ack(103));
        assertThat(evidence(finish()).selectiveRepeat()).isZero();
    }

    @Test
    void whatIsLeftOutAfterANakAndAskedForIsAPartialResend() {
        at(0, a.send(99), b.ack(99));
        at(10, a.send(100), a.send(101), a.send(102), a.send(103));
        at(20, b.nak(101));
        at(30, a.send(101), a.send(104));
        at(40, b.ack(101), b.nak(102));
        at(50, a.send(102), a.send(103), a.send(104), b.ack(104));
        Told told = finish();
        assertThat(told.count(Kind.PARTIAL_RESEND)).isEqualTo(1);
        Observation seen = told.observed(Kind.PARTIAL_RESEND).get(0);
        assertThat(seen.value()).isEqualTo(2);
        assertThat(seen.text()).isEqualTo("a NAK");
        assertThat(evidence(told).selectiveRepeat()).isZero();
    }

    @Test
    void whatIsLeftOutAfterATimeoutAndAskedForIsAPartialResend() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101), a.send(102));
        at(T, a.send(100), a.send(103));
        at(T + 10, b.ack(100), b.nak(101));
        at(T + 20, a.send(101), a.send(102), a.send(103), b.ack(103));
        Told told = finish();
        assertThat(told.count(Kind.PARTIAL_RESEND)).isEqualTo(1);
        assertThat(told.observed(Kind.PARTIAL_RESEND).get(0).text()).isEqualTo("an ACK timeout");
    }

    @Test
    void oneProbeAfterATimeoutAndThenTheRestIsNoPartialResend() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101), a.send(102));
        at(T, a.send(100));
        at(T + 10, b.ack(100));
        at(T + 20, a.send(101), a.send(102), a.send(103), b.ack(103));
        assertThat(finish().count(Kind.PARTIAL_RESEND)).isZero();
    }

    @Test
    void aProbeAfterATimeoutWhoseAnswerShowsThatAllArrivedIsNoPartialResend() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101), a.send(102));
        at(T, a.send(100));
        at(T + 10, b.ack(102));
        at(T + 20, a.send(103), b.ack(103));
        Told told = finish();
        assertThat(told.count(Kind.PARTIAL_RESEND)).isZero();
        assertThat(evidence(told).selectiveRepeat()).isZero();
    }

    @Test
    void resendsLostBeforeTheTapAreNotLeftOut() {
        at(0, a.send(97), a.send(98), a.send(99), b.ack(99));
        at(10, a.send(100), a.send(101), a.send(102), a.send(103));
        at(20, b.nak(101));
        at(30, a.send(101));
        lost(a.send(102), a.send(103));
        at(33, a.send(104), b.ack(101), b.nak(102));
        at(50, a.send(102), a.send(103), a.send(104), b.ack(104));
        assertThat(finish().count(Kind.PARTIAL_RESEND)).isZero();
    }

    @Test
    void aNakForAPacketLostBehindTheOnesRepeatedSelectivelyIsNoPartialResend() {
        at(0, a.send(99), b.ack(99));
        at(10, a.send(100), a.send(101), a.send(102), a.send(103));
        at(20, b.nak(100));
        at(30, a.send(100), a.send(104));
        // It lacks 103 and has 101 and 102, which came out of order.
        at(40, b.nak(103));
        at(50, a.send(103));
        at(60, b.ack(104));
        Told told = finish();
        assertThat(told.count(Kind.PARTIAL_RESEND)).isZero();
        assertThat(kind(told)).isEqualTo("SELECTIVE_REPEAT");
    }

    /** A READ of four responses, of which the tap never sees the third. */
    private void readWithAGap() {
        at(0, a.writeFirst(98), a.writeLast(99), b.ack(99), a.readRequest(100, 4096));
        at(10, b.readFirst(100), b.readMiddle(101));
        lost(b.readMiddle(102));
        at(12, b.readLast(103));
    }

    @Test
    void theWholeReadForOneMissingResponseIsGoingBackZero() {
        readWithAGap();
        at(20, a.readRequest(100, 4096));
        at(30, b.readResponses(100, 4));
        Told told = finish();
        assertThat(kind(told)).isEqualTo("GO_BACK_0");
        assertThat(evidence(told).goBackZero()).isEqualTo(1);
        assertThat(told.from(A).timeouts()).isZero();
        told.lostResponses(Side.B, 1, 0, 0, 0)
                .lost(A, 0, 0, 0, 0)
                .completed(A, 2)
                .succeeded(A);
        told.causes(Episode.Cause.IMPLIED_NAK);
    }

    @Test
    void theReadFromTheMissingResponseOnIsNotGoingBackZero() {
        readWithAGap();
        at(20, a.readRequest(102, 2048));
        at(30, b.readResponses(102, 2));
        Told told = finish();
        assertThat(kind(told)).isNull();
        assertThat(evidence(told).goBackZero()).isZero();
        told.lostResponses(Side.B, 1, 0, 0, 0);
    }

    @Test
    void theWholeReadThatLacksItsFirstResponseIsNotGoingBackZero() {
        at(0, a.writeFirst(98), a.writeLast(99), b.ack(99), a.readRequest(100, 4096));
        lost(b.readFirst(100));
        at(10, b.readMiddle(101), b.readMiddle(102), b.readLast(103));
        at(20, a.readRequest(100, 4096));
        at(30, b.readResponses(100, 4));
        Told told = finish();
        assertThat(kind(told)).isNull();
        told.lostResponses(Side.B, 1, 0, 0, 0);
    }

    @Test
    void aReadBehindTheOneThatLacksAResponseIsNotItsBeginning() {
        readWithAGap();
        at(13, a.readRequest(104, 2048));
        at(14, b.readResponses(104, 2));
        at(20, a.readRequest(104, 2048));
        assertThat(evidence(finish()).goBackZero()).isZero();
    }

    @Test
    void aSenderThatRestartsReadsInTheMiddleMoreOftenDoesNotGoBackZero() {
        readWithAGap();
        at(20, a.readRequest(100, 4096));
        at(30, b.readResponses(100, 4));
        for (int psn = 104; psn < 112; psn += 4) {
            at(100 + 10 * psn, a.readRequest(psn, 4096));
            at(102 + 10 * psn, b.readFirst(psn), b.readMiddle(psn + 2), b.readLast(psn + 3));
            at(108 + 10 * psn, a.readRequest(psn + 1, 3072), b.readFirst(psn + 1));
            at(112 + 10 * psn, b.readMiddle(psn + 2), b.readLast(psn + 3));
        }
        Told told = finish();
        assertThat(evidence(told).goBackZero()).isEqualTo(1);
        assertThat(kind(told)).isNull();
    }
}
