package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;

import org.junit.jupiter.api.Test;

/** A packet with a bad ICRC founds no flow and moves nothing (design 3). */
class CorruptTest extends Dialogue {
    @Test
    void aLoneCorruptPacketFoundsNoFlow() {
        at(0, a.send(100).corrupt());
        Told told = finish();
        assertThat(told.sessions()).isZero();
        assertThat(told.result.icrc().bad()).isEqualTo(1);
        assertThat(told.count(Kind.BAD_ICRC)).isEqualTo(1);
    }

    @Test
    void theGapItLeavesIsCorruptionAndNotLost() {
        at(0, a.send(100), b.ack(100));
        at(10, a.send(101).corrupt(), a.send(102));
        at(20, b.nak(101));
        at(30, a.send(101), a.send(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 2, 0).completed(A, 3).succeeded(A);
        told.causes(Cause.CORRUPTION);
        assertThat(told.from(A).badIcrc()).isEqualTo(1);
        assertThat(told.count(Kind.LOSS_BEFORE_TAP)).isZero();
    }

    @Test
    void aCorruptPacketThatWasTheLastIsNoLossBehindTheTap() {
        at(0, a.send(100), b.ack(100));
        at(10, a.send(101).corrupt());
        at(67 * MILLI, a.send(101), b.ack(101));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).completed(A, 2).succeeded(A);
        assertThat(told.requests(A).duplicatePackets()).isZero();
    }

    @Test
    void oneCorruptPacketExplainsOneOfTwoMissing() {
        at(0, a.send(100), b.ack(100));
        at(10, a.send(101).corrupt());
        lost(a.send(102));
        at(12, a.send(103));
        at(20, b.nak(101));
        at(30, a.send(101), a.send(102), a.send(103), b.ack(103));
        finish().lost(A, 1, 0, 0, 0).resent(A, 3, 0).completed(A, 4);
    }

    @Test
    void aFlippedQueuePairNumberFoundsNoFlowAndExplainsTheGap() {
        at(0, a.send(100), b.ack(100));
        at(10, a.send(101).misled(), a.send(102));
        at(20, b.nak(101));
        at(30, a.send(101), a.send(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 2, 0).causes(Cause.CORRUPTION);
        assertThat(told.result.icrc().bad()).isEqualTo(1);
    }

    @Test
    void aCorruptAcknowledgementMovesNothing() {
        at(0, a.send(99), b.ack(99), a.send(100));
        at(10, b.ack(100).corrupt());
        finish().completed(A, 1).ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
    }

    @Test
    void aCorruptNakIsNotCounted() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        at(10, b.nak(100).corrupt());
        Told told = finish();
        assertThat(told.from(B).naks().total()).isZero();
        told.lost(A, 0, 0, 0, 0);
    }

    @Test
    void aCorruptReadResponseIsNotLostBeforeTheTap() {
        at(0, a.writeFirst(98), a.writeLast(99), b.ack(99), a.readRequest(100, 3072));
        at(10, b.readFirst(100), b.readMiddle(101).corrupt(), b.readLast(102));
        at(20, a.readRequest(101, 2048), b.readFirst(101), b.readLast(102));
        Told told = finish();
        told.lostResponses(B, 0, 0, 0, 0).completed(A, 2).succeeded(A);
    }

    @Test
    void aCorruptCopyBehindAGoodOneIsNoGap() {
        Packet good = a.send(101);
        at(0, a.send(100), good, good.corrupt(), a.send(102), b.ack(102));
        finish().lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 3);
    }

    @Test
    void aPacketOfAnotherTransportVersionMovesNothing() {
        at(0, a.send(100), b.ack(100));
        at(10, a.send(101).version(1), b.ack(101).version(15), a.send(102));
        at(20, b.nak(101));
        at(30, a.send(101), a.send(102), b.ack(102));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 2, 0).completed(A, 3).succeeded(A);
        told.causes(Cause.CORRUPTION);
        assertThat(told.requests(A).duplicatePackets()).isZero();
        assertThat(told.count(Kind.OTHER_VERSION)).isEqualTo(2);
    }

    @Test
    void aPacketOfAnotherTransportVersionFoundsNoFlow() {
        at(0, a.send(100).version(1));
        Told told = finish();
        assertThat(told.sessions()).isZero();
        assertThat(told.count(Kind.OTHER_VERSION)).isEqualTo(1);
    }

    @Test
    void packetsWithoutTheirIcrcAreTaken() {
        at(0, a.send(100).cut(70), b.ack(100));
        Told told = finish();
        told.completed(A, 1).succeeded(A);
        assertThat(told.result.icrc().unchecked()).isEqualTo(1);
    }
}
