package io.qpscope.fault.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.fault.yaml.InvalidYamlException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a plan may say, and what is said of one that is wrong. */
class FaultPlanTest {
    /** Of the design, section 6. */
    private static final String DESIGN = """
            faults:
              - drop:      {qp: 1, psn: 10, round: 1}            # comment
              - drop:      {from: b, opcode: "RC_RDMA_READ_RESPONSE_*", every: 256}
              - delay:     {qp: 1, psn: 20..30, by: 50us}
              - reorder:   {probability: 0.01, by: 3}
              - duplicate: {qp: 1, psn: 5, copies: 2}
              - corrupt:   {qp: 1, psn: 7, field: bth.psn, xor: 1, icrc: keep}
              - mark:      {qp: 1, psn: 3.., ecn: ce}
              - rnr:       {qp: 1, message: 3, timer: 12, times: 4}
              - nak:       {qp: 1, psn: 9, code: REMOTE_ACCESS_ERROR}
              - inject:    {cnp: {qp: 1}, at: 2ms}
              - mpa:       {stream: 1, fpdu: 4, crc: bad}
              - starve:    {vl: 0, after: 1ms, for: 5ms}
              - pause:     {port: h2, class: 3, quanta: 65535, every: 50us, for: 300ms}
            """;

    private static List<String> problems(String text) {
        InvalidYamlException wrong = catchThrowableOfType(
                InvalidYamlException.class, () -> FaultPlan.read("p.yaml", text));
        assertThat(wrong).as(text).isNotNull();
        return wrong.problems();
    }

