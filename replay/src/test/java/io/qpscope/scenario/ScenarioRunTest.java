package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.scenario.Check.Result;
import io.qpscope.session.LinkSummary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class ScenarioRunTest {
    private static final String PAIR = """
            name: pair
            fabric:
              hosts: [a, b]
              switches: [s]
              links: [{between: [a, s]}, {between: [b, s]}]
            flows:
              - {name: f, from: a, to: b, %s}
            %s
            expect: {%s}
            """;

    @TempDir
    Path folder;

    private static Scenario scenario(String flow, String faults, String expect) {
        try {
            return Scenario.read("t.yaml", PAIR.formatted(flow, faults, expect));
        } catch (InvalidYamlException e) {
            throw new AssertionError(e);
        }
    }

    private static ScenarioResult run(String flow, String faults, String expect) {
        return new ScenarioRun(scenario(flow, faults, expect)).run();
    }

    /** Without a fault nobody finds anything: endpoint and analysis read the same specification. */
    @ParameterizedTest
    @CsvSource({
        "write",
        "write-imm",
        "read",
        "send",
        "send-imm",
        "cmp-swap",
        "fetch-add",
        "flush",
        "atomic-write"
    })
    void eachVerbWorksWithoutAFinding(String verb) {
        boolean word = verb.contains("swap") || verb.contains("add") || verb.contains("atomic");
        ScenarioResult result = run(
                "verb: " + verb + ", count: 20, size: " + (word ? 8 : 5000),
                "",
                "flows: {f: {status: SUCCESS, completed: 20, resent: 0}}, findings: [], drops: 0");
        assertThat(Verdict.of(result).checks()).allMatch(Check::passed);
    }

    @Test
    void plainPacketsArriveAtTheirRate() {
        ScenarioResult result =
                run("verb: udp, size: 1000, rate: 1G, for: 1ms", "", "ports: {b: {drops: 0}}");
        // 1038 bytes each on the wire.
        assertThat(result.conservation().delivered()).isBetween(120L, 121L);
        assertThat(Verdict.of(result).passed()).isTrue();
    }

    @Test
    void whatNeverHappenedProvesNothing() {
        String flow = "verb: write, count: 2";
        ScenarioResult result =
                run(flow, "faults: [{drop: {qp: 7, psn: 1}}]", "flows: {f: {status: SUCCESS}}");
        Verdict verdict = Verdict.of(result);
        assertThat(verdict.result()).isEqualTo(Result.NOT_EXERCISED);
        assertThat(verdict.passed()).isFalse();
        ScenarioResult optional = run(
                flow,
                "faults: [{drop: {qp: 7, psn: 1, optional: true}}]",
                "flows: {f: {status: SUCCESS}}");
        assertThat(Verdict.of(optional).result()).isEqualTo(Result.PASSED);
        ScenarioResult failed =
                run(flow, "faults: [{drop: {qp: 7, psn: 1}}]", "flows: {f: {completed: 3}}");
        assertThat(Verdict.of(failed).result()).isEqualTo(Result.FAILED);
    }

    /** An endpoint that tells another end than its packets is a failure, whatever was expected. */
    @Test
    void endpointAndAnalysisMustAgree() {
        ScenarioResult result = run("verb: write, count: 2", "", "");
        FlowResult flow = result.flow("f");
        assertThat(ThreeWay.of(result)).allMatch(Check::passed);
        List<FlowResult> lies = List.of(
                new FlowResult(
                        flow.plan(),
                        WcStatus.REM_ACCESS_ERR,
                        1,
                        false,
                        false,
                        flow.endNs(),
                        List.of(),
                        List.of()),
                new FlowResult(
                        flow.plan(), null, 3, false, true, flow.endNs(), List.of(), List.of()),
                new FlowResult(
                        flow.plan(), null, 1, false, false, flow.endNs(), List.of(), List.of()));
        for (FlowResult lie : lies) {
            List<Check> checks = ThreeWay.of(told(result, lie));
            assertThat(checks).hasSize(1).noneMatch(Check::passed);
        }
        ScenarioResult cut = run("verb: write, count: 2, rkey: wrong", "", "");
        assertThat(cut.flow("f").status()).isEqualTo("REM_ACCESS_ERR");
        assertThat(ThreeWay.of(cut)).allMatch(Check::passed);
        FlowResult well = new FlowResult(
                flow.plan(), null, 2, false, true, flow.endNs(), List.of(), List.of());
        assertThat(ThreeWay.of(told(cut, well))).noneMatch(Check::passed);
    }

    private static ScenarioResult told(ScenarioResult result, FlowResult flow) {
        return new ScenarioResult(
                result.scenario(),
                result.network(),
                result.endNs(),
                result.rest(),
                List.of(flow),
                result.numbers(),
                result.connections(),
                result.taps(),
                result.beside(),
                result.rules(),
                result.timeline(),
                result.frames());
    }

    @Test
    void sameSeedSameBytes() throws IOException {
        String flow = "verb: write, count: 40, size: 20KB";
        String faults =
                "faults: [{drop: {probability: 0.02}}, {delay: {probability: 0.1, by: 1us..9us}}]";
        Scenario scenario = scenario(flow, faults, "tap: [a, b]");
        byte[] first = recorded(scenario, "1.pcapng");
        assertThat(recorded(scenario, "2.pcapng")).isEqualTo(first);
        assertThat(recorded(scenario.seed(2), "3.pcapng")).isNotEqualTo(first);
    }

    private byte[] recorded(Scenario scenario, String name) throws IOException {
        Path file = folder.resolve(name);
        ScenarioRun run = new ScenarioRun(scenario);
        try (TapRecorder recorder = TapRecorder.create(file, "test", run.taps())) {
            run.sink(recorder).run();
        }
        return Files.readAllBytes(file);
    }

    @Test
    void tapsAreInterfacesOfAFile() throws IOException {
        ScenarioRun run = new ScenarioRun(scenario("verb: write", "", "tap: [b, \"s:0\"]"));
        Path file = folder.resolve("taps.pcapng");
        ScenarioResult result;
        try (TapRecorder recorder = TapRecorder.create(file, "test", run.taps())) {
            result = run.sink(recorder).run();
        }
        assertThat(run.taps()).extracting(TapView::name).containsExactly("b", "s:0");
        long[] frames = new long[2];
        try (FrameCursor cursor = CaptureFile.open(file)) {
            while (cursor.next()) {
                frames[cursor.interfaceId()]++;
                assertThat(cursor.linkType()).isEqualTo(LinkType.ETHERNET);
                assertThat(cursor.linkSpeed()).isEqualTo(100_000_000_000L);
            }
        }
        // Nothing is lost between them.
        assertThat(frames[0]).isEqualTo(frames[1]).isPositive();
        assertThat(frames[0] + frames[1]).isEqualTo(result.frames());
    }

    @Test
    void infinibandIsRecordedAsErf() throws IOException {
        Path file = folder.resolve("ib.pcapng");
        ScenarioRun run = new ScenarioRun(BuiltIns.get("ib-credit-lossless"));
        try (TapRecorder recorder = TapRecorder.create(file, "test", run.taps())) {
            run.sink(recorder).run();
        }
        long frames = 0;
        try (FrameCursor cursor = CaptureFile.open(file)) {
            while (cursor.next()) {
                assertThat(cursor.linkType()).isEqualTo(LinkType.ERF);
                long stamp = Long.reverseBytes(cursor.buffer().getLong(cursor.offset()));
                long fraction = ((stamp & 0xffff_ffffL) * 1_000_000_000L) >>> 32;
                assertThat((stamp >>> 32) * 1_000_000_000L + fraction).isEqualTo(cursor.timeNs());
                frames++;
            }
            assertThat(cursor.captures().get(0).damage()).isNull();
        }
        assertThat(frames).isGreaterThan(1000);
        List<LinkSummary> links = run.taps().get(0).result().links();
        assertThat(links).isNotEmpty();
        for (LinkSummary link : links) {
            assertThat(link.leaks()).isZero();
            assertThat(link.overruns()).isZero();
            assertThat(link.badLpcrc()).isZero();
            assertThat(link.badVcrc()).isZero();
            assertThat(link.mismatches()).isZero();
        }
    }

    @Test
    void timePassesForWhoWatches() {
        List<Long> times = new ArrayList<>();
        ScenarioRun run = new ScenarioRun(scenario("verb: write, count: 400", "", ""));
        ScenarioResult result = run.watcher(now -> !times.add(now)).run();
        assertThat(times).isSorted().hasSizeGreaterThan(10);
        assertThat(times.get(times.size() - 1)).isLessThanOrEqualTo(result.endNs());
        assertThat(Verdict.of(result).passed()).isTrue();
        double[] samples = result.timeline().times();
        assertThat(samples).hasSizeLessThanOrEqualTo(Timeline.MOST).isSorted();
        double[] rates = result.timeline().tracks().get(0).rates(samples);
        assertThat(rates).hasSameSizeAs(samples);
    }

    /** A broken adapter's own guard ends what a fault plan began. */
    @ParameterizedTest
    @CsvSource({"100ms, 1", "8s, 0"})
    void thePauseFaultMeetsTheStallGuard(String stall, int stalls) throws Exception {
        String text = PAIR.replace("[a, b]\n", "{a: , b: {pauseStall: " + stall + "}}\n")
                .formatted(
                        "verb: write, size: 256KiB",
                        "faults: [{pause: {port: b, class: 3, every: 200us, for: 300ms}}]",
                        "hosts: {b: {stalls: " + stalls + "}}, flows: {f: {status: SUCCESS}}");
        ScenarioResult result = new ScenarioRun(Scenario.read("t", text)).run();
        assertThat(Verdict.of(result).checks()).allMatch(Check::passed);
        assertThat(result.flow("f").finishedNs() / 1e6)
                .isCloseTo(stalls == 1 ? 100 : 300, within(2.0));
    }

    /** A second of what would last a day; what has come until then is judged, and is not all. */
    @Test
    void whoHasEnoughStopsIt() {
        ScenarioRun run =
                new ScenarioRun(scenario("verb: write, count: 0", "duration: 86400s", ""));
        ScenarioResult result = run.watcher(now -> now >= 1_000_000).run();
        assertThat(result.endNs()).isBetween(1_000_000L, 2_000_000L);
        Verdict verdict = Verdict.of(result);
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.checks().get(0).toString()).contains("to its end", "stopped at 1.");
        assertThat(verdict.checks().stream().filter(each -> !each.passed())).hasSize(1);
    }

    /** Where virtual time hardly passes, too. */
    @Test
    void timeThatHardlyPassesCanBeStopped() {
        String faults =
                "faults: [{pause: {port: a, class: 3, quanta: 1, every: 1ns}}]\nduration: 1s";
        ScenarioRun run = new ScenarioRun(scenario("verb: write, count: 0", faults, ""));
        int[] asked = {0};
        ScenarioResult result = run.watcher(now -> ++asked[0] == 100).run();
        assertThat(result.endNs()).isLessThan(1_000_000);
    }
}
