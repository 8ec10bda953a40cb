package io.qpscope.cli;

import io.qpscope.cli.report.RuleReport;
import io.qpscope.finding.Rule;
import io.qpscope.finding.Rules;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

@Command(
        name = "explain",
        description = "Lists the rules that findings come from, or tells all about one.")
final class Explain implements Callable<Integer> {
    private static final int SUGGESTED = 3;

    /** How rules are written. */
    enum Format {
        TEXT,
        JSON,
        MARKDOWN;

        @Override
        public String toString() {
            return Names.lower(this);
        }
    }

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Qpscope root;

    @Parameters(
            paramLabel = "RULE",
            arity = "0..1",
            description = "As RC-LOSS-BEFORE-TAP; none lists all.")
    private String id;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private Format format;

    @Override
    public Integer call() {
        List<Rule> rules = id == null ? Rules.catalogue() : List.of(named(id));
        PrintWriter out = spec.commandLine().getOut();
        RuleReport report = new RuleReport(root.color().style());
        if (format == Format.JSON) {
            report.json(rules, out);
        } else if (format == Format.MARKDOWN) {
            report.markdown(rules, out);
        } else if (id == null) {
            report.table(rules, out);
        } else {
            report.whole(rules.get(0), out);
        }
        out.flush();
        return ExitCode.GOOD;
    }

    private Rule named(String id) {
        String wanted = id.toUpperCase(Locale.ROOT);
        for (Rule rule : Rules.catalogue()) {
            if (rule.id().equals(wanted)) {
                return rule;
            }
        }
        String nearest = String.join(", ", nearest(wanted, Rules.catalogue()));
        throw new UsageException(
                spec.commandLine(),
                "no rule " + id + (nearest.isEmpty() ? "" : "; the nearest are " + nearest));
    }

    /** Those that contain the words first, then by how few letters differ. */
    static List<String> nearest(String wanted, List<Rule> rules) {
        return rules.stream()
                .map(Rule::id)
                .sorted(Comparator.comparing((String id) -> !id.contains(wanted))
                        .thenComparing(id -> distance(wanted, id)))
                .limit(SUGGESTED)
                .toList();
    }

    /** Levenshtein's: letters to insert, drop or change. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
