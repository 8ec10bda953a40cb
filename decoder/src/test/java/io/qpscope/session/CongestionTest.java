package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

/** Marks, notifications, credits, and the flags that both ends must agree on. */
class CongestionTest extends Dialogue {
    @Test
    void aNotificationCountsToItsSender() {
        at(0, a.send(100).marked(), b.cnp(), b.ack(100));
        Told told = finish();
        assertThat(told.from(B).cnps()).isEqualTo(1);
        assertThat(told.from(A).cnps()).isZero();
        assertThat(told.from(B).packets()).isEqualTo(2);
        assertThat(told.from(A).ceMarked()).isEqualTo(1);
        assertThat(told.result.protocols().cnp()).isEqualTo(1);
        assertThat(told.count(Kind.CE_WITHOUT_CNP)).isZero();
        told.lost(A, 0, 0, 0, 0).succeeded(A);
    }

    @Test
    void marksWithoutNotificationAreWorthANote() {
        at(0, a.send(100), a.send(101).marked(), a.send(102).marked(), b.ack(102));
        Told told = finish();
        assertThat(told.from(A).ceMarked()).isEqualTo(2);
        assertThat(told.count(Kind.CE_WITHOUT_CNP)).isEqualTo(2);
        assertThat(told.observed(Kind.CE_WITHOUT_CNP).get(0).from()).isEqualTo(A);
        assertThat(told.observed(Kind.CE_WITHOUT_CNP).get(0).frames()).containsExactly(2L);
    }

    @Test
    void aNotificationBeforeAnyRequestFoundsTheFlowOfItsSender() {
        at(0, b.cnp(), a.send(100), b.ack(100));
        Told told = finish();
        assertThat(told.from(B).cnps()).isEqualTo(1);
        assertThat(told.session().a().address()).isEqualTo("10.0.0.1");
        told.succeeded(A);
    }

    @Test
    void creditThirtyOneMeansNone() {
        at(0, a.send(100), b.ack(100), a.send(101), b.ack(101));
        assertThat(finish().from(A).inferred().creditsUsed()).isFalse();
    }

    @Test
    void aRealCreditCountIsSeen() {
        b.credits = 10;
        at(0, a.send(100), b.ack(100));
        assertThat(finish().from(A).inferred().creditsUsed()).isTrue();
    }

    @Test
    void withoutAnAcknowledgementCreditsAreUnknown() {
        at(0, a.send(100));
        assertThat(finish().from(A).inferred().creditsUsed()).isNull();
    }

    @Test
    void differentMigrationFlagsAreWorthANote() {
        a.migReq = true;
        at(0, a.send(100), b.ack(100));
        Told told = finish();
        assertThat(told.count(Kind.MIGREQ_MISMATCH)).isEqualTo(1);
        assertThat(told.observed(Kind.MIGREQ_MISMATCH).get(0).from()).isEqualTo(A);
    }

    @Test
    void equalMigrationFlagsAreNot() {
        a.migReq = true;
        b.migReq = true;
        at(0, a.send(100), b.ack(100));
        assertThat(finish().count(Kind.MIGREQ_MISMATCH)).isZero();
    }

    @Test
    void xrcRequestsNameTheSharedReceiveQueue() {
        a.service = Opcode.XRC;
        b.service = Opcode.XRC;
        a.srqn = 0x77;
        at(0, a.send(100), b.ack(100));
        a.srqn = 0x78;
        at(10, a.send(101));
        lost(a.send(102));
        at(12, a.send(103), b.nak(102), a.send(102), a.send(103), b.ack(103));
        Told told = finish();
        assertThat(told.session().service()).isEqualTo(Service.XRC);
        assertThat(told.session().srqn()).isEqualTo(0x78);
        told.lost(A, 1, 0, 0, 0).completed(A, 4).succeeded(A);
    }

    @Test
    void xrcMayNameAnotherSharedReceiveQueueWithEachMessage() {
        a.service = Opcode.XRC;
        b.service = Opcode.XRC;
        for (int psn = 100; psn < 130; psn += 3) {
            a.srqn = 0x77 + psn % 2;
            at(psn * 10L, a.sendFirst(psn), a.sendMiddle(psn + 1), a.sendLast(psn + 2));
            at(psn * 10L + 5, b.ack(psn + 2));
        }
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 10).succeeded(A);
        assertThat(told.session().service()).isEqualTo(Service.XRC);
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(10);
    }

    @Test
    void xrcReadsAreAnsweredWithoutTheQueueNumber() {
        a.service = Opcode.XRC;
        b.service = Opcode.XRC;
        a.srqn = 0x77;
        at(0, a.readRequest(100, 3000), b.readFirst(100), b.readMiddle(101), b.readLast(102));
        Told told = finish();
        told.completed(A, 1).succeeded(A).lostResponses(B, 0, 0, 0, 0);
        assertThat(told.from(A).messagesOf(Verb.READ)).isEqualTo(1);
    }
}
