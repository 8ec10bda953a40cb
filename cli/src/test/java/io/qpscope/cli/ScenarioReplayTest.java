package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.scenario.BuiltIns;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

/** Scenarios on the command line. */
class ScenarioReplayTest {
    private static final Path SCENARIOS = Path.of("..", "captures", "scenarios");

    @TempDir
    Path folder;

    private Path scenario(String name, String more) throws Exception {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(
                file,
                BuiltIns.text("lost-packet").replace("name: lost-packet", "name: " + name) + more);
        return file;
    }

    @Test
    void allAreListed() {
        CommandRun run = CommandRun.of("replay", "--list");
        assertThat(run.exitCode()).isZero();
        List<String> first =
                run.out().lines().map(line -> line.split(" +", 2)[0]).toList();
        assertThat(first).isEqualTo(BuiltIns.names());
        assertThat(run.out().lines()).allMatch(line -> line.length() > 30);
    }

    @Test
    void aGoodOneEndsWithZero() {
        CommandRun run = CommandRun.of("replay", "lost-packet");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("lost-packet: One packet")
                .containsPattern(" ok +flow write status +SUCCESS +SUCCESS\n")
                .containsPattern(" ok +fault 1, line \\d+ +happens +1 time\n")
                .containsPattern(" ok +endpoint and analysis +agree +1 flow agrees\n")
                .endsWith("\n1 scenario, all as expected\n");
    }

    @Test
    void anExpectationThatIsNotMetEndsWithOne() throws Exception {
        Path bad = scenario("bad", "  ends: ..1ms\n");
        CommandRun run = CommandRun.of("replay", "wrong-rkey", bad);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(" FAILED: 1 of ")
                .endsWith("\n2 scenarios, 1 not as expected: bad (run ends: expected at most 1 ms,"
                        + " found 67.109 ms)\n");
    }

    @Test
    void aFaultThatNeverHappensEndsWithOne() throws Exception {
        Path idle = folder.resolve("idle.yaml");
        Files.writeString(
                idle, BuiltIns.text("wrong-rkey") + "faults: [{drop: {qp: 5, psn: 1}}]\n");
        CommandRun run = CommandRun.of("replay", idle);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("NOT EXERCISED").containsPattern(" idle +fault 1, ");
    }

    @Test
    void whatCannotBeReadEndsWithThreeAndTheOthersRun() throws Exception {
        Path wrong = scenario("wrong", "  endz: ..1ms\n");
        CommandRun run = CommandRun.of("replay", wrong, "lost-packet");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .matches("qpscope: .*wrong.yaml:\\d+:3: unknown key 'endz' in expect; did you mean"
                        + " ends\\?.*\n");
        assertThat(run.out()).endsWith("\n1 scenario, all as expected\n");
        CommandRun near = CommandRun.of("replay", "lost-packet", "pfc-strom");
        assertThat(near.exitCode()).isEqualTo(3);
        assertThat(near.err())
                .isEqualTo("qpscope: pfc-strom: no such file; did you mean the built-in"
                        + " pfc-storm?\n");
        Path binary = folder.resolve("binary.yaml");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThat(CommandRun.of("replay", binary).err()).contains("not UTF-8 text");
        Path port = scenario("port", "  ports: {\"s:7\": {drops: 0}}\n");
        CommandRun noPort = CommandRun.of("replay", port);
        assertThat(noPort.exitCode()).isEqualTo(3);
        assertThat(noPort.err())
                .matches("qpscope: .*port\\.yaml:\\d+:18: no port s:7; s has ports 0 to 1\n");
        Path cut = folder.resolve("cut.yaml");
        Files.writeString(
                cut, BuiltIns.text("wrong-rkey") + "faults: [{pause: {port: x, class: 3}}]\n");
        CommandRun objection = CommandRun.of("replay", cut);
        assertThat(objection.exitCode()).isEqualTo(3);
        assertThat(objection.err())
                .matches("qpscope: .*cut\\.yaml:\\d+:1: rule 1: no Ethernet port x in this.*\n");
        Path small = folder.resolve("small.yaml");
        Files.writeString(small, BuiltIns.text("lost-packet").replace("[s]", "{s: {buffer: 1KB}}"));
        CommandRun unfit = CommandRun.of("replay", small);
        assertThat(unfit.exitCode()).isEqualTo(3);
        assertThat(unfit.err())
                .matches("qpscope: .*small\\.yaml:\\d+:1: switch s has 1000 bytes of buffer.*\n");
    }