    private static FaultRule rule(String text) {
        try {
            return FaultPlan.read("p.yaml", "faults:\n- " + text).rules().get(0);
        } catch (InvalidYamlException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    @Test
    void theDesignsExampleIsAPlan() throws InvalidYamlException {
        FaultPlan plan = FaultPlan.read("p.yaml", DESIGN);
        assertThat(plan.rules()).hasSize(13);
        assertThat(plan.rules().get(0).line()).isEqualTo(2);
        assertThat(plan.rules().get(0).text()).isEqualTo("drop {qp: 1, psn: 10, round: 1}");
        assertThat(plan.rules().get(2).action()).isEqualTo(new Action.Delay(50_000, 50_000));
        assertThat(plan.rules().get(2).matcher().psn().from()).isEqualTo(20);
        assertThat(plan.rules().get(2).matcher().psn().to()).isEqualTo(30);
        assertThat(plan.rules().get(6).matcher().psn().to()).isEqualTo(Long.MAX_VALUE);
        assertThat(plan.rules().get(7).action()).isEqualTo(new Action.Answer(0x2c, true));
        assertThat(plan.rules().get(8).action()).isEqualTo(new Action.Answer(0x62, true));
        assertThat(plan.rules().get(9).schedule().atNs()).isEqualTo(2_000_000);
        assertThat(plan.rules().get(12).schedule())
                .isEqualTo(new Schedule(0, 50_000, 300_000_000, Long.MAX_VALUE));
        assertThat(plan.outside(List.of(Action.Place.PACKETS)).number()).isEqualTo(11);
        assertThat(plan.outside(List.of(Action.Place.values()))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50us | 50000",
                "1.5ms | 1500000",
                "7 ns | 7",
                "2s | 2000000000",
                "1_000ns | 1000",
                "0us | 0",
                "3\u00b5s | 3000",
            })
    void durationsHaveUnits(String text, long ns) {
        assertThat(rule("delay: {by: " + text + "}").action()).isEqualTo(new Action.Delay(ns, ns));
    }

    @ParameterizedTest
    @CsvSource({"32, 32", "1KiB, 1024", "2kB, 2000", "64B, 64"})
    void sizesMayHaveUnits(String text, int bytes) {
        assertThat(rule("truncate: {to: " + text + "}").action())
                .isEqualTo(new Action.Truncate(0, bytes, false));
    }

    @Test
    void defaultsAreThoseOfTheDocumentation() {
        assertThat(rule("duplicate:").action()).isEqualTo(new Action.Duplicate(1));
        assertThat(rule("reorder: {}").action()).isEqualTo(new Action.Reorder(1, 1_000_000));
        assertThat(rule("rnr: {qp: 1}").action()).isEqualTo(new Action.Answer(0x2c, true));
        FaultRule drop = rule("drop:");
        assertThat(drop.optional()).isFalse();
        assertThat(drop.matcher().requests()).isFalse();
        assertThat(drop.matcher().every()).isEqualTo(1);
        assertThat(drop.matcher().probability()).isEqualTo(1);
        assertThat(drop.matcher().times()).isEqualTo(Long.MAX_VALUE);
        assertThat(rule("drop: {at: 1ms}").matcher().times()).isEqualTo(1);
        assertThat(rule("drop: {psn: 1}").matcher().requests()).isTrue();
        assertThat(rule("drop: {psn: 1, from: b}").matcher().requests()).isFalse();
        assertThat(rule("drop: {probability: 25%}").matcher().probability()).isEqualTo(0.25);
        assertThat(rule("drop: {psn: 0x10..0x1f}").matcher().psn().to()).isEqualTo(31);
    }

    /** Each line: a rule, and what is said of it; its own line is 2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "dorp: {} | 2:3: unknown action 'dorp'; did you mean drop? expected one of: drop, delay, reorder, duplicate, corrupt, truncate, mark, rnr, nak, inject, mpa, starve, pause, cut",
                "drop: {pns: 1} | 2:10: unknown key 'pns' in drop; did you mean psn? expected one of: qp, psn, message, round, opcode, cm, from, every, probability, at, after, for, times, link, optional",
                "drop: {colour: red} | 2:10: unknown key 'colour' in drop; expected one of: qp, psn",
                "drop: {qp: 0} | 2:14: qp: '0': expected a whole number, 1 to 2147483647",
                "drop: {qp: one} | 2:14: qp: 'one': expected a whole number",
                "drop: {qp: [1, 2]} | 2:14: qp: expected one value, found a list",
                "drop: {qp:} | 2:13: qp: expected one value, found nothing",
                "drop: {psn: 5..3} | 2:15: psn: '5..3': expected a whole number from 0 on, or a range of such: 20..30, 3.., ..5",
                "drop: {psn: ..} | 2:15: psn: '..': expected",
                "drop: {psn: -1} | 2:15: psn: '-1': expected",
                "drop: {round: 0} | 2:17: round: '0': expected a whole number, 1 to 255",
                "drop: {opcode: RC_RDMA_RITE_ONLY} | 2:18: opcode: 'RC_RDMA_RITE_ONLY': no opcode fits; expected a name of a BTH opcode, with * for any letters, as RC_RDMA_WRITE_ONLY",
                "drop: {from: c} | 2:16: from: 'c': did you mean a? expected one of: a, b",
                "drop: {every: 0} | 2:17: every: '0': expected a whole number, 1 to",
                "drop: {probability: 2} | 2:23: probability: '2': expected 0 to 1, or 0% to 100%",
                "drop: {after: 10} | 2:17: after: '10': expected a duration with its unit, ns, us, ms or s, as 50us",
                "drop: {for: 10m} | 2:15: for: '10m': expected a duration",
                "drop: {for: 0s} | 2:15: for: '0s': expected 1ns to 86400s",
                "drop: {at: 1ms, after: 1ms} | 2:14: at: is the first packet from then on",
                "drop: {times: 0} | 2:17: times: '0': expected",
                "drop: {optional: yes} | 2:20: optional: 'yes': expected one of: true, false",
                "delay: {} | 2:10: delay needs 'by'",
                "delay: {by: 9us..5us} | 2:15: by: '9us..5us': expected two durations with their units, the smaller first",
                "reorder: {by: 0} | 2:17: by: '0': expected a whole number, 1 to 10000",
                "duplicate: {copies: 101} | 2:23: copies: '101': expected a whole number, 1 to 100",
                "corrupt: {xor: 1} | 2:12: corrupt needs 'field' or 'offset'",
                "corrupt: {field: bth.psn} | 2:12: corrupt needs one of 'xor', 'value' and 'add'",
                "corrupt: {field: bth.pns, xor: 1} | 2:20: field: 'bth.pns': did you mean bth.psn? expected one of: bth.opcode,",
                "corrupt: {field: bth.psn, xor: 0x1000000} | 2:34: xor: '0x1000000': expected a whole number, 0 to 16777215",
                "corrupt: {field: bth.psn, offset: 1, xor: 1} | 2:37: offset: goes with field: payload, or without a field",
                "corrupt: {offset: 1, xor: 256} | 2:29: xor: '256': expected a whole number, 0 to 255",
                "corrupt: {offset: 1, xor: 1, value: 2} | 2:39: value: one of xor, value and add is enough",
                "corrupt: {offset: 1, xor: 1, icrc: repair} | 2:38: icrc: 'repair': expected one of: keep, fix",
                "truncate: {} | 2:13: truncate needs one of 'by' and 'to'",
                "truncate: {by: 1, to: 2} | 2:13: truncate needs one of 'by' and 'to'",
                "truncate: {by: 3 miles} | 2:18: by: '3 miles': expected a number of bytes, as 64, 4KiB or 1MB",
                "mark: {qp: 1} | 2:9: mark needs 'ecn' or 'dscp'",
                "mark: {ecn: cE} | 2:15: ecn: 'cE': did you mean ce? expected one of: not-ect, ect1, ect0, ce",
                "mark: {dscp: 64} | 2:16: dscp: '64': expected a whole number, 0 to 63",
                "rnr: {timer: 32} | 2:16: timer: '32': expected a whole number, 0 to 31",
                "nak: {psn: 1} | 2:8: nak needs 'code'",
                "nak: {code: REMOTE_ACES_ERROR} | 2:15: code: 'REMOTE_ACES_ERROR': did you mean REMOTE_ACCESS_ERROR? expected one of",
                "inject: {at: 1ms} | 2:11: inject needs one of 'cnp', 'ack', 'packet' and 'cm'",
                "inject: {cnp: {}, at: 1ms} | 2:17: cnp needs 'qp', or inject needs 'on'",
                "inject: {cnp: {qp: 1}, ack: {qp: 1}, at: 1ms} | 2:31: ack: one of cnp, ack and packet is enough",
                "inject: {cnp: {qp: 1, psn: 3}, at: 1ms} | 2:25: unknown key 'psn' in cnp; expected one of: qp, from, icrc",
                "inject: {packet: {qp: 1}, at: 1ms} | 2:20: packet needs 'opcode'",
                "inject: {packet: {qp: 1, opcode: RC_SEND}, at: 1ms} | 2:36: opcode: 'RC_SEND': expected one of: RC_SEND_FIRST,",
                "inject: {cnp: {}, on: {pns: 1}} | 2:26: unknown key 'pns' in on; did you mean psn?",
                "inject: {cnp: {}, on: {psn: 1}, times: 2} | 2:42: times: belongs into 'on', where there is one",
                "mpa: {fpdu: 4} | 2:8: mpa needs one of 'crc', 'marker', 'length', 'field' and 'fate'",
                "mpa: {crc: wrong} | 2:14: crc: 'wrong': expected one of: bad",
                "mpa: {crc: bad, length: 4} | 2:27: length: one of crc, marker, length, field and fate is enough",
                "starve: {vl: 15} | 2:16: vl: '15': expected a whole number, 0 to 14",
                "pause: {class: 3} | 2:10: pause needs 'port'",
                "pause: {port: h1, class: 8} | 2:28: class: '8': expected a whole number, 0 to 7",
                "pause: {port: h1, quanta: 65536} | 2:29: quanta: '65536': expected a whole number, 0 to 65535",
                "cut: {after: 1ms} | 2:8: cut needs 'link'",
                "cut: {link: l, after: 1ms, at: 1ms} | 2:34: at: is the same as 'after' here",
                "{drop: {}, delay: {by: 1us}} | 2:3: a rule is one action and its keys, as: - drop: {qp: 1, psn: 10}; found 2 keys",
                "drop | 2:3: a rule is one action and its keys, as: - drop: {qp: 1, psn: 10}; found one value",
                "drop: 7 | 2:9: drop: expected keys and values (key: value), found one value",
            })
    void whatIsWrongIsSaidWithItsPlace(String rule, String message) {
        List<String> problems = problems("faults:\n- " + rule + "\n");
        assertThat(problems.get(0)).startsWith("p.yaml:" + message);
        assertThat(problems).hasSize(1);
    }

    @Test
    void theExampleOfTheDocumentationIsAPlan() throws Exception {
        String page = Files.readString(Path.of("..", "cli", "docs", "peer.md"));
        String section = page.substring(page.indexOf("## Break it on purpose"));
        int start = section.indexOf("```yaml\n") + 8;
        String text = section.substring(start, section.indexOf("```", start));
        assertThat(FaultPlan.read("peer.md", text).rules()).hasSize(3);
        String schema = "replay/src/main/resources" + FaultPlan.SCHEMA;
        assertThat(text).contains("$schema=" + schema);
        assertThat(Path.of("..", schema)).exists();
    }

    @Test
    void aPlanHasOneKey() {
        assertThat(problems("faluts: []"))
                .containsExactly(
                        "p.yaml:1:1: a fault plan needs 'faults'",
                        "p.yaml:1:1: unknown key 'faluts' in a fault plan; did you mean faults?"
                                + " expected one of: faults");
        assertThat(problems("faults: []").get(0)).contains("found an empty one");
        assertThat(problems("faults: 3").get(0))
                .startsWith("p.yaml:1:9: faults: expected a list of rules");
        assertThat(problems("").get(0)).isEqualTo("p.yaml:1:1: a fault plan needs 'faults'");
        assertThat(problems("- drop: {}").get(0)).contains("a fault plan: expected keys and");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        List<String> problems = problems("""
                faults:
                  - drop: {qp: 0, from: x}
                  - delay: {by: 3}
                  - nack: {}
                """);
        assertThat(problems).hasSize(4);
        assertThat(problems.get(3)).startsWith("p.yaml:4:5: unknown action 'nack'; did you mean");
    }
}
