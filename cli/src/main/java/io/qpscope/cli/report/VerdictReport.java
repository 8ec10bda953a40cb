package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.scenario.BuiltIns;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.Verdict;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Verdicts for people: a table for each scenario, and a line for all of them. */
public final class VerdictReport {
    private static final int WIDTH = 130;
    private static final int MOST_NAMED = 5;
    private static final List<Column> COLUMNS = List.of(
            new Column("", false, 1, 0, 4),
            new Column("what", false, 2, 2, 16),
            new Column("expected", false, 2, 1, 16),
            new Column("found", false, 2, 1, 16));

    private final Style style;
    private final PrintWriter out;
    private final List<Verdict> verdicts = new ArrayList<>();

    public VerdictReport(Style style, PrintWriter out) {
        this.style = style;
        this.out = out;
    }

    /** The scenarios that come with the program. */
    public static void list(Style style, PrintWriter out) {
        int longest = BuiltIns.names().stream().mapToInt(String::length).max().orElse(0);
        for (String name : BuiltIns.names()) {
            String gap = " ".repeat(longest - name.length() + 2);
            out.println(style.bold(name) + gap + BuiltIns.get(name).title());
        }
        out.flush();
    }

    /** One more scenario has been run. */
    public void add(Verdict verdict, ScenarioResult result) {
        verdicts.add(verdict);
        String title = verdict.scenario().title();
        out.println(style.bold(verdict.scenario().name()) + (title.isEmpty() ? "" : ": " + title));
        out.println(" " + Units.time(result.endNs()) + " of virtual time, "
                + Units.count(result.network().hops(), "packet") + " on cables, seed "
                + verdict.scenario().seed());
        List<List<Cell>> rows = new ArrayList<>();
        verdict.checks().forEach(check -> rows.add(row(check)));
        Table table = new Table(COLUMNS, rows, WIDTH);
        table.header(style::faint).forEach(out::println);
        rows.forEach(row -> table.row(row).forEach(out::println));
        if (!verdict.scenario().learn().isEmpty()) {
            Wrap.lines(verdict.scenario().learn(), WIDTH - 2)
                    .forEach(line -> out.println(" " + line));
        }
        out.println(" " + word(verdict));
        out.println();
    }

    private List<Cell> row(Check check) {
        Cell mark = switch (check.result()) {
            case PASSED -> new Cell("ok", style::good);
            case FAILED -> new Cell("FAIL", style::bad);
            case NOT_EXERCISED -> new Cell("idle", style::bad);
        };
        return List.of(
                mark,
                new Cell(check.subject()),
                new Cell(check.expected()),
                new Cell(check.observed()));
    }

    private String word(Verdict verdict) {
        return switch (verdict.result()) {
            case PASSED -> style.good("passed");
            case FAILED ->
                style.bad("FAILED: " + verdict.failures() + " of "
                        + Units.count(verdict.checks().size(), "check"));
            case NOT_EXERCISED -> style.bad("NOT EXERCISED: a fault of the plan never happened");
        };
    }

    /** The line for all. */
    public void end() {
        if (!verdicts.isEmpty()) {
            out.println(summary(verdicts));
        }
        out.flush();
    }

    /** What a person wants to know first, in one line. */
    static String summary(List<Verdict> verdicts) {
        List<Verdict> bad = verdicts.stream().filter(each -> !each.passed()).toList();
        String all = Units.count(verdicts.size(), "scenario");
        if (bad.isEmpty()) {
            return all + ", all as expected";
        }
        StringBuilder text = new StringBuilder(all + ", " + bad.size() + " not as expected: ");
        for (int i = 0; i < Math.min(MOST_NAMED, bad.size()); i++) {
            Check first = bad.get(i).checks().stream()
                    .filter(each -> !each.passed())
                    .findFirst()
                    .orElseThrow();
            text.append(i == 0 ? "" : "; ").append(bad.get(i).scenario().name());
            text.append(" (").append(first.subject()).append(": expected ");
            text.append(first.expected())
                    .append(", found ")
                    .append(first.observed())
                    .append(')');
        }
        return text.append(bad.size() > MOST_NAMED ? "; ..." : "").toString();
    }
}
