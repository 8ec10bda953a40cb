package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

/** Campaigns on the command line. */
class FuzzTest {
    private static final String DEFECT = "--defect=ATOMIC_REPLAYED";
    private static final String CASES = "--cases=600";
    /** Cases with one fault are the same for all seeds, and come first. */
    private static final String BEYOND_SINGLE_FAULTS = "--cases=4500";

    @TempDir
    Path folder;

    private CommandRun fuzz(Object... more) {
        List<Object> words = new ArrayList<>(List.of("fuzz", "--out", folder.resolve("out")));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray());
    }

    private static List<Path> files(Path in) throws IOException {
        try (var list = Files.list(in)) {
            return list.sorted().toList();
        }
    }

    private static JsonNode json(CommandRun run) {
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void aSoundEndpointEndsWithZeroAndNothingIsWritten() throws Exception {
        CommandRun run = fuzz(CASES, "--seed=5");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("fuzz: the built-in endpoint, profile ibta, seed 5\n 600 cases in ")
                .endsWith("\nnothing found\n");
        assertThat(files(folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ATOMIC_REPLAYED", "NAK_TWICE", "RNR_COUNTER_KEPT"})
    void aDefectIsFoundAndItsScenarioFailsInTheSameWay(String defect) throws Exception {
        CommandRun run = fuzz(BEYOND_SINGLE_FAULTS, "--seed=5", "--defect", defect, "--json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.CHECK_FAILED);
        JsonNode found = json(run).get("found");
        assertThat(found).isNotEmpty();
        assertThat(files(folder.resolve("out"))).hasSize(found.size());
        for (JsonNode kind : found) {
            Path in = Path.of(kind.get("folder").asString());
            assertThat(files(in))
                    .extracting(each -> each.getFileName().toString())
                    .containsExactly("README.md", "scenario.yaml", "trace.pcapng");
            CommandRun replay = CommandRun.of("replay", in.resolve("scenario.yaml"), "--json");
            assertThat(replay.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
            assertThat(failed(json(replay).at("/scenarios/0/checks")))
                    .isNotEmpty()
                    .isEqualTo(words(kind.get("checks")));
            String readme = Files.readString(in.resolve("README.md"));
            assertThat(readme).contains("\n    qpscope replay scenario.yaml\n", "seed 5, case ");
            words(kind.get("checks")).forEach(each -> assertThat(readme).contains(each.get(2)));
        }
    }

    private static List<List<String>> words(JsonNode checks) {
        List<List<String>> all = new ArrayList<>();
        for (JsonNode check : checks) {
            all.add(List.of(
                    check.get("what").asString(),
                    check.get("expected").asString(),
                    check.get("found").asString()));
        }
        return all;
    }

    private static List<List<String>> failed(JsonNode checks) {
        List<JsonNode> failed = new ArrayList<>();
        checks.forEach(each -> {
            if (each.get("result").asString().equals("failed")) {
                failed.add(each);
            }
        });
        return words(JsonMapper.shared().valueToTree(failed));
    }

    /** Frames that a failed check names have it as a comment, under the number that it tells. */
    @Test
    void theTraceIsAnnotated() throws Exception {
        CommandRun run = fuzz("--cases=600", "--seed=3", "--defect=NAK_TWICE", "--json");
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        JsonNode kind = json(run).at("/found/0");
        CommandRun replay =
                CommandRun.of("replay", kind.get("folder").asString() + "/scenario.yaml");
        assertThat(replay.out()).containsPattern("RC-NAK-REPEATED,\\s+frame (\\d+)");
        Path trace = Path.of(kind.get("folder").asString(), "trace.pcapng");
        assertThat(Files.readString(trace, StandardCharsets.ISO_8859_1))
                .contains(
                        "QPScope: FAILED flow f1 conduct: expected lawful, found b: RC-NAK-REPEATED");
        CommandRun analysis = CommandRun.of("analyze", "--taps", trace);
        assertThat(analysis.exitCode()).as(analysis.err()).isZero();
        assertThat(analysis.out()).contains("  tap A ", "  tap B ", "RC-NAK-REP");
    }

    @Test
    void sameSeedSameBytes() throws Exception {
        fuzz(CASES, "--seed=5", DEFECT);
        Path first = Files.move(folder.resolve("out"), folder.resolve("first"));
        fuzz(CASES, "--seed=5", DEFECT);
        assertThat(files(first)).isNotEmpty();
        for (Path kind : files(first)) {
            for (Path file : files(kind)) {
                Path twin = folder.resolve("out").resolve(first.relativize(file));
                assertThat(Files.mismatch(file, twin)).as(file.toString()).isEqualTo(-1);
            }
        }
    }

    @Test
    void theSeedIsDrawnAndPrinted() {
        assertThat(fuzz("--cases=1", "--seed=0xffffffffffffffff").out())
                .contains(", seed 18446744073709551615\n");
        String first = json(fuzz("--cases=1", "--json")).get("seed").asString();
        String second = json(fuzz("--cases=1", "--json")).get("seed").asString();
        assertThat(first).isNotEqualTo(second);
    }

    @Test
    void aCorpusIsResumedAndMerged() throws Exception {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        JsonNode first = json(fuzz(BEYOND_SINGLE_FAULTS, "--seed=1", "--corpus", a, "--json"));
        int added = first.at("/corpus/added").asInt();
        assertThat(first.at("/corpus/read").asInt()).isZero();
        assertThat(files(a)).hasSize(added);

        JsonNode again = json(fuzz("--cases=1", "--seed=1", "--corpus", a, "--json"));
        assertThat(again.at("/corpus/read").asInt()).isEqualTo(added);
        assertThat(again.get("states").asInt())
                .isGreaterThanOrEqualTo(first.get("states").asInt());
        assertThat(again.get("cases").asInt()).isEqualTo(1);

        JsonNode other = json(fuzz(BEYOND_SINGLE_FAULTS, "--seed=2", "--corpus", b, "--json"));
        Path merged = folder.resolve("merged");
        Files.writeString(files(b).get(0), "name: [");
        CommandRun run = fuzz(
                "--cases=1",
                "--corpus",
                merged,
                "--corpus",
                a,
                "--corpus",
                b,
                "--corpus",
                a,
                "--json");
        assertThat(run.err()).matches("qpscope: .*\\.yaml:\\d+:\\d+: not YAML.* \\(skipped\\)\n");
        JsonNode all = json(run);
        assertThat(all.at("/corpus/skipped").asInt()).isEqualTo(1);
        assertThat(all.get("states").asInt()).isGreaterThan(first.get("states").asInt());
        assertThat(files(merged).size())
                .isEqualTo(all.at("/corpus/added").asInt())
                .isBetween(added + 1, added + other.at("/corpus/added").asInt());
    }

    @Test
    void whatTheCorpusHoldsOfAFaultIsFoundAgain() {
        Path corpus = folder.resolve("corpus");
        assertThat(fuzz(CASES, "--seed=5", "--corpus", corpus).exitCode()).isZero();
        CommandRun run = fuzz("--cases=1", "--seed=9", "--corpus", corpus, DEFECT, "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(json(run).at("/found/0/firstCase").isNull()).isTrue();
        assertThat(json(run).at("/corpus/added").asInt()).isLessThan(200);
    }

    @Test
    void reportsTellTheSame() throws Exception {
        Path xml = folder.resolve("report.xml");
        Path html = folder.resolve("report.html");
        CommandRun run = fuzz(CASES, "--seed=5", DEFECT, "--junit", xml, "--html", html);
        assertThat(run.exitCode()).isEqualTo(1);
        int kinds = files(folder.resolve("out")).size();
        Path first = files(folder.resolve("out")).get(0);
        assertThat(run.out())
                .containsPattern(" failure +cases +first +after +messages +rules +folder\n")
                .contains(" see it again: qpscope replay " + folder.resolve("out"))
                .containsPattern("\n\\d+ cases failed in " + kinds + " ways?\n$");
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml.toFile());
        Element root = document.getDocumentElement();
        assertThat(root.getAttribute("failures")).isEqualTo("" + kinds);
        assertThat(root.getElementsByTagName("testcase").getLength()).isEqualTo(kinds + 1);
        assertThat(root.getElementsByTagName("failure").getLength()).isEqualTo(kinds);
        assertThat(Files.readString(xml)).contains("qpscope replay " + first);
        assertThat(Files.readString(html))
                .contains("requester&#39;s memory differs", "qpscope replay " + first)
                .contains("<pre>name: fuzz\n")
                .doesNotContain("<script");
    }

    @Test
    void reportsOfNothing() throws Exception {
        Path xml = folder.resolve("report.xml");
        Path html = folder.resolve("report.html");
        assertThat(fuzz("--cases=20", "--seed=5", "--junit", xml, "--html", html)
                        .exitCode())
                .isZero();
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(xml.toFile())
                .getDocumentElement();
        assertThat(root.getAttribute("failures")).isEqualTo("0");
        assertThat(root.getElementsByTagName("testcase").getLength()).isEqualTo(1);
        assertThat(Files.readString(html)).contains("<h1>fuzz: nothing found</h1>");
    }

    @Test
    void timeEndsIt() {
        long start = System.nanoTime();
        CommandRun run = fuzz("--time=300ms", "--json");
        assertThat(run.exitCode()).isZero();
        assertThat(json(run).get("durationNs").asLong())
                .isBetween(300_000_000L, System.nanoTime() - start);
    }

    /** In a process of its own, which gets the signal that Ctrl-C is. */
    @Test
    void anInterruptKeepsWhatCameUntilThen() throws Exception {
        CtrlC.assumeHeard();
        Path corpus = folder.resolve("corpus");
        Path xml = folder.resolve("report.xml");
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.qpscope.cli.Main",
                        "fuzz",
                        "--time=1h",
                        "--seed=5",
                        DEFECT,
                        "--out=" + out,
                        "--corpus=" + corpus,
                        "--junit=" + xml)
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile())
                .start();
        while (process.isAlive() && Files.notExists(out)) {
            Thread.sleep(20);
        }
        CtrlC.send(process);
        assertThat(process.exitValue()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(Files.readString(folder.resolve("stderr"))).isEmpty();
        assertThat(Files.readString(folder.resolve("stdout")))
                .contains("seed 5, stopped\n", " see it again: qpscope replay " + out);
        assertThat(Files.readString(xml)).contains("<failure ");
        assertThat(files(corpus)).isNotEmpty();
        assertThat(files(files(out).get(0))).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--target=tcp://10.0.0.1",
                "--profile=cx9",
                "--recovery=never",
                "--defect=NONE_SUCH",
                "--cases=0",
                "--cases=many",
                "--time=0",
                "--seed=x",
                "stray",
            })
    void wrongUsageIsOneLine(String option) {
        CommandRun run = fuzz(option);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void profileAndRecoveryAreThoseOfTheScenario() throws Exception {
        CommandRun run =
                fuzz(CASES, "--seed=5", DEFECT, "--profile=CX5", "--recovery=go-back-0", "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(json(run).get("profile").asString()).isEqualTo("cx5");
        assertThat(json(run).get("recovery").asString()).isEqualTo("go-back-0");
        String all = "";
        for (JsonNode kind : json(run).get("found")) {
            all += Files.readString(Path.of(kind.get("folder").asString(), "scenario.yaml"));
        }
        assertThat(all).contains("defect: ATOMIC_REPLAYED");
    }

    @Test
    void whatCannotBeWrittenIsTold() throws Exception {
        Path file = Files.writeString(folder.resolve("out"), "a file");
        Path corpus = folder.resolve("corpus");
        CommandRun run = fuzz(CASES, "--seed=5", DEFECT, "--corpus", corpus);
        assertThat(files(corpus)).as("what was found until then").isNotEmpty();
        CommandRun noCorpus = fuzz("--cases=1", "--corpus", file);
        assertThat(noCorpus.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(noCorpus.err()).isEqualTo("qpscope: " + file + ": expected a folder\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(run.err()).startsWith("qpscope: " + file).hasLineCount(1);
        CommandRun page = CommandRun.of("fuzz", "--cases=1", "--html", folder.resolve("no/where"));
        assertThat(page.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(page.err()).contains("no such folder");
    }
}
