package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Defect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Each defect of connection management shows in one situation, and nothing of it does without. */
class CmDefectsTest {
    private static final String RULES = """
            CM_REQUEST_TWICE    | duplicate: {cm: REQ, qp: 1, times: 1}
            CM_REPLY_ONCE       | duplicate: {cm: REQ, qp: 1, times: 1}
            CM_READY_UNNEEDED   | drop: {cm: REP, qp: 1, times: 1}
            CM_REJECT_OBEYED    | inject: {cm: {message: REJ, from: b}, on: {cm: RTU, qp: 1}}
            CM_DREQ_UNCHECKED   | inject: {cm: {message: DREQ, field: cm.dreq.localcommid, xor: 1}, on: {cm: RTU, qp: 1}}
            CM_DREP_ONCE        | drop: {cm: DREP, qp: 1, times: 1}
            CM_TIMEWAIT_SKIPPED | inject: {cm: {message: REQ}, on: {cm: DREP, qp: 1}}
            CM_RETRIES_ENDLESS  | drop: {cm: REQ, qp: 1, optional: true}
            CM_FAILED_KEPT      | drop: {cm: REQ, qp: 1, optional: true}
            """;

    private static List<Check> broken(String rule, String defect, String status) throws Exception {
        String host = defect.isEmpty() ? "{}" : "{defect: " + defect + "}";
        String text = """
                name: cm
                duration: 300ms
                fabric:
                  hosts: {a: %s, b: %s}
                  links: [{between: [a, b]}]
                flows:
                  - {name: f, from: a, to: b, connect: cm, cmTimeout: 6, cmRetries: 3, timeout: 8, work: [{verb: write, size: 9}]}
                faults:
                  - %s
                expect:
                  flows: {f: {status: %s}}
                  hosts:
                    a: {cm: lawful, connections: 0, queuePairs: 1}
                    b: {cm: lawful, connections: 0, queuePairs: 1}
                """.formatted(host, host, rule, status);
        return Verdict.of(new ScenarioRun(Scenario.read("cm.yaml", text)).run()).checks().stream()
                .filter(each -> !each.passed())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = RULES)
    void aDefectShows(String defect, String rule) throws Exception {
        String status = rule.contains("drop: {cm: REQ") ? "NOT_CONNECTED" : "SUCCESS";
        assertThat(broken(rule, "", status)).isEmpty();
        assertThat(broken(rule, defect, status)).isNotEmpty();
    }

    @Test
    void eachHasASituation() {
        Set<String> shown = RULES.lines()
                .map(line -> line.substring(0, line.indexOf('|')).strip())
                .collect(Collectors.toSet());
        Set<String> all = Arrays.stream(Defect.values())
                .filter(Defect::isOfManagement)
                .map(Defect::name)
                .collect(Collectors.toSet());
        assertThat(shown).isEqualTo(all);
    }
}
