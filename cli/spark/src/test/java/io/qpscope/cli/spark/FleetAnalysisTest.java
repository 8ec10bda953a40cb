package io.qpscope.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.jerolba.carpet.CarpetReader;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.ExitCode;
import io.qpscope.cli.Frames;
import io.qpscope.cli.Main;
import io.qpscope.cli.report.parquet.Rows.DirectionRow;
import io.qpscope.cli.report.parquet.Rows.EpisodeRow;
import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.cli.report.parquet.Rows.MessageRow;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.PauseOptions;
import io.qpscope.wire.AtomicCodes;

import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The job tells what {@code analyze} tells of the same captures, however they are cut and shared. */
class FleetAnalysisTest {
    private static final Path CAPTURES = Path.of("..", "..", "captures");
    private static final List<Class<? extends Record>> TABLES =
            List.of(MessageRow.class, DirectionRow.class, EpisodeRow.class, FindingRow.class);

    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static List<Path> recordings(String pattern) throws IOException {
        try (Stream<Path> all = Files.walk(CAPTURES)) {
            return all.filter(path -> path.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
        }
    }

    /** An analysis of the same captures both ways; what the job said of itself. */
    private FleetAnalysis.Result compare(
            List<Path> captures, int partitions, Settings settings, String... options)
            throws IOException {
        Path expected = folder.resolve("analyze");
        analyze(expected, captures, options);
        Path actual = folder.resolve("spark");
        FleetAnalysis.Result result = new FleetAnalysis(
                        spark, captures.stream().map(Path::toString).toList(), settings, partitions)
                .run(actual.toString());
        for (Class<? extends Record> row : TABLES) {
            same(expected, actual, row);
        }
        return result;
    }

    private static <T extends Record> void same(Path expected, Path actual, Class<T> row)
            throws IOException {
        assertThat(table(actual, row))
                .as(row.getSimpleName())
                .containsExactlyInAnyOrderElementsOf(table(expected, row));
    }

    private static void analyze(Path folder, List<Path> captures, String... options) {
        run(Stream.of(
                        Stream.of("analyze", "--parquet", folder.toString()),
                        Stream.of(options),
                        captures.stream().map(Path::toString))
                .flatMap(each -> each)
                .toArray(String[]::new));
    }

    private static void run(String... arguments) {
        StringWriter err = new StringWriter();
        int code = Main.run(arguments, new PrintWriter(new StringWriter()), new PrintWriter(err));
        assertThat(code).as(err.toString()).isIn(ExitCode.GOOD, ExitCode.BAD_INPUT);
    }

    private static Settings settings(Boolean icrc, PauseOptions pauses) {
        return Settings.of(4791, icrc, 100_000, pauses, AtomicCodes.DEFAULT);
    }

    private static Settings settings() {
        return settings(null, PauseOptions.DEFAULT);
    }

    private static List<String> rules(Path tables) throws IOException {
        return table(tables, FindingRow.class).stream().map(FindingRow::rule).toList();
    }

    private static String name(Class<? extends Record> row) {
        return row.getSimpleName().replace("Row", "s").toLowerCase(Locale.ROOT) + ".parquet";
    }

    /** The rows of a table, which is one file or a folder of parts. */
    private static <T extends Record> List<T> read(Path tables, Class<T> row) throws IOException {
        List<T> rows = new ArrayList<>();
        for (Path file : parts(tables.resolve(name(row)))) {
            rows.addAll(new CarpetReader<>(file.toFile(), row).toList());
        }
        return rows;
    }

    private static List<Path> parts(Path table) throws IOException {
        if (!Files.isDirectory(table)) {
            return List.of(table);
        }
        try (Stream<Path> parts = Files.list(table)) {
            return parts.filter(part -> part.toString().endsWith(".parquet")).toList();
        }
    }

    /** A flow's number is only a key: it is replaced by one of its session and side. */
    private static <T extends Record> List<T> table(Path tables, Class<T> row) throws IOException {
        Map<Integer, Integer> keys = new HashMap<>();
        for (DirectionRow side : read(tables, DirectionRow.class)) {
            if (side.flow() != null) {
                keys.put(side.flow(), 2 * side.session() + (side.from().equals("a") ? 0 : 1));
            }
        }
        int flow = Columns.index(row, "flow");
        List<T> rows = new ArrayList<>();
        for (T each : read(tables, row)) {
            Object[] values = Columns.values(each);
            if (flow >= 0 && values[flow] != null) {
                values[flow] = keys.getOrDefault(values[flow], 0);
            }
            rows.add(Columns.record(row, values));
        }
        return rows;
    }

    /** Names whose order is against that of time. */
    private List<Path> names(String name, int count) {
        List<Path> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(folder.resolve(name + (count - 1 - i) + ".pcap"));
        }
        return names;
    }

