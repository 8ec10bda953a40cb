package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.Rule;
import io.qpscope.finding.Rules;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of all findings is what the program says of them. */
class FindingsPageTest {
    private static final Path PAGE = Path.of("../cli/docs/findings.md");

    @Test
    void thePageIsTheCatalogue() throws IOException {
        CommandRun run = CommandRun.of("explain", "--format=markdown");
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(PAGE))
                .as(
                        "to write it again: cli/qpscope explain --format markdown > cli/docs/findings.md")
                .isEqualTo(run.out());
    }

    @Test
    void theTableLeadsToASectionForEachRule() throws IOException {
        String page = Files.readString(PAGE);
        List<String> rows = new ArrayList<>();
        Matcher row = Pattern.compile("^\\| \\[(.+?)\\]\\(#(.+?)\\) \\|", Pattern.MULTILINE)
                .matcher(page);
        while (row.find()) {
            assertThat(row.group(2)).isEqualTo(row.group(1).toLowerCase(Locale.ROOT));
            rows.add(row.group(1));
        }
        List<String> rules = Rules.catalogue().stream().map(Rule::id).toList();
        assertThat(rows).isEqualTo(rules);
        assertThat(page.lines()
                        .filter(line -> line.startsWith("## "))
                        .map(line -> line.substring(3)))
                .isEqualTo(rules);
    }

    @Test
    void oneRuleIsItsSectionAlone() {
        CommandRun run = CommandRun.of("explain", "--format=markdown", "RC-RETRY-EXCEEDED");
        assertThat(run.out())
                .startsWith("## RC-RETRY-EXCEEDED\n\n**The requester gave up")
                .contains("IBV_WC_RETRY_EXC_ERR")
                .contains("\n*What to do:* ")
                .doesNotContain("\n## ", "| rule |");
    }
}
