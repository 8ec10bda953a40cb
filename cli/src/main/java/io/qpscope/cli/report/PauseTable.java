package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.session.PauseSummary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/** The table of pauses: a row for each source and class, those that say stop most first. */
final class PauseTable {
    private static final int SHOWN = 20;

    private static final List<Column> COLUMNS = List.of(
            new Column("paused by", false, 1, 1, 17),
            new Column("interface", true, 2, 0, 9),
            new Column("class", false, 2, 0, 5),
            new Column("XOFF", true, 2, 0, 4),
            new Column("XON", true, 2, 0, 3),
            new Column("paused", true, 2, 0, 6),
            new Column("longest", true, 2, 0, 7),
            new Column("suspect", false, 2, 2, 7));

    private final Style style;
    private final int width;

    PauseTable(Style style, int width) {
        this.style = style;
        this.width = width;
    }

    /** Empty without pauses; else begins with an empty line. */
    List<String> lines(List<PauseSummary> pauses) {
        if (pauses.isEmpty()) {
            return List.of();
        }
        List<PauseSummary> sorted = new ArrayList<>(pauses);
        sorted.sort(Comparator.comparing(PauseSummary::stormSuspected)
                .reversed()
                .thenComparingLong(pause -> -pause.xoff()));
        List<List<Cell>> rows = sorted.stream().limit(SHOWN).map(this::row).toList();
        Table table = new Table(COLUMNS, rows, width);
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(table.header(style::bold));
        rows.forEach(row -> lines.addAll(table.row(row)));
        if (sorted.size() > SHOWN) {
            lines.add(
                    "  " + Units.count(sorted.size() - SHOWN, "more row") + " with --format json.");
        }
        if (pauses.stream().anyMatch(pause -> pause.pausedNs() == null)) {
            lines.addAll(Wrap.paragraph(
                    "The link speed is not known, so pauses have no length: --link-speed tells it.",
                    width,
                    "  ",
                    "  "));
        }
        return lines;
    }

    private List<Cell> row(PauseSummary pause) {
        return List.of(
                new Cell(pause.source() == null ? "?" : pause.source()),
                new Cell(String.valueOf(pause.interfaceId())),
                new Cell(
                        pause.trafficClass() == null
                                ? "all"
                                : pause.trafficClass().toString()),
                new Cell(String.valueOf(pause.xoff())),
                new Cell(String.valueOf(pause.xon())),
                new Cell(time(pause.pausedNs())),
                new Cell(time(pause.longestNs())),
                new Cell(suspect(pause), style::bad));
    }

    private static String time(Long ns) {
        return ns == null ? "?" : Units.time(ns).replace(' ', Wrap.GLUE);
    }

    private static String suspect(PauseSummary pause) {
        StringJoiner text = new StringJoiner(", ");
        if (pause.stormSuspected()) {
            text.add("storm");
        }
        if (pause.neverResumed()) {
            text.add("never resumed");
        }
        return text.toString();
    }
}