    /** Some are two taps on one traffic. */
    @Test
    void recordingsAtOnce() throws IOException {
        FleetAnalysis.Result result =
                compare(recordings(".*\\.(pcap|pcapng|erf).*"), 5, settings());
        assertThat(result.groups()).isGreaterThan(1);
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void piecesOfOneSessionInSeveralFiles() throws IOException {
        List<Path> pieces = new ArrayList<>();
        for (String name : List.of(
                "roce-loss5-mixed-downstream",
                "roce-cm-many-ops",
                "roce-corrupt",
                "iwarp-loss3-downstream")) {
            Pcap whole = new Pcap(CAPTURES.resolve(name + ".pcap"));
            pieces.addAll(whole.rotate(names(name, 4)));
        }
        pieces.sort(null);
        compare(pieces, 3, settings());
    }

    /** Networks with the same packets at the same times, each packet in one of three captures. */
    @Test
    void manyHostsAtOnce() throws IOException {
        List<Path> captures = new ArrayList<>();
        for (int network = 10; network < 16; network++) {
            int first = network;
            Pcap whole = new Pcap(CAPTURES.resolve("roce-loss20-atomics.pcap")).network(network);
            captures.addAll(whole.write(names("n" + network, 3), index -> (index + first) % 3));
        }
        captures.sort(null);
        FleetAnalysis.Result result =
                compare(captures, 4, settings(false, PauseOptions.DEFAULT), "--icrc", "off");
        assertThat(result.groups()).isEqualTo(6);
        assertThat(result.sessions()).isGreaterThanOrEqualTo(6);
    }

    private FleetAnalysis.Result paused(String scenario) throws IOException {
        Path capture = folder.resolve(scenario + ".pcap");
        run("replay", scenario, "--pcap", capture.toString());
        return compare(
                List.of(capture),
                2,
                settings(null, PauseOptions.of(100_000_000_000L, Map.of(26, 3))),
                "--link-speed=100G",
                "--dscp-map=26:3");
    }

    private long pairs() throws IOException {
        return table(folder.resolve("spark"), DirectionRow.class).stream()
                .map(side -> Set.of(side.address(), side.peerAddress()))
                .distinct()
                .count();
    }

    /** What passes a port that pauses is one group: it stops them all. */
    @Test
    void pausesStopAllThatPassTheirPort() throws IOException {
        FleetAnalysis.Result result = paused("pfc-storm");
        assertThat((long) result.groups()).isLessThan(pairs());
        assertThat(table(folder.resolve("spark"), DirectionRow.class))
                .anyMatch(side -> side.pausedNs() != null && side.pausedNs() > 0);
    }

    @Test
    void pausesOfOtherPortsKeepHostsApart() throws IOException {
        FleetAnalysis.Result result = paused("victim-flow");
        assertThat((long) result.groups()).isEqualTo(pairs());
        assertThat(rules(folder.resolve("spark"))).contains("PFC-PAUSED-SESSION");
    }

    /** A packet whose address is damaged belongs to no group, and yet explains a gap. */
    @Test
    void damagedAddressExplainsTheGap() throws IOException {
        Path recording = CAPTURES.resolve("roce-corrupt.pcap");
        Pcap whole = new Pcap(recording);
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(recording)) {
            while (cursor.next()) {
                Frames.dissect(cursor, dissector, view);
                if (view.kind().hasTransport() && view.icrc() == IcrcStatus.BAD) {
                    whole.record((int) view.number() - 1)[16 + 14 + 14] ^= 0x40;
                }
            }
        }
        List<Path> capture = whole.write(List.of(folder.resolve("flipped.pcap")), index -> 0);
        compare(capture, 3, settings());
        assertThat(rules(folder.resolve("spark"))).contains("ICRC-BAD");
    }

    @Test
    void schemasAreThoseOfAnalyze() throws IOException {
        compare(recordings("roce-loss3-write-upstream\\.pcap"), 2, settings());
        for (Class<? extends Record> row : TABLES) {
            assertThat(columns(folder.resolve("spark").resolve(name(row))))
                    .as(row.getSimpleName())
                    .isNotEmpty()
                    .isEqualTo(columns(folder.resolve("analyze").resolve(name(row))));
        }
    }

    private static List<Type> columns(Path table) throws IOException {
        LocalInputFile file = new LocalInputFile(parts(table).get(0));
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            return reader.getFileMetaData().getSchema().getFields();
        }
    }

    @Test
    void whatCanNotBeReadKeepsNothingElse() throws IOException {
        Path damaged = folder.resolve("damaged.pcap");
        byte[] whole = Files.readAllBytes(CAPTURES.resolve("roce-rping.pcap"));
        Files.write(damaged, Arrays.copyOf(whole, whole.length - 7));
        Path text = Files.writeString(folder.resolve("notes.txt"), "no capture");
        FleetAnalysis.Result result = compare(List.of(damaged, text), 2, settings());
        assertThat(result.failures()).hasSize(2);
        assertThat(result.failures().get(0)).contains("damaged.pcap");
        assertThat(result.failures().get(1)).contains("notes.txt", "expected a pcap");
        assertThat(result.sessions()).isPositive();
    }
}
