package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.fault.yaml.InvalidYamlException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.SplittableRandom;

/** What is wrong with a scenario is told with file, line, what was expected and what was meant. */
class ScenarioReaderTest {
    private static final String GOOD = """
            name: good
            fabric:
              hosts: {a: {profile: cx5}, b: }
              switches: {s: {xoff: 50KB, ecn: {kMin: 5KB, kMax: 200KB, pMax: 1%}}}
              links:
                - {between: [a, s], rate: 40G, delay: 500ns}
                - {between: [b, s], rate: 40G}
            flows:
              - {name: load, from: a, to: b, verb: write, size: 64KiB, count: 10}
            faults:
              - drop: {link: s-b, psn: 3, round: 1}
            expect:
              tap: [a, "s:1"]
              flows: {load: {status: SUCCESS, duration: ..10ms, throughput: 1G..}}
              ports: {"s:1": {pauses: 0}}
              drops: 1
            """;

    private static List<String> problems(String text) {
        InvalidYamlException wrong = catchThrowableOfType(
                InvalidYamlException.class, () -> Scenario.read("f.yaml", text));
        return wrong == null ? List.of() : wrong.problems();
    }

    @Test
    void theGoodOneIsGood() throws InvalidYamlException {
        assertThat(problems(GOOD)).isEmpty();
        assertThat(Verdict.of(new ScenarioRun(Scenario.read("f", GOOD)).run()).checks())
                .allMatch(Check::passed);
    }

    /** After a loss it sends one packet, waits for its timeout, and is late. */
    @Test
    void aHostIsGivenADefectAndTheGoodOneFindsIt() throws InvalidYamlException {
        String text = GOOD.replace("profile: cx5", "profile: cx5, defect: ONE_PACKET_RESENT");
        assertThat(Verdict.of(new ScenarioRun(Scenario.read("f", text)).run()).checks())
                .anyMatch(check -> !check.passed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: good | name: a/b | f.yaml:1:7: name: expected letters",
                "flows: {load | flow: {load | f.yaml:14:3: unknown key 'flow' in expect; did you mean flows?",
                "profile: cx5 | profile: cx55 | f.yaml:3:24: profile: 'cx55': did you mean cx5?",
                "profile: cx5 | defect: NAK_TWIC | f.yaml:3:23: defect: 'NAK_TWIC': did you mean NAK_TWICE?",
                "xoff: 50KB | xof: 50KB | f.yaml:4:18: unknown key 'xof' in switch s; did you mean xoff?",
                "xoff: 50KB | xoff: 50 kilo | f.yaml:4:24: xoff: '50 kilo': expected a number of bytes",
                "xoff: 50KB | 'xoff: 50KB, alpha: 0.1' | one of alpha (of the free buffer) and xoff",
                "kMax: 200KB | kMax: 1KB | f.yaml:4:53: kMax: expected kMin or more",
                "[a, s] | [a, t] | f.yaml:6:17: between: no node 't'; did you mean a? expected one of: a, b, s",
                "[a, s] | [a, a] | expected two different nodes",
                "[a, s] | [b, s] | host a has 0 links, expected one",
                "delay: 500ns | delay: 500 | f.yaml:6:43: delay: '500': expected a duration",
                "rate: 40G} | rate: 40G, infiniband: true} | nobody translates",
                "from: a | from: c | f.yaml:9:24: from: no host 'c'; did you mean a? expected one of: a, b",
                "to: b | to: a | expected another host than from",
                "verb: write | verb: wriet | verb: 'wriet': did you mean write?",
                "size: 64KiB | size: 1GiB | expected 0 to 268435456",
                "count: 10 | count: 0 | f.yaml:1:1: a flow without an end (count: 0) needs a 'duration'",
                "link: s-b | link: s-c | f.yaml:11:1: rule 1: no link s-c; links are named by their ends",
                "SUCCESS | SUCESS | f.yaml:14:26: status: 'SUCESS': did you mean SUCCESS?",
                "{load: {s | {lod: {s | f.yaml:14:11: no flow 'lod'; did you mean load?",
                "..10ms | 10ms..1ms | duration: '10ms..1ms': expected a duration with its unit",
                "1G.. | .. | throughput: '..': expected a rate",
                "s:1\": {p | t:1\": {p | no node 't'",
                "s:1\": {p | s:2\": {p | f.yaml:15:18: no port s:2; s has ports 0 to 1",
                "tap: [a, | tap: [a:1, | f.yaml:13:8: no port a:1; a has port 0",
                "{\"s:1\": {pauses: 0}} | 5 | f.yaml:15:10: ports: expected names with what is expected of them",
                "{\"s:1\": {pauses: 0}} | [a] | ports: expected names with what is expected of them",
                "drops: 1 | hosts: | hosts: expected names with what is expected of them",
                "drops: 1 | 'hosts: {a: }' | f.yaml:16:11: host a: nothing is expected of it",
                "drops: 1 | drops: {} | f.yaml:16:10: drops: nothing is expected of it",
                "drops: 1 | watchdog: | watchdog: nothing is expected of it",
                "drops: 1 | findings: | findings: expected a list of rules, [] for none",
                "drops: 1 | findings: {} | findings: nothing is expected of it",
                "drops: 1 | episodes: [] | episodes: expected a list, as: - {flow",
                "xoff: 50KB | 'xoff: 50KB, lossless: {a: 1}' | lossless: expected priorities, 0 to 7, found keys",
                "drops: 1 | drops: {WIRE_LOS: 1} | did you mean WIRE_LOSS?",
                "drops: 1 | findings: [RC-LOSS-AFTR-TAP] | no rule 'RC-LOSS-AFTR-TAP'; did you mean RC-LOSS-AFTER-TAP?",
                "drops: 1 | 'episodes: [{flow: load, cause: RRN}]' | cause: 'RRN': did you mean RNR?"
            })
    void eachMistakeHasItsMessage(String right, String wrong, String message) {
        assertThat(GOOD).contains(right);
        assertThat(problems(GOOD.replaceFirst(java.util.regex.Pattern.quote(right), wrong)))
                .as(wrong)
                .anyMatch(line -> line.contains(message));
    }

