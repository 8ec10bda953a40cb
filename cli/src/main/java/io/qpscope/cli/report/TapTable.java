package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.session.taps.TapReport;
import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.Delay;
import io.qpscope.session.taps.TapReport.OrderBy;
import io.qpscope.session.taps.TapReport.Path;
import io.qpscope.session.taps.TapReport.Point;
import io.qpscope.session.taps.TapReport.Segment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** Taps with their clocks, and a row for each segment of each path. */
final class TapTable {
    private static final int PATHS_SHOWN = 20;
    private static final String INDENT = "  ";

    static final List<Column> COLUMNS = List.of(
            new Column("path", false, 1, 1, 17),
            new Column("segment", false, 2, 2, 8),
            new Column("passed", true, 2, 0, 6),
            new Column("lost", true, 2, 0, 4),
            new Column("dup", true, 2, 0, 3),
            new Column("late", true, 1, 0, 4),
            new Column("CE", true, 1, 0, 2),
            new Column("delay min", true, 2, 0, 9),
            new Column("p50", true, 2, 0, 3),
            new Column("p99", true, 2, 0, 3),
            new Column("max", true, 2, 0, 3));

    private static final int LOST = 3;
    private static final int CE = 6;

    private final Style style;
    private final int width;
    private final Analysis analysis;
    private final TapReport report;
    /** The worst first. */
    private final List<Path> paths;

    TapTable(Analysis analysis, Style style, int width) {
        this.style = style;
        this.width = width;
        this.analysis = analysis;
        this.report = analysis.taps().report();
        this.paths = report.paths().stream()
                .sorted(Comparator.comparingLong((Path path) -> -path.lostBetween()))
                .limit(PATHS_SHOWN)
                .toList();
    }

    /** Ends with an empty line. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Point point : report.points()) {
            String text = style.bold("tap " + point.name()) + "  " + about(point);
            lines.addAll(Wrap.paragraph(text, width, INDENT, INDENT.repeat(2)));
        }
        List<List<Cell>> rows = rows();
        if (!rows.isEmpty()) {
            lines.add("");
            Table table = new Table(COLUMNS, rows, width);
            lines.addAll(table.header(style::bold));
            rows.forEach(row -> lines.addAll(table.row(row)));
        }
        notes().forEach(note -> lines.addAll(paragraph(note)));
        lines.add("");
        return lines;
    }

    /** What a tap is, and how its clock goes. */
    String about(Point point) {
        return analysis.captures().get(point.capture()).info().file()
                + (point.interfaceId() == null ? "" : " interface " + point.interfaceId())
                + ", " + Units.count(point.packets(), "packet") + "; " + clock(point);
    }

    List<List<Cell>> rows() {
        return paths.stream().map(this::rows).flatMap(List::stream).toList();
    }

    private List<List<Cell>> rows(Path path) {
        List<List<Cell>> rows = new ArrayList<>();
        String name = end(path.from(), path.fromPort()) + " to " + end(path.to(), path.toPort());
        rows.add(outside(name, "before " + name(path.order().get(0)), path.lostBeforeFirst()));
        for (Segment segment : path.segments()) {
            rows.add(row(segment));
        }
        int last = path.order().get(path.order().size() - 1);
        rows.add(outside("", "behind " + name(last), path.lostBehindLast()));
        return rows;
    }

    private static String end(String address, Integer port) {
        return port == null ? address : address + " port " + port;
    }

