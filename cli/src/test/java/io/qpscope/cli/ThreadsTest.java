package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Whatever is written is the same, byte for byte, with any number of threads. */
class ThreadsTest {
    private static final List<Integer> MORE = List.of(2, 3, 8);
    private static final List<String> FORMATS = List.of("json", "jsonl", "csv");

    @TempDir
    Path folder;

    /** In one of the formats each, in turn. */
    @Test
    void eachRecordingMakesTheSameFiles() throws IOException {
        List<Path> recordings = Traffic.recordings();
        for (int i = 0; i < recordings.size(); i++) {
            holdsFor(List.of(recordings.get(i)), List.of(FORMATS.get(i % FORMATS.size())));
        }
    }

    @Test
    void allRecordingsTogetherMakeTheSameFiles() throws IOException {
        holdsFor(Traffic.recordings(), FORMATS);
    }

    @Test
    void manySessionsMakeTheSameFiles() throws IOException {
        holdsFor(List.of(Traffic.sessions(folder.resolve("many.pcap"), 40_000, 2000, 3)), FORMATS);
    }

    @Test
    void damagedFramesMakeTheSameFiles() throws IOException {
        holdsFor(List.of(Traffic.damaged(folder.resolve("damaged.pcap"), 4)), FORMATS);
    }

    @Test
    void packedCaptureThatIsCutMakesTheSameFiles() throws IOException {
        Path plain = Traffic.sessions(folder.resolve("some.pcap"), 10_000, 20, 5);
        Path packed = Traffic.gzip(plain, folder.resolve("some.pcap.gz"));
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(bytes, bytes.length - 1000));
        assertThat(holdsFor(List.of(packed), FORMATS)).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void tapsMakeTheSameFiles() throws IOException {
        Path near = Traffic.sessions(folder.resolve("near.pcap"), 10_000, 20, 6);
        Path far = Traffic.sessions(folder.resolve("far.pcap"), 8_000, 20, 6);
        holdsFor(List.of(near, far), FORMATS, "--taps");
        Path both = Path.of("..", "captures", "roce-between-mixed.pcapng");
        holdsFor(List.of(both), FORMATS, "--taps");
    }

    @Test
    void numberIsChecked() {
        for (String wrong : List.of("0", "-1", "65", "many")) {
            CommandRun run = CommandRun.of("analyze", "--threads", wrong, "none.pcap");
            assertThat(run.exitCode()).as(wrong).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).as(wrong).contains("--threads");
        }
    }

    /** The exit code. */
    private int holdsFor(List<Path> captures, List<String> formats, Object... options)
            throws IOException {
        Map<String, ByteBuffer> alone = everything(captures, 1, formats, options);
        for (int threads : MORE) {
            Map<String, ByteBuffer> made = everything(captures, threads, formats, options);
            assertThat(made.keySet()).as("%s", captures).isEqualTo(alone.keySet());
            made.forEach((name, bytes) -> assertThat(bytes.equals(alone.get(name)))
                    .as("%s of %s with %d threads", name, captures, threads)
                    .isTrue());
        }
        return alone.get("exit code").getInt(0);
    }

    private Map<String, ByteBuffer> everything(
            List<Path> captures, int threads, List<String> formats, Object... options)
            throws IOException {
        Path out = Files.createTempDirectory(folder, "out");
        Map<String, ByteBuffer> made = new TreeMap<>();
        List<Object> words = new ArrayList<>(List.of("analyze", "--threads", threads));
        words.addAll(List.of(options));
        words.addAll(captures);
        for (String format : formats) {
            keep(made, format, words, "--format", format);
        }
        Path annotated = out.resolve("annotated.pcapng");
        Path tables = out.resolve("tables");
        Path page = out.resolve("page.html");
        int code = keep(
                made, "text", words, "--annotate", annotated, "--parquet", tables, "--html", page);
        made.put("exit code", ByteBuffer.allocate(Integer.BYTES).putInt(0, code));
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                made.put(
                        out.relativize(file).toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
            }
        }
        assertThat(made).containsKeys("annotated.pcapng", "page.html", "tables/messages.parquet");
        return made;
    }

    private static int keep(
            Map<String, ByteBuffer> made, String name, List<Object> words, Object... more) {
        List<Object> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        CommandRun run = CommandRun.of(all.toArray());
        made.put(name, bytes(run.out()));
        made.put(name + " errors", bytes(run.err()));
        return run.exitCode();
    }

    private static ByteBuffer bytes(String text) {
        return StandardCharsets.UTF_8.encode(text);
    }
}
