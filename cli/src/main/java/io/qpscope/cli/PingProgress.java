package io.qpscope.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** One line on a terminal with a bar, when the end is known; silent for the first second. */
final class PingProgress {
    private static final long FIRST_NS = 1_000_000_000L;
    private static final long NEXT_NS = 200_000_000L;
    private static final int WIDTH = 40;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final long total;
    private final long start = System.nanoTime();
    private long due = start + FIRST_NS;
    private boolean shown;

    /**
     * @param out null for no progress
     * @param total operations, 0 for no end
     */
    PingProgress(PrintWriter out, long total) {
        this.out = out;
        this.total = total;
    }

    void show(long done) {
        long now = System.nanoTime();
        if (out == null || now < due) {
            return;
        }
        String bar = "";
        if (total > 0) {
            int filled = (int) Math.min(WIDTH, WIDTH * (double) done / total);
            bar = "[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] ";
        }
        out.print(CLEAR
                + bar
                + String.format(
                        Locale.ROOT, "%d done, %.0f/s", done, done / ((now - start) / 1e9)));
        out.flush();
        shown = true;
        due = now + NEXT_NS;
    }

    /** Takes the line away. */
    void done() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