    private List<Cell> outside(String path, String segment, Long lost) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(path));
        cells.add(new Cell(segment.replace(' ', Wrap.GLUE)));
        cells.add(new Cell(""));
        String text = lost == null ? "?" : lost == 0 ? "-" : ">=" + lost;
        cells.add(new Cell(text, lost != null && lost > 0 ? style::bad : UnaryOperator.identity()));
        while (cells.size() < COLUMNS.size()) {
            cells.add(new Cell(""));
        }
        return cells;
    }

    private List<Cell> row(Segment segment) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(""));
        String name = name(segment.first()) + " to " + name(segment.second());
        cells.add(new Cell(name.replace(' ', Wrap.GLUE)));
        cells.add(new Cell(String.valueOf(segment.both())));
        cells.add(count(segment.lost()));
        cells.add(count(segment.duplicated()));
        cells.add(count(segment.reordered()));
        cells.add(count(segment.ceMarked()));
        Delay delay = segment.delay() == null ? segment.variation() : segment.delay();
        String more = segment.delay() == null ? "+" : "";
        cells.add(new Cell(segment.delay() == null ? "?" : time(segment.delay().least())));
        cells.add(new Cell(delay == null ? "?" : more + time(delay.p50())));
        cells.add(new Cell(delay == null ? "?" : more + time(delay.p99())));
        cells.add(new Cell(delay == null ? "?" : more + time(delay.most())));
        return cells;
    }

    private Cell count(long count) {
        return count == 0 ? new Cell("-") : new Cell(String.valueOf(count), style::bad);
    }

    private static String time(long ns) {
        return Units.time(ns).replace(' ', Wrap.GLUE);
    }

    /** Whether a cell counts what should not be. */
    static boolean isTrouble(int column, String text) {
        boolean counts = column >= LOST && column <= CE;
        return counts && !text.isEmpty() && Character.isDigit(text.charAt(text.length() - 1));
    }

    /** What to know of the table. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (report.points().size() < 2) {
            notes.add("Only one tap: there is nothing to compare it with.");
        }
        if (paths.isEmpty()) {
            return notes;
        }
        int more = report.paths().size() - paths.size();
        if (more > 0) {
            notes.add(Units.count(more, "more path") + " with --format json.");
        }
        notes.add(
                "Lost before the first and behind the last tap: what that tap proves by itself, at"
                        + " least. Order of the taps: " + orders(paths) + ".");
        long undecided = paths.stream().mapToLong(Path::undecided).sum();
        if (undecided > 0) {
            notes.add(Units.count(undecided, "packet")
                    + " undecided: a later tap was not recording yet, or nothing more of it came.");
        }
        if (report.points().stream().anyMatch(point -> point.clock() == Clock.ESTIMATED)) {
            notes.add("Clock offsets are estimated from both directions' least delays, as if both"
                    + " ways took equally long.");
        }
        boolean relative = paths.stream()
                .flatMap(path -> path.segments().stream())
                .anyMatch(segment -> segment.delay() == null && segment.variation() != null);
        if (relative) {
            notes.add("Where traffic goes one way only, clocks and delays can't be told apart: + is"
                    + " above the least delay.");
        }
        return notes;
    }

    private static String orders(List<Path> paths) {
        StringJoiner text = new StringJoiner(", ");
        for (OrderBy by : OrderBy.values()) {
            long count = paths.stream().filter(path -> path.orderBy() == by).count();
            if (count > 0) {
                text.add((count == paths.size() ? "" : count + " ") + word(by));
            }
        }
        return text.toString();
    }

    private static String word(OrderBy by) {
        return switch (by) {
            case TTL -> "by TTL";
            case ROUND_TRIP -> "by round trip";
            case CLOCK -> "by the clocks";
            case REVERSE -> "as the way back";
            case COMMAND_LINE -> "not known, as the command line has them";
        };
    }

    private String clock(Point point) {
        String first = report.points().get(0).name();
        return switch (point.clock()) {
            case REFERENCE -> "the clock that others are compared to";
            case ONE_CLOCK -> "same clock as " + first;
            case ESTIMATED ->
                "clock " + time(Math.abs(point.offsetNs()))
                        + (point.offsetNs() < 0 ? " behind " : " ahead of ") + first + ", +- "
                        + time(point.uncertaintyNs());
            case ONE_WAY -> "clock offset to " + first + " unknown, traffic goes one way";
            case CONTRADICTORY -> "clock offset to " + first + " unknown, the clocks drift";
            case UNRELATED -> "nothing in common with " + first;
        };
    }

    private List<String> paragraph(String text) {
        return Wrap.paragraph(text, width, INDENT, INDENT);
    }

    private String name(int point) {
        return report.points().get(point).name();
    }
}
