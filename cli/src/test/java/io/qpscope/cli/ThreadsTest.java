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

    @TempDir
    Path folder;

    @Test
    void eachRecordingMakesTheSameFiles() throws IOException {
        for (Path recording : Traffic.recordings()) {
            holdsFor(List.of(recording));
        }
    }

    @Test
    void allRecordingsTogetherMakeTheSameFiles() throws IOException {
        holdsFor(Traffic.recordings());
    }

    @Test
    void manySessionsMakeTheSameFiles() throws IOException {
        holdsFor(List.of(Traffic.sessions(folder.resolve("many.pcap"), 40_000, 2000, 3)));
    }

    @Test
    void damagedFramesMakeTheSameFiles() throws IOException {
        holdsFor(List.of(Traffic.damaged(folder.resolve("damaged.pcap"), 4)));
    }

    @Test
    void packedCaptureThatIsCutMakesTheSameFiles() throws IOException {
        Path plain = Traffic.sessions(folder.resolve("some.pcap"), 10_000, 20, 5);
        Path packed = Traffic.gzip(plain, folder.resolve("some.pcap.gz"));
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(bytes, bytes.length - 1000));
        assertThat(holdsFor(List.of(packed))).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void tapsMakeTheSameFiles() throws IOException {
        Path near = Traffic.sessions(folder.resolve("near.pcap"), 10_000, 20, 6);
        Path far = Traffic.sessions(folder.resolve("far.pcap"), 8_000, 20, 6);
        holdsFor(List.of(near, far), "--taps");
        holdsFor(List.of(Path.of("..", "captures", "roce-between-mixed.pcapng")), "--taps");
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
    private int holdsFor(List<Path> captures, Object... options) throws IOException {
        Map<String, ByteBuffer> alone = everything(captures, 1, options);
        for (int threads : MORE) {
            Map<String, ByteBuffer> made = everything(captures, threads, options);
            assertThat(made.keySet()).as("%s", captures).isEqualTo(alone.keySet());
            made.forEach((name, bytes) -> assertThat(bytes.equals(alone.get(name)))
                    .as("%s of %s with %d threads", name, captures, threads)
                    .isTrue());
        }
        return alone.get("exit code").getInt(0);
    }

    private Map<String, ByteBuffer> everything(List<Path> captures, int threads, Object... options)
            throws IOException {
        Path out = Files.createTempDirectory(folder, "out");
        Map<String, ByteBuffer> made = new TreeMap<>();
        List<Object> words = new ArrayList<>(List.of("analyze", "--threads", threads));
        words.addAll(List.of(options));
        words.addAll(captures);
        for (String format : List.of("json", "jsonl", "csv")) {
            keep(made, format, words, "--format", format);
        }
        Path annotated = out.resolve("annotated.pcapng");
        Path tables = out.resolve("tables");
        Path page = out.resolve("page.html");
        int code = keep(
                made,
                "text",
                words,
                "--annotate",
                annotated,
                "--parquet",
                tables,
                "--html",
                page);
        made.put("exit code", ByteBuffer.allocate(Integer.BYTES).putInt(0, code));
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                made.put(out.relativize(file).toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
            }
        }
        assertThat(made).hasSizeGreaterThan(10);
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
