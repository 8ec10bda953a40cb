package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Erf;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.LinkMarker;
import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Vcrc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

class InfinibandDissectorTest {
    private final long seed = Long.getLong("qpscope.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();

    private void dissect(byte[] bytes, int captured, int original, int linkType) {
        ByteBuffer buffer = ByteBuffer.allocate(3 + captured).put(3, bytes, 0, captured);
        view.wrap(buffer, 3, captured, original, linkType).at(1, 0, 0, 0);
        dissector.dissect(view);
        Sanity.check(view);
    }

    private void dissect(byte[] bytes, int linkType) {
        dissect(bytes, bytes.length, bytes.length, linkType);
    }

    private List<String> fields() {
        return FieldTree.of(view).layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .map(field -> field.name() + "=" + field.value())
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "infiniband-vectors.tsv", delimiter = '\t')
    void agreesWithPacketsOfOthers(
            String name, int linkType, String kind, String opcode, int length, String hex) {
        dissect(HexFormat.of().parseHex(hex), linkType);
        assertThat(view.kind()).isEqualTo(Kind.valueOf(kind));
        assertThat(view.opcode()).isEqualTo(HexFormat.fromHexDigits(opcode));
        assertThat(view.payloadLength()).isEqualTo(length);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        if (view.kind() == Kind.INFINIBAND) {
            assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
            assertThat(fields())
                    .contains(
                            "infiniband.variant.crc.status=good",
                            "infiniband.invariant.crc.status=good");
        }
        assertThat(FieldTree.of(view).errors()).isEmpty();
    }

    @Test
    void roceV1HasItsAddressesFromTheGrh() {
        dissect(new InfinibandPackets().roceV1(), LinkType.ETHERNET);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V1);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(IpAddress.text(view.sourceHigh(), view.sourceLow())).isEqualTo("fe80::a");
        assertThat(view.trafficClass()).isEqualTo(0x12);
        assertThat(view.ttl()).isEqualTo(63);
        assertThat(view.carrier().transport()).isEqualTo(Transport.ROCE_V1);
        assertThat(fields())
                .contains("infiniband.grh.paylen=32", "infiniband.invariant.crc.status=good");
    }

    @Test
    void roceV1WithAnotherNextHeaderIsNoTransport() {
        byte[] bytes = new InfinibandPackets().roceV1();
        bytes[14 + 6] = 17;
        dissect(bytes, LinkType.ETHERNET);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
    }

    @Test
    void padOfEthernetIsNotOfTheRoceV1Packet() {
        byte[] bytes = new InfinibandPackets().roceV1();
        dissect(Arrays.copyOf(bytes, bytes.length + 9), LinkType.ETHERNET);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V1);
        assertThat(view.payloadLength()).isEqualTo(16);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nativePacketsAreReadWithAndWithoutTheirVcrc(boolean vcrc) {
        InfinibandPackets packets = new InfinibandPackets();
        packets.vcrc = vcrc;
        dissect(packets.build(), LinkType.INFINIBAND);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(vcrc ? IcrcStatus.GOOD : IcrcStatus.UNCHECKED);
        assertThat(IpAddress.text(view.sourceHigh(), view.sourceLow())).isEqualTo("lid 1");
        assertThat(IpAddress.text(view.destinationHigh(), view.destinationLow()))
                .isEqualTo("lid 4");
        assertThat(fields())
                .contains("infiniband.variant.crc.status=" + (vcrc ? "good" : "unchecked"));
    }

