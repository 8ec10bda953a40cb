package io.qpscope.cli.report;

import io.qpscope.cli.report.FuzzSummary.Corpora;
import io.qpscope.cli.report.FuzzSummary.Kind;
import io.qpscope.cli.report.FuzzSummary.Live;
import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A campaign for people: what was run, a table of what failed, and how to see it again. */
public final class FuzzReport {
    private static final int WIDTH = 130;
    private static final List<Column> COLUMNS = List.of(
            new Column("failure", false, 1, 1, 24),
            new Column("cases", true, 2, 0, 5),
            new Column("first", true, 2, 0, 5),
            new Column("after", true, 2, 0, 5),
            new Column("messages", true, 2, 0, 8),
            new Column("rules", true, 2, 0, 5),
            new Column("folder", false, 2, 2, 24));

    private final Style style;

    public FuzzReport(Style style) {
        this.style = style;
    }

    public void write(FuzzSummary summary, PrintWriter out) {
        out.println(style.bold("fuzz") + ": " + summary.target() + ", seed " + summary.seedText()
                + (summary.stopped() ? ", stopped" : ""));
        out.println(" " + Units.count(summary.cases(), "case") + " in "
                + Units.time(summary.durationNs()) + " (" + Math.round(summary.casesPerSecond())
                + "/s), " + Units.count(summary.packets(), "packet") + ", "
                + Units.count(summary.states(), "state"));
        Corpora corpora = summary.corpora();
        if (corpora.read() + corpora.skipped() + corpora.added() > 0) {
            out.println(" corpus: " + corpora.read() + " read, " + corpora.added() + " added"
                    + (corpora.skipped() > 0 ? ", " + corpora.skipped() + " skipped" : ""));
        }
        if (summary.live() != null) {
            live(summary.live(), out);
        }
        if (!summary.kinds().isEmpty()) {
            table(summary.kinds(), out);
            out.println(" see it again: " + summary.again(summary.kinds().get(0)));
        }
        String verdict = summary.verdict();
        boolean good = summary.isGood();
        out.println(good ? style.good(verdict) : style.bad(verdict));
    }

    private static void live(Live live, PrintWriter out) {
        out.println(" " + Units.count(live.sent(), "packet") + " sent; verbs: "
                + String.join(", ", live.verbs()));
        live.refused().forEach((verb, why) -> out.println(" without " + verb + ": " + why));
        live.leftOut()
                .forEach((why, count) -> out.println(
                        " left out without --yes: " + Units.count(count, "rule") + " for " + why));
        if (live.unsteady() > 0) {
            out.println(" " + Units.count(live.unsteady(), "case")
                    + " failed once and not when run again");
        }
    }

    private void table(List<Kind> kinds, PrintWriter out) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Kind kind : kinds) {
            rows.add(List.of(
                    new Cell(kind.found().kind(), style::bad),
                    new Cell(String.valueOf(kind.count())),
                    new Cell(kind.first()),
                    new Cell(Units.time(kind.found().atNs())),
                    new Cell(String.valueOf(kind.messages())),
                    new Cell(String.valueOf(kind.rules())),
                    new Cell(kind.folder().toString())));
        }
        Table table = new Table(COLUMNS, rows, WIDTH);
        out.println();
        table.header(style::faint).forEach(out::println);
        rows.forEach(row -> table.row(row).forEach(out::println));
        out.println();
    }
}
