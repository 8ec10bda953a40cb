package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/**
 * A READ asked for again from its first response on although all of them passed: before a whole ACK
 * timeout one tap can't tell whether the first was lost behind it or the asking crossed the answer.
 * The side that RDMA-CM tells its ACK timeout (67 ms) reads.
 */
class WholeReadAgainTest extends Dialogue {
    private static final long T = 67_200;
    private static final int BYTES = 2500;

    private void readOnce() {
        connectedByCm(0, 500, 100);
        at(100, a.send(500), b.ack(500));
        at(1000, b.readRequest(100, BYTES));
        at(3000, a.readResponses(100, 3));
    }

    private void andOn(long us) {
        at(us, b.send(103), a.ack(103));
    }

    @Test
    void soonAfterTheResponsesItMayHaveCrossedThem() {
        // captures/interop/udp4-ping.pcap frames 56 to 64: rxe's timer fires early.
        readOnce();
        at(7000, b.readRequest(100, BYTES));
        at(8000, a.readResponses(100, 3));
        andOn(60_000);
        Told told = finish();
        told.lostResponses(A, 0, 0, 0, 1).lost(B, 0, 0, 0, 0).resent(B, 1, 1);
        told.causes(Cause.SPURIOUS_TIMEOUT);
        assertThat(told.from(B).timeouts()).isEqualTo(1);
        assertThat(told.from(B).inferred().ackTimeoutNs()).isEmpty();
        assertThat(told.count(Kind.SPURIOUS_TIMEOUT)).isEqualTo(1);
        assertThat(told.count(Kind.LOSS_AFTER_TAP)).isZero();
    }

    @Test
    void afterAWholeTimeoutTheFirstResponseWasLost() {
        // rxe drops what comes behind the lost one, and waits for its timer.
        readOnce();
        at(3000 + T, b.readRequest(100, BYTES));
        at(4000 + T, a.readResponses(100, 3));
        andOn(80_000);
        Told told = finish();
        told.lostResponses(A, 0, 1, 0, 0).lost(B, 0, 0, 0, 0);
        told.causes(Cause.IMPLIED_NAK);
    }

    @Test
    void fromALaterResponseOnTheOneBeforeHadComeAndThisWasLost() {
        readOnce();
        at(7000, b.readRequest(101, BYTES - 1024));
        at(8000, a.readResponses(101, 2));
        andOn(60_000);
        finish().lostResponses(A, 0, 1, 0, 0).lost(B, 0, 0, 0, 0);
    }

    @Test
    void anAnswerToALaterRequestImpliesTheNakHoweverSoon() {
        readOnce();
        at(3010, b.readRequest(103, 64));
        at(3020, a.readOnly(103));
        at(3030, b.readRequest(100, BYTES), b.readRequest(103, 64));
        at(3040, a.readResponses(100, 3));
        at(3050, a.readOnly(103));
        finish().lostResponses(A, 0, 1, 0, 0).lost(B, 0, 0, 0, 0);
    }

    @Test
    void whatWasLostOnceMayCrossTheNextTime() {
        readOnce();
        at(3000 + T, b.readRequest(101, BYTES - 1024));
        at(4000 + T, a.readResponses(101, 2));
        at(5000 + T, b.readRequest(101, BYTES - 1024));
        at(6000 + T, a.readResponses(101, 2));
        andOn(90_000);
        finish().lostResponses(A, 0, 1, 0, 1).lost(B, 0, 0, 0, 0);
    }

    @Test
    void theOnlyResponseIsNotLostWhenTheTimerCannotHaveRunOut() {
        connectedByCm(0, 500, 100);
        at(100, a.send(500), b.ack(500));
        at(1000, b.readRequest(100, 64));
        at(3000, a.readOnly(100));
        at(7000, b.readRequest(100, 64));
        at(8000, a.readOnly(100));
        finish().lostResponses(A, 0, 0, 0, 0).lost(B, 0, 0, 0, 0);
    }

    @Test
    void theOnlyResponseIsLostOrLateWhenTheTimerRanOut() {
        connectedByCm(0, 500, 100);
        at(100, a.send(500), b.ack(500));
        at(1000, b.readRequest(100, 64));
        at(3000, a.readOnly(100));
        at(3000 + T, b.readRequest(100, 64));
        at(4000 + T, a.readOnly(100));
        finish().lostResponses(A, 0, 0, 0, 1).lost(B, 0, 0, 0, 0);
    }

    @Test
    void aWaitShorterThanTheTimeoutToldIsNoSampleOfIt() {
        connectedByCm(0, 500, 100);
        at(100, a.send(500), b.ack(500));
        at(1000, b.send(100));
        at(18_000, b.send(100), a.ack(100));
        Told told = finish();
        assertThat(told.from(B).timeouts()).isEqualTo(1);
        assertThat(told.requests(B).lostUndecided()).isEqualTo(1);
        assertThat(told.from(B).inferred().ackTimeoutNs()).isEmpty();
        assertThat(told.count(Kind.ACK_TIMEOUT)).isZero();
    }

    @Test
    void aWholeTimeoutIsASample() {
        connectedByCm(0, 500, 100);
        at(100, a.send(500), b.ack(500));
        at(1000, b.send(100));
        at(1000 + T, b.send(100), a.ack(100));
        Told told = finish();
        assertThat(told.from(B).inferred().ackTimeoutNs()).hasSize(1);
        assertThat(told.count(Kind.ACK_TIMEOUT)).isEqualTo(1);
    }
}
