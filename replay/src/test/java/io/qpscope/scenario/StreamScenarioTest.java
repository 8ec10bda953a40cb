package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.endpoint.iwarp.StreamDefect;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.scenario.Check.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Flows over iWARP: what comes of them, and of faults on their way. */
class StreamScenarioTest {
    private static final String ALL_VERBS =
            "{verb: write, size: 4000}, {verb: send, size: 3000}, {verb: read, size: 5000, at: 0},"
                    + " {verb: fetch-add}, {verb: write-imm, size: 10}, {verb: send-imm, size: 0},"
                    + " {verb: cmp-swap}, {verb: send-inv, size: 9, fence: true}";
    /** FPDUs: three of the WRITE, three of the SEND, then one each. */
    private static final String MIXED =
            "{verb: write, size: 3000}, {verb: send, size: 3000}, {verb: read, size: 2000, at: 0},"
                    + " {verb: send, size: 10}";

    private static String scenario(String hosts, String stream, String work, String faults) {
        return "name: t\nfabric:\n  hosts: " + hosts
                + "\n  links: [{between: [a, b], rate: 100G, delay: 1us}]\nflows:\n  - {name: f1,"
                + " from: a, to: b, transport: iwarp, stream: {" + stream + "}, work: [" + work
                + "]}\n" + faults
                + "expect:\n  tap: [a, b]\n  flows: {f1: {status: SUCCESS, data: intact, conduct:"
                + " lawful, ending: closed}}\n  findings: []\n";
    }

    private static List<Check> failed(String text) throws InvalidYamlException {
        Scenario scenario = Scenario.read("t", text);
        return Verdict.of(new ScenarioRun(scenario).run()).checks().stream()
                .filter(each -> each.result() != Result.PASSED)
                .toList();
    }

