package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/** The captures again with comments, as tshark sees them. */
class AnnotateTest {
    private static final Path CAPTURES = Path.of("..", "captures");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("annotated.pcapng");
    }

    private JsonNode analyze(Path... captures) {
        List<Object> words = new ArrayList<>(List.of("analyze", "--format=json"));
        words.addAll(List.of("--annotate", file));
        words.addAll(Arrays.asList(captures));
        CommandRun run = CommandRun.of(words.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    /** Fields of each frame, tab between them. */
    private List<String> tshark(Path capture, String... fields) throws IOException {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString()));
        command.addAll(List.of("-T", "fields"));
        for (String field : fields) {
            command.addAll(List.of("-e", field));
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("WIRESHARK_CONFIG_DIR", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try (InputStream out = builder.start().getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException missing) {
            return abort("tshark can't be run: " + missing.getMessage());
        }
    }

    /** What the report says of frames: the start of the comment that belongs there. */
    private static Map<Long, List<String>> told(JsonNode report) {
        Map<Long, List<String>> told = new TreeMap<>();
        for (JsonNode finding : report.get("findings")) {
            for (JsonNode frame : finding.get("frames")) {
                tell(told, frame, "QPScope: " + finding.get("rule").asString() + " (");
            }
        }
        for (JsonNode session : report.get("sessions")) {
            for (JsonNode episode : session.get("episodes")) {
                String start = "QPScope: session " + session.get("id").asInt() + ", episode "
                        + episode.get("id").asInt() + " (";
                for (String name : List.of("startFrame", "nakFrame", "resendFrame", "endFrame")) {
                    tell(told, episode.get(name), start);
                }
            }
        }
        return told;
    }

    private static void tell(Map<Long, List<String>> told, JsonNode frame, String start) {
        if (!frame.isNull()) {
            List<String> there = told.computeIfAbsent(frame.asLong(), f -> new ArrayList<>());
            if (!there.contains(start)) {
                there.add(start);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "roce-loss3-send-downstream.pcap",
                "roce-loss20-atomics.pcap",
                "roce-rnr-exceeded.pcap",
                "roce-between-mixed.pcapng",
                "roce-pcapng.pcapng",
                "iwarp-pcapng.pcapng",
                "iwarp-loss3-downstream.pcap",
                "roce-loss-ud.pcap",
            })
    void tsharkShowsTheSameFramesAndTheComments(String name) throws IOException {
        Path capture = CAPTURES.resolve(name);
        Map<Long, List<String>> told = told(analyze(capture));
        List<String> names = new ArrayList<>(
                List.of("frame.number", "frame.time_epoch", "frame.len", "frame.cap_len"));
        names.add("frame.encap_type");
        if (name.endsWith(".pcapng")) {
            names.addAll(List.of("frame.interface_id", "frame.interface_name"));
        }
        String[] facts = names.toArray(String[]::new);
        assertThat(tshark(file, facts)).isNotEmpty().isEqualTo(tshark(capture, facts));
        List<String> comments = tshark(file, "frame.comment");
        for (int i = 0; i < comments.size(); i++) {
            List<String> starts = told.getOrDefault(i + 1L, List.of());
            String comment = comments.get(i);
            int frame = i + 1;
            starts.forEach(start -> assertThat(comment).as("frame %d", frame).contains(start));
            assertThat(comment.split("QPScope: ", -1)).as(comment).hasSize(starts.size() + 1);
        }
    }

    @Test
    void frameBytesAreTheSame() throws IOException {
        Path capture = CAPTURES.resolve("roce-between-mixed.pcapng");
        analyze(capture);
        Map<String, JsonNode> shown = new TreeMap<>();
        for (Path each : List.of(capture, file)) {
            String out = CommandRun.of("show", "--format=json", each).out();
            shown.put(
                    each.toString(),
                    JsonMapper.shared()
                            .readTree("[" + String.join(",", out.lines().toList()) + "]"));
        }
        assertThat(shown.get(file.toString())).isEqualTo(shown.get(capture.toString()));
    }

    @Test
    void packedAndSeveralCapturesKeepTheNumbersOfTheReport() throws IOException {
        Path one = CAPTURES.resolve("roce-loss3-send-downstream.pcap");
        Path two = CAPTURES.resolve("roce-rnr-exceeded.pcap");
        Path packed = folder.resolve("two.pcap.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(two, out);
        }
        Map<Long, List<String>> told = told(analyze(one, packed));
        assertThat(told).isNotEmpty();
        List<String> comments = tshark(file, "frame.comment");
        assertThat(comments)
                .hasSize(tshark(one, "frame.number").size()
                        + tshark(two, "frame.number").size());
        told.forEach(
                (frame, starts) -> assertThat(comments.get((int) (frame - 1))).contains(starts));
        List<String> times = new ArrayList<>(tshark(one, "frame.time_epoch"));
        times.addAll(tshark(two, "frame.time_epoch"));
        assertThat(tshark(file, "frame.time_epoch"))
                .isEqualTo(times.stream().sorted().toList());
    }

    /** A recording of the comments of a recording: the first ones stay. */
    @Test
    void commentsThatWereThereStay() throws IOException {
        analyze(CAPTURES.resolve("roce-rnr-exceeded.pcap"));
        Path first = Files.move(file, folder.resolve("first.pcapng"));
        List<String> once = tshark(first, "frame.comment");
        analyze(first);
        List<String> twice = tshark(file, "frame.comment");
        for (int i = 0; i < once.size(); i++) {
            String doubled = once.get(i) + "," + once.get(i);
            assertThat(twice.get(i)).isEqualTo(once.get(i).isEmpty() ? "" : doubled);
        }
    }

    @Test
    void theSectionCommentIsTheReport() throws IOException {
        Path capture = CAPTURES.resolve("roce-loss3-send-downstream.pcap");
        CommandRun run = CommandRun.of("analyze", "--annotate", file, capture);
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(bytes.replace("\r\n", "\n")).contains(run.out());
        assertThat(bytes).contains("QPScope " + Version.NUMBER);
    }

    @Test
    void sessionsLeftOutByAFilterGetNoComments() throws IOException {
        Path capture = CAPTURES.resolve("roce-loss3-send-downstream.pcap");
        CommandRun.of("analyze", "--filter=qpn == 1", "--annotate", file, capture);
        assertThat(tshark(file, "frame.comment")).hasSize(173).containsOnly("");
    }

    @Test
    void damagedCapturesAreCopiedAsFarAsTheyGo() throws IOException {
        byte[] good = Files.readAllBytes(CAPTURES.resolve("roce-rnr-exceeded.pcap"));
        Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(good, good.length - 3));
        CommandRun run = CommandRun.of("analyze", "--format=json", "--annotate", file, cut);
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        int packets = JsonMapper.shared()
                .readTree(run.out())
                .get("captures")
                .get(0)
                .get("packets")
                .asInt();
        assertThat(tshark(file, "frame.number")).hasSize(packets);
    }

    @Test
    void whatCanNotBeReadTwiceIsWrongUsage() {
        CommandRun run = CommandRun.of("analyze", "--annotate", file, "-");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .startsWith("qpscope: --annotate reads captures twice, which - does not allow");
        assertThat(file).doesNotExist();
    }

    @Test
    void theCaptureItselfIsNotOverwritten() throws IOException {
        Path capture = Pcap.write(folder.resolve("a.pcap"), Pcap.ACK);
        byte[] before = Files.readAllBytes(capture);
        Path link = Files.createSymbolicLink(folder.resolve("link"), capture);
        for (Path same : List.of(capture, link)) {
            CommandRun run = CommandRun.of("analyze", "--annotate", same, capture);
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--annotate would overwrite the capture " + capture);
            assertThat(Files.readAllBytes(capture)).isEqualTo(before);
        }
    }

    @Test
    void anyOtherFileIsReplaced() throws IOException {
        Path capture = Pcap.write(folder.resolve("a.pcap"), Pcap.ACK);
        Files.write(file, new byte[100_000]);
        analyze(capture);
        assertThat(Files.size(file)).isLessThan(10_000);
    }

    @Test
    void aFileThatCanNotBeWrittenIsExitCodeSeventyFour() throws IOException {
        Path capture = Pcap.write(folder.resolve("a.pcap"), Pcap.ACK);
        Path nowhere = folder.resolve("no").resolve("a.pcapng");
        assertThat(CommandRun.of("analyze", "--annotate", nowhere, capture))
                .isEqualTo(new CommandRun(74, "", "qpscope: " + nowhere + ": no such folder\n"));
        CommandRun run = CommandRun.of("analyze", "--annotate", folder, capture);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        Path full = Path.of("/dev/full");
        if (Files.exists(full)) {
            run = CommandRun.of("analyze", "--annotate", full, capture);
            assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
            assertThat(run.err()).startsWith("qpscope: /dev/full: ");
        }
    }
}
