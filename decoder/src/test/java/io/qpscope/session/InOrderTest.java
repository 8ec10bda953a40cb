package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nothing goes wrong: messages, bytes, PSN ranges and latencies are all there is to tell. */
class InOrderTest extends Dialogue {
    @Test
    void aSendAndItsAcknowledgementAreOneCompletedMessage() {
        at(0, a.send(100));
        at(25, b.ack(100));
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 1).succeeded(A);
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(1);
        assertThat(told.from(A).payloadBytes()).isEqualTo(64);
        assertThat(told.requests(A).firstPsn()).isEqualTo(100);
        assertThat(told.requests(A).lastPsn()).isEqualTo(100);
        assertThat(told.from(A).ackLatency().count()).isEqualTo(1);
        assertThat(told.from(A).ackLatency().max()).isBetween(24_800L, 25_300L);
        assertThat(told.outcome(A).frames()).containsExactly(1L, 2L);
        assertThat(told.session().outcome().status()).isEqualTo("SUCCESS");
        assertThat(told.episodes()).isEmpty();
    }

    @Test
    void theSideThatOnlyAnswersSentNoRequests() {
        at(0, a.send(100), b.ack(100));
        Told told = finish();
        assertThat(told.requests(B).firstPsn()).isNull();
        assertThat(told.requests(B).lastPsn()).isNull();
        assertThat(told.from(B).packets()).isEqualTo(1);
        assertThat(told.from(B).payloadBytes()).isZero();
        told.ended(B, "SUCCESS", Outcome.Proof.INFERRED);
    }

    @Test
    void aLongWriteIsOneMessageAndTellsThePathMtu() {
        at(0, a.writeFirst(7), a.writeMiddle(8), a.writeMiddle(9), a.writeLast(10));
        at(20, b.ack(10));
        Told told = finish();
        told.completed(A, 1).succeeded(A);
        assertThat(told.from(A).messagesOf(Verb.WRITE)).isEqualTo(1);
        assertThat(told.from(A).payloadBytes()).isEqualTo(3 * 1024 + 64);
        assertThat(told.session().pathMtu()).isEqualTo(1024);
        assertThat(told.requests(A).lastPsn()).isEqualTo(10);
        assertThat(told.from(A).ackLatency().count()).isEqualTo(1);
    }

    @Test
    void everyVerbIsCountedUnderItsName() {
        at(0, a.send(1), a.sendImm(2), a.sendInv(3), a.write(4), a.writeImm(5));
        at(10, b.ack(5));
        at(20, a.readRequest(6, 64), b.readOnly(6));
        at(30, a.cmpSwap(7), b.atomicAck(7), a.fetchAdd(8), b.atomicAck(8));
        at(
                40,
                a.flush(9),
                b.readOnly(9).bytes(0),
                a.atomicWrite(10),
                b.readOnly(10).bytes(0));
        Told told = finish();
        assertThat(told.from(A).messages()).containsOnly(1L);
        told.completed(A, 10).succeeded(A).lost(A, 0, 0, 0, 0).resent(A, 0, 0);
        assertThat(told.responses(B).firstPsn()).isEqualTo(6);
        assertThat(told.responses(B).lastPsn()).isEqualTo(10);
    }

    @Test
    void aMessageWithoutItsLastPacketIsStartedAndNotCompleted() {
        at(0, a.sendFirst(1), a.sendMiddle(2));
        at(10, b.ack(2));
        Told told = finish();
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(1);
        told.completed(A, 0);
    }

    @Test
    void oneAcknowledgementCompletesAllMessagesBeforeIt() {
        at(0, a.send(1).quiet(), a.send(2).quiet(), a.write(3).quiet(), a.send(4));
        at(10, b.ack(3));
        Told told = finish();
        told.completed(A, 3);
        told.ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
    }

    @Test
    void onlyPacketsThatAskForAnAcknowledgementAreTimed() {
        at(0, a.send(1).quiet());
        at(10, a.send(2));
        at(30, b.ack(2));
        Told told = finish();
        assertThat(told.from(A).ackLatency().count()).isEqualTo(1);
        assertThat(told.from(A).ackLatency().max()).isBetween(19_800L, 20_300L);
    }

    @Test
    void psnsWrapInsideAMessage() {
        at(0, a.writeFirst(0xfffffe), a.writeMiddle(0xffffff), a.writeMiddle(0), a.writeLast(1));
        at(10, b.ack(1), a.send(2), b.ack(2));
        Told told = finish();
        told.completed(A, 2).succeeded(A).lost(A, 0, 0, 0, 0).resent(A, 0, 0);
        assertThat(told.requests(A).firstPsn()).isEqualTo(0xfffffe);
        assertThat(told.requests(A).lastPsn()).isEqualTo(2);
        assertThat(told.requests(A).missingPackets()).isZero();
        assertThat(told.sessions()).isEqualTo(1);
    }

    @Test
    void psnsWrapAmongReadResponses() {
        at(0, a.readRequest(0xfffffd, 5 * 1024));
        at(10, b.readResponses(0xfffffd, 5));
        at(20, a.send(2), b.ack(2));
        Told told = finish();
        told.completed(A, 2).succeeded(A).lost(A, 0, 0, 0, 0).lostResponses(B, 0, 0, 0, 0);
        assertThat(told.responses(B).firstPsn()).isEqualTo(0xfffffd);
        assertThat(told.responses(B).lastPsn()).isEqualTo(1);
        assertThat(told.from(B).payloadBytes()).isEqualTo(5 * 1024);
    }

    @Test
    void bothSidesMayAskInTheirOwnPsnSpaces() {
        at(0, a.send(100), b.send(9_000_000), b.ack(100), a.ack(9_000_000));
        at(10, a.send(101), b.send(9_000_001), b.ack(101), a.ack(9_000_001));
        Told told = finish();
        told.completed(A, 2).completed(B, 2).succeeded(A).succeeded(B);
        assertThat(told.requests(B).firstPsn()).isEqualTo(9_000_000);
        assertThat(told.from(B).packets()).isEqualTo(4);
    }

    @Test
    void addressesAndQueuePairsAreThoseOfTheEnds() {
        at(0, a.send(100), b.ack(100));
        Told told = finish();
        assertThat(told.session().a().address()).isEqualTo("10.0.0.1");
        assertThat(told.session().a().qpn()).isEqualTo(A_QPN);
        assertThat(told.session().b().address()).isEqualTo("10.0.0.2");
        assertThat(told.session().b().qpn()).isEqualTo(B_QPN);
        assertThat(told.session().a().port()).isEqualTo(Host.ROCE_PORT);
    }

    @Test
    void overIpv6NothingIsDifferent() {
        a.ipv6(1);
        b.ipv6(2);
        at(0, a.send(100), a.send(101), b.ack(101));
        at(10, a.send(102), b.ack(102));
        Told told = finish();
        told.completed(A, 3).succeeded(A).lost(A, 0, 0, 0, 0);
        assertThat(told.session().a().address()).isEqualTo("fd09:0:0:9::1");
    }

    @Test
    void behindATagNothingIsDifferentButThePriority() {
        a.vlan = (3 << 13) | 7;
        b.vlan = (5 << 13) | 7;
        at(0, a.send(100), b.ack(100));
        Told told = finish();
        told.succeeded(A);
        assertThat(told.from(A).pcp()).containsExactly(3);
        assertThat(told.from(B).pcp()).containsExactly(5);
    }

    @Test
    void serviceClassesAreToldAscending() {
        a.tos = 26 << 2;
        at(0, a.send(100));
        a.tos = 8 << 2;
        at(10, a.send(101));
        at(20, b.ack(101));
        assertThat(finish().from(A).dscp()).containsExactly(8, 26);
    }

    @Test
    void idleAndSendingTimeAreTold() {
        at(0, a.send(1));
        at(100, b.ack(1));
        at(1000, a.send(2));
        at(1100, b.ack(2));
        DirectionSummary.TimeShares time = finish().from(A).time();
        assertThat(time.sending()).isEqualTo(200_000);
        assertThat(time.idle()).isEqualTo(900_000);
        assertThat(time.paused()).isNull();
    }
}
