package io.qpscope.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.cli.Syntax;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every command of every page: run in a scratch folder, its output compared with what the page
 * shows; or, where that can't be, taken by the command line; or on the list of others below.
 */
class DocsCommandsTest {
    /** Whole blocks that are no commands, or none for this machine, by their first words. */
    private static final Map<String, String> NO_COMMANDS = Map.of(
            "SELECT", "SQL for DuckDB",
            "guest", "a drawing",
            "use_rxe,", "functions inside the lab's machines");

    /** Programs that are not run, and why. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("sudo", "privileges"),
            Map.entry("mvn", "a build inside the build; DocsNamesTest looks at its options"),
            Map.entry(".ci/run", "the build itself"),
            Map.entry("ip", "network namespaces"),
            Map.entry("for", "network namespaces"),
            Map.entry("ln", "Wireshark's folder; WiresharkTest does the same"),
            Map.entry("tshark", "WiresharkTest runs it"),
            Map.entry("spark-submit", "Spark; its own tests run the job"),
            Map.entry("./lab", "needs the lab's machines"),
            Map.entry("J=$(./lab", "needs the lab's machines"),
            Map.entry("rdma", "needs a NIC"),
            Map.entry("ibv_devinfo", "needs a NIC"),
            Map.entry("rping", "needs a NIC"),
            Map.entry("gcc", "the lab builds it, too"),
            Map.entry("./sink", "needs a NIC"),
            Map.entry("wireshark", "a window; WiresharkTest looks at what it reads"),
            Map.entry("./interop", "needs the lab's machines"),
            Map.entry("python3", "needs the lab's machines"));

    private static final Set<String> SHELL = Set.of("sed");

    /** Loopback addresses that no other program is likely to use. */
    private static final String NET = "127.49." + (ProcessHandle.current().pid() % 250 + 2);

    private static final String LOCAL = "127.0.0.1";

    @TempDir
    static Path folder;

    private static ScratchJvm jvm;

