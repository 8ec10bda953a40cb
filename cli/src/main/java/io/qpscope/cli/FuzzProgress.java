package io.qpscope.cli;

import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.session.Durations;

import java.io.PrintWriter;

/** One line on a terminal that tells how a campaign goes; silent for the first second. */
final class FuzzProgress {
    private static final long SECOND = 1_000_000_000L;
    private static final long NEXT_NS = 200_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final Campaign campaign;
    private final long startNs;
    private final long mostNs;
    private final long mostCases;
    private long due;
    private boolean shown;

    /**
     * @param startNs as {@link System#nanoTime} had it
     * @param mostNs {@link Long#MAX_VALUE} for no bound
     * @param mostCases {@link Long#MAX_VALUE} for no bound
     */
    FuzzProgress(PrintWriter err, Campaign campaign, long startNs, long mostNs, long mostCases) {
        out = Terminal.hasErrors() ? err : null;
        this.campaign = campaign;
        this.startNs = startNs;
        this.mostNs = mostNs;
        this.mostCases = mostCases;
        due = startNs + SECOND;
    }

    /** Call behind each case. */
    void look() {
        if (out == null) {
            return;
        }
        long now = System.nanoTime();
        if (now - due < 0) {
            return;
        }
        due = now + NEXT_NS;
        shown = true;
        out.print(CLEAR + line(now - startNs));
        out.flush();
    }

    private String line(long sinceNs) {
        if (campaign.toResume() > 0) {
            return "fuzz: " + campaign.toResume() + " cases of the corpus to go";
        }
        String left = mostNs == Long.MAX_VALUE
                ? campaign.cases() + " of " + mostCases + " cases"
                : campaign.cases() + " cases";
        String until = mostNs == Long.MAX_VALUE
                ? ""
                : ", " + Durations.text((mostNs - sinceNs) / SECOND * SECOND) + " left";
        return "fuzz: " + left + ", " + campaign.cases() * SECOND / sinceNs + "/s, "
                + campaign.states() + " states, " + campaign.failures() + " failed in "
                + campaign.found().size() + " ways" + until;
    }

    /** Takes the line away. */
    void done() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