    @Test
    void globalPacketsHaveGidsAndTheGrhFormOfTheIcrc() {
        InfinibandPackets packets = new InfinibandPackets();
        packets.global = true;
        byte[] bytes = packets.build();
        dissect(bytes, LinkType.INFINIBAND);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(IpAddress.text(view.destinationHigh(), view.destinationLow()))
                .isEqualTo("fe80::b");
        // A switch changes the LID: the VCRC is wrong then, the ICRC is not.
        bytes[3] ^= 0x40;
        dissect(bytes, LinkType.INFINIBAND);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.BAD);
        assertThat(fields()).contains("infiniband.variant.crc.status=bad");
    }

    @Test
    void aFlippedBitIsFoundByTheIcrcUnlessItIsMasked() {
        byte[] bytes = new InfinibandPackets().build();
        int icrcEnd = bytes.length - 2;
        for (int bit = 0; bit < icrcEnd * 8; bit++) {
            bytes[bit / 8] ^= (byte) (0x80 >> bit % 8);
            dissect(bytes, LinkType.INFINIBAND);
            boolean masked = bit < 4 || bit / 8 == Lrh.LENGTH + 4;
            assertThat(view.icrc() == IcrcStatus.GOOD).as("bit %d", bit).isEqualTo(masked);
            assertThat(view.carrier().crc()).as("bit %d", bit).isNotEqualTo(IcrcStatus.GOOD);
            bytes[bit / 8] ^= (byte) (0x80 >> bit % 8);
        }
    }

    @Test
    void rawPacketsHaveNoIcrc() {
        for (int lnh : new int[] {Lrh.LNH_RAW, Lrh.LNH_IPV6}) {
            byte[] bytes = new InfinibandPackets().build();
            bytes[1] = (byte) lnh;
            Vcrc.store(ByteBuffer.wrap(bytes), bytes.length - 2, 0);
            Vcrc.store(
                    ByteBuffer.wrap(bytes),
                    bytes.length - 2,
                    Vcrc.compute(ByteBuffer.wrap(bytes), 0, bytes.length - 2));
            dissect(bytes, LinkType.INFINIBAND);
            assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
            assertThat(view.kind()).isEqualTo(Kind.INFINIBAND_RAW);
            assertThat(view.icrc()).isEqualTo(IcrcStatus.UNCHECKED);
            assertThat(fields()).contains("infiniband.lrh.lnh=" + lnh);
        }
        byte[] bytes = new InfinibandPackets().build();
        bytes[1] = Lrh.LNH_RAW;
        bytes[10] = (byte) 0x86;
        bytes[11] = (byte) 0xdd;
        dissect(bytes, LinkType.INFINIBAND);
        assertThat(view.etherType()).isEqualTo(0x86dd);
        assertThat(fields()).contains("infiniband.rwh.etype=" + 0x86dd);
    }

    @Test
    void aLengthThatThePacketHasNotIsMalformed() {
        byte[] bytes = new InfinibandPackets().build();
        bytes[5]++;
        dissect(bytes, LinkType.INFINIBAND);
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.LRH);
        assertThat(view.stopNeeded()).isEqualTo(bytes.length + 2);
        bytes[5] = 1;
        dissect(bytes, LinkType.INFINIBAND);
        assertThat(view.stopLayer()).isEqualTo(Layer.LRH);
        assertThat(FieldTree.of(view).errors()).hasSize(1);
    }

    @Test
    void lengthsOfLrhAndGrhMustAgree() {
        InfinibandPackets packets = new InfinibandPackets();
        packets.global = true;
        byte[] bytes = packets.build();
        bytes[8 + 5] ^= 4;
        dissect(bytes, LinkType.INFINIBAND);
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.GRH);
    }

    @Test
    void managementOnLaneFifteenIsSaidSo() {
        InfinibandPackets packets = new InfinibandPackets();
        packets.vl = Lrh.MANAGEMENT_VL;
        packets.opcode = Opcode.UD | Opcode.SEND_ONLY;
        packets.destQp = 0;
        packets.payload = new byte[256];
        dissect(packets.build(), LinkType.INFINIBAND);
        assertThat(view.carrier().lrh().vl()).isEqualTo(15);
        assertThat(FieldTree.of(view).layers().get(1).fields().get(0).text())
                .isEqualTo("subnet management");
    }

    @Test
    void everyCutIsNoFaultOfThePacket() {
        for (int round = 0; round < 4; round++) {
            InfinibandPackets packets = new InfinibandPackets();
            packets.global = round % 2 == 1;
            boolean ethernet = round > 1;
            byte[] bytes = ethernet ? packets.roceV1() : packets.build();
            int linkType = ethernet ? LinkType.ETHERNET : LinkType.INFINIBAND;
            for (int captured = 0; captured < bytes.length; captured++) {
                dissect(bytes, captured, bytes.length, linkType);
                assertThat(view.kind().hasTransport() || view.kind() == Kind.CUT)
                        .as("round %d cut at %d", round, captured)
                        .isTrue();
                assertThat(view.icrc()).isNotEqualTo(IcrcStatus.BAD);
                assertThat(view.carrier().crc()).isNotEqualTo(IcrcStatus.BAD);
                FieldTree.of(view);
            }
        }
    }

    @Test
    void erfRecordsTellLinkPacketsFromDataPackets() {
        byte[] link = InfinibandPackets.link(LinkPacket.OP_NORMAL, 0x123, 0, 0x456);
        byte[] record = InfinibandPackets.erf(Erf.TYPE_INFINIBAND_LINK, 1, 1L << 32, "", link);
        dissect(record, LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND_LINK);
        assertThat(view.carrier().port()).isEqualTo(1);
        assertThat(view.carrier().link().fctbs()).isEqualTo(0x123);
        assertThat(view.carrier().link().fccl()).isEqualTo(0x456);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(fields())
                .contains(
                        "infiniband_link.fctbs=291",
                        "infiniband_link.lpcrc.status=good",
                        "erf.flags.cap=1");
        // The same bytes as a data packet are an LRH that is cut.
        record[8] = Erf.TYPE_INFINIBAND;
        dissect(record, LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.LRH);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void erfRecordsHoldPacketsWithAndWithoutTheirVcrc(boolean vcrc) {
        InfinibandPackets packets = new InfinibandPackets();
        packets.vcrc = vcrc;
        byte[] packet = packets.build();
        // 46 or 48 bytes: the pad of the record must not be taken for a VCRC.
        dissect(InfinibandPackets.erf(Erf.TYPE_INFINIBAND, 2, 1L << 32, "", packet), LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND);
        assertThat(view.carrier().port()).isEqualTo(2);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(vcrc ? IcrcStatus.GOOD : IcrcStatus.UNCHECKED);
        assertThat(fields())
                .contains("infiniband.variant.crc.status=" + (vcrc ? "good" : "unchecked"));
    }

    @Test
    void markersTellLinkPacketsFromDataPackets() {
        byte[] link = InfinibandPackets.link(LinkPacket.OP_NORMAL, 0x123, 5, 0x456);
        byte[] record = InfinibandPackets.marked(LinkMarker.KIND_LINK, 3, link);
        dissect(record, LinkType.INFINIBAND_MARKED);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND_LINK);
        assertThat(view.carrier().port()).isEqualTo(3);
        assertThat(view.carrier().link().vl()).isEqualTo(5);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(fields())
                .contains(
                        "infiniband_marker.kind=1",
                        "infiniband_marker.port=3",
                        "infiniband_link.op=0",
                        "infiniband_link.fctbs=291",
                        "infiniband_link.vl=5",
                        "infiniband_link.fccl=1110",
                        "infiniband_link.lpcrc.status=good");
        record[5] = LinkMarker.KIND_DATA;
        dissect(record, LinkType.INFINIBAND_MARKED);
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.LRH);
        byte[] packet = new InfinibandPackets().build();
        dissect(
                InfinibandPackets.marked(LinkMarker.KIND_DATA, 0, packet),
                LinkType.INFINIBAND_MARKED);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
    }

    /** LINKTYPE_USER15 is everybody's. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4, 5})
    void recordsWithoutTheMagicOrOfAnotherVersionOrKindAreNotOurs(int at) {
        byte[] packet = new InfinibandPackets().build();
        byte[] record = InfinibandPackets.marked(LinkMarker.KIND_DATA, 0, packet);
        record[at] ^= 0x40;
        dissect(record, LinkType.INFINIBAND_MARKED);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        assertThat(FieldTree.of(view).errors()).isEmpty();
        dissect(record, 7, 7, LinkType.INFINIBAND_MARKED);
        assertThat(view.stopLayer()).isEqualTo(Layer.LINK_MARKER);
        FieldTree.of(view);
    }

    @Test
    void aWrongLpcrcIsSaidSo() {
        byte[] link = InfinibandPackets.link(LinkPacket.OP_INIT, 0, 3, 100);
        link[3] ^= 1;
        dissect(
                InfinibandPackets.erf(Erf.TYPE_INFINIBAND_LINK, 0, 1L << 32, "", link),
                LinkType.ERF);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.BAD);
        assertThat(fields()).contains("infiniband_link.lpcrc.status=bad");
    }

    /** Field case BUG-034. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void extensionHeadersWithNothingBehindEndWhereTheRecordEnds(int count) {
        String more = "8300000000000000".repeat(Math.max(0, count - 1));
        String headers = count == 0 ? "" : more + "0500000000000000";
        byte[] record =
                InfinibandPackets.erf(Erf.TYPE_INFINIBAND, 0, 1L << 32, headers, new byte[0]);
        dissect(record, LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.LRH);
        assertThat(view.stopOffset()).isEqualTo(3 + 16 + 8 * count);
        assertThat(view.stopAvailable()).isZero();
        assertThat(FieldTree.of(view).errors()).hasSize(1);
    }

    @Test
    void extensionHeadersArePassedOverUpToABound() {
        byte[] packet = new InfinibandPackets().build();
        String two = "8300000000000000" + "0500000000000000";
        byte[] record = InfinibandPackets.erf(Erf.TYPE_INFINIBAND, 0, 1L << 32, two, packet);
        dissect(record, LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.INFINIBAND);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().crc()).isEqualTo(IcrcStatus.GOOD);
        String many = "8300000000000000".repeat(100);
        dissect(
                InfinibandPackets.erf(Erf.TYPE_INFINIBAND, 0, 1L << 32, many, packet),
                LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        FieldTree.of(view);
    }

    @Test
    void ethernetInErfHasTwoBytesInFront() {
        byte[] frame = new FrameBuilder()
                .ethernet()
                .ipv4("")
                .roce(Opcode.ACKNOWLEDGE, 0, random)
                .build();
        ByteBuffer padded = ByteBuffer.allocate(frame.length + 2).put(2, frame);
        byte[] record = InfinibandPackets.erf(Erf.TYPE_ETHERNET, 0, 1L << 32, "", padded.array());
        dissect(record, LinkType.ERF);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.destinationMacOffset()).isEqualTo(3 + 18);
        assertThat(fields()).contains("infiniband.invariant.crc.status=good");
    }

    @Test
    void damageAndNoiseGiveSaneViews() {
        for (int round = 0; round < 60_000; round++) {
            InfinibandPackets packets = new InfinibandPackets();
            packets.global = random.nextBoolean();
            packets.vcrc = random.nextBoolean();
            packets.opcode = random.nextInt(256);
            packets.payload = new byte[random.nextInt(40)];
            boolean ethernet = random.nextInt(4) == 0;
            byte[] bytes = ethernet ? packets.roceV1() : packets.build();
            int linkType = ethernet ? LinkType.ETHERNET : LinkType.INFINIBAND;
            if (!ethernet && random.nextBoolean()) {
                int type = random.nextInt(8) == 0 ? Erf.TYPE_INFINIBAND_LINK : Erf.TYPE_INFINIBAND;
                bytes = InfinibandPackets.erf(type, random.nextInt(4), 1L << 32, "", bytes);
                linkType = LinkType.ERF;
            }
            if (random.nextInt(10) == 0) {
                random.nextBytes(bytes);
            }
            for (int damage = random.nextInt(4); damage > 0; damage--) {
                bytes[random.nextInt(Math.min(bytes.length, 80))] = (byte) random.nextInt(256);
            }
            int captured = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            int original = random.nextBoolean() ? captured : random.nextInt();
            try {
                dissect(bytes, captured, original, linkType);
                FieldTree.of(view);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " " + Arrays.toString(bytes), e);
            }
        }
    }
}
