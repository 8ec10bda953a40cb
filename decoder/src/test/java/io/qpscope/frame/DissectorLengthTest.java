package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Frames that are cut, and headers whose lengths contradict one another. Offsets are as below. */
class DissectorLengthTest {
    private static final int IP = 14;
    private static final int UDP = 34;
    private static final int BTH = 42;

    private final Random random = new Random(2);
    private final Dissector dissector = new Dissector(FrameBuilder.ROCE_PORT, true);
    private final FrameView view = new FrameView();

    private byte[] roce(int opcode, int length) {
        return new FrameBuilder()
                .ethernet()
                .ipv4("")
                .roce(opcode, length, random)
                .build();
    }

    private void dissect(byte[] bytes, int captured, int original) {
        // No more than was captured, so that reading behind it would throw.
        ByteBuffer buffer = ByteBuffer.wrap(Arrays.copyOf(bytes, captured));
        view.wrap(buffer, 0, captured, original, LinkType.ETHERNET);
        dissector.dissect(view);
    }

    private void dissect(byte[] bytes) {
        dissect(bytes, bytes.length, bytes.length);
    }

    private void stopsAt(Kind kind, Layer layer, int offset, int needed, int available) {
        assertThat(view.kind()).isEqualTo(kind);
        assertThat(view.stopLayer()).isEqualTo(layer);
        assertThat(view.stopOffset()).isEqualTo(offset);
        assertThat(view.stopNeeded()).isEqualTo(needed);
        assertThat(view.stopAvailable()).isEqualTo(available);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.UNCHECKED);
    }

    /** Field case BUG-002. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 200, 201, 202, 203})
    void padLiesBeforeTheIcrcAndIsCovered(int length) {
        byte[] bytes = roce(Opcode.SEND_ONLY, length);
        dissect(bytes);
        assertThat(view.payloadLength()).isEqualTo(length);
        assertThat(view.icrcOffset()).isEqualTo(BTH + 12 + (length + 3) / 4 * 4);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        if (length % 4 != 0) {
            bytes[view.icrcOffset() - 1] ^= 1;
            dissect(bytes);
            assertThat(view.icrc()).isEqualTo(IcrcStatus.BAD);
        }
    }

    @Test
    void knowsTheHeadersOfAllOpcodes() {
        for (int opcode = 0; opcode < 256; opcode++) {
            byte[] bytes = roce(opcode, 9);
            dissect(bytes);
            assertThat(view.kind()).as(Opcode.name(opcode)).isEqualTo(Kind.ROCE_V2);
            assertThat(view.payloadLength()).isEqualTo(9);
            assertThat(view.extendedOffset()).isEqualTo(BTH + 12);
            assertThat(view.payloadOffset()).isEqualTo(BTH + 12 + Opcode.headerLength(opcode));
            assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        }
    }

    /** Field case BUG-046. */
    @ParameterizedTest
    @ValueSource(ints = {96, 128, 256, 4096 + 54, 4096 + 57})
    void snapLengthLeavesThePayloadLength(int captured) {
        byte[] bytes = roce(Opcode.SEND_MIDDLE, 4096);
        dissect(bytes, captured, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.payloadLength()).isEqualTo(4096);
        assertThat(view.payloadCaptured()).isEqualTo(Math.min(4096, captured - 54));
        assertThat(view.icrcCaptured()).isFalse();
        assertThat(view.icrcStored()).isZero();
        assertThat(view.icrc()).isEqualTo(IcrcStatus.UNCHECKED);
        assertThat(view.stopLayer()).isNull();
    }

    @Test
    void aCutBehindTheIcrcHidesNothing() {
        byte[] bytes = new FrameBuilder()
                .ethernet()
                .ipv4("")
                .roce(Opcode.ACKNOWLEDGE, 0, random)
                .build();
        dissect(bytes, bytes.length, bytes.length + 6);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    @ParameterizedTest
    @CsvSource({
        "0, ETHERNET, 0, 14", "13, ETHERNET, 0, 14", "14, IPV4, 14, 20", "33, IPV4, 14, 20",
        "34, UDP, 34, 8", "41, UDP, 34, 8", "42, BTH, 42, 12", "53, BTH, 42, 12",
        "54, RETH, 54, 16", "69, RETH, 54, 16", "70, IMM_DT, 70, 4", "73, IMM_DT, 70, 4"
    })
    void aCutInTheHeadersIsNoFaultOfThePacket(int captured, Layer layer, int offset, int needed) {
        byte[] bytes = roce(Opcode.WRITE_ONLY_IMM, 5);
        dissect(bytes, captured, bytes.length);
        stopsAt(Kind.CUT, layer, offset, needed, captured - offset);
        assertThat(view.bthOffset()).isEqualTo(captured >= 54 ? BTH : -1);
        dissect(bytes, 74, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
    }

    @ParameterizedTest
    @CsvSource({
        "40, RDETH, 54, 4",
        "43, RDETH, 54, 4",
        "4b, DETH, 58, 8",
        "ab, XRCETH, 54, 4",
        "1c, FETH, 54, 4",
        "13, ATOMIC_ETH, 54, 28",
        "11, AETH, 54, 4",
        "12, ATOMIC_ACK_ETH, 58, 8",
        "17, IETH, 54, 4",
        "81, CNP, 54, 16",
        "64, DETH, 54, 8"
    })
    void namesTheExtendedHeaderThatIsCut(String opcode, Layer layer, int offset, int needed) {
        byte[] bytes = roce(Integer.parseInt(opcode, 16), 0);
        dissect(bytes, offset + needed - 1, bytes.length);
        stopsAt(Kind.CUT, layer, offset, needed, needed - 1);
    }

    /** A UDP length that ends inside the packet, IP's following it: nothing is cut here. */
    @ParameterizedTest
    @CsvSource({
        "8, BTH, 42, 12, 0", "19, BTH, 42, 12, 11", "20, RETH, 54, 16, 0", "35, RETH, 54, 16, 15",
        "36, ICRC, 70, 4, 0", "39, ICRC, 70, 4, 3", "40, PAYLOAD, 70, 3, 0", "42, PAYLOAD, 70, 3, 2"
    })
    void udpTooShortForRoceIsMalformed(int length, Layer layer, int offset, int needed, int there) {
        byte[] bytes = roce(Opcode.WRITE_ONLY, 5);
        ByteBuffer.wrap(bytes).putShort(UDP + 4, (short) length);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, layer, offset, needed, there);
        ByteBuffer.wrap(bytes).putShort(UDP + 4, (short) 43);
        dissect(bytes);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.payloadLength()).isZero();
    }

    @Test
    void cnpNeedsItsZerosAndAnIcrc() {
        byte[] bytes = roce(Opcode.CNP, 0);
        ByteBuffer.wrap(bytes).putShort(UDP + 4, (short) 35);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.CNP, 54, 16, 15);
        ByteBuffer.wrap(bytes).putShort(UDP + 4, (short) 36);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.ICRC, 70, 4, 0);
    }

    @Test
    void udpLengthMustFitIp() {
        byte[] bytes = roce(Opcode.SEND_ONLY, 8);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int wrong : new int[] {0, 1, 7}) {
            buffer.putShort(UDP + 4, (short) wrong);
            dissect(bytes);
            stopsAt(Kind.MALFORMED, Layer.UDP, UDP, 8, wrong);
        }
        for (int wrong : new int[] {33, 0xffff}) {
            buffer.putShort(UDP + 4, (short) wrong);
            dissect(bytes);
            stopsAt(Kind.MALFORMED, Layer.UDP, UDP, wrong, 32);
            assertThat(view.transportPayloadLength()).isEqualTo(24);
        }
    }

    @Test
    void ipv4LengthMustFitTheFrame() {
        byte[] bytes = roce(Opcode.SEND_ONLY, 8);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putShort(IP + 2, (short) 53);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV4, IP, 53, 52);
        assertThat(view.ipVersion()).as("addresses are there all the same").isEqualTo(4);
        buffer.putShort(IP + 2, (short) 19);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV4, IP, 20, 19);
        buffer.putShort(IP + 2, (short) 52).put(IP, (byte) 0x44);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV4, IP, 20, 16);
        buffer.put(IP, (byte) 0x65);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV4, IP, 20, 52);
    }

    /** What a host records of its own large sends, before the adapter splits them. */
    @Test
    void ipLengthZeroMeansTheFrame() {
        byte[] bytes = roce(Opcode.SEND_ONLY, 8);
        ByteBuffer.wrap(bytes).putShort(IP + 2, (short) 0);
        dissect(bytes);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        bytes = new FrameBuilder()
                .ethernet()
                .ipv6()
                .roce(Opcode.SEND_ONLY, 8, random)
                .build();
        ByteBuffer.wrap(bytes).putShort(IP + 4, (short) 0);
        dissect(bytes);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
    }

    @Test
    void ipv6LengthMustFitTheFrame() {
        byte[] bytes = new FrameBuilder()
                .ethernet()
                .ipv6()
                .roce(Opcode.SEND_ONLY, 8, random)
                .build();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putShort(IP + 4, (short) 33);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV6, IP, 73, 72);
        buffer.putShort(IP + 4, (short) 7);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.UDP, IP + 40, 8, 7);
        // A destination options header of 8 + 8 * 8 bytes.
        buffer.putShort(IP + 4, (short) 32).put(IP + 6, (byte) 60).put(IP + 41, (byte) 8);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV6, IP + 40, 72, 32);
        buffer.put(IP, (byte) 0x40);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.IPV6, IP, 40, 72);
    }

    @Test
    void tcpHeaderMustFit() {
        byte[] bytes = roce(Opcode.SEND_ONLY, 64);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.put(IP + 9, (byte) 6).put(UDP + 12, (byte) 0x40);
        dissect(bytes);
        stopsAt(Kind.MALFORMED, Layer.TCP, UDP, 20, 16);
        buffer.put(UDP + 12, (byte) 0xf0);
        dissect(bytes, UDP + 59, bytes.length);
        stopsAt(Kind.CUT, Layer.TCP, UDP, 60, 59);
        dissect(bytes, UDP + 19, bytes.length);
        stopsAt(Kind.CUT, Layer.TCP, UDP, 20, 19);
        dissect(bytes, UDP + 60, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.TCP);
        assertThat(view.transportPayloadLength()).isEqualTo(bytes.length - UDP - 60);
        assertThat(view.transportPayloadCaptured()).isZero();
    }
}
