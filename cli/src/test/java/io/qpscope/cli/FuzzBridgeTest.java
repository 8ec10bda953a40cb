package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.TwoHosts.Program;
import io.qpscope.port.pcap.LiveCapture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The bridge between two hosts in namespaces of their own, our endpoints on both, and each side's
 * account against what that endpoint counted itself.
 */
class FuzzBridgeTest {
    private static final String TROUBLE = """
            faults:
              - drop: {qp: 1, from: a, probability: 0.01, round: 1}
              - rnr: {qp: 1, message: 3, timer: 12, times: 1}
              - corrupt: {qp: 1, psn: 100, round: 1, field: bth.psn, xor: 1}
            """;

    private static final Path TAGGED = Path.of("..", "captures", "roce-vlan-ops.pcap");

    @TempDir
    Path folder;

    private Path plan(String text) throws IOException {
        return Files.writeString(folder.resolve("plan.yaml"), text);
    }

    private static JsonNode json(Program bridge) throws IOException {
        return JsonMapper.shared().readTree(bridge.out());
    }

    private static JsonNode side(JsonNode report, int index) {
        assertThat(report.get("sessions")).hasSize(1);
        return report.get("sessions").get(0).get("sides").get(index);
    }

    private static void assertSame(
            JsonNode side, Map<String, Long> counters, String field, String counter) {
        assertThat(side.get(field).asLong())
                .as("%s, %s, of %s", field, counter, side.get("interface"))
                .isEqualTo(counters.getOrDefault(counter, 0L));
    }

    private static void assertAgrees(JsonNode side, Map<String, Long> counters) {
        assertSame(side, counters, "duplicatePackets", "duplicate_request");
        assertSame(side, counters, "naksSent", "out_of_seq_request");
        assertSame(side, counters, "naksReceived", "rcvd_seq_err");
        assertSame(side, counters, "rnrNaksSent", "send_rnr_err");
        assertSame(side, counters, "rnrNaksReceived", "rcvd_rnr_err");
        assertSame(side, counters, "badIcrcReceived", "dropped_bad_icrc");
    }

    /** Neighbours are found through the bridge as well: ARP, neighbour discovery. */
    @ParameterizedTest
    @CsvSource({"10.66.0.1, 10.66.0.2", "fd66::1, fd66::2"})
    void bothAccountsAreWhatTheEndpointsCounted(String a, String b) throws Exception {
        Namespace.in(() -> {
            try (TwoHosts hosts = new TwoHosts(folder)) {
                Path plan = plan(TROUBLE);
                Program bridge = hosts.between(
                                "fuzz", "--bridge", "xa,xb", "--plan", plan, "--seed", 5, "--json")
                        .await("is up");
                Program serve = hosts.on("b", b, "serve", "--bind", b).await("pingpong on");
                Program ping = hosts.on(
                        "a", a, "ping", "--to", b, "--bind", a, "--verb", "write", "--size", 8192,
                        "--count", 60);
                assertThat(ping.end()).as(ping.out() + ping.err()).isZero();
                serve.stop();
                assertThat(bridge.stop()).as(bridge.out()).isZero();
                JsonNode report = json(bridge);
                for (JsonNode rule : report.get("faults")) {
                    assertThat(rule.get("fires").asInt()).as(rule.toString()).isPositive();
                }
                assertAgrees(side(report, 0), ping.counters());
                assertAgrees(side(report, 1), serve.counters());
                assertThat(side(report, 0).get("address").asString()).isEqualTo(a);
                assertThat(side(report, 0).get("rnrNaksReceived").asInt()).isEqualTo(1);
                assertThat(side(report, 1).get("badIcrcReceived").asInt()).isEqualTo(1);
                assertThat(side(report, 0).get("outcome").get("status").asString())
                        .isEqualTo("SUCCESS");
                for (JsonNode end : report.get("interfaces")) {
                    assertThat(end.get("refused").asInt()).isZero();
                    assertThat(end.get("addedLatencyNs").get("p99").asLong()).isPositive();
                }
                return report;
            }
        });
    }

    /** The kernel here may have no VLAN devices: recorded frames are played into the cable. */
    @Test
    void tagsAreKeptAndBothTapsAreRecorded() throws Exception {
        Path file = folder.resolve("taps.pcapng");
        List<byte[]> recorded = frames(TAGGED, 0);
        List<byte[]> arrived = new ArrayList<>();
        Namespace.in(() -> {
            try (TwoHosts hosts = new TwoHosts(folder);
                    LiveCapture far = hosts.capture("vb")) {
                Path plan = plan("faults:\n  - delay: {qp: 1, psn: 2, by: 20ms}\n");
                Program bridge = hosts.between(
                                "fuzz", "--bridge", "xa,xb", "--plan", plan, "--pcap", file)
                        .await("is up");
                assertThat(CommandRun.of("replay", TAGGED, "--to", "va", "--speed", "top")
                                .err())
                        .isEmpty();
                for (int quiet = 0; quiet < 50; quiet++) {
                    int got = far.poll(1000, (bytes, length, time) -> arrived.add(bytes));
                    quiet = got > 0 ? 0 : quiet;
                    Thread.sleep(10);
                }
                assertThat(bridge.stop()).isZero();
                assertThat(bridge.out()).contains("1 times: delay");
                return bridge;
            }
        });
        assertThat(frames(file, 0)).containsExactlyElementsOf(recorded);
        assertThat(arrived).containsExactlyInAnyOrderElementsOf(recorded);
        assertThat(frames(file, 1)).containsExactlyElementsOf(arrived);
        assertThat(arrived).isNotEqualTo(recorded);
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                .contains("QPScope bridge: rule 1, delay", "QPScope bridge: held back");
    }