    /** What only the network as a whole knows is told with its line, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "xoff: 50KB | buffer: 30KB | 4:1: switch s has 30000 bytes of buffer, but its",
                "delay: 500ns | delay: 1s | 4:1: switch s has 12000000 bytes of buffer, but its",
                "40G | '40G, infiniband: true' | 4:1: laneBuffer: lanes of 64 bytes at port s:0, expected"
            })
    void whatDoesNotFitIsTold(String right, String wrong, String message) throws Exception {
        String text = GOOD.replace("drop: {link: s-b, psn: 3, round: 1}", "drop: {psn: 3}");
        if (wrong.contains("infiniband")) {
            text = text.replace("drop: {psn: 3}", "starve: {vl: 0}");
            text = text.replace("xoff: 50KB", "laneBuffer: 64");
        }
        Scenario scenario = Scenario.read("f", text.replace(right, wrong));
        assertThatThrownBy(() -> new ScenarioRun(scenario))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void rulesOnPartsThatAreNotThereAreTold() throws Exception {
        String drop = "drop: {link: s-b, psn: 3, round: 1}";
        String pause = GOOD.replace(drop, "pause: {port: \"s:2\", class: 3}");
        assertThat(new ScenarioRun(Scenario.read("f", pause)).objections())
                .containsExactly("11:1: rule 1: no Ethernet port s:2 in this network; ports are"
                        + " named by their node, as a:0 or s:0");
        String starve = GOOD.replace(drop, "starve: {vl: 0}");
        assertThat(new ScenarioRun(Scenario.read("f", starve)).objections())
                .containsExactly("11:1: rule 1: no InfiniBand link in this network");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "fabric", "flows", "expect"})
    void whatIsMissingIsTold(String key) {
        assertThat(problems("title: t\n")).anyMatch(line -> line.contains("needs '" + key + "'"));
    }

    @Test
    void rulesAboutPacketsDontGoWithInfiniband() {
        String ib = GOOD.replace("40G", "40G, infiniband: true");
        assertThat(problems(ib)).anyMatch(line -> line.contains("on InfiniBand there are starve"));
        assertThat(problems(
                        ib.replace("drop: {link: s-b, psn: 3, round: 1}", "starve: {link: s-b}")))
                .isEmpty();
        assertThat(problems(GOOD.replace("drop: {link: s-b, psn: 3, round: 1}", "mpa: {crc: bad}")))
                .anyMatch(line -> line.contains("no flow has transport: iwarp"));
    }

    @Test
    void memoryIsBounded() {
        String flow = "  - {from: a, to: b, size: 256MiB}\n";
        assertThat(problems(GOOD.replace("faults:\n", flow + "faults:\n"))).isEmpty();
        assertThat(problems(GOOD.replace("faults:\n", flow.repeat(2) + "faults:\n")))
                .anyMatch(line -> line.contains("bytes of memory at their hosts"));
    }

    /** Whatever stands in a file: an answer, and nothing but problems thrown. */
    @Test
    void noiseNeverThrowsAnythingElse() {
        long seed = 20260611;
        SplittableRandom random = new SplittableRandom(seed);
        String letters = "abs{}[]:,-. \n\"'09KGms&*!|>#%";
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder(GOOD);
            for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
                int at = random.nextInt(text.length());
                char c = letters.charAt(random.nextInt(letters.length()));
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, c);
                    case 1 -> text.insert(at, c);
                    default -> text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
                }
            }
            String changed = text.toString();
            try {
                Scenario.read("f.yaml", changed);
            } catch (InvalidYamlException e) {
                assertThat(e.problems()).allMatch(line -> line.startsWith("f.yaml:"));
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + i + ":\n" + changed, e);
            }
        }
    }
}
