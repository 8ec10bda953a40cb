package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.jerolba.carpet.CarpetReader;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What --annotate, --html and --parquet make of taps: a recording of two, taken apart. */
class TapFilesTest {
    private static final Path LOSS = Path.of("..", "captures", "roce-between-send-loss.pcapng");
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final int ENHANCED_PACKET = 6;
    private static final int COMMENT = 1;
    private static final Pattern NOTE =
            Pattern.compile("QPScope: tap ([AB]) frame (\\d+): (?:(\\S+) \\(|session (\\d+))");
    private static final Pattern DATA =
            Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    Path folder;

    private Path first;
    private Path second;

    @BeforeEach
    void takeApart() throws IOException {
        first = tap(0, 0);
        second = tap(1, HOUR_NS);
    }

    private Path tap(int interfaceId, long clockNs) throws IOException {
        Path file = folder.resolve("tap" + interfaceId + ".pcap");
        try (FrameCursor cursor = CaptureFile.open(LOSS);
                PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            while (cursor.next()) {
                if (cursor.interfaceId() == interfaceId) {
                    ByteBuffer frame = cursor.buffer().duplicate();
                    frame.limit(cursor.offset() + cursor.capturedLength())
                            .position(cursor.offset());
                    writer.write(cursor.timeNs() + clockNs, frame, cursor.originalLength());
                }
            }
        }
        return file;
    }

    private JsonNode analyze(String option, Path file) {
        CommandRun run =
                CommandRun.of("analyze", "--taps", "--format=json", option, file, first, second);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    /** A frame of the copy. */
    private record Copied(int interfaceId, String comments) {}

    /** Read without the program's own code. */
    private static List<Copied> frames(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Copied> frames = new ArrayList<>();
        for (int at = 0; at < bytes.limit(); at += bytes.getInt(at + 4)) {
            if (bytes.getInt(at) == ENHANCED_PACKET) {
                int end = at + bytes.getInt(at + 4) - 4;
                int option = at + 28 + (bytes.getInt(at + 20) + 3) / 4 * 4;
                StringBuilder comments = new StringBuilder();
                while (option < end) {
                    int length = bytes.getShort(option + 2);
                    if (bytes.getShort(option) == COMMENT) {
                        byte[] text = new byte[length];
                        bytes.get(option + 4, text);
                        comments.append(new String(text, StandardCharsets.UTF_8))
                                .append('\n');
                    }
                    option += 4 + (length + 3) / 4 * 4;
                }
                frames.add(new Copied(bytes.getInt(at + 8), comments.toString()));
            }
        }
        return frames;
    }

    @Test
    void theCopyHasAnInterfaceForEachTapAndCommentsOnTheFramesThatTheTapNumbers()
            throws IOException {
        Path copy = folder.resolve("copy.pcapng");
        JsonNode report = analyze("--annotate", copy);
        Set<String> told = new HashSet<>();
        for (JsonNode finding : report.get("findings")) {
            for (JsonNode frame : finding.get("frames")) {
                told.add(finding.get("tap").asString()
                        + ' '
                        + frame.asLong()
                        + ' '
                        + finding.get("rule").asString());
            }
        }
        int[] number = new int[2];
        Set<String> found = new HashSet<>();
        int episodes = 0;
        for (Copied frame : frames(copy)) {
            number[frame.interfaceId]++;
            Matcher note = NOTE.matcher(frame.comments);
            while (note.find()) {
                int tap = note.group(1).charAt(0) - 'A';
                assertThat(tap).isEqualTo(frame.interfaceId);
                assertThat(Integer.parseInt(note.group(2))).isEqualTo(number[tap]);
                if (note.group(3) != null) {
                    found.add(note.group(1) + ' ' + note.group(2) + ' ' + note.group(3));
                } else {
                    assertThat(Integer.parseInt(note.group(4))).isEqualTo(tap + 1);
                    episodes++;
                }
            }
        }
        assertThat(found).isEqualTo(told).anyMatch(each -> each.endsWith("TAP-LOSS-BETWEEN"));
        assertThat(episodes).isGreaterThan(10);
        for (int tap = 0; tap < 2; tap++) {
            JsonNode point = report.get("taps").get("points").get(tap);
            assertThat(number[tap]).isEqualTo(point.get("frames").asInt());
        }
    }

    @Test
    void thePageTellsTheStoryOfBothAndDrawsEachByTheFirstOnesClock() throws IOException {
        Path file = folder.resolve("page.html");
        analyze("--html", file);
        String page = Files.readString(file);
        assertThat(page)
                .contains("<strong>16</strong> <span>lost between taps</span>")
                .contains("<h2>Taps</h2>", "clock 3600\u00a0s ahead of A", "B\u00a0to\u00a0A")
                .contains("Session 1 at tap A", "Session 2 at tap B")
                .contains("passed tap B and not tap A");
        Matcher data = DATA.matcher(page);
        assertThat(data.find()).isTrue();
        JsonNode sessions = JsonMapper.shared().readTree(data.group(1)).get("sessions");
        assertThat(sessions.size()).isEqualTo(2);
        long apart = sessions.get(0).get("from").asLong()
                - sessions.get(1).get("from").asLong();
        assertThat(Math.abs(apart)).isLessThan(1_000_000);
        for (JsonNode session : sessions) {
            // Of the only side that asks for something.
            assertThat(session.get("plots").size()).isEqualTo(1);
            assertThat(session.get("plots").get(0).get("marks").size()).isPositive();
        }
    }

    /** Columns that the test looks at. */
    record Direction(int session, String from, Integer flow, String tap) {}

    record Message(int flow, String verb) {}

    record Finding(String rule, int session, List<Long> frames, String tap) {}

    private <T> List<T> table(String name, Class<T> row) throws IOException {
        return new CarpetReader<>(folder.resolve(name + ".parquet").toFile(), row).toList();
    }

    @Test
    void tablesTellTapsApart() throws IOException {
        JsonNode report = analyze("--parquet", folder);
        Map<Integer, Long> messages = new TreeMap<>();
        for (Message message : table("messages", Message.class)) {
            messages.merge(message.flow, 1L, Long::sum);
        }
        List<Direction> directions = table("directions", Direction.class);
        assertThat(directions).hasSize(4);
        for (Direction row : directions) {
            JsonNode session = report.get("sessions").get(row.session - 1);
            JsonNode direction = session.get("directions").get(row.from.equals("a") ? 0 : 1);
            long told = 0;
            for (JsonNode count : direction.get("messages")) {
                told += count.asLong();
            }
            long there = row.flow == null ? 0 : messages.getOrDefault(row.flow, 0L);
            assertThat(there).as(row.toString()).isEqualTo(told);
            assertThat(row.tap).isEqualTo(row.session == 1 ? "A" : "B");
        }
        assertThat(messages).hasSize(2);
        for (Finding finding : table("findings", Finding.class)) {
            if (finding.session > 0) {
                assertThat(finding.tap).isEqualTo(finding.session == 1 ? "A" : "B");
            } else if (finding.rule.equals("TAP-LOSS-BETWEEN")) {
                assertThat(finding.tap).isEqualTo("B");
            }
        }
    }

    @Test
    void withoutTheOptionNoTapIsNamed() throws IOException {
        CommandRun run = CommandRun.of("analyze", "--format=json", "--parquet", folder, first);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).doesNotContain("\"tap\"");
        assertThat(table("directions", Direction.class)).allMatch(row -> row.tap == null);
        assertThat(table("findings", Finding.class)).allMatch(row -> row.tap == null);
    }
}