    /** In a process of its own, which gets the signal that Ctrl-C is; one more waits behind it. */
    @Test
    void anInterruptKeepsWhatCameUntilThen() throws Exception {
        CtrlC.assumeHeard();
        Path endless = folder.resolve("endless.yaml");
        Files.writeString(
                endless,
                BuiltIns.text("lost-packet")
                        .replace("name: lost-packet", "name: endless\nduration: 86400s")
                        .replace("count: 4}", "count: 0}"));
        Path pcap = folder.resolve("run.pcapng");
        Path xml = folder.resolve("report.xml");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.qpscope.cli.Main",
                        "replay",
                        endless.toString(),
                        "wrong-rkey",
                        "--pcap=" + pcap,
                        "--junit=" + xml)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        Path recorded = folder.resolve("run-endless.pcapng");
        while (process.isAlive() && (Files.notExists(recorded) || Files.size(recorded) < 1 << 20)) {
            Thread.sleep(20);
        }
        CtrlC.send(process);
        assertThat(process.exitValue()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(Files.readString(folder.resolve("err")))
                .isEqualTo("qpscope: stopped: 1 of 2 scenarios not begun\n");
        assertThat(Files.readString(folder.resolve("out")))
                .containsPattern(" FAIL +run +to its end +stopped at ")
                .containsPattern(
                        "\n1 scenario, 1 not as expected: endless \\(run: expected to its end");
        assertThat(Files.readString(xml)).contains("<testsuite name=\"endless\"");
        CommandRun read = CommandRun.of("analyze", recorded, "--format", "json");
        assertThat(read.exitCode()).as(read.err()).isZero();
    }

    @Test
    void optionsThatDontGoTogether() {
        assertThat(CommandRun.of("replay", "lost-packet", "--to", "eth0").exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of("replay", "x.pcap", "--to", "eth0", "--json").exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of("replay").exitCode()).isEqualTo(2);
        CommandRun stray = CommandRun.of("replay", "lost-packet", "--profile", "cx5");
        assertThat(stray.exitCode()).isEqualTo(2);
        assertThat(stray.err()).contains("--profile does not go with scenarios");
        CommandRun near = CommandRun.of("replay", "victim-flwo");
        assertThat(near.exitCode()).isEqualTo(2);
        assertThat(near.err())
                .contains("no file or scenario victim-flwo; did you mean victim-flow?");
    }

