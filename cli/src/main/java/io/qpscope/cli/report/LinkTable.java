package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.session.LinkSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Virtual lanes of native InfiniBand links, one row for each direction. */
final class LinkTable {
    private static final int MOST_ROWS = 32;

    private static final List<Column> COLUMNS = List.of(
            column("interface", 2),
            column("VL", 2),
            column("link pkts", 2),
            column("data pkts", 2),
            column("least credits", 2),
            column("starved", 2),
            column("leaks", 2),
            column("overruns", 2),
            column("reinits", 2),
            column("bad LPCRC", 2));

    private final Style style;
    private final int width;

    LinkTable(Style style, int width) {
        this.style = style;
        this.width = width;
    }

    private static Column column(String title, int gap) {
        return new Column(title, true, gap, 1, 4);
    }

    /** Nothing without links. */
    List<String> lines(List<LinkSummary> links) {
        List<String> lines = new ArrayList<>();
        if (links.isEmpty()) {
            return lines;
        }
        List<LinkSummary> shown = links.subList(0, Math.min(MOST_ROWS, links.size()));
        List<List<Cell>> rows = shown.stream().map(LinkTable::row).toList();
        Table table = new Table(COLUMNS, rows, width);
        lines.add("");
        lines.addAll(table.header(style::bold));
        rows.forEach(row -> lines.addAll(table.row(row)));
        if (shown.size() < links.size()) {
            lines.add("  " + (links.size() - shown.size()) + " more with --format json.");
        }
        return lines;
    }

    private static List<Cell> row(LinkSummary link) {
        return Stream.of(
                        number(link.port()),
                        number(link.vl()),
                        number(link.linkPackets()),
                        number(link.dataPackets()),
                        link.minCreditBlocks() == null ? "-" : number(link.minCreditBlocks()),
                        link.starvedNs() == null ? "-" : Units.time(link.starvedNs()),
                        number(link.leaks()),
                        number(link.overruns()),
                        number(link.reinits()),
                        number(link.badLpcrc()))
                .map(Cell::new)
                .toList();
    }

    private static String number(long number) {
        return Long.toString(number);
    }
}
