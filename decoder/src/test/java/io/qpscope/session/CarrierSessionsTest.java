package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.InfinibandPackets;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.List;

/** Sessions whose packets come in something else than IP and UDP. */
class CarrierSessionsTest {
    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private long number;

    private void frame(byte[] bytes, int linkType) {
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, linkType)
                .at(++number, number * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    private static InfinibandPackets send(int psn) {
        InfinibandPackets packets = new InfinibandPackets();
        packets.psn = psn;
        return packets;
    }

    /** From the other end. */
    private static InfinibandPackets ack(int psn) {
        InfinibandPackets packets = send(psn);
        packets.opcode = Opcode.ACKNOWLEDGE;
        packets.payload = new byte[0];
        packets.headers = new byte[] {0x1f, 0, 0, 1};
        packets.destQp = 0x22;
        packets.ackReq = false;
        packets.slid = 4;
        packets.dlid = 1;
        packets.sgid = 0xb;
        packets.dgid = 0xa;
        return packets;
    }

    @Test
    void roceV1SessionsHaveGidsAndNoPort() {
        for (int i = 0; i < 3; i++) {
            frame(send(100 + i).roceV1(), LinkType.ETHERNET);
            frame(ack(100 + i).roceV1(), LinkType.ETHERNET);
        }
        TrackerResult result = tracker.finish();
        assertThat(result.protocols().roceV1()).isEqualTo(6);
        assertThat(result.icrc().checked()).isEqualTo(6);
        assertThat(result.sessions()).hasSize(1);
        SessionSummary session = result.sessions().get(0);
        assertThat(session.transport()).isEqualTo("RoCEv1");
        assertThat(session.a()).isEqualTo(new SessionSummary.Peer("fe80::a", 0, 0x22));
        assertThat(session.b()).isEqualTo(new SessionSummary.Peer("fe80::b", 0, 0x11));
        assertThat(session.direction(Side.A).completedMessages()).isEqualTo(3);
        assertThat(session.direction(Side.A).udpSourcePorts()).isZero();
    }

    /** ECN is of IP; a switch that changes these bits of a GRH means something else. */
    @Test
    void theTrafficClassOfAGrhIsNoCongestionMark() {
        for (int i = 0; i < 3; i++) {
            byte[] bytes = send(100 + i).roceV1();
            bytes[15] |= 0x30;
            frame(bytes, LinkType.ETHERNET);
            frame(ack(100 + i).roceV1(), LinkType.ETHERNET);
        }
        TrackerResult result = tracker.finish();
        assertThat(result.icrc().bad()).isZero();
        assertThat(result.sessions().get(0).direction(Side.A).ceMarked()).isZero();
        assertThat(Rules.judge(result)).isEmpty();
    }

    @Test
    void notificationsOfNativeInfinibandCountWithTheirOpcode() {
        frame(send(100).build(), LinkType.INFINIBAND);
        frame(ack(100).build(), LinkType.INFINIBAND);
        InfinibandPackets cnp = ack(0);
        cnp.opcode = Opcode.CNP_IB;
        cnp.headers = new byte[16];
        // BECN is in the byte in front of the queue pair.
        cnp.destQp = 0x4000_0022;
        frame(cnp.build(), LinkType.INFINIBAND);
        TrackerResult result = tracker.finish();
        assertThat(result.protocols().cnp()).isEqualTo(1);
        assertThat(result.icrc().bad()).isZero();
        DirectionSummary sent = result.sessions().get(0).direction(Side.B);
        assertThat(sent.cnps()).isEqualTo(1);
        assertThat(sent.congestion().cnpInfiniBand()).isEqualTo(1);
        assertThat(sent.congestion().cnpRoce()).isZero();
        assertThat(result.observations()).isEmpty();
    }

    @Test
    void aLossOnNativeInfinibandIsFoundAsOnEthernet() {
        frame(send(100).build(), LinkType.INFINIBAND);
        frame(ack(100).build(), LinkType.INFINIBAND);
        frame(send(102).build(), LinkType.INFINIBAND);
        InfinibandPackets nak = ack(101);
        nak.headers[0] = 0x60;
        frame(nak.build(), LinkType.INFINIBAND);
        for (int i = 101; i < 103; i++) {
            frame(send(i).build(), LinkType.INFINIBAND);
            frame(ack(i).build(), LinkType.INFINIBAND);
        }
        TrackerResult result = tracker.finish();
        assertThat(result.protocols().infiniBand()).isEqualTo(8);
        SessionSummary session = result.sessions().get(0);
        assertThat(session.transport()).isEqualTo("InfiniBand");
        assertThat(session.direction(Side.A).dscp()).isEmpty();
        assertThat(Rules.judge(result).stream().map(finding -> finding.rule().id()))
                .containsExactly("RC-LOSS-BEFORE-TAP");
    }

    @Test
    void aBadIcrcFoundsNoSession() {
        byte[] bytes = send(100).roceV1();
        bytes[70] ^= 1;
        frame(bytes, LinkType.ETHERNET);
        TrackerResult result = tracker.finish();
        assertThat(result.sessions()).isEmpty();
        assertThat(result.icrc().bad()).isEqualTo(1);
    }

    /** The frame in VXLAN between two hosts. */
    private static byte[] inVxlan(int vni, byte[] frame) {
        int length = frame.length + 16;
        return ByteBuffer.allocate(34 + length)
                .put(new byte[12])
                .putShort((short) 0x0800)
                .putShort((short) 0x4500)
                .putShort((short) (20 + length))
                .putInt(0)
                .putInt(0x4011_0000)
                .putLong(0x0a00_0001_0a00_0002L)
                .putShort((short) 50_000)
                .putShort((short) 4789)
                .putShort((short) length)
                .putShort((short) 0)
                .putInt(0x0800_0000)
                .putInt(vni << 8)
                .put(frame)
                .array();
    }

    @Test
    void tenantsWithEqualAddressesAreKeptApart() {
        for (int i = 0; i < 3; i++) {
            for (int vni : List.of(7, 8)) {
                frame(inVxlan(vni, send(100 + i).roceV1()), LinkType.ETHERNET);
                frame(inVxlan(vni, ack(100 + i).roceV1()), LinkType.ETHERNET);
            }
        }
        TrackerResult result = tracker.finish();
        assertThat(result.sessions()).hasSize(2);
        for (SessionSummary session : result.sessions()) {
            assertThat(session.direction(Side.A).completedMessages()).isEqualTo(3);
            assertThat(session.direction(Side.A).requests().retransmittedPackets())
                    .isZero();
        }
        assertThat(Rules.judge(result)).isEmpty();
    }
}