    private static ScenarioResult run(String stream, String work, String rule)
            throws InvalidYamlException {
        String faults = "faults:\n  - mpa: {" + rule + "}\n";
        return new ScenarioRun(Scenario.read("t", scenario("[a, b]", stream, work, faults))).run();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "crc: true",
                "crc: false, markers: true",
                "markers: true, mss: 144",
                "markers: true, mss: 8948, rtr: read",
                "rtr: [read, write], ord: 1",
                "rtr: empty, crc: false",
                "revision: 1, ord: 1",
            })
    void allVerbsPassWithoutAFinding(String stream) throws InvalidYamlException {
        assertThat(failed(scenario("[a, b]", stream, ALL_VERBS, ""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fpdu: 4, from: a, crc: bad | b:2.0.2 | WR_FLUSH_ERR",
                "fpdu: 4, from: a, field: iwarp_ddp.msn, add: 1 | b:1.2.3 | WR_FLUSH_ERR",
                "fpdu: 4, from: a, field: iwarp_ddp.qn, value: 9 | b:1.2.1 | WR_FLUSH_ERR",
                "fpdu: 2, from: a, field: iwarp_ddp.stag, xor: 1 | b:1.1.0 | WR_FLUSH_ERR",
                "fpdu: 2, from: a, field: iwarp_ddp.rsvd, value: 15 | closed | SUCCESS",
                "fpdu: 2, from: a, field: iwarp_rdma.version, xor: 1 | b:0.2.5 | WR_FLUSH_ERR",
                "fpdu: 5, from: a, fate: drop | b:1.2.4 | WR_FLUSH_ERR",
                "fpdu: 5, from: a, fate: duplicate | b:1.2.4 | WR_FLUSH_ERR",
                "fpdu: 5, from: a, fate: swap | b:1.2.4 | WR_FLUSH_ERR",
                "fpdu: 5, from: a, fate: cut | failed | WR_FLUSH_ERR",
                "fpdu: 7, from: a, fate: drop | open | UNFINISHED",
                "fpdu: 1, from: b, field: iwarp_ddp.tagged_offset, add: 1 | a:1.1.1 | WR_FLUSH_ERR",
                "from: a, field: iwarp_mpa.rev, value: 3 | failed | WR_FLUSH_ERR",
                "from: b, field: iwarp_mpa.rej_flag, xor: 1 | failed | WR_FLUSH_ERR",
                "from: b, field: iwarp_mpa.enhanced.ord, value: 5 | a:2.0.6 | WR_FLUSH_ERR",
            })
    void eachFaultHasItsEnd(String rule, String ending, String status) throws InvalidYamlException {
        for (String stream : List.of("markers: false", "markers: true")) {
            ScenarioResult result = run(stream, MIXED, rule);
            FlowResult flow = result.flow("f1");
            assertThat(flow.ending()).as(stream).containsExactly(ending);
            assertThat(flow.status()).as(stream).isEqualTo(status);
            assertThat(flow.violations()).as(stream).isEmpty();
            assertThat(result.rules().get(0).fires()).as(stream).isEqualTo(1);
            List<String> accused = Verdict.of(result).checks().stream()
                    .filter(each -> each.subject().endsWith("conduct") && !each.passed())
                    .map(Check::observed)
                    .toList();
            assertThat(accused).as("neither host did anything wrong").isEmpty();
        }
    }

    @Test
    void aLostWriteIsNoticedByTheDataAlone() throws InvalidYamlException {
        FlowResult flow = run("", MIXED, "fpdu: 2, from: a, fate: drop").flow("f1");
        assertThat(flow.ending()).containsExactly("closed");
        assertThat(flow.violations())
                .anyMatch(line -> line.startsWith("responder's memory differs from byte 14"));
        assertThat(flow.breakouts()).isEmpty();
    }

    /** A host that breaks the rules is named, and the other one is not. */
    @Test
    void aHostWithADefectIsAccused() throws InvalidYamlException {
        String hosts = "{a: {defect: " + StreamDefect.MARKER_POSITION + "}, b: }";
        List<Check> failed =
                failed(scenario(hosts, "markers: true", "{verb: write, size: 30000}", ""));
        assertThat(failed)
                .anyMatch(each -> each.subject().equals("flow f1 conduct")
                        && each.observed().startsWith("a: IWARP-")
                        && !each.observed().contains("b: "));
    }

    @Test
    void aTerminateThatIsIgnoredIsUnheard() throws InvalidYamlException {
        String hosts = "{a: {defect: " + StreamDefect.TERMINATE_IGNORED + "}, b: }";
        String text = scenario(hosts, "", "{verb: send, size: 9, room: 8}, {verb: read}", "");
        ScenarioResult result = new ScenarioRun(Scenario.read("t", text)).run();
        assertThat(result.flow("f1").ending()).containsExactly("b:1.2.5 unheard");
    }

    @Test
    void sameScenarioSameBytes() throws InvalidYamlException {
        assertThat(frames()).hasSizeGreaterThan(20).isEqualTo(frames());
    }

    private static List<String> frames() throws InvalidYamlException {
        List<String> frames = new ArrayList<>();
        String faults = "faults:\n  - mpa: {fpdu: 5, from: a, fate: duplicate}\n";
        Scenario scenario =
                Scenario.read("t", scenario("[a, b]", "markers: true", ALL_VERBS, faults));
        new ScenarioRun(scenario)
                .sink((tap, frame) -> {
                    ByteBuffer bytes = frame.buffer().duplicate();
                    bytes.limit(frame.offset() + frame.captured()).position(frame.offset());
                    frames.add(tap + " " + frame.timeNs() + " " + bytes.hashCode());
                })
                .run();
        return frames;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transport: roce, stream: {} | stream: goes with transport: iwarp",
                "transport: iwarp, psn: 4 | psn: does not go with transport: iwarp",
                "transport: iwarp, verb: flush | iWARP has no FLUSH",
                "transport: iwarp, verb: udp | plain packets have no stream",
                "transport: iwarp, verb: send-imm, size: 1 | a send-imm of size 0",
                "transport: iwarp, stream: {revision: 1, rtr: read} | rtr: needs revision 2",
                "transport: iwarp, stream: {rtr: reed} | rtr: 'reed': did you mean read?",
                "verb: send-inv | verb: 'send-inv'",
            })
    void whatDoesNotFitIsTold(String keys, String problem) {
        String text = "name: t\nfabric:\n  hosts: [a, b]\n  links: [{between: [a, b]}]\nflows:\n"
                + "  - {from: a, to: b, " + keys + "}\nexpect: {}\n";
        assertThat(problems(text)).anyMatch(line -> line.contains(problem));
    }

    @Test
    void aStreamNeedsALinkOfItsOwn() {
        String text = "name: t\nfabric:\n  hosts: [a, b]\n  switches: [s]\n  links: [{between: [a,"
                + " s]}, {between: [s, b]}]\nflows:\n  - {name: f, from: a, to: b, transport: iwarp}"
                + "\nexpect: {}\n";
        assertThat(problems(text))
                .anyMatch(line -> line.contains(
                        "flow f: an iWARP stream needs an Ethernet link from a to b"));
    }

    @Test
    void endingsAreNamed() {
        String text = scenario("[a, b]", "", MIXED, "").replace("ending: closed", "ending: shut");
        assertThat(problems(text))
                .anyMatch(line -> line.contains("ending: 'shut': expected closed, failed, open"));
    }

    private static List<String> problems(String text) {
        InvalidYamlException wrong =
                catchThrowableOfType(InvalidYamlException.class, () -> Scenario.read("t", text));
        assertThat(wrong).as(text).isNotNull();
        return wrong.problems();
    }
}
