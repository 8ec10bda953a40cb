package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Random;

/** Link layers, tags, and what of IP lies between them and UDP. */
class DissectorLinkTest {
    private static final int SEND = Opcode.SEND_ONLY;

    private final Random random = new Random(1);
    private final Dissector dissector = new Dissector(FrameBuilder.ROCE_PORT, true);
    private final FrameView view = new FrameView();

    private void dissect(FrameBuilder builder) {
        byte[] bytes = builder.roce(SEND, 13, random).build();
        dissect(builder.linkType, bytes);
    }

    private void dissect(int linkType, byte[] bytes) {
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, linkType);
        dissector.dissect(view);
    }

    private void isGoodSend() {
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.opcode()).isEqualTo(SEND);
        assertThat(view.destQp()).isEqualTo(0x11);
        assertThat(view.psn()).isEqualTo(0x12_3456);
        assertThat(view.ackReq()).isTrue();
        assertThat(view.bthFlags()).isEqualTo(0x70);
        assertThat(view.sourcePort()).isEqualTo(49152);
        assertThat(view.destinationPort()).isEqualTo(4791);
        assertThat(view.payloadLength()).isEqualTo(13);
        assertThat(view.payloadCaptured()).isEqualTo(13);
        assertThat(view.payloadOffset()).isEqualTo(view.bthOffset() + 12);
        assertThat(view.icrcOffset()).isEqualTo(view.payloadOffset() + 16);
        assertThat(view.stopLayer()).isNull();
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    @Test
    void readsEthernetAndIpv4() {
        dissect(new FrameBuilder().ethernet().ipv4("").trailer(6));
        isGoodSend();
        assertThat(view.destinationMacOffset()).isZero();
        assertThat(view.sourceMacOffset()).isEqualTo(6);
        assertThat(view.vlanTags()).isZero();
        assertThat(view.vlanId()).isEqualTo(-1);
        assertThat(view.pcp()).isEqualTo(-1);
        assertThat(view.etherType()).isEqualTo(0x0800);
        assertThat(view.ipVersion()).isEqualTo(4);
        assertThat(view.ipId()).isEqualTo(0xbeef);
        assertThat(view.ttl()).isEqualTo(0x3f);
        assertThat(view.dscp()).isEqualTo(0x1a);
        assertThat(view.ecn()).isEqualTo(2);
        assertThat(view.sourceHigh()).isZero();
        assertThat(view.sourceLow()).isEqualTo(0xffff_0a09_0001L);
        assertThat(view.destinationHigh()).isZero();
        assertThat(view.destinationLow()).isEqualTo(0xffff_0a09_0002L);
    }

    @Test
    void readsIpv6() {
        dissect(new FrameBuilder().ethernet().ipv6().trailer(3));
        isGoodSend();
        assertThat(view.ipVersion()).isEqualTo(6);
        assertThat(view.ipId()).isZero();
        assertThat(view.trafficClass()).isEqualTo(0x12);
        assertThat(view.ttl()).isEqualTo(63);
        assertThat(view.sourceHigh()).isEqualTo(0x2001_0db8_0000_0000L);
        assertThat(view.sourceLow()).isEqualTo(1);
        assertThat(view.destinationLow()).isEqualTo(2);
        dissect(new FrameBuilder().ethernet().ipv4(""));
        assertThat(view.sourceHigh()).as("nothing is left of the frame before").isZero();
    }

    /** Field cases BUG-032 and BUG-033. */
    @ParameterizedTest
    @CsvSource({
        "8100",
        "88a8",
        "9100",
        "88a8 8100",
        "8100 8100",
        "9100 8100",
        "88a8 8100 8100",
        "8100 8100 8100 8100 8100 8100 8100 8100"
    })
    void skipsTags(String types) {
        FrameBuilder builder = new FrameBuilder().ethernet();
        int vid = 100;
        for (String type : types.split(" ", -1)) {
            builder.tag(Integer.parseInt(type, 16), 3, vid++);
        }
        dissect(builder.ipv4(""));
        isGoodSend();
        assertThat(view.vlanTags()).isEqualTo(vid - 100);
        assertThat(view.vlanId()).isEqualTo(100);
        assertThat(view.pcp()).isEqualTo(3);
        assertThat(view.etherType()).isEqualTo(0x0800);
    }

    @Test
    void priorityTagHasVidZero() {
        dissect(new FrameBuilder().ethernet().tag(0x8100, 5, 0).ipv6());
        isGoodSend();
        assertThat(view.vlanId()).isZero();
        assertThat(view.pcp()).isEqualTo(5);
    }

    @Test
    void endlessTagsAreOther() {
        FrameBuilder builder = new FrameBuilder().ethernet();
        for (int i = 0; i < 9; i++) {
            builder.tag(0x8100, 0, i);
        }
        dissect(builder.ipv4(""));
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        assertThat(view.ipVersion()).isZero();
    }

    /** Field case BUG-045. */
    @Test
    void readsCookedCaptures() {
        dissect(new FrameBuilder().sll().ipv4(""));
        isGoodSend();
        assertThat(view.sourceMacOffset()).isEqualTo(6);
        assertThat(view.destinationMacOffset()).isEqualTo(-1);
        dissect(new FrameBuilder().sll().tag(0x8100, 1, 7).ipv6());
        isGoodSend();
        assertThat(view.vlanId()).isEqualTo(7);
        dissect(new FrameBuilder().sll2().ipv4(""));
        isGoodSend();
        assertThat(view.sourceMacOffset()).isEqualTo(12);
        assertThat(view.destinationMacOffset()).isEqualTo(-1);
        dissect(new FrameBuilder().sll2().tag(0x8100, 1, 7).ipv4(""));
        isGoodSend();
        assertThat(view.vlanId()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {LinkType.RAW, LinkType.RAW_BSD, LinkType.RAW_OPENBSD})
    void readsRawIp(int linkType) {
        dissect(new FrameBuilder().raw(linkType).ipv4(""));
        isGoodSend();
        assertThat(view.sourceMacOffset()).isEqualTo(-1);
        assertThat(view.destinationMacOffset()).isEqualTo(-1);
        assertThat(view.etherType()).isZero();
        dissect(new FrameBuilder().raw(linkType).ipv6());
        isGoodSend();
    }

    @Test
    void readsRawIpOfOneVersion() {
        dissect(new FrameBuilder().raw(LinkType.IPV4).ipv4(""));
        isGoodSend();
        dissect(new FrameBuilder().raw(LinkType.IPV6).ipv6());
        isGoodSend();
        dissect(new FrameBuilder().raw(LinkType.IPV4).ipv6());
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.IPV4);
    }

    @Test
    void otherLinkTypesAndEtherTypesAreOther() {
        dissect(LinkType.ERF, new byte[100]);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        // 802.3 with LLC, an ARP request, an opcode of MAC control that is no pause.
        String macs = "0180c2000000 020000000001 ";
        for (String rest : new String[] {"0026 424203 0000", "0806 0001", "8808 0002 0003"}) {
            dissect(LinkType.ETHERNET, FrameBuilder.hex(macs + rest));
            assertThat(view.kind()).isEqualTo(Kind.OTHER);
            assertThat(view.stopLayer()).isNull();
            assertThat(view.ipVersion()).isZero();
        }
    }

    @Test
    void skipsIpv4Options() {
        dissect(new FrameBuilder().ethernet().ipv4("94040000"));
        isGoodSend();
        dissect(new FrameBuilder().ethernet().ipv4("01".repeat(40)));
        isGoodSend();
    }

    @Test
    void skipsIpv6ExtensionHeaders() {
        String hopByHop = "2b00 010400000000";
        String routing = "3c02 0401000000 00".replace(" ", "") + "20010db8".repeat(4);
        String destination = "3300 010400000000";
        String authentication = "1104 0000 00000001 00000002 000102030405060708090a0b";
        String headers = hopByHop + routing + destination + authentication;
        dissect(new FrameBuilder().ethernet().ipv6().extensions(0, headers));
        isGoodSend();
        assertThat(view.ipProtocol()).isEqualTo(17);
        // A fragment header on a whole packet.
        dissect(new FrameBuilder().ethernet().ipv6().extensions(44, "1100 0000 00000007"));
        isGoodSend();
        assertThat(view.fragment()).isFalse();
    }

    @Test
    void endlessExtensionHeadersAreOther() {
        String headers = "0000 010400000000".repeat(20);
        dissect(new FrameBuilder().ethernet().ipv6().extensions(0, headers));
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001", "0ff9", "0010"})
    void readsNothingOfIpv6Fragments(String offsetAndMore) {
        String header = "1100 " + offsetAndMore + " 00000007";
        dissect(new FrameBuilder().ethernet().ipv6().extensions(44, header));
        isFragment();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x2000, 0x0001, 0x3fff})
    void readsNothingOfIpv4Fragments(int word) {
        byte[] bytes =
                new FrameBuilder().ethernet().ipv4("").roce(SEND, 8, random).build();
        ByteBuffer.wrap(bytes).putShort(14 + 6, (short) word);
        dissect(LinkType.ETHERNET, bytes);
        isFragment();
    }

    private void isFragment() {
        assertThat(view.fragment()).isTrue();
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        assertThat(view.ipProtocol()).isEqualTo(17);
        assertThat(view.transportOffset()).isEqualTo(-1);
        assertThat(view.bthOffset()).isEqualTo(-1);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.UNCHECKED);
        assertThat(view.stopLayer()).isNull();
    }

    @Test
    void otherPortsAreOther() {
        byte[] bytes =
                new FrameBuilder().ethernet().ipv4("").roce(SEND, 8, random).build();
        ByteBuffer.wrap(bytes).putShort(36, (short) 4792).putShort(34, (short) 4791);
        dissect(LinkType.ETHERNET, bytes);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        assertThat(view.bthOffset()).isEqualTo(-1);
        assertThat(view.transportPayloadOffset()).isEqualTo(42);
        assertThat(view.transportPayloadLength()).isEqualTo(24);
        new Dissector(4792, false).dissect(view);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.UNCHECKED);
        assertThat(view.icrcCaptured()).isTrue();
    }

    @Test
    void readsTcp() {
        String ip =
                "020000000002 020000000001 0800 4500 0035 0000 4000 4006 0000 0a090001 0a090002";
        String tcp = "d903 4a9d 00000001 00000002 6018 ffff 0000 0000 01010101 6162636465666768 69";
        dissect(LinkType.ETHERNET, FrameBuilder.hex(ip + tcp + "0000"));
        assertThat(view.kind()).isEqualTo(Kind.TCP);
        assertThat(view.sourcePort()).isEqualTo(0xd903);
        assertThat(view.destinationPort()).isEqualTo(19101);
        assertThat(view.transportPayloadOffset()).isEqualTo(34 + 24);
        assertThat(view.transportPayloadLength()).isEqualTo(9);
        assertThat(view.transportPayloadCaptured()).isEqualTo(9);
    }
}
