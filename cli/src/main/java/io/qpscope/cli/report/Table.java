package io.qpscope.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Rows of cells that fit a width. Columns are as wide as their content; when that is too much, cells
 * are wrapped, the columns with the lowest {@link Column#yields} first.
 */
final class Table {
    /**
     * One column.
     *
     * @param gap spaces in front
     * @param yields when it narrows down to its longest word: 1 first; 0 never
     * @param least what it narrows down to in the end, breaking words
     */
    record Column(String title, boolean right, int gap, int yields, int least) {}

    /** Text, and what colours it. */
    record Cell(String text, UnaryOperator<String> paint) {
        Cell(String text) {
            this(text, UnaryOperator.identity());
        }
    }

    private final List<Column> columns;
    private final int[] widths;
    private final int[] longestWords;
    private final int width;

    Table(List<Column> columns, List<List<Cell>> rows, int width) {
        this.columns = columns;
        this.width = width;
        widths = new int[columns.size()];
        longestWords = new int[columns.size()];
        measure(columns.stream().map(column -> new Cell(column.title())).toList());
        rows.forEach(this::measure);
        narrow();
    }

    private void measure(List<Cell> row) {
        for (int i = 0; i < widths.length; i++) {
            String text = row.get(i).text();
            widths[i] = Math.max(widths[i], text.length());
            longestWords[i] = Math.max(longestWords[i], Wrap.longestWord(text));
        }
    }

    private void narrow() {
        int last = 0;
        for (Column column : columns) {
            last = Math.max(last, column.yields());
        }
        for (int turn = 1; turn <= last; turn++) {
            narrow(turn, false);
        }
        for (int turn = 1; turn <= last; turn++) {
            narrow(turn, true);
        }
    }

    /** Takes from the widest of the columns whose turn it is, one by one. */
    private void narrow(int turn, boolean breakWords) {
        while (total() > width) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                Column column = columns.get(i);
                int floor = breakWords ? column.least() : longestWords[i];
                if (column.yields() == turn
                        && widths[i] > floor
                        && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private int total() {
        int total = 0;
        for (int i = 0; i < widths.length; i++) {
            total += columns.get(i).gap() + widths[i];
        }
        return total;
    }

    List<String> header(UnaryOperator<String> paint) {
        return row(
                columns.stream().map(column -> new Cell(column.title(), paint)).toList());
    }

    /** The lines of one row. */
    List<String> row(List<Cell> cells) {
        List<List<String>> wrapped = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            List<String> lines = Wrap.lines(cells.get(i).text(), widths[i]);
            wrapped.add(lines);
            height = Math.max(height, lines.size());
        }
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < height; at++) {
            StringBuilder line = new StringBuilder();
            int pending = 0;
            for (int i = 0; i < widths.length; i++) {
                Column column = columns.get(i);
                String text = at < wrapped.get(i).size() ? wrapped.get(i).get(at) : "";
                int fill = widths[i] - text.length();
                pending += column.gap() + (column.right() ? fill : 0);
                if (!text.isEmpty()) {
                    line.append(" ".repeat(pending)).append(cells.get(i).paint().apply(text));
                    pending = 0;
                } else {
                    pending += text.length();
                }
                pending += column.right() ? 0 : fill;
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
