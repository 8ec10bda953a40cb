package io.qpscope.cli;

import io.qpscope.session.Durations;

import java.io.PrintWriter;
import java.util.function.LongConsumer;

/** One line on a terminal that tells what virtual time it is; silent for the first second. */
final class VirtualProgress implements LongConsumer {
    private static final long FIRST_NS = 1_000_000_000L;
    private static final long NEXT_NS = 200_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final String name;
    private long due = System.nanoTime() + FIRST_NS;
    private boolean shown;

    VirtualProgress(PrintWriter err, String name) {
        out = Terminal.hasErrors() ? err : null;
        this.name = name;
    }

    @Override
    public void accept(long now) {
        if (out != null && System.nanoTime() - due >= 0) {
            out.print(CLEAR + name + ": " + Durations.text(now) + " of virtual time");
            out.flush();
            shown = true;
            due = System.nanoTime() + NEXT_NS;
        }
    }

    /** Takes the line away. */
    void done() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