    @BeforeAll
    static void prepare() throws IOException {
        Path captures = Page.ROOT.resolve("captures").toRealPath();
        Files.createSymbolicLink(folder.resolve("captures"), captures);
        Map.of(
                        "trace.pcap", "roce-loss3-send-downstream.pcap",
                        "switch-in.pcap", "interop/loss-ping.pcap",
                        "switch-out.pcap", "interop/loss-serve.pcap")
                .forEach((name, recording) -> {
                    try {
                        Files.copy(captures.resolve(recording), folder.resolve(name));
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
        jvm = new ScratchJvm(folder.toRealPath());
    }

    @AfterAll
    static void finish() throws IOException, InterruptedException {
        jvm.close();
        Files.delete(folder.resolve("captures"));
    }

    @TestFactory
    List<DynamicTest> blocks() throws IOException {
        Map<String, DynamicTest> tests = new LinkedHashMap<>();
        for (Page page : Page.all()) {
            for (Page.Block block : page.blocks()) {
                String place = page.name() + ":" + block.line();
                List<DocCommand> commands = DocCommand.of(page.name(), block);
                if ("yaml".equals(block.language())) {
                    tests.put(place, DynamicTest.dynamicTest(place, () -> yaml(block)));
                } else if (!commands.isEmpty() && !isNone(commands.get(0))) {
                    tests.put(place, DynamicTest.dynamicTest(place, () -> all(commands)));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(30);
        return List.copyOf(tests.values());
    }

    private static boolean isNone(DocCommand first) {
        return NO_COMMANDS.containsKey(first.text().split(" ", 2)[0]);
    }

    /** A plan is for the commands that follow; a scenario is run. */
    private static void yaml(Page.Block block) throws IOException {
        boolean scenario = block.lines().stream().anyMatch(line -> line.startsWith("fabric:"));
        Path file = folder.resolve(scenario ? "scenario.yaml" : "plan.yaml");
        Files.write(file, block.lines());
        if (scenario) {
            ScratchJvm.Result result = jvm.run(List.of("replay", "scenario.yaml"));
            assertThat(result.exitCode()).as(result.output()).isZero();
        }
    }

    private static void all(List<DocCommand> commands) throws Exception {
        boolean serving = false;
        for (DocCommand command : commands) {
            for (List<String> words : command.parts()) {
                serving |= one(command, words);
            }
        }
        if (serving) {
            ScratchJvm.Result result = jvm.stop();
            assertThat(result.exitCode()).as(result.output()).isZero();
        }
    }

    /** Whether it is a server that runs now. */
    private static boolean one(DocCommand command, List<String> words) throws Exception {
        List<String> arguments = DocCommand.arguments(words);
        if (arguments != null) {
            assertThat(Syntax.problem(arguments)).as(command.place()).isNull();
        }
        if (words.isEmpty() || OTHERS.containsKey(words.get(0))) {
            return false;
        }
        if (SHELL.contains(words.get(0))) {
            shell(command);
            return false;
        }
        assertThat(DocCommand.startsWithProgram(words))
                .as(
                        "%s: neither run nor on the list of those that are not: %s",
                        command.place(), words)
                .isTrue();
        if (whyNot(arguments) != null) {
            assertThat(command.shown())
                    .as("%s: output that nobody holds", command.place())
                    .isNull();
            return false;
        }
        List<String> here = here(arguments);
        if (here.get(0).equals("serve")) {
            jvm.background(here);
            return true;
        }
        ScratchJvm.Result result = jvm.run(here);
        List<String> output = result.output().lines().toList();
        compare(command, output);
        assertThat(result.exitCode())
                .as("%s: %s%n%s", command.place(), here, result.output())
                .isEqualTo(fails(command) ? 1 : 0);
        return false;
    }

    private static void compare(DocCommand command, List<String> output) {
        if (command.shown() == null) {
            return;
        }
        List<String> shown = Shown.lines(command.shown());
        List<String> found = Shown.lines(output);
        String last = found.isEmpty() ? "" : found.get(found.size() - 1);
        if (last.matches("1 scenario, .*") && !last.equals(shown.get(shown.size() - 1))) {
            // The closing line says once more what stands above it.
            found = Shown.lines(found.subList(0, found.size() - 1));
        }
        if (command.text().contains(" fuzz ")) {
            // Times, and counts that each new kind of case moves.
            shown = Shown.withoutNumbers(shown);
            found = Shown.withoutNumbers(found);
        }
        if (!Shown.fits(shown, found)) {
            assertThat(String.join("\n", found))
                    .as("%s shows another output of: %s", command.place(), command.text())
                    .isEqualTo(String.join("\n", shown));
        }
    }

    /** Why a command of the program is parsed and not run; null when it is run. */
    private static String whyNot(List<String> arguments) {
        String all = " " + String.join(" ", arguments);
        if (arguments.get(0).equals("capture") || all.matches(".* (--raw|--bridge) .*")) {
            return "an interface, and the right to it";
        }
        if (all.matches(".* --(to|bind) (10\\.|192\\.|eth|[A-Z]+).*")
                || all.matches(".* (roce|iwarp)://192\\..*")
                || all.contains(" fuzz-out/status-1feb4cbe/")) {
            return "another machine";
        }
        if (arguments.get(0).equals("fuzz") && !all.matches(".* --cases \\d{1,4}( .*|$)")) {
            return "takes minutes; FuzzTest runs shorter ones";
        }
        return null;
    }

    /** Exit code 1 is what these are about. */
    private static boolean fails(DocCommand command) {
        return command.text().contains("--fail-on")
                || command.text().contains("--defect")
                || (command.shown() != null
                        && command.shown().stream().anyMatch(line -> line.contains("FAILED: ")));
    }

    /** With files for patterns, and addresses of this run alone for the usual ones. */
    private static List<String> here(List<String> arguments) throws IOException {
        List<String> here = new ArrayList<>();
        for (String word : arguments) {
            if (word.contains("*")) {
                int slash = word.lastIndexOf('/');
                String name = word.substring(0, slash + 1);
                List<String> found = new ArrayList<>();
                try (DirectoryStream<Path> files =
                        Files.newDirectoryStream(folder.resolve(name), word.substring(slash + 1))) {
                    files.forEach(file -> found.add(name + file.getFileName()));
                }
                found.sort(null);
                here.addAll(found);
            } else {
                here.add(word.replace(LOCAL, NET + ".1"));
            }
        }
        if (!here.contains("--bind")) {
            if (here.get(0).equals("serve")) {
                here.addAll(List.of("--bind", NET + ".1"));
            } else if (!here.equals(arguments)
                    && !here.contains("--iwarp")
                    && (here.contains("--to") || here.contains("--target"))) {
                here.addAll(List.of("--bind", NET + ".2"));
            }
        }
        return here;
    }

    private static void shell(DocCommand command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command.text())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", command.place(), output).isZero();
    }

    // ---- within sentences and tables ----

    @TestFactory
    List<DynamicTest> commandsInSentencesAreTaken() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Page page : Page.all()) {
            for (Page.Mention code : page.codes()) {
                List<String> arguments = DocCommand.arguments(DocCommand.words(code.text()));
                if (arguments != null) {
                    String place = page.name() + ":" + code.line() + " " + code.text();
                    tests.add(DynamicTest.dynamicTest(
                            place, () -> assertThat(Syntax.problem(arguments)).isNull()));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(10);
        return tests;
    }

    // ---- the test itself ----

    @Test
    void shownLinesMustFitInOrder() {
        List<String> output = List.of("a", "b", "c", "d");
        assertThat(Shown.fits(List.of("a", "b", "c", "d"), output)).isTrue();
        assertThat(Shown.fits(List.of("a", "...", "d"), output)).isTrue();
        assertThat(Shown.fits(List.of("...", "b", "...", "d"), output)).isTrue();
        assertThat(Shown.fits(List.of("a", "b", "..."), output)).isTrue();
        assertThat(Shown.fits(List.of("a", "b"), output)).isFalse();
        assertThat(Shown.fits(List.of("b", "..."), output)).isFalse();
        assertThat(Shown.fits(List.of("a", "...", "c"), output)).isFalse();
        assertThat(Shown.fits(List.of("a", "...", "c", "b", "..."), output)).isFalse();
        assertThat(Shown.fits(List.of("a", "b", "...", "b", "c", "d"), output)).isFalse();
    }

    @Test
    void wordsAreThoseOfAShell() {
        assertThat(DocCommand.words("qpscope analyze 'a b' \"c\"d --x=1#2   # why"))
                .containsExactly("qpscope", "analyze", "a b", "cd", "--x=1#2");
    }
}
