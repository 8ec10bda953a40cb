package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.wire.Aeth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a requester's work ends badly, as far as packets prove it (design 4, facts 3.4). */
class FailureTest extends Dialogue {
    /** 4.096 us x 2^14. */
    private static final long T = 67_108;

    @ParameterizedTest
    @CsvSource({"1, REM_INV_REQ_ERR", "2, REM_ACCESS_ERR", "3, REM_OP_ERR"})
    void aFatalNakNamesTheStatus(int code, String status) {
        at(0, a.send(99), b.ack(99));
        long request = at(10, a.write(100));
        long nak = at(20, b.nak(100, code));
        Told told = finish();
        told.ended(A, status, Outcome.Proof.PROVED).completed(A, 1);
        assertThat(told.outcome(A).frames()).containsExactly(request, nak);
        assertThat(told.session().outcome().status()).isEqualTo(status);
        told.lost(A, 0, 0, 0, 0);
        DirectionSummary.Naks naks = told.from(B).naks();
        assertThat(naks.total()).isEqualTo(1);
        assertThat(naks.psnSequenceError()).isZero();
    }

    @Test
    void aFatalNakNamesTheFirstPacketOfALongWrite() {
        at(0, a.send(99).quiet());
        long first = at(1, a.writeFirst(100));
        at(2, a.writeMiddle(101), a.writeMiddle(102), a.writeLast(103));
        long nak = at(10, b.nak(100, Aeth.NAK_REMOTE_ACCESS_ERROR));
        Told told = finish();
        told.ended(A, "REM_ACCESS_ERR", Outcome.Proof.PROVED).completed(A, 1);
        assertThat(told.outcome(A).frames()).containsExactly(first, nak);
        told.lost(A, 0, 0, 0, 0);
    }

