package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.session.taps.TapReport.Point;

import java.util.List;

/** What several taps tell together: their clocks, and what became of packets between them. */
final class HtmlTaps {
    private final Html html;

    HtmlTaps(Html html) {
        this.html = html;
    }

    void write(Analysis analysis) {
        TapTable table = new TapTable(analysis, Style.PLAIN, TextReport.WIDTH);
        html.open("section", "id", "taps").element("h2", "Taps").line();
        for (Point point : analysis.taps().report().points()) {
            html.open("p").element("b", "Tap " + point.name());
            html.text(" " + table.about(point)).close("p").line();
        }
        List<List<Cell>> rows = table.rows();
        if (!rows.isEmpty()) {
            table(rows);
        }
        table.notes().forEach(note -> html.element("p", note, "class", "left").line());
        html.close("section").line();
    }

    private void table(List<List<Cell>> rows) {
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        for (Column column : TapTable.COLUMNS) {
            html.element("th", column.title(), "scope", "col", "class", kind(column));
        }
        html.close("tr").close("thead").open("tbody").line();
        for (List<Cell> row : rows) {
            html.open("tr");
            for (int i = 0; i < row.size(); i++) {
                String text = row.get(i).text();
                html.open("td", "class", kind(TapTable.COLUMNS.get(i)));
                html.element(TapTable.isTrouble(i, text) ? "b" : "span", text).close("td");
            }
            html.close("tr").line();
        }
        html.close("tbody").close("table").close("div").line();
    }

    private static String kind(Column column) {
        return column.right() ? "number" : null;
    }
}
