package io.qpscope.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.spec.InfinibandDeth;
import io.qpscope.spec.InfinibandReth;
import io.qpscope.spec.VlanTag;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

class PacketBuilderTest {
    private static FrameView dissect(Envelope envelope, byte[] frame) {
        int type = envelope.isNative() ? LinkType.INFINIBAND : LinkType.ETHERNET;
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, type)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(view);
        return view;
    }

    private static Kind kind(Envelope envelope) {
        return switch (envelope) {
            case IPV4, IPV6 -> Kind.ROCE_V2;
            case ROCE_V1 -> Kind.ROCE_V1;
            case LOCAL, GLOBAL -> Kind.INFINIBAND;
        };
    }

    /** The specification's sample of an ICRC (IBA vol 1, 7.8), which VcrcTest holds whole, too. */
    @Test
    void theSpecificationsSampleComesOutByteForByte() {
        PacketBuilder packet = new PacketBuilder(Envelope.LOCAL, Opcode.WRITE_ONLY);
        packet.lrh.setVl(7);
        packet.lrh.setSl(1);
        packet.lrh.setDlid(0x375c);
        packet.lrh.setSlid(0x17d2);
        packet.bth.setPKey(0x2487);
        packet.bth.setDestqp(0x87_b1b3);
        packet.bth.setPsn(0x0d_ec2a);
        InfinibandReth reth = new InfinibandReth();
        reth.setVa(0x0171_0a1c_015d_4002L);
        reth.setRKey(0x38f2_7a05);
        reth.setDmalen(14);
        packet.header(reth).payload(HexFormat.of().parseHex("bb884d85fd5cfba4728bc0690ed4"));
        assertThat(HexFormat.of().formatHex(packet.build()))
                .isEqualTo("7012375c000e17d2" + "0a2024870087b1b3000dec2a"
                        + "01710a1c015d400238f27a050000000e" + "bb884d85fd5cfba4728bc0690ed40000"
                        + "9625b75a" + "45fa");
    }

    @ParameterizedTest
    @EnumSource
    void everyOpcodeIsReadBackWithGoodChecksums(Envelope envelope) {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int opcode = 0; opcode < 256; opcode++) {
            int traits = Opcode.traits(opcode);
            PacketBuilder packet = new PacketBuilder(envelope, opcode);
            int psn = random.nextInt(1 << 24);
            int queuePair = 2 + random.nextInt((1 << 24) - 2);
            byte[] data = new byte[(traits & Opcode.HAS_PAYLOAD) != 0 ? random.nextInt(99) : 0];
            random.nextBytes(data);
            packet.bth.setPsn(psn);
            packet.bth.setDestqp(queuePair);
            FrameView view = dissect(envelope, packet.payload(data).build());
            String what = "seed %d, %s, opcode %x".formatted(seed, envelope, opcode);
            assertThat(view.kind()).as(what).isEqualTo(kind(envelope));
            assertThat(view.icrc()).as(what).isEqualTo(IcrcStatus.GOOD);
            assertThat(view.opcode()).as(what).isEqualTo(opcode);
            assertThat(view.psn()).as(what).isEqualTo(psn);
            assertThat(view.destQp()).as(what).isEqualTo(queuePair);
            assertThat(view.payloadLength()).as(what).isEqualTo(data.length);
            if (envelope.isNative()) {
                assertThat(view.carrier().crc()).as(what).isEqualTo(IcrcStatus.GOOD);
            }
            assertThat(FieldTree.of(view).errors()).as(what).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aToldIcrcIsWrittenThoughItIsWrong(Envelope envelope) {
        PacketBuilder packet = new PacketBuilder(envelope, Opcode.SEND_ONLY).icrc(0x1234_5678);
        FrameView view = dissect(envelope, packet.build());
        assertThat(view.icrc()).isEqualTo(IcrcStatus.BAD);
        assertThat(view.icrcStored()).isEqualTo(0x1234_5678);
        assertThat(view.icrcComputed()).isNotEqualTo(0x1234_5678);
    }

    @Test
    void aToldVcrcIsWrittenThoughItIsWrong() {
        PacketBuilder packet = new PacketBuilder(Envelope.GLOBAL, Opcode.SEND_ONLY).vcrc(0x4321);
        FrameView view = dissect(Envelope.GLOBAL, packet.build());
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.BAD);
        assertThat(view.carrier().crcStored()).isEqualTo(0x4321);
    }

    @Test
    void withoutItsVcrcAPacketIsTwoBytesShorter() {
        PacketBuilder packet = new PacketBuilder(Envelope.LOCAL, Opcode.SEND_ONLY);
        byte[] whole = packet.build();
        assertThat(packet.withoutVcrc().build()).isEqualTo(Arrays.copyOf(whole, whole.length - 2));
    }

    @Test
    void headersStandInTheOrderGiven() {
        InfinibandReth reth = new InfinibandReth();
        reth.setVa(0x1122_3344_5566_7788L);
        reth.setRKey(0x0102_0304);
        reth.setDmalen(5);
        PacketBuilder packet = new PacketBuilder(Envelope.IPV4, Opcode.WRITE_ONLY);
        byte[] frame = packet.header(reth).payload(new byte[] {1, 2, 3, 4, 5}).build();
        assertThat(HexFormat.of().formatHex(frame, 54, 54 + 24))
                .isEqualTo("1122334455667788" + "01020304" + "00000005" + "0102030405" + "000000");
        assertThat(dissect(Envelope.IPV4, frame).icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    @Test
    void tagsStandBehindTheAddresses() {
        VlanTag tag = new VlanTag();
        tag.setPriority(3);
        tag.setDei(false);
        tag.setId(7);
        tag.setType(0x0800);
        PacketBuilder packet = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY).tag(tag);
        packet.ethernet.setType(0x8100);
        FrameView view = dissect(Envelope.IPV4, packet.build());
        assertThat(view.pcp()).isEqualTo(3);
        assertThat(view.vlanId()).isEqualTo(7);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    @Test
    void lengthsAreFilledInOrKeptAsToldWrong() {
        PacketBuilder packet = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY);
        packet.payload(new byte[6]).build();
        assertThat(packet.udp.length()).isEqualTo(8 + 12 + 6 + 2 + 4);
        assertThat(packet.ipv4.totalLength()).isEqualTo(20 + 32);
        assertThat(packet.bth.padcnt()).isEqualTo(2);
        packet.udp.setLength(99);
        byte[] frame = packet.keepLengths().build();
        assertThat(ByteBuffer.wrap(frame).getShort(38)).isEqualTo((short) 99);
        assertThat(dissect(Envelope.IPV4, frame).kind()).isEqualTo(Kind.MALFORMED);
    }

    /** RFC 1071: the sum over a header with its checksum in place is all ones. */
    @Test
    void theIpv4ChecksumHoldsUnlessItIsKept() {
        PacketBuilder packet = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY);
        assertThat(sumOfIpv4(packet.build())).isEqualTo(0xffff);
        packet.ipv4.setChecksum(0x1111);
        byte[] kept = packet.keepChecksum().build();
        assertThat(ByteBuffer.wrap(kept).getShort(24)).isEqualTo((short) 0x1111);
    }

    private static int sumOfIpv4(byte[] frame) {
        int sum = 0;
        for (int at = 14; at < 34; at += 2) {
            sum += ByteBuffer.wrap(frame).getShort(at) & 0xffff;
        }
        return (sum & 0xffff) + (sum >> 16);
    }

    @Test
    void aPacketIsBuiltAgainWithWhatChanged() {
        InfinibandDeth deth = new InfinibandDeth();
        deth.setQKey(0x8001_0000L);
        deth.setReserved(0);
        deth.setSrcqp(1);
        PacketBuilder packet = new PacketBuilder(Envelope.IPV6, Opcode.UD | Opcode.SEND_ONLY);
        byte[] first = packet.header(deth).build();
        deth.setSrcqp(2);
        byte[] second = packet.build();
        assertThat(Arrays.mismatch(first, second)).isEqualTo(14 + 40 + 8 + 12 + 7);
        assertThat(dissect(Envelope.IPV6, second).icrc()).isEqualTo(IcrcStatus.GOOD);
    }
}
