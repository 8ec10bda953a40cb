package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.jerolba.carpet.CarpetReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The tables hold what the JSON report counts; read back with the library's reader. */
class ParquetTest {
    private static final Path CAPTURES = Path.of("..", "captures");

    @TempDir
    Path folder;

    /** Columns that tests look at, by the names that the README gives. */
    record Message(
            int flow,
            String verb,
            Integer firstPsn,
            Integer lastPsn,
            Long payloadBytes,
            long firstFrame,
            long lastFrame,
            long firstTimeNs,
            long lastTimeNs,
            Long doneFrame,
            Long doneTimeNs,
            Long resentPackets,
            String result) {}

    record Direction(
            int session, String from, Integer flow, long packets, Long pausedNs, String outcome) {}

    record Episode(int session, int episode, String cause, long startFrame, long lostNs) {}

    record Finding(String rule, String severity, int session, List<Long> frames, String message) {}

    private <T> List<T> table(String name, Class<T> row) throws IOException {
        return new CarpetReader<>(folder.resolve(name + ".parquet").toFile(), row).toList();
    }

    private JsonNode analyze(Path capture) {
        CommandRun run = CommandRun.of("analyze", "--format=json", "--parquet", folder, capture);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    private static Stream<Path> recordings() throws IOException {
        try (Stream<Path> all = Files.list(CAPTURES)) {
            List<Path> captures = all.filter(
                            path -> path.toString().matches(".*/(roce|iwarp)-.*\\.pcap.*"))
                    .sorted()
                    .toList();
            return captures.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyMessageIsThereOnce(Path capture) throws IOException {
        JsonNode report = analyze(capture);
        Map<Integer, Map<String, Long>> told = new TreeMap<>();
        Map<Integer, Long> done = new TreeMap<>();
        for (Message message : table("messages", Message.class)) {
            told.computeIfAbsent(message.flow(), flow -> new TreeMap<>())
                    .merge(message.verb(), 1L, Long::sum);
            done.merge(message.flow(), message.doneFrame() == null ? 0L : 1L, Long::sum);
        }
        List<Direction> directions = table("directions", Direction.class);
        assertThat(directions).hasSize(2 * report.get("sessions").size());
        for (Direction row : directions) {
            JsonNode session = report.get("sessions").get(row.session() - 1);
            JsonNode direction = session.get("directions").get(row.from().equals("a") ? 0 : 1);
            Map<String, Long> counted = new TreeMap<>();
            direction.get("messages").properties().forEach(verb -> {
                if (verb.getValue().asLong() > 0) {
                    counted.put(verb.getKey(), verb.getValue().asLong());
                }
            });
            int flow = row.flow() == null ? 0 : row.flow();
            assertThat(told.getOrDefault(flow, Map.of())).as(row.toString()).isEqualTo(counted);
            assertThat(done.getOrDefault(flow, 0L))
                    .as(row.toString())
                    .isEqualTo(direction.get("completedMessages").asLong());
            assertThat(row.packets()).isEqualTo(direction.get("packets").asLong());
        }
    }

    /** By its name 65536 bytes a message; the manifest has the program's own figures. */
    @Test
    void messagesHaveTheirBytesAndTimes() throws IOException {
        JsonNode report = analyze(CAPTURES.resolve("roce-perf-read-65536.pcap"));
        List<Message> messages = table("messages", Message.class);
        assertThat(messages).isNotEmpty();
        int mtu = report.get("sessions").get(0).get("pathMtu").asInt();
        Message last = null;
        for (Message message : messages) {
            assertThat(message.verb()).isEqualTo("READ");
            assertThat(message.result()).isEqualTo("COMPLETED");
            assertThat(message.payloadBytes()).isEqualTo(65_536);
            assertThat((message.lastPsn() - message.firstPsn() + (1 << 24)) % (1 << 24))
                    .isEqualTo(65_536 / mtu - 1);
            assertThat(message.doneTimeNs()).isGreaterThan(message.firstTimeNs());
            if (last != null) {
                assertThat(message.firstPsn()).isEqualTo((last.lastPsn() + 1) % (1 << 24));
            }
            last = message;
        }
    }

    /** By their names 65536 bytes a message over iWARP, too. */
    @ParameterizedTest
    @CsvSource({"iwarp-perf-read-65536, READ", "iwarp-perf-write-65536-mtu9000, WRITE"})
    void messagesOfStreamsHaveTheirBytesAndTimes(String name, String verb) throws IOException {
        analyze(CAPTURES.resolve(name + ".pcap"));
        List<Message> large = table("messages", Message.class).stream()
                .filter(message -> message.verb().equals(verb))
                .toList();
        assertThat(large).hasSizeGreaterThanOrEqualTo(5);
        for (Message message : large) {
            assertThat(message.result()).isEqualTo("COMPLETED");
            assertThat(message.payloadBytes()).isEqualTo(65_536);
            assertThat(message.firstPsn()).isNull();
            assertThat(message.resentPackets()).isNull();
            assertThat(message.doneTimeNs()).isGreaterThan(message.lastTimeNs());
            boolean inOneFrame = verb.equals("READ");
            assertThat(message.lastFrame() == message.firstFrame()).isEqualTo(inOneFrame);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "iwarp-terminate-bounds-read, READ",
        "iwarp-terminate-no-access, WRITE",
        "iwarp-terminate-send-too-long, SEND"
    })
    void aMessageThatATerminateNamesIsRefused(String name, String verb) throws IOException {
        analyze(CAPTURES.resolve(name + ".pcap"));
        assertThat(table("messages", Message.class))
                .filteredOn(message -> message.result().equals("REFUSED"))
                .hasSize(1)
                .allMatch(message -> message.verb().equals(verb) && message.doneFrame() == null);
    }

    @Test
    void aRefusedMessageSaysSo() throws IOException {
        analyze(CAPTURES.resolve("roce-nak-bad-rkey-write-multi.pcap"));
        assertThat(table("messages", Message.class))
                .filteredOn(message -> message.result().equals("REFUSED"))
                .hasSize(1)
                .allMatch(message -> message.verb().equals("WRITE"));
    }

    @Test
    void episodesAndFindingsAreThoseOfTheReport() throws IOException {
        JsonNode report = analyze(CAPTURES.resolve("roce-loss20-atomics.pcap"));
        List<Episode> episodes = new ArrayList<>();
        for (JsonNode session : report.get("sessions")) {
            for (JsonNode episode : session.get("episodes")) {
                episodes.add(new Episode(
                        session.get("id").asInt(),
                        episode.get("id").asInt(),
                        episode.get("cause").asString(),
                        episode.get("startFrame").asLong(),
                        episode.get("lostNs").asLong()));
            }
        }
        assertThat(table("episodes", Episode.class)).isNotEmpty().isEqualTo(episodes);
        List<Finding> findings = new ArrayList<>();
        for (JsonNode finding : report.get("findings")) {
            List<Long> frames = new ArrayList<>();
            finding.get("frames").forEach(frame -> frames.add(frame.asLong()));
            findings.add(new Finding(
                    finding.get("rule").asString(),
                    finding.get("severity").asString(),
                    finding.get("session").asInt(),
                    frames,
                    finding.get("message").asString()));
        }
        assertThat(table("findings", Finding.class)).isNotEmpty().isEqualTo(findings);
    }

    @Test
    void whatCanNotBeToldIsNull() throws IOException {
        analyze(CAPTURES.resolve("roce-loss20-atomics.pcap"));
        assertThat(table("directions", Direction.class))
                .allMatch(direction -> direction.pausedNs() == null);
    }

    @Test
    void aFolderThatCanNotBeMadeIsExitCodeSeventyFour() throws IOException {
        Path capture = Pcap.write(folder.resolve("a.pcap"), Pcap.ACK);
        CommandRun run = CommandRun.of("analyze", "--parquet", capture, capture);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(run.err()).startsWith("qpscope: " + capture + ": ");
    }
}
