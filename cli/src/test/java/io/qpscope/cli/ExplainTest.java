package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.cli.report.RuleReport;
import io.qpscope.cli.report.Samples;
import io.qpscope.cli.report.Style;
import io.qpscope.finding.Rule;
import io.qpscope.finding.Rules;
import io.qpscope.finding.Severity;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;

class ExplainTest {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text, true);
    private final RuleReport report = new RuleReport(Style.PLAIN);

    @Test
    void catalogueIsALineForEachRule() {
        Rule note = new Rule("A", Severity.NOTE, "A title ".repeat(20), "e", "r", "ref");
        report.table(List.of(Samples.LOSS, note), out);
        assertThat(text.toString())
                .startsWith(
                        "RC-LOSS-BEFORE-TAP  warning  Packets lost between their sender and the")
                .contains("\nA                   note     A title A title");
        assertThat(text.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void oneRuleInFull() {
        report.whole(Samples.LOSS, out);
        assertThat(text.toString())
                .startsWith("RC-LOSS-BEFORE-TAP  warning\nPackets lost between")
                .contains("\n\nThe receiver refused a packet")
                .contains("\n\nWhat to do: Look at the sender's egress")
                .endsWith("\n\nReference: IBA 9.7.5.2.8\n");
        assertThat(text.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void jsonHoldsEveryField() {
        report.json(List.of(Samples.LOSS), out);
        JsonNode rule =
                JsonMapper.shared().readTree(text.toString()).get("rules").get(0);
        assertThat(rule.propertyNames())
                .containsExactly("id", "severity", "title", "explanation", "remedy", "reference");
    }

    @Test
    void nearestRulesAreSuggested() {
        List<Rule> rules = List.of(Samples.ACCESS, Samples.LOSS);
        assertThat(Explain.nearest("LOSS", rules)).first().isEqualTo("RC-LOSS-BEFORE-TAP");
        assertThat(Explain.nearest("RC-REMOTE-ACCES", rules)).first().isEqualTo("RC-REMOTE-ACCESS");
    }

    @Test
    void distanceCountsLetters() {
        assertThat(Explain.distance("", "abc")).isEqualTo(3);
        assertThat(Explain.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Explain.distance("same", "same")).isZero();
    }

    @Test
    void everyRuleOfTheCatalogueCanBeExplained() {
        CommandRun all = CommandRun.of("explain");
        assertThat(all.exitCode()).isZero();
        for (Rule rule : Rules.catalogue()) {
            assertThat(all.out()).contains(rule.id());
            CommandRun one = CommandRun.of("explain", rule.id().toLowerCase(Locale.ROOT));
            assertThat(one.exitCode()).isZero();
            assertThat(one.out()).startsWith(rule.id());
        }
    }

    @Test
    void unknownRuleIsWrongUsage() {
        CommandRun run = CommandRun.of("explain", "NO-SUCH-RULE");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("qpscope: no rule NO-SUCH-RULE");
    }
}
