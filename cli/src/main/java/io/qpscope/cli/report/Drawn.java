package io.qpscope.cli.report;

import io.qpscope.cli.report.plot.Lane;
import io.qpscope.cli.report.plot.Plots;
import io.qpscope.cli.report.plot.Track;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.taps.TapReport.Point;

import java.util.ArrayList;
import java.util.List;

/** What was kept to be drawn, by one tracker or by one of each tap, whose clocks it compares. */
final class Drawn {
    private final List<Plots> plots;
    /** Null unless captures are taps. */
    private final Analysis.Taps taps;

    /** A lane with what to add to its times. */
    record Shifted(Lane lane, String label, long shiftNs) {}

    /**
     * @param plots of each tracker, as they were made
     */
    Drawn(Analysis analysis, List<Plots> plots) {
        this.plots = plots;
        this.taps = analysis.taps();
    }

    private Plots of(int tap) {
        return plots.get(taps == null ? 0 : taps.report().points().get(tap).tap());
    }

    private int tap(SessionSummary session) {
        return taps == null ? 0 : taps.of(session.id());
    }

    /** What a side of a session sent; null when nothing was kept of it. */
    Track track(SessionSummary session, Side from) {
        return of(tap(session)).track(session, from);
    }

    /** Of a session's tap, as a word behind its number; empty without taps. */
    String at(SessionSummary session) {
        return taps == null ? "" : " at tap " + taps.name(tap(session));
    }

    /** Turns times of the session's tap into those of the first tap's clock. */
    long shiftNs(SessionSummary session) {
        return shiftNs(tap(session));
    }

    /** Where the offset of clocks is not known, all captures begin together. */
    private long shiftNs(int tap) {
        if (taps == null) {
            return 0;
        }
        Point point = taps.report().points().get(tap);
        Point first = taps.report().points().get(0);
        return point.offsetNs() == null ? first.firstNs() - point.firstNs() : -point.offsetNs();
    }

    List<Shifted> lanes() {
        List<Shifted> lanes = new ArrayList<>();
        int count = taps == null ? 1 : taps.sessions().size();
        for (int tap = 0; tap < count; tap++) {
            String at = taps == null ? "" : " at tap " + taps.name(tap);
            for (Lane lane : of(tap).lanes()) {
                lanes.add(new Shifted(lane, lane.label() + at, shiftNs(tap)));
            }
        }
        return lanes;
    }

    /** When the first frame of all passed, by the first tap's clock; 0 without frames. */
    long firstNs(Analysis analysis) {
        long first = Long.MAX_VALUE;
        if (taps != null) {
            for (int tap = 0; tap < taps.sessions().size(); tap++) {
                Point point = taps.report().points().get(tap);
                first = Math.min(first, point.firstNs() + shiftNs(tap));
            }
            return first;
        }
        for (Analysis.Capture capture : analysis.captures()) {
            if (capture.info().packets() > 0) {
                first = Math.min(first, capture.info().firstTimeNs());
            }
        }
        return first;
    }
}
