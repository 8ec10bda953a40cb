package io.qpscope.port.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.endpoint.LocalAddress;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Linux asks and answers in the recordings; ours must be the same bytes. */
class NeighboursTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final byte[] MAC_A = mac(1);
    private static final byte[] MAC_B = mac(2);

    private final List<byte[]> sent = new ArrayList<>();

    private static byte[] mac(int host) {
        return new byte[] {0x52, 0x54, 0x00, 0x0a, 0x09, (byte) host};
    }

    private Neighbours at(byte[] address, byte[] mac) {
        return new Neighbours(LocalAddress.of(address, 4791), mac, sent::add);
    }

    private static byte[] ipv4(int host) {
        return new byte[] {10, 9, 0, (byte) host};
    }

    private static byte[] ipv6(int host) {
        byte[] address = HexFormat.of().parseHex("fd090000000000090000000000000000");
        address[15] = (byte) host;
        return address;
    }

    private static List<byte[]> frames(String name, int count) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (FrameCursor cursor = CaptureFile.open(List.of(CAPTURES.resolve(name)))) {
            while (frames.size() < count && cursor.next()) {
                byte[] bytes = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), bytes);
                frames.add(bytes);
            }
        }
        return frames;
    }

    private void same(byte[] expected) {
        assertThat(sent).hasSize(1);
        HexFormat hex = HexFormat.ofDelimiter(" ");
        assertThat(hex.formatHex(sent.get(0))).isEqualTo(hex.formatHex(expected));
    }

    /** Frame 1 asks for fd09:0:0:9::1, frame 2 is Linux's answer. */
    @Test
    void aSolicitationIsAnsweredAsLinuxDoes() throws IOException {
        List<byte[]> frames = frames("roce-ipv6-rping.pcap", 2);
        Neighbours a = at(ipv6(1), MAC_A);
        assertThat(a.read(frames.get(0))).isTrue();
        same(frames.get(1));
        byte[] asker = Arrays.copyOfRange(frames.get(0), 22, 38);
        assertThat(a.find(asker)).isEqualTo(MAC_B);
    }

    @Test
    void aSolicitationForAnotherIsNotAnswered() throws IOException {
        Neighbours other = at(ipv6(9), MAC_A);
        assertThat(other.read(frames("roce-ipv6-rping.pcap", 1).get(0))).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void anAdvertisementIsLearnt() throws IOException {
        Neighbours b = at(ipv6(2), MAC_B);
        assertThat(b.find(ipv6(1))).isNull();
        assertThat(b.read(frames("roce-ipv6-rping.pcap", 2).get(1))).isTrue();
        assertThat(b.find(ipv6(1))).isEqualTo(MAC_A);
        assertThat(sent).isEmpty();
    }

    /** From our address, not a link-local one; all else is Linux's, the checksum by its own sum. */
    @Test
    void aSolicitationOfOursIsAnsweredByAnotherOfUs() {
        at(ipv6(2), MAC_B).ask(ipv6(1));
        byte[] question = sent.remove(0);
        assertThat(HexFormat.of().formatHex(question, 0, 6)).isEqualTo("3333ff000001");
        assertThat(at(ipv6(1), MAC_A).read(question)).isTrue();
        byte[] answer = sent.remove(0);
        Neighbours b = at(ipv6(2), MAC_B);
        assertThat(b.read(answer)).isTrue();
        assertThat(b.find(ipv6(1))).isEqualTo(MAC_A);
    }

    /** RFC 826: hardware 1, protocol 0x0800, lengths 6 and 4, operation, sender, target. */
    @Test
    void anArpRequestIsAnswered() {
        at(ipv4(2), MAC_B).ask(ipv4(1));
        same(HexFormat.of()
                .parseHex("ffffffffffff" + "5254000a0902" + "0806" + "0001" + "0800" + "06" + "04"
                        + "0001" + "5254000a0902" + "0a090002" + "000000000000" + "0a090001"));
        byte[] question = sent.remove(0);
        Neighbours a = at(ipv4(1), MAC_A);
        assertThat(a.read(question)).isTrue();
        assertThat(a.find(ipv4(2))).isEqualTo(MAC_B);
        same(HexFormat.of()
                .parseHex("5254000a0902" + "5254000a0901" + "0806" + "0001" + "0800" + "06" + "04"
                        + "0002" + "5254000a0901" + "0a090001" + "5254000a0902" + "0a090002"));
        Neighbours b = at(ipv4(2), MAC_B);
        assertThat(b.read(sent.get(0))).isTrue();
        assertThat(b.find(ipv4(1))).isEqualTo(MAC_A);
    }

    @Test
    void anArpRequestForAnotherIsNotAnswered() {
        at(ipv4(2), MAC_B).ask(ipv4(1));
        byte[] question = sent.remove(0);
        assertThat(at(ipv4(9), MAC_A).read(question)).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void framesCutShortDoNoHarmAndDataIsLeftAlone() throws IOException {
        Neighbours a = at(ipv6(1), MAC_A);
        byte[] whole = frames("roce-ipv6-rping.pcap", 1).get(0);
        for (int length = 0; length < whole.length - 8; length++) {
            a.read(Arrays.copyOf(whole, length));
        }
        at(ipv4(2), MAC_B).ask(ipv4(1));
        byte[] arp = sent.remove(0);
        Neighbours v4 = at(ipv4(1), MAC_A);
        for (int length = 0; length < arp.length; length++) {
            v4.read(Arrays.copyOf(arp, length));
        }
        assertThat(sent.size()).isLessThanOrEqualTo(1);
        assertThat(a.read(frames("roce-ipv6-rping.pcap", 3).get(2))).isFalse();
    }
}