    @Test
    void packetsInFlightBehindARefusedOneAreNeitherLostNorCompleted() {
        at(0, a.write(100), a.send(101), a.send(102));
        at(10, b.nak(100, Aeth.NAK_REMOTE_ACCESS_ERROR));
        at(11, a.send(103));
        stillCapturing(SECOND);
        Told told = finish();
        told.ended(A, "REM_ACCESS_ERR", Outcome.Proof.PROVED).completed(A, 0);
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0);
    }

    @Test
    void theFirstFatalNakCounts() {
        at(0, a.write(100), b.nak(100, 2), b.nak(100, 1));
        Told told = finish();
        told.ended(A, "REM_ACCESS_ERR", Outcome.Proof.PROVED);
        assertThat(told.from(B).naks().total()).isEqualTo(2);
    }

    @Test
    void aFatalNakForAReadLeavesItUncompleted() {
        at(0, a.readRequest(100, 64), b.nak(100, 2));
        finish().ended(A, "REM_ACCESS_ERR", Outcome.Proof.PROVED).completed(A, 0);
    }

    /** Who asks again for the response before it has not taken the refusal in: rounds are what ends it. */
    @Test
    void aRefusalBehindAMissingResponseIsNotObeyedByWhoAsksForThatAgain() {
        a.cm.retryCount = 3;
        connectedByCm(0, 100, 900);
        at(100, a.cmpSwap(100), a.write(101));
        lost(b.atomicAck(100));
        at(110, b.nak(101, Aeth.NAK_REMOTE_ACCESS_ERROR));
        for (int round = 1; round <= 3; round++) {
            at(100 + round * T, a.cmpSwap(100), a.write(101));
        }
        stillCapturing(100 + 3 * T + 5 * T);
        finish().ended(A, "RETRY_EXC_ERR", Outcome.Proof.PROVED).completed(A, 0);
    }

    @Test
    void aRefusalBehindAMissingResponseStandsWhereNothingIsAskedForAgain() {
        at(0, a.send(99), b.ack(99));
        at(100, a.cmpSwap(100), a.write(101));
        lost(b.atomicAck(100));
        at(110, b.nak(101, Aeth.NAK_REMOTE_ACCESS_ERROR));
        stillCapturing(100 + 5 * T);
        Told told = finish();
        told.ended(A, "REM_ACCESS_ERR", Outcome.Proof.PROVED);
        assertThat(told.session().episodes()).noneMatch(each -> each.outcome().equals("open"));
    }

    private void rounds(long from, int rounds) {
        for (int round = 0; round < rounds; round++) {
            at(from + round * T, a.send(100), a.send(101));
        }
    }

    @Test
    void exhaustedRetriesKnownFromTheHandshakeWithSilenceAreProved() {
        a.cm.retryCount = 3;
        connectedByCm(0, 100, 900);
        rounds(100, 4);
        stillCapturing(100 + 3 * T + 5 * T);
        Told told = finish();
        told.ended(A, "RETRY_EXC_ERR", Outcome.Proof.PROVED).completed(A, 0);
        assertThat(told.outcome(A).frames()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(told.from(A).timeouts()).isEqualTo(3);
        assertThat(told.from(A).inForce().retryCount()).isEqualTo(3);
    }

    @Test
    void silenceShorterThanFourTimeoutsIsNoProof() {
        a.cm.retryCount = 3;
        connectedByCm(0, 100, 900);
        rounds(100, 4);
        stillCapturing(100 + 3 * T + 3 * T);
        finish().ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
    }

    @Test
    void aDisconnectInsteadOfSilenceIsProof() {
        a.cm.retryCount = 3;
        connectedByCm(0, 100, 900);
        rounds(100, 4);
        at(100 + 4 * T, a.cm.dreq());
        finish().ended(A, "RETRY_EXC_ERR", Outcome.Proof.PROVED);
    }

    @Test
    void oneRoundFewerThanTheHandshakeAllowsIsNoProof() {
        a.cm.retryCount = 4;
        connectedByCm(0, 100, 900);
        rounds(100, 4);
        stillCapturing(100 + 30 * T);
        assertThat(finish().outcome(A).proof()).isEqualTo(Outcome.Proof.INFERRED);
    }

    @Test
    void threeRoundsAndSilenceAreInferredWithoutAHandshake() {
        at(0, a.send(99), b.ack(99));
        rounds(100, 3);
        stillCapturing(100 + 2 * T + 5 * T);
        finish().ended(A, "RETRY_EXC_ERR", Outcome.Proof.INFERRED).completed(A, 1);
    }

    @Test
    void tooFewRoundsTellNothing() {
        at(0, a.send(99), b.ack(99));
        rounds(100, 1);
        stillCapturing(100 + 100 * T);
        Told told = finish();
        told.ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
        assertThat(told.outcome(A).why()).isNotBlank();
    }

    @Test
    void roundsAndTheEndOfTheCaptureTellNothing() {
        at(0, a.send(99), b.ack(99));
        rounds(100, 5);
        finish().ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
    }

    @Test
    void progressBetweenTheRoundsStartsTheCountAnew() {
        at(0, a.send(100), a.send(101));
        at(T, a.send(100), a.send(101));
        at(T + 10, b.ack(100));
        at(2 * T, a.send(101));
        stillCapturing(50 * T);
        finish().ended(A, "UNKNOWN", Outcome.Proof.INFERRED).completed(A, 1);
    }

    @Test
    void recoveryInTheLastRoundIsASuccess() {
        a.cm.retryCount = 3;
        connectedByCm(0, 100, 900);
        rounds(100, 4);
        at(100 + 3 * T + 10, b.ack(101));
        stillCapturing(100 + 40 * T);
        finish().succeeded(A).completed(A, 2);
    }

    @Test
    void theEndOfTheSetupsTcpConnectionEndsTheWork() {
        at(0, a.tcp(18_515, 18_516, 0x18, a.pingpong(100)));
        at(1, b.tcp(18_516, 18_515, 0x18, b.pingpong(900)));
        rounds(100, 3);
        at(100 + 3 * T, a.fin(18_515, 18_516));
        Told told = finish();
        told.ended(A, "RETRY_EXC_ERR", Outcome.Proof.INFERRED);
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.OOB);
    }

    @Test
    void requestsOnlyTellNothingOfTheirEnd() {
        at(0, a.send(100), a.send(101));
        stillCapturing(SECOND);
        Told told = finish();
        told.ended(A, "UNKNOWN", Outcome.Proof.INFERRED).completed(A, 0);
        assertThat(told.outcome(A).why()).contains("other direction");
    }
}