    @Test
    void junitTellsEachCheck() throws Exception {
        Path xml = folder.resolve("report.xml");
        Path bad = scenario("bad", "  ends: ..1ms\n");
        assertThat(CommandRun.of("replay", "lost-packet", bad, "--junit", xml).exitCode())
                .isEqualTo(1);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml.toFile());
        Element root = document.getDocumentElement();
        assertThat(root.getAttribute("failures")).isEqualTo("1");
        assertThat(root.getElementsByTagName("testsuite").getLength()).isEqualTo(2);
        int cases = root.getElementsByTagName("testcase").getLength();
        assertThat(root.getAttribute("tests")).isEqualTo("" + cases);
        Element failure = (Element) root.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message"))
                .isEqualTo("expected at most 1 ms, found 67.109 ms");
    }

    @Test
    void jsonTellsTheSame() {
        CommandRun run = CommandRun.of("replay", "lost-packet", "--json", "--seed", 7);
        assertThat(run.exitCode()).isZero();
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.get("passed").asInt()).isEqualTo(1);
        JsonNode scenario = json.at("/scenarios/0");
        assertThat(scenario.get("verdict").asString()).isEqualTo("passed");
        assertThat(scenario.get("seed").asLong()).isEqualTo(7);
        assertThat(scenario.at("/flows/0/completed").asInt()).isEqualTo(4);
        assertThat(scenario.at("/findings/0/rule").asString()).isEqualTo("RC-LOSS-AFTER-TAP");
        assertThat(scenario.at("/packets/dropped/MEDDLER").asInt()).isEqualTo(1);
    }

    /** What is recorded is what was analyzed: analyze finds the same. */
    @Test
    void theRecordingGivesTheSameFindings() {
        Path pcap = folder.resolve("run.pcapng");
        assertThat(CommandRun.of("replay", "lost-packet", "rnr-exhausted", "--pcap", pcap)
                        .exitCode())
                .isZero();
        CommandRun loss = CommandRun.of(
                "analyze", folder.resolve("run-lost-packet.pcapng"), "--format", "json");
        JsonNode json = JsonMapper.shared().readTree(loss.out());
        assertThat(json.at("/findings")).hasSize(1);
        assertThat(json.at("/findings/0/rule").asString()).isEqualTo("RC-LOSS-AFTER-TAP");
        assertThat(json.at("/sessions/0/episodes")).hasSize(1);
        CommandRun rnr = CommandRun.of(
                "analyze", folder.resolve("run-rnr-exhausted.pcapng"), "--format", "json");
        assertThat(JsonMapper.shared()
                        .readTree(rnr.out())
                        .at("/sessions/0/outcome/status")
                        .asString())
                .isEqualTo("RNR_RETRY_EXC_ERR");
    }

    @Test
    void twoOfOneNameHaveTheirOwnFiles() throws Exception {
        Path pcap = folder.resolve("run.pcapng");
        Path other = folder.resolve("other.yaml");
        Files.writeString(other, BuiltIns.text("wrong-rkey").replace("4KiB, count: 4, r", "8, r"));
        CommandRun.of("replay", "wrong-rkey", other, "--pcap", pcap);
        assertThat(Files.size(folder.resolve("run-wrong-rkey.pcapng")))
                .isNotEqualTo(Files.size(folder.resolve("run-wrong-rkey-2.pcapng")));
    }

    @Test
    void creditsAreRecordedAndAnalyzed() {
        Path pcap = folder.resolve("ib.pcapng");
        CommandRun run = CommandRun.of("replay", "ib-credit-starvation", "--pcap", pcap);
        assertThat(run.exitCode()).as(run.out()).isZero();
        JsonNode json = JsonMapper.shared()
                .readTree(CommandRun.of("analyze", pcap, "--format", "json").out());
        assertThat(json.at("/protocols/InfiniBandLink").asLong()).isPositive();
        assertThat(json.at("/findings/0/rule").asString()).isEqualTo("IB-CREDIT-STARVED");
    }

    @Test
    void thePageHasVerdictPortsAndAnalysis() throws Exception {
        Path html = folder.resolve("run.html");
        assertThat(CommandRun.of("replay", "slow-receiver", "--html", html).exitCode())
                .isZero();
        String page = Files.readString(html);
        assertThat(page)
                .contains("<h2>Verdict</h2>", "<h2>Ports</h2>", "<h2>Findings</h2>", "a to s:0")
                .contains("PFC-PAUSED-SESSION")
                .containsPattern("<path d=\"M0 56L0.0 ")
                .contains("id=\"session-1\"");
    }

    @Test
    void aPageThatCannotBeWrittenIsNoVerdict() {
        CommandRun run =
                CommandRun.of("replay", "wrong-rkey", "--html", folder.resolve("no/where.html"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(run.err()).contains("no such folder");
    }

    @Test
    void theRepositorysScenariosAreAsExpected() throws Exception {
        List<Path> files;
        try (var list = Files.list(SCENARIOS)) {
            files = list.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            CommandRun run = CommandRun.of("replay", file);
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        }
    }
}
