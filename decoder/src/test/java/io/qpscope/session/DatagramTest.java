package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

/** Services without answers: UC and UD (IBA vol 1, 9.8). */
class DatagramTest extends Dialogue {
    private void unreliable() {
        a.service = Opcode.UC;
        b.service = Opcode.UC;
    }

    @Test
    void aGapInUcIsALossBeforeTheTapAndNothingIsKnownBehindIt() {
        unreliable();
        at(0, a.send(100).quiet(), a.send(103).quiet(), a.send(104).quiet());
        Told told = finish();
        PsnCounts requests = told.requests(A);
        assertThat(requests.lostBeforeTap()).isEqualTo(2);
        assertThat(requests.missingPackets()).isEqualTo(2);
        assertThat(requests.lostAfterTap()).isNull();
        assertThat(requests.lostByCapture()).isNull();
        assertThat(requests.lostUndecided()).isNull();
        assertThat(requests.duplicatePackets()).isNull();
        assertThat(told.count(Kind.UC_GAP)).isPositive();
        assertThat(told.session().service()).isEqualTo(Service.UC);
    }

    @Test
    void ucWithoutAGapLosesNothing() {
        unreliable();
        at(0, a.writeFirst(100), a.writeMiddle(101), a.writeLast(102), a.sendImm(103));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        assertThat(told.count(Kind.UC_GAP)).isZero();
        assertThat(told.from(A).messagesOf(Verb.WRITE)).isEqualTo(1);
        assertThat(told.from(A).messagesOf(Verb.SEND_IMM)).isEqualTo(1);
        assertThat(told.session().pathMtu()).isEqualTo(1024);
        assertThat(told.outcome(A).proof()).isEqualTo(Outcome.Proof.INFERRED);
    }

    @Test
    void reorderedUcPacketsAreNotLost() {
        unreliable();
        at(0, a.send(100));
        Packet late = a.send(101);
        at(1, a.send(102), a.send(103), late, a.send(104));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isZero();
        assertThat(told.requests(A).missingPackets()).isZero();
        assertThat(told.requests(A).outOfOrderPackets()).isEqualTo(1);
        assertThat(told.count(Kind.UC_GAP)).isZero();
    }

    @Test
    void oneLateUcPacketOfTwoLeavesTheOtherLost() {
        unreliable();
        at(0, a.send(100));
        Packet late = a.send(101);
        at(1, a.send(103), late);
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isEqualTo(1);
        assertThat(told.requests(A).missingPackets()).isEqualTo(1);
        assertThat(told.count(Kind.UC_GAP)).isEqualTo(1);
    }

    @Test
    void ucPsnsWrap() {
        unreliable();
        at(0, a.send(0xfffffe), a.send(0xffffff), a.send(0), a.send(2));
        Told told = finish();
        assertThat(told.requests(A).lostBeforeTap()).isEqualTo(1);
        assertThat(told.requests(A).lastPsn()).isEqualTo(2);
    }

    @Test
    void ucIsPairedByTextOnly() {
        unreliable();
        at(0, a.tcp(40_000, 18_515, 0x18, a.perftest(100)));
        at(1, b.tcp(18_515, 40_000, 0x18, b.perftest(900)));
        at(10, a.send(101), b.send(900));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.OOB);
        assertThat(told.requests(A).lostBeforeTap()).isEqualTo(1);
        assertThat(told.requests(A).firstPsn()).isEqualTo(100);
        assertThat(told.requests(B).lostBeforeTap()).isZero();
    }

    @Test
    void aNetworkDuplicateOfUcIsCountedAsOne() {
        unreliable();
        Packet one = a.send(101);
        at(0, a.send(100), one, one, a.send(102));
        Told told = finish();
        assertThat(told.requests(A).networkDuplicates()).isEqualTo(1);
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(3);
    }

    @Test
    void aGapInUdProvesNothing() {
        at(0, a.datagram(100, 64), a.datagram(110, 64));
        Told told = finish();
        PsnCounts requests = told.requests(A);
        assertThat(requests.lostBeforeTap()).isNull();
        assertThat(requests.missingPackets()).isNull();
        assertThat(requests.lostAfterTap()).isNull();
        assertThat(requests.duplicatePackets()).isNull();
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(2);
        assertThat(told.session().service()).isEqualTo(Service.UD);
        assertThat(told.session().a().qpn()).isEqualTo(A_QPN);
        assertThat(told.session().b().qpn()).isEqualTo(B_QPN);
    }

    @Test
    void udSendersToOneQueuePairAreApart() {
        Host other = a.queuePair(0x31);
        other.peer = b;
        at(0, a.datagram(100, 64), other.datagram(5, 64), a.datagram(101, 64));
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(2);
        assertThat(told.session(1).direction(A).messagesOf(Verb.SEND)).isEqualTo(2);
        assertThat(told.session(2).a().qpn()).isEqualTo(0x31);
    }

    @Test
    void multicastHasNoPeerSession() {
        Host group = new Host("group", 0, 0xff_ffff);
        group.addressLow = 0xffff_ef01_0203L;
        a.peer = group;
        at(0, a.datagram(100, 64), a.datagram(101, 64));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.NONE);
        assertThat(told.session().b().address()).isEqualTo("239.1.2.3");
        assertThat(told.session().b().qpn()).isEqualTo(0xff_ffff);
    }
}
