package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/** Credits of a native InfiniBand link from the capture to the report, in both containers. */
class LinkCreditsTest {
    /** How a capture tells flow-control packets from data packets. */
    enum Container {
        ERF(197) {
            @Override
            byte[] record(boolean link, int port, byte[] packet) {
                int length = (16 + packet.length + 7) & ~7;
                return ByteBuffer.allocate(length)
                        .putLong(0)
                        .put((byte) (link ? 25 : 21))
                        .put((byte) (4 | port))
                        .putShort((short) length)
                        .putShort((short) 0)
                        .putShort((short) packet.length)
                        .put(packet)
                        .array();
            }
        },
        MARKED(162) {
            @Override
            byte[] record(boolean link, int port, byte[] packet) {
                return ByteBuffer.allocate(8 + packet.length)
                        .put("QPIB".getBytes(StandardCharsets.US_ASCII))
                        .put((byte) 1)
                        .put((byte) (link ? 1 : 0))
                        .put((byte) port)
                        .put((byte) 0)
                        .put(packet)
                        .array();
            }
        };

        final int linkType;

        Container(int linkType) {
            this.linkType = linkType;
        }

        abstract byte[] record(boolean link, int port, byte[] packet);
    }

    /** An acknowledgement that an adapter sent, with its VCRC: 30 bytes, one block. */
    private static final byte[] ACK =
            hex("00020004000700011140ffff0087040800d40a551f000001a80355503081");

    @TempDir
    Path folder;

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    /** With an LPCRC bit by bit from the polynomial, x^16+x^12+x^3+x+1 reflected. */
    private static byte[] link(int op, int fctbs, int fccl) {
        ByteBuffer packet = ByteBuffer.allocate(6);
        packet.putShort((short) (op << 12 | fctbs)).putShort((short) fccl);
        int register = 0xffff;
        for (int bit = 0; bit < 32; bit++) {
            register ^= packet.get(bit / 8) >> bit % 8 & 1;
            register = register >>> 1 ^ ((register & 1) == 0 ? 0 : 0xd008);
        }
        register ^= 0xffff;
        return packet.put((byte) register).put((byte) (register >>> 8)).array();
    }

    private Path capture(Container container) throws IOException {
        return Pcap.write(
                folder.resolve("link.pcap"),
                container.linkType,
                container.record(true, 0, link(1, 0, 0)),
                container.record(true, 1, link(1, 0, 8)),
                container.record(true, 0, link(0, 0, 0)),
                container.record(true, 1, link(0, 0, 8)),
                container.record(false, 0, ACK),
                // Two blocks more than passed.
                container.record(true, 0, link(0, 3, 0)));
    }

    @ParameterizedTest
    @EnumSource
    void creditsAndLossesAreReported(Container container) throws IOException {
        Path file = capture(container);
        CommandRun run = CommandRun.of("analyze", "--format=json", file);
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode report = JsonMapper.shared().readTree(run.out());
        assertThat(report.get("protocols").get("InfiniBandLink").asInt()).isEqualTo(5);
        assertThat(report.get("protocols").get("InfiniBand").asInt()).isEqualTo(1);
        assertThat(report.get("protocols").get("other").asInt()).isZero();
        assertThat(report.get("icrc").get("checked").asInt()).isEqualTo(1);
        assertThat(report.get("icrc").get("bad").asInt()).isZero();
        JsonNode sender = report.get("links").get(0);
        assertThat(sender.propertyNames())
                .contains("interface", "vl", "minCreditBlocks", "starvedNs", "leaks", "badLpcrc");
        assertThat(sender.get("interface").asInt()).isZero();
        assertThat(sender.get("vl").asInt()).isZero();
        assertThat(sender.get("dataBlocks").asInt()).isEqualTo(1);
        assertThat(sender.get("minCreditBlocks").asInt()).isEqualTo(5);
        assertThat(sender.get("starvedNs").asLong()).isZero();
        assertThat(sender.get("leaks").asInt()).isEqualTo(1);
        assertThat(sender.get("leakedBlocks").asInt()).isEqualTo(2);
        assertThat(sender.get("badLpcrc").asInt()).isZero();
        JsonNode finding = report.get("findings").get(0);
        assertThat(finding.get("rule").asString()).isEqualTo("IB-CREDIT-LEAK");
        assertThat(finding.get("frames").get(0).asInt()).isEqualTo(6);
        assertThat(finding.get("reference").asString()).contains("from memory, not verified");
        assertThat(CommandRun.of("analyze", file).out())
                .contains("least credits")
                .contains("IB-CREDIT-LEAK");
    }

    @ParameterizedTest
    @EnumSource
    void everyFieldIsShownWithItsVerdict(Container container) throws IOException {
        String shown = CommandRun.of("show", "--frame=6", capture(container)).out();
        assertThat(shown)
                .containsPattern("infiniband_link.op +0 .*normal")
                .containsPattern("infiniband_link.fctbs +3 ")
                .containsPattern("infiniband_link.vl +0 ")
                .containsPattern("infiniband_link.fccl +0 ")
                .containsPattern("infiniband_link.lpcrc.status +good");
        String data = CommandRun.of("show", "--frame=5", capture(container)).out();
        assertThat(data)
                .containsPattern("infiniband.variant.crc.status +good")
                .containsPattern("infiniband.invariant.crc.status +good");
    }
}
