package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.function.UnaryOperator;

/** One transmission recorded twice, one delivered twice, and one sent twice (facts, 3.6). */
class CopyTest extends Dialogue {
    private Told mirrored(UnaryOperator<Packet> mirror) {
        Packet[] dialogue = {
            a.writeFirst(98),
            a.writeLast(99),
            b.ack(99),
            a.send(100),
            a.send(101),
            a.send(102),
            b.ack(100),
            b.nak(101),
            a.send(101),
            a.send(102),
            b.ack(102),
            a.readRequest(103, 2048),
            b.readFirst(103),
            b.readLast(104),
        };
        for (int i = 0; i < dialogue.length; i++) {
            at(10L * i, dialogue[i], mirror.apply(dialogue[i]));
        }
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 2, 0).completed(A, 5).succeeded(A);
        assertThat(told.requests(A).captureDuplicates()).isEqualTo(8);
        assertThat(told.requests(A).networkDuplicates()).isZero();
        assertThat(told.responses(B).captureDuplicates()).isEqualTo(2);
        assertThat(told.responses(B).retransmittedPackets()).isZero();
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(1);
        assertThat(told.from(A).packets()).isEqualTo(8);
        assertThat(told.from(B).packets()).isEqualTo(6);
        return told;
    }

    @Test
    void copiesAtAnotherInterfaceCountNowhereElse() {
        mirrored(packet -> packet.atInterface(1));
    }

    @Test
    void copiesBehindARouterCountNowhereElse() {
        mirrored(Packet::routed);
    }

    @Test
    void copiesWithAnotherTagCountNowhereElse() {
        mirrored(packet -> packet.tagged(7));
    }

    @Test
    void copiesFromAHostWithConstantIpIdsCountNowhereElse() {
        a.ipIds = Host.IpIds.CONSTANT;
        b.ipIds = Host.IpIds.ZERO;
        Packet one = a.send(100);
        Packet two = a.send(101);
        Packet ack = b.ack(101);
        at(0, one, one.routed(), two, two.routed(), ack, ack.routed());
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 2);
        assertThat(told.requests(A).captureDuplicates()).isEqualTo(2);
    }

    @Test
    void aFirstPacketWhoseEveryMarkIsZeroIsNoCopy() {
        a.ipIds = Host.IpIds.ZERO;
        // PSN 0, opcode 0, and an ICRC that was not captured.
        at(0, a.sendFirst(0).cut(60), a.sendLast(1), b.ack(1));
        Told told = finish();
        assertThat(told.requests(A).captureDuplicates()).isZero();
        told.lost(A, 0, 0, 0, 0).completed(A, 1);
    }

    @Test
    void copiesThatComeMuchLaterAreStillCopies() {
        Packet[] sent = new Packet[10];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = a.send(100 + i);
        }
        at(0, sent);
        for (int i = 0; i < sent.length; i++) {
            at(20 + i, sent[i].atInterface(1));
        }
        at(50, b.ack(109));
        Told told = finish();
        told.resent(A, 0, 0).completed(A, 10);
        assertThat(told.requests(A).captureDuplicates()).isEqualTo(10);
    }

    @Test
    void aRnrNakRecordedTwiceIsOne() {
        Packet rnr = b.rnr(100, 14);
        at(0, a.send(100));
        at(10, rnr, rnr.routed());
        at(2000, a.send(100), b.ack(100));
        assertThat(finish().from(B).rnrNaks()).isEqualTo(1);
    }

    @Test
    void aTransmissionDeliveredTwiceIsANetworkDuplicateThatTheReceiverHad() {
        Packet one = a.send(100);
        at(0, a.send(99), b.ack(99), one);
        at(5, one);
        at(10, b.ack(100), b.ack(100));
        at(20, a.send(101), b.ack(101));
        Told told = finish();
        assertThat(told.requests(A).networkDuplicates()).isEqualTo(1);
        assertThat(told.requests(A).duplicatePackets()).isEqualTo(1);
        assertThat(told.requests(A).retransmittedPackets()).isZero();
        assertThat(told.from(A).timeouts()).isZero();
        told.completed(A, 3).succeeded(A);
    }

    @Test
    void anAnswerDeliveredTwiceMovesNothing() {
        Packet ack = b.ack(100);
        at(0, a.send(99), b.ack(99), a.send(100));
        at(10, ack, ack);
        Packet response = b.readOnly(101);
        at(20, a.readRequest(101, 64), response, response);
        Told told = finish();
        told.lost(A, 0, 0, 0, 0).resent(A, 0, 0).completed(A, 3);
        assertThat(told.responses(B).networkDuplicates()).isEqualTo(1);
        assertThat(told.responses(B).retransmittedPackets()).isZero();
    }

    @Test
    void aNakDeliveredTwiceIsOneLoss() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        Packet nak = b.nak(100);
        at(10, nak, nak);
        at(20, a.send(100), a.send(101), b.ack(101));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 2, 0).completed(A, 3);
    }

    @Test
    void equalBytesFromHardwareWithConstantIpIdsAreARetransmission() {
        a.ipIds = Host.IpIds.CONSTANT;
        at(0, a.send(99), b.ack(99), a.send(100));
        at(67 * MILLI, a.send(100));
        at(67 * MILLI + 10, b.ack(100));
        Told told = finish();
        assertThat(told.requests(A).retransmittedPackets()).isEqualTo(1);
        assertThat(told.requests(A).networkDuplicates()).isZero();
        assertThat(told.from(A).timeouts()).isEqualTo(1);
    }

    @Test
    void overIpv6WithoutIpIdsAResendIsARetransmission() {
        a.ipv6(1);
        b.ipv6(2);
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        at(10, b.nak(100));
        at(20, a.send(100), a.send(101), b.ack(101));
        Told told = finish();
        told.lost(A, 0, 1, 0, 0).resent(A, 2, 0);
        assertThat(told.requests(A).networkDuplicates()).isZero();
        assertThat(told.requests(A).captureDuplicates()).isZero();
    }
}
