package io.qpscope.cli.report;

import io.qpscope.cli.report.plot.Ladder;
import io.qpscope.cli.report.plot.Lane;
import io.qpscope.cli.report.plot.Rate;
import io.qpscope.cli.report.plot.Series;
import io.qpscope.cli.report.plot.Track;
import io.qpscope.session.Episode;
import io.qpscope.session.PlotTrack.Level;
import io.qpscope.session.PlotTrack.Mark;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.io.PrintWriter;
import java.util.List;

/**
 * What the page's scripts draw, as JSON. Times are nanoseconds from the first frame of all captures,
 * of taps by the first tap's clock; long arrays hold differences, to be short.
 */
final class PlotData {
    /** Of one kind in one plot. */
    static final int POINTS = 1500;

    private static final int LANES = 12;

    private final Drawn plots;
    /** Time 0 of the page, by the clock that the session or lane at hand was recorded by. */
    private long baseNs;

    PlotData(Drawn plots) {
        this.plots = plots;
    }

    void write(Analysis analysis, List<SessionSummary> sessions, PrintWriter out) {
        long firstNs = plots.firstNs(analysis);
        PrintWriter safe = new PrintWriter(new ScriptWriter(out));
        try (Json json = Json.lines(safe)) {
            json.beginObject().beginArray("sessions");
            for (SessionSummary session : sessions) {
                baseNs = firstNs - plots.shiftNs(session);
                session(json, session);
            }
            json.endArray().beginArray("lanes");
            List<Drawn.Shifted> lanes = plots.lanes();
            for (Drawn.Shifted each : lanes.subList(0, Math.min(LANES, lanes.size()))) {
                baseNs = firstNs - each.shiftNs();
                lane(json, each.lane(), each.label());
            }
            json.endArray()
                    .number("moreLanes", Math.max(0, lanes.size() - LANES))
                    .endObject();
        }
        safe.flush();
    }

    private void session(Json json, SessionSummary session) {
        json.beginObject()
                .number("id", session.id())
                .number("from", session.firstTimeNs() - baseNs)
                .number("length", session.durationNs())
                .beginArray("plots");
        for (Side side : Side.values()) {
            Track track = plots.track(session, side);
            if (track != null) {
                plot(json, session, side, track);
            }
        }
        json.endArray().endObject();
    }

    private void plot(Json json, SessionSummary session, Side side, Track track) {
        json.beginObject()
                .text("side", side.name())
                .text("requester", SessionTable.peer(session, side))
                .text("responder", SessionTable.peer(session, side.other()))
                .value("bytes", track.ofBytes())
                .number("origin", track.origin())
                .beginArray("marks");
        for (Mark mark : Mark.values()) {
            Series series = track.marks(mark, POINTS);
            if (series != null) {
                json.beginObject().text("kind", mark.name()).number("of", series.added());
                series(json, series);
                json.deltas("f", series.size(), series::frame).endObject();
            }
        }
        json.endArray().beginArray("levels");
        for (Level level : Level.values()) {
            Series series = track.levels(level, POINTS);
            if (series != null) {
                json.beginObject().text("kind", level.name()).number("of", series.added());
                series(json, series);
                json.endObject();
            }
        }
        json.endArray();
        rate(json, track.rate());
        stories(json, session, side, track);
        json.endObject();
    }

    private void series(Json json, Series series) {
        json.deltas("t", series.size(), i -> series.timeNs(i) - baseNs)
                .deltas("y", series.size(), series::value);
    }

    private void rate(Json json, Rate rate) {
        json.beginObject("rate")
                .number("from", rate.bins() == 0 ? 0 : rate.startNs() - baseNs)
                .number("width", rate.widthNs())
                .deltas("first", rate.bins(), rate::first)
                .deltas("again", rate.bins(), rate::again)
                .endObject();
    }

    /** Recoveries whose times are known: those with a diagram. */
    private void stories(Json json, SessionSummary session, Side side, Track track) {
        json.number("stories", track.stories()).beginArray("episodes");
        for (Ladder ladder : track.ladders()) {
            Episode told = told(session, side, ladder);
            if (told != null) {
                long end = ladder.endNs() == Long.MIN_VALUE
                        ? session.firstTimeNs() + session.durationNs()
                        : ladder.endNs();
                json.beginObject()
                        .number("id", told.id())
                        .text("cause", HtmlSessions.cause(told))
                        .number("from", ladder.startNs() - baseNs)
                        .number("until", end - baseNs)
                        .endObject();
            }
        }
        json.endArray();
    }

    private static Episode told(SessionSummary session, Side side, Ladder ladder) {
        for (Episode episode : session.episodes()) {
            if (episode.from() == side
                    && episode.startFrame() == ladder.startFrame()
                    && episode.psn() == ladder.psn()) {
                return episode;
            }
        }
        return null;
    }

    private void lane(Json json, Lane lane, String label) {
        json.beginObject()
                .text("label", label)
                .value("untimed", lane.untimed())
                .number("of", lane.added())
                .deltas("t", lane.size(), i -> lane.fromNs(i) - baseNs)
                .deltas("f", lane.size(), lane::frame)
                .list("length", lengths(lane, true))
                .list("stopped", lengths(lane, false))
                .endObject();
    }

    private static List<Long> lengths(Lane lane, boolean whole) {
        return java.util.stream.IntStream.range(0, lane.size())
                .mapToObj(i -> whole ? lane.untilNs(i) - lane.fromNs(i) : lane.stoppedNs(i))
                .toList();
    }
}
