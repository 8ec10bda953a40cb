package io.qpscope.cli.report;

import io.qpscope.cli.report.plot.Ladder;
import io.qpscope.cli.report.plot.Track;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.util.List;
import java.util.Locale;

/** The table of sessions, and a section for each of the worst. */
final class HtmlSessions {
    private static final int ROWS = 500;
    private static final int OPEN = 3;
    private static final int EPISODES = 100;
    private static final int LADDERS = 200;

    private static final List<String> COLUMNS = List.of(
            "#",
            "requester",
            "responder",
            "service",
            "messages",
            "sent again",
            "NAK",
            "RNR",
            "T/O",
            "lost/tap",
            "time",
            "outcome");

    private final Html html;
    private final Drawn plots;
    private final HtmlTime time;
    private final HtmlCounts counts;
    private final HtmlLadder ladder;
    private int ladders;

    HtmlSessions(Html html, Drawn plots) {
        this.html = html;
        this.plots = plots;
        this.time = new HtmlTime(html);
        this.counts = new HtmlCounts(html);
        this.ladder = new HtmlLadder(html);
    }

    // ---- the table ----

    void table(Analysis analysis, List<SessionSummary> sessions, List<SessionSummary> told) {
        html.open("section", "id", "sessions").element("h2", "Sessions").line();
        if (sessions.isEmpty()) {
            new NothingFound(analysis, TextReport.WIDTH)
                    .sentences()
                    .forEach(sentence -> html.element("p", sentence));
            html.close("section").line();
            return;
        }
        html.open("div", "class", "wide").open("table", "class", "sessions").open("thead");
        html.open("tr");
        COLUMNS.forEach(name -> html.element("th", name, "scope", "col"));
        html.close("tr").close("thead").open("tbody").line();
        int shown = Math.min(ROWS, sessions.size());
        for (int i = 0; i < shown; i++) {
            SessionSummary session = sessions.get(i);
            for (Side side : SessionTable.requesters(session)) {
                row(session, side, i < told.size());
            }
        }
        html.close("tbody").close("table").close("div").line();
        if (sessions.size() > told.size()) {
            html.element(
                    "p",
                    "The worst " + told.size() + " of " + sessions.size()
                            + " sessions have a section below, the worst " + shown
                            + " a row above. --filter picks others.",
                    "class",
                    "left");
        }
        if (analysis.left() > 0) {
            String text = Units.count(analysis.left(), "session") + " left out by --filter.";
            html.element("p", text, "class", "left");
        }
        html.close("section").line();
    }

    private void row(SessionSummary session, Side side, boolean section) {
        DirectionSummary mine = session.direction(side);
        DirectionSummary peers = session.direction(side.other());
        html.open("tr").open("td", "class", "number");
        String id = String.valueOf(session.id());
        if (section) {
            html.element("a", id, "href", "#session-" + id);
        } else {
            html.text(id);
        }
        html.text(plots.at(session)).close("td");
        html.element("td", SessionTable.peer(session, side));
        html.element("td", SessionTable.peer(session, side.other()));
        html.element("td", session.service().name());
        html.element("td", SessionTable.messages(mine, peers));
        html.element("td", SessionTable.resent(mine, peers));
        html.element("td", String.valueOf(peers.naks().total()), "class", "number");
        html.element("td", String.valueOf(peers.rnrNaks()), "class", "number");
        html.element("td", String.valueOf(mine.timeouts()), "class", "number");
        html.element("td", SessionTable.lost(mine.requests(), peers.responses()));
        html.open("td", "class", "time");
        time.bar(mine.time(), session.durationNs());
        html.close("td").open("td");
        outcome(mine.outcome());
        html.close("td").close("tr").line();
    }

    private void outcome(Outcome outcome) {
        html.element("b", outcome.status(), "class", "outcome " + mood(outcome));
    }

    private static String mood(Outcome outcome) {
        return switch (outcome.status()) {
            case Outcome.SUCCESS -> "good";
            case Outcome.UNKNOWN -> "note";
            default -> "error";
        };
    }

    // ---- one session ----

