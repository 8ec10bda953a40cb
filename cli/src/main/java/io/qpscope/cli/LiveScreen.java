package io.qpscope.cli;

import io.qpscope.cli.report.LiveTable;
import io.qpscope.session.LiveFlow;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What is seen while a capture runs: a table drawn over the last one, or lines for a log. */
final class LiveScreen {
    private static final long SECOND = 1_000_000_000L;
    private static final int ROWS = 15;
    private static final int MANY = 1_000_000;
    private static final String UP = "\u001b[";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final String device;
    private final boolean terminal;
    private final long every;
    private long due;
    private int drawn;
    private long packetsBefore;
    private long elapsedBefore;

    LiveScreen(PrintWriter out, String device, boolean terminal, long everyNs) {
        this.out = out;
        this.device = device;
        this.terminal = terminal;
        this.every = everyNs;
        this.due = terminal ? 0 : everyNs;
    }

    /**
     * On standard error, so that results alone go to standard output.
     *
     * @param every null for the usual
     */
    static LiveScreen on(PrintWriter err, String device, Span every) {
        boolean terminal = Terminal.hasErrors();
        long usual = terminal ? SECOND : 10 * SECOND;
        return new LiveScreen(err, device, terminal, every == null ? usual : every.ns());
    }

    boolean isDue(long elapsedNs) {
        return elapsedNs >= due;
    }

    void show(LiveRun run, long elapsedNs) {
        due = elapsedNs + every;
        String head = head(run, elapsedNs);
        if (terminal) {
            draw(head, LiveTable.lines(run.tracker().busiest(ROWS)));
        } else {
            out.println("qpscope: " + head + "; " + totals(run.tracker().busiest(MANY)));
        }
        packetsBefore = run.packets();
        elapsedBefore = elapsedNs;
        out.flush();
    }

    private String head(LiveRun run, long elapsedNs) {
        double seconds = Math.max(1, elapsedNs - elapsedBefore) / (double) SECOND;
        long rate = Math.round((run.packets() - packetsBefore) / seconds);
        return String.format(
                Locale.ROOT,
                "%s, %.1f s, %d a second: %s",
                device,
                elapsedNs / (double) SECOND,
                rate,
                run.counters());
    }

    private void draw(String head, List<String> table) {
        StringBuilder text = new StringBuilder();
        if (drawn > 0) {
            text.append(UP).append(drawn).append("A\r");
        }
        text.append(head).append(CLEAR_LINE).append('\n');
        table.forEach(line -> text.append(line).append(CLEAR_LINE).append('\n'));
        out.print(text.append(CLEAR_BELOW));
        drawn = table.size() + 1;
    }

    private static String totals(List<LiveFlow> flows) {
        long resent = 0;
        long naks = 0;
        long rnr = 0;
        long timeouts = 0;
        for (LiveFlow flow : flows) {
            resent += flow.resent();
            naks += flow.naks();
            rnr += flow.rnrNaks();
            timeouts += flow.timeouts();
        }
        return flows.size() + " requesters, " + resent + " resent, " + naks + " NAK, " + rnr
                + " RNR, " + timeouts + " timeouts";
    }

    /** The table gives way to the report. */
    void done() {
        if (terminal && drawn > 0) {
            out.print(UP + drawn + "A\r" + CLEAR_BELOW);
            out.flush();
        }
    }
}