    private static List<byte[]> frames(Path file, int tap) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (FrameCursor cursor = CaptureFile.open(file)) {
            while (cursor.next()) {
                byte[] bytes = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), bytes);
                if (cursor.interfaceId() == tap) {
                    frames.add(bytes);
                }
            }
        }
        return frames;
    }

    @Test
    void aWrongMpaCrcEndsInATerminateOfWhoGotIt() throws Exception {
        Namespace.in(() -> {
            try (TwoHosts hosts = new TwoHosts(folder)) {
                Path plan = plan("faults:\n  - mpa: {stream: 1, fpdu: 4, crc: bad, from: a}\n");
                Program bridge = hosts.between(
                                "fuzz", "--bridge", "xa,xb", "--plan", plan, "--json")
                        .await("is up");
                Program serve = hosts.on(
                                "b", "10.66.0.2", "serve", "--iwarp", "--bind", "10.66.0.2")
                        .await("rping on");
                Program ping = hosts.on(
                        "a",
                        "10.66.0.1",
                        "ping",
                        "--iwarp",
                        "--to",
                        "10.66.0.2",
                        "--verb",
                        "read",
                        "--size",
                        256,
                        "--count",
                        10);
                assertThat(ping.end()).isEqualTo(ExitCode.CHECK_FAILED);
                serve.stop();
                assertThat(bridge.stop()).as(bridge.out()).isZero();
                assertThat(serve.counters()).containsEntry("bad_crcs", 1L);
                JsonNode report = json(bridge);
                assertThat(side(report, 0).get("terminate").isNull()).isTrue();
                assertThat(side(report, 1).get("terminate").asString()).contains("CRC");
                assertThat(side(report, 1).get("badMpaCrcsReceived").asInt()).isEqualTo(1);
                assertThat(report.get("findings")).isEmpty();
                return report;
            }
        });
    }

    @Test
    void aRuleThatNeverActedIsAFailure() throws Exception {
        CommandRun run = virtual("drop: {qp: 1}", "--time", "300ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(run.out())
                .contains(
                        "0 times, not exercised: drop {qp: 1}",
                        "No RDMA session crossed the bridge.");
        assertThat(virtual("drop: {qp: 1, optional: true}", "--time", "300ms").exitCode())
                .isZero();
    }

    private CommandRun virtual(String rule, String... more) throws Exception {
        return Namespace.in(() -> {
            try (TwoHosts hosts = new TwoHosts(folder)) {
                assertThat(hosts).isNotNull();
                return fuzz("xa,xb", rule, more);
            }
        });
    }

    private CommandRun fuzz(String interfaces, String rule, String... more) throws IOException {
        Path plan = plan("faults:\n  - " + rule + "\n");
        Object[] words = new Object[5 + more.length];
        System.arraycopy(
                new Object[] {"fuzz", "--bridge", interfaces, "--plan", plan}, 0, words, 0, 5);
        System.arraycopy(more, 0, words, 5, more.length);
        return CommandRun.of(words);
    }

    @Test
    void trafficOfOthersIsBrokenOnlyByThoseWhoSaySo() throws Exception {
        Namespace.in(() -> {
            Namespace.run("ip", "link", "add", "d0", "up", "type", "veth", "peer", "name", "d1");
            Namespace.run("ip", "link", "add", "real", "up", "type", "bridge");
            CommandRun refused =
                    fuzz("d0,real", "nak: {psn: 1, code: REMOTE_ACCESS_ERROR}", "--time", "1s");
            assertThat(refused.exitCode()).as(refused.err()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err())
                    .contains("'nak'", "plan.yaml:2", "real (driver bridge)", "--yes");
            CommandRun harmless =
                    fuzz("d0,real", "delay: {by: 1us, optional: true}", "--time", "100ms");
            assertThat(harmless.exitCode()).as(harmless.err()).isZero();
            CommandRun meant = fuzz(
                    "d0,real",
                    "nak: {psn: 1, code: REMOTE_ACCESS_ERROR, optional: true}",
                    "--yes",
                    "--time",
                    "100ms");
            assertThat(meant.exitCode()).as(meant.err()).isZero();
            return refused;
        });
    }

    @Test
    void whatIsWrongIsSaidInALine() throws Exception {
        for (String pair : new String[] {"lo", "lo,lo", "a,b,c"}) {
            CommandRun run = CommandRun.of("fuzz", "--bridge", pair);
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--bridge takes two different interfaces");
        }
        CommandRun storm = fuzz("lo,none", "pause: {port: a, class: 3, quanta: 1}");
        assertThat(storm.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(storm.err()).contains("plan.yaml:2", "simulated network");
        CommandRun none = CommandRun.of("fuzz", "--bridge", "not-there,lo");
        assertThat(none.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(none.err()).contains("not-there").hasLineCount(1);
    }
}