    void section(SessionSummary session, int rank) {
        String id = String.valueOf(session.id());
        html.open(
                "details",
                "class",
                "session",
                "id",
                "session-" + id,
                "data-session",
                id,
                "open",
                rank < OPEN ? "" : null);
        List<Side> requesters = SessionTable.requesters(session);
        Side first = requesters.get(0);
        html.open("summary").open("h2").text("Session " + id + plots.at(session) + " ");
        html.element(
                "span",
                SessionTable.peer(session, first)
                        + (requesters.size() > 1 ? " ↔ " : " → ")
                        + SessionTable.peer(session, first.other()),
                "class",
                "peers");
        html.close("h2");
        outcome(session.outcome());
        html.close("summary").line();
        html.element(
                "p",
                session.transport() + " " + session.service() + SessionTable.facts(session)
                        + "; " + Units.time(session.durationNs()) + ", frames "
                        + session.firstFrame() + " to " + session.lastFrame(),
                "class",
                "facts");
        for (Side side : requesters) {
            requester(session, side, requesters.size() > 1);
        }
        boolean drawn = false;
        for (Side side : Side.values()) {
            drawn |= plot(session, side);
        }
        if (!drawn) {
            html.element("p", "No plot was kept of this session.", "class", "none");
        }
        episodes(session);
        counts.table(session);
        html.close("details").line();
    }

    private void requester(SessionSummary session, Side side, boolean both) {
        DirectionSummary direction = session.direction(side);
        Outcome outcome = direction.outcome();
        html.open("p", "class", "why");
        if (both) {
            html.text(side.name().toLowerCase(Locale.ROOT) + ": ");
        }
        outcome(outcome);
        if (outcome.why() != null) {
            boolean told = outcome.proof() == Outcome.Proof.PROVED
                    || outcome.status().equals(Outcome.UNKNOWN);
            html.text((told ? " " : " (inferred) ") + outcome.why());
        }
        if (!outcome.frames().isEmpty()) {
            html.open("span", "class", "frames").text(" ");
            html.frames(outcome.frames(), session.id()).close("span");
        }
        html.close("p").line();
        time.bar(direction.time(), session.durationNs());
        time.legend(direction.time(), session.durationNs());
    }

    private boolean plot(SessionSummary session, Side side) {
        if (plots.track(session, side) == null) {
            return false;
        }
        html.open(
                "div",
                "class",
                "plots",
                "data-session",
                String.valueOf(session.id()),
                "data-side",
                side.name());
        html.open("noscript").text("Plots need scripts.").close("noscript");
        html.close("div").line();
        return true;
    }

    // ---- recoveries ----

    private void episodes(SessionSummary session) {
        List<Episode> episodes = session.episodes();
        if (episodes.isEmpty()) {
            return;
        }
        html.element("h3", recoveries(episodes.size())).line();
        int shown = Math.min(EPISODES, episodes.size());
        int drawn = 0;
        for (Episode episode : episodes.subList(0, shown)) {
            drawn += episode(session, episode) ? 1 : 0;
        }
        if (drawn < episodes.size()) {
            html.element(
                    "p",
                    shown + " of " + episodes.size() + " are listed, " + drawn + " with a diagram.",
                    "class",
                    "left");
        }
    }

    private static String recoveries(int count) {
        return count == 1 ? "1 recovery" : count + " recoveries";
    }

    /** Whether it has a diagram. */
    private boolean episode(SessionSummary session, Episode episode) {
        html.open("details", "class", "episode", "id", "episode-" + episode.id());
        html.open("summary");
        html.element("b", cause(episode));
        html.text(" PSN " + episode.psn() + ", " + Units.time(episode.lostNs()) + ", "
                + Units.count(episode.resentPackets(), "packet") + " resent, "
                + episode.outcome());
        html.open("span", "class", "frames").text(" from ");
        html.frame(episode.startFrame(), session.id());
        if (episode.endFrame() != null) {
            html.text(" to ").frame(episode.endFrame(), session.id());
        }
        html.close("span").close("summary").line();
        Ladder found = ladders < LADDERS ? ladder(session, episode) : null;
        if (found != null) {
            ladders++;
            ladder.write(session, episode, found);
        } else {
            html.element("p", "No diagram was kept of this one.", "class", "none");
        }
        html.close("details").line();
        return found != null;
    }

    static String cause(Episode episode) {
        String text = episode.cause().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return text.replace("rnr", "RNR").replace("ack ", "ACK ").replace("nak", "NAK");
    }

    private Ladder ladder(SessionSummary session, Episode episode) {
        Track track = plots.track(session, episode.from());
        if (track == null) {
            return null;
        }
        for (Ladder each : track.ladders()) {
            if (each.startFrame() == episode.startFrame() && each.psn() == episode.psn()) {
                return each;
            }
        }
        return null;
    }
}
