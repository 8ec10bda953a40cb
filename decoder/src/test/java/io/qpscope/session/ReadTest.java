package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** READs, whose responses take PSNs of the requester's space (IBA vol 1, 9.7.5.1.4). */
class ReadTest extends Dialogue {
    private static final long T = 67 * MILLI;
    private static final int KIB4 = 4 * 1024;

    /** The path MTU shows in a WRITE before the READs. */
    private void knownMtu(int psn) {
        at(0, a.writeFirst(psn), a.writeLast(psn + 1), b.ack(psn + 1));
    }

    @Test
    void aResponseLostBeforeTheTapIsAnImpliedNak() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4));
        at(110, b.readFirst(100));
        lost(b.readMiddle(101));
        at(112, b.readMiddle(102), b.readLast(103));
        at(200, a.readRequest(101, 3 * 1024));
        at(210, b.readFirst(101), b.readMiddle(102), b.readLast(103));
        Told told = finish();
        told.lostResponses(B, 1, 0, 0, 0).lost(A, 0, 0, 0, 0);
        told.resent(A, 1, 1).completed(A, 2).succeeded(A);
        told.causes(Cause.IMPLIED_NAK);
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.from(A).messagesOf(Verb.READ)).isEqualTo(1);
        assertThat(told.responses(B).retransmittedPackets()).isEqualTo(3);
        assertThat(told.responses(B).missingPackets()).isZero();
        assertThat(told.from(B).payloadBytes()).isEqualTo(KIB4);
    }

    @Test
    void aRestartMayBeginWithMiddleAsRxeDoes() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4));
        at(110, b.readFirst(100));
        lost(b.readMiddle(101));
        at(112, b.readMiddle(102), b.readLast(103));
        at(200, a.readRequest(101, 3 * 1024));
        at(210, b.readMiddle(101), b.readMiddle(102), b.readLast(103));
        Told told = finish();
        told.lostResponses(B, 1, 0, 0, 0).lost(A, 0, 0, 0, 0);
        told.resent(A, 1, 1).completed(A, 2).succeeded(A);
    }

    @Test
    void theLastResponseLostIsRestartedWithOnlyOrLast() {
        for (int operation : new int[] {Opcode.READ_RESPONSE_ONLY, Opcode.READ_RESPONSE_LAST}) {
            int psn = operation << 8;
            Packet answer = operation == Opcode.READ_RESPONSE_ONLY
                    ? b.readOnly(psn + 3).bytes(1024)
                    : b.readLast(psn + 3);
            ReadTest other = new ReadTest();
            other.knownMtu(psn - 2);
            other.at(100, other.a.readRequest(psn, KIB4));
            other.at(110, other.b.readFirst(psn));
            other.at(111, other.b.readMiddle(psn + 1), other.b.readMiddle(psn + 2));
            other.lost(other.b.readLast(psn + 3));
            other.at(T, other.a.readRequest(psn + 3, 1024));
            other.at(T + 10, answer);
            Told told = other.finish();
            told.resent(A, 1, 1).completed(A, 2).succeeded(A);
            assertThat(told.responses(B).lostAfterTap()).isZero();
            assertThat(told.from(B).payloadBytes()).isEqualTo(KIB4);
        }
    }

    @Test
    void aResponseLostBehindTheTapIsAskedForAgain() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4));
        at(110, b.readResponses(100, 4));
        at(200, a.readRequest(102, 2048));
        at(210, b.readFirst(102), b.readLast(103));
        Told told = finish();
        told.lostResponses(B, 0, 1, 0, 0).lost(A, 0, 0, 0, 0);
        told.resent(A, 1, 1).completed(A, 2).succeeded(A);
        told.causes(Cause.IMPLIED_NAK);
        assertThat(told.responses(B).retransmittedPackets()).isEqualTo(2);
    }

    @Test
    void allResponsesLostMeansTheRequestOrTheyWereLost() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4));
        at(100 + T, a.readRequest(100, KIB4));
        at(110 + T, b.readResponses(100, 4));
        Told told = finish();
        assertThat(told.requests(A).lostUndecided()).isEqualTo(1);
        assertThat(told.requests(A).lostAfterTap()).isZero();
        assertThat(told.responses(B).lostBeforeTap()).isZero();
        told.completed(A, 2).succeeded(A);
        assertThat(told.from(A).timeouts()).isEqualTo(1);
        assertThat(told.requests(A).retransmittedPackets()).isEqualTo(1);
    }

    @Test
    void responsesOfTheOldRunMayComeUntilTheNewOneBegins() {
        // roce-loss3-read-upstream frames 50 to 86.
        knownMtu(98);
        at(100, a.readRequest(100, 8 * 1024));
        at(110, b.readFirst(100));
        lost(b.readMiddle(101));
        at(111, b.readMiddle(102), b.readMiddle(103), b.readMiddle(104));
        at(120, a.readRequest(101, 7 * 1024));
        at(121, b.readMiddle(105), b.readMiddle(106), b.readLast(107));
        at(130, b.readFirst(101));
        for (int psn = 102; psn < 107; psn++) {
            at(131, b.readMiddle(psn));
        }
        at(140, b.readLast(107));
        Told told = finish();
        told.lostResponses(B, 1, 0, 0, 0).lost(A, 0, 0, 0, 0).resent(A, 1, 1);
        assertThat(told.responses(B).retransmittedPackets()).isEqualTo(7);
        assertThat(told.from(A).timeouts()).isZero();
        told.completed(A, 2).succeeded(A);
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 512, 1024, 2048, 4096})
    void whatFollowsAReadShowsThePathMtu(int mtu) {
        a.mtu = mtu;
        b.mtu = mtu;
        int bytes = 16 * 1024;
        int count = bytes / mtu;
        at(0, a.readRequest(100, bytes), a.send(100 + count));
        at(10, b.readResponses(100, count));
        at(200, b.ack(100 + count));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 2).succeeded(A);
        told.lostResponses(B, 0, 0, 0, 0);
        assertThat(told.requests(A).lastPsn()).isEqualTo(100 + count);
        assertThat(told.requests(A).missingPackets()).isZero();
        assertThat(told.session().pathMtu()).isEqualTo(mtu);
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 512, 1024, 2048, 4096})
    void theFirstResponseShowsThePathMtu(int mtu) {
        b.mtu = mtu;
        int bytes = 16 * 1024;
        int count = bytes / mtu;
        at(0, a.readRequest(100, bytes));
        at(10, b.readResponses(100, count));
        at(200, a.send(100 + count), b.ack(100 + count));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 2).succeeded(A);
        told.lostResponses(B, 0, 0, 0, 0);
        assertThat(told.responses(B).lastPsn()).isEqualTo(100 + count - 1);
        assertThat(told.responses(B).missingPackets()).isZero();
        assertThat(told.session().pathMtu()).isEqualTo(mtu);
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 1024, 4096})
    void severalReadsBeforeThePathMtuIsKnown(int mtu) {
        b.mtu = mtu;
        int count = 8192 / mtu;
        at(0, a.readRequest(100, 8192), a.readRequest(100 + count, 8192));
        at(10, b.readResponses(100, count));
        at(100, b.readResponses(100 + count, count));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 2).succeeded(A);
        told.lostResponses(B, 0, 0, 0, 0);
        assertThat(told.requests(A).lastPsn()).isEqualTo(100 + 2 * count - 1);
    }

    @Test
    void theLastResponseShowsHowManyThereAreThoughTheFirstWasLost() {
        a.mtu = 2048;
        b.mtu = 2048;
        at(0, a.readRequest(100, 2 * 2048));
        at(5, b.readLast(101));
        at(6, a.readRequest(100, 2 * 2048));
        at(11, b.readFirst(100));
        at(12, b.readLast(101));
        at(13, a.sendFirst(102));
        at(14, a.sendLast(103));
        at(19, b.ack(103));
        Told told = finish();
        assertThat(told.requests(A).lastPsn()).isEqualTo(103);
        assertThat(told.requests(A).retransmittedPackets()).isEqualTo(1);
        assertThat(told.count(Kind.OPCODE_SEQUENCE)).isZero();
        told.succeeded(A).completed(A, 2);
    }

    @Test
    void anAtomicsResponseBehindItIsNotItsLast() {
        a.mtu = 2048;
        b.mtu = 2048;
        at(0, a.readRequest(100, 2 * 2048), a.fetchAdd(102));
        at(5, b.readFirst(100));
        at(6, b.readLast(101));
        at(7, b.atomicAck(102));
        at(8, a.send(103), b.ack(103));
        Told told = finish();
        assertThat(told.requests(A).lastPsn()).isEqualTo(103);
        told.lost(A, 0, 0, 0, 0).succeeded(A).completed(A, 3);
    }

    @Test
    void severalReadsAreAnsweredInTurn() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4), a.readRequest(104, KIB4), a.readRequest(108, 10));
        at(110, b.readResponses(100, 4));
        at(120, b.readResponses(104, 4));
        at(130, b.readOnly(108));
        Told told = finish();
        told.completed(A, 4).succeeded(A).lostResponses(B, 0, 0, 0, 0).resent(A, 0, 0);
    }

    @Test
    void aGapInTheFirstOfSeveralReadsRestartsThemAll() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4), a.readRequest(104, KIB4));
        at(110, b.readFirst(100), b.readMiddle(101));
        lost(b.readMiddle(102));
        at(112, b.readLast(103));
        at(120, b.readResponses(104, 4));
        at(200, a.readRequest(102, 2048), a.readRequest(104, KIB4));
        at(210, b.readFirst(102), b.readLast(103));
        at(220, b.readResponses(104, 4));
        Told told = finish();
        told.lostResponses(B, 1, 0, 0, 0).lost(A, 0, 0, 0, 0).resent(A, 2, 2);
        told.completed(A, 3).succeeded(A);
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.responses(B).retransmittedPackets()).isEqualTo(6);
    }

    @Test
    void sendsBetweenReadsAreAcknowledgedInOrder() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4), a.send(104), a.readRequest(105, KIB4), a.send(109));
        at(110, b.readResponses(100, 4));
        at(120, b.ack(104));
        at(130, b.readResponses(105, 4));
        at(140, b.ack(109));
        Told told = finish();
        told.completed(A, 5).succeeded(A).lost(A, 0, 0, 0, 0).lostResponses(B, 0, 0, 0, 0);
    }

    /** 1500 bytes are one packet with a path MTU of 2048 as of 4096; 3000 only with the latter. */
    @Test
    void aReadOfOnePacketLeavesSeveralPathMtusPossible() {
        at(0, a.readRequest(100, 1500), a.readRequest(101, 3000), a.send(102));
        at(10, b.readOnly(100).bytes(1500), b.readOnly(101).bytes(3000), b.ack(102));
        Told told = finish();
        told.resent(A, 0, 0).completed(A, 3).succeeded(A).lost(A, 0, 0, 0, 0);
        assertThat(told.session().pathMtu()).isEqualTo(4096);
    }

    @Test
    void aPayloadTellsWhichPathMtusAreTooSmall() {
        at(0, a.send(99).bytes(2500), b.ack(99));
        at(20, a.readRequest(100, 3000));
        at(30, b.readOnly(100).bytes(3000));
        Told told = finish();
        told.resent(A, 0, 0).completed(A, 2).succeeded(A);
        assertThat(told.responses(B).lastPsn()).isEqualTo(100);
    }

    @Test
    void aReadResponseAcknowledgesTheSendBeforeIt() {
        knownMtu(98);
        at(100, a.send(100), a.readRequest(101, 64));
        at(110, b.readOnly(101));
        finish().completed(A, 3).succeeded(A).lost(A, 0, 0, 0, 0);
    }

    @Test
    void anAcknowledgementBehindAnUnansweredReadIsAnImpliedNak() {
        knownMtu(98);
        at(100, a.readRequest(100, 64), a.send(101));
        lost(b.readOnly(100));
        at(110, b.ack(101));
        at(120, a.readRequest(100, 64), a.send(101));
        at(130, b.readOnly(100), b.ack(101));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).completed(A, 3).succeeded(A);
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.responses(B).lostBeforeTap()).isEqualTo(1);
        told.resent(A, 2, 2);
    }

    @Test
    void aLostReadRequestIsAskedForAgainByANak() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4), a.send(104));
        at(110, b.nak(100));
        at(120, a.readRequest(100, KIB4), a.send(104));
        at(130, b.readResponses(100, 4));
        at(140, b.ack(104));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 2, 0).completed(A, 3).succeeded(A);
        told.lostResponses(B, 0, 0, 0, 0);
        assertThat(told.responses(B).retransmittedPackets()).isZero();
    }

    @Test
    void aReadRequestLostBeforeTheTapIsAGapOfItsWholeRange() {
        knownMtu(98);
        lost(a.readRequest(100, KIB4));
        at(101, a.send(104));
        at(110, b.nak(100));
        at(120, a.readRequest(100, KIB4), a.send(104));
        at(130, b.readResponses(100, 4));
        at(140, b.ack(104));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).resent(A, 2, 0).completed(A, 3).succeeded(A);
        assertThat(told.requests(A).missingPackets()).isZero();
        assertThat(told.from(A).messagesOf(Verb.READ)).isEqualTo(1);
    }

    @Test
    void atomicsAreResponsesOfOnePsn() {
        at(0, a.fetchAdd(100), a.cmpSwap(101));
        at(10, b.atomicAck(100));
        lost(b.atomicAck(101));
        at(T, a.cmpSwap(101));
        at(T + 10, b.atomicAck(101));
        Told told = finish();
        told.completed(A, 2).succeeded(A);
        assertThat(told.requests(A).lostUndecided()).isEqualTo(1);
        assertThat(told.requests(A).lostAfterTap()).isZero();
    }

    @Test
    void aRestartAcrossTheWrapIsARestart() {
        knownMtu(0xfffffa);
        at(100, a.readRequest(0xfffffc, 8 * 1024));
        at(110, b.readFirst(0xfffffc));
        for (int psn = 0xfffffd; psn <= 0xffffff; psn++) {
            at(111, b.readMiddle(psn));
        }
        lost(b.readMiddle(0));
        at(115, b.readMiddle(1), b.readMiddle(2), b.readLast(3));
        at(200, a.readRequest(0, 4 * 1024));
        at(210, b.readResponses(0, 4));
        Told told = finish();
        told.lostResponses(B, 1, 0, 0, 0).lost(A, 0, 0, 0, 0).resent(A, 1, 1);
        told.completed(A, 2).succeeded(A);
        assertThat(told.responses(B).lastPsn()).isEqualTo(3);
    }

    @Test
    void reorderedResponsesAreNoLoss() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4));
        at(110, b.readFirst(100));
        Packet late = b.readMiddle(101);
        at(112, b.readMiddle(102), late, b.readLast(103));
        Told told = finish();
        told.lostResponses(B, 0, 0, 0, 0).completed(A, 2).succeeded(A);
        assertThat(told.responses(B).outOfOrderPackets()).isEqualTo(1);
        assertThat(told.responses(B).retransmittedPackets()).isZero();
    }

    @Test
    void aResponseThatTheCaptureLacksIsItsHole() {
        knownMtu(98);
        at(100, a.readRequest(100, KIB4));
        at(110, b.readFirst(100), b.readMiddle(101), b.readLast(103));
        at(200, a.send(104), b.ack(104));
        at(300, a.send(105), b.ack(105));
        Told told = finish();
        told.lostResponses(B, 0, 0, 1, 0).succeeded(A);
        assertThat(told.responses(B).missingPackets()).isEqualTo(1);
    }

    @Test
    void aNakBeyondAnUnansweredAtomicIsAnImpliedNak() {
        at(0, a.send(99), b.ack(99), a.fetchAdd(100), a.send(101), a.send(102));
        lost(b.atomicAck(100));
        at(10, b.nak(101));
        at(20, a.fetchAdd(100), a.send(101), a.send(102));
        at(30, b.atomicAck(100), b.ack(101), b.ack(102));
        Told told = finish();
        assertThat(told.from(A).timeouts()).isZero();
        assertThat(told.requests(A).lostAfterTap()).isEqualTo(1);
        told.resent(A, 3, 1).completed(A, 4).succeeded(A);
    }
}
