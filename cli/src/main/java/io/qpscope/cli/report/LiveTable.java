package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.session.LiveFlow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The busiest requesters while a capture runs, one a line. */
public final class LiveTable {
    private static final List<Column> COLUMNS = List.of(
            new Column("requester", false, 1, 1, 11),
            new Column("responder", false, 2, 1, 11),
            new Column("svc", false, 2, 0, 5),
            new Column("packets", true, 2, 0, 9),
            new Column("messages", true, 2, 0, 9),
            new Column("bytes", true, 2, 0, 8),
            new Column("resent", true, 2, 0, 7),
            new Column("NAK", true, 2, 0, 4),
            new Column("RNR", true, 2, 0, 4),
            new Column("T/O", true, 2, 0, 4),
            new Column("lost", true, 2, 0, 4));

    private LiveTable() {}

    /** Lines of at most 100 columns, in the order given; the titles alone where there is none. */
    public static List<String> lines(List<LiveFlow> flows) {
        List<List<Cell>> rows = new ArrayList<>();
        flows.forEach(flow -> rows.add(row(flow)));
        Table table = new Table(COLUMNS, rows, TextReport.WIDTH);
        List<String> lines = new ArrayList<>(table.header(UnaryOperator.identity()));
        rows.forEach(row -> lines.addAll(table.row(row)));
        return lines;
    }

    private static List<Cell> row(LiveFlow flow) {
        return List.of(
                new Cell(flow.from()),
                new Cell(flow.to() + " QP " + flow.destQp()),
                new Cell(flow.service().name()),
                number(flow.packets()),
                number(flow.messages()),
                new Cell(Units.bytes(flow.payloadBytes())),
                number(flow.resent()),
                number(flow.naks()),
                number(flow.rnrNaks()),
                number(flow.timeouts()),
                number(flow.lost()));
    }

    private static Cell number(long value) {
        return new Cell(String.valueOf(value));
    }
}
