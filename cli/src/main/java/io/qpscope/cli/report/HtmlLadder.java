package io.qpscope.cli.report;

import io.qpscope.cli.report.LadderRows.Kind;
import io.qpscope.cli.report.LadderRows.Row;
import io.qpscope.cli.report.plot.Ladder;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;

import java.util.List;
import java.util.Locale;

/** The packets of one recovery as arrows between requester and responder; time runs downwards. */
final class HtmlLadder {
    private static final int WIDTH = 760;
    private static final int LEFT = 190;
    private static final int RIGHT = 720;
    private static final int TOP = 46;
    private static final int ROW = 26;
    private static final int SLOPE = 10;
    private static final int HEAD = 7;

    private final Html html;

    HtmlLadder(Html html) {
        this.html = html;
    }

    void write(SessionSummary session, Episode episode, Ladder ladder) {
        List<Row> rows = new LadderRows(ladder, episode).rows();
        int height = TOP + ROW * rows.size() + 16;
        String requester = SessionTable.peer(session, episode.from());
        String responder = SessionTable.peer(session, episode.from().other());
        html.open("div", "class", "wide");
        html.open(
                "svg",
                "class",
                "ladder",
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "width",
                String.valueOf(WIDTH),
                "height",
                String.valueOf(height),
                "role",
                "img",
                "aria-label",
                "Packets between " + requester + " and " + responder);
        text(LEFT, 18, "start", "end", requester);
        text(RIGHT, 18, "end", "end", responder);
        text(8, 36, "start", "head", "frame");
        text(LEFT - 12, 36, "end", "head", "time");
        rail(LEFT, height);
        rail(RIGHT, height);
        int y = TOP;
        for (Row row : rows) {
            row(row, session, ladder.startNs(), y);
            y += ROW;
        }
        html.close("svg").close("div").line();
    }

    private void rail(int x, int height) {
        line("rail", x, 26, x, height - 6);
    }

    private void row(Row row, SessionSummary session, long startNs, int y) {
        if (row.kind() == Kind.SKIPPED) {
            text((LEFT + RIGHT) / 2, y + 9, "middle", "skipped", "⋮ " + row.text());
            return;
        }
        if (row.frame() > 0) {
            link(row.frame(), session, y);
            text(LEFT - 12, y + 10, "end", "at", offset(row.timeNs() - startNs));
        }
        String kind = row.kind().name().toLowerCase(Locale.ROOT);
        html.open("g", "class", "packet " + kind + (row.lost() ? " lost" : ""));
        int from = row.answer() ? RIGHT : LEFT;
        int to = row.answer() ? LEFT : RIGHT;
        int way = row.answer() ? -1 : 1;
        // What got lost before the tap ends early, what got lost behind it late.
        int share = row.kind() == Kind.MISSING ? 1 : 7;
        int end = row.lost() ? from + (to - from) * share / 8 : to;
        int fall = row.lost() ? SLOPE * share / 8 : SLOPE;
        line("arrow", from, y + 4, end - way, y + 4 + fall);
        if (row.lost()) {
            cross(end, y + 4 + fall);
        } else {
            head(end, y + 4 + fall, way);
        }
        text((LEFT + RIGHT) / 2, y + 3, "middle", "label", row.text());
        html.close("g").line();
    }

    private static String offset(long ns) {
        return ns < 0 ? "−" + Units.time(-ns) : "+" + Units.time(ns);
    }

    private void link(long frame, SessionSummary session, int y) {
        html.open(
                "a",
                "class",
                "frame",
                "href",
                "#session-" + session.id(),
                "data-session",
                String.valueOf(session.id()),
                "data-frame",
                String.valueOf(frame));
        text(8, y + 10, "start", "number", String.valueOf(frame));
        html.close("a");
    }

    private void head(int x, int y, int way) {
        int back = x - way * HEAD;
        String points = x + "," + y + " " + back + "," + (y - 4) + " " + back + "," + (y + 3);
        html.open("polygon", "points", points).close("polygon");
    }

    private void cross(int x, int y) {
        line("cross", x - 5, y - 5, x + 5, y + 5);
        line("cross", x - 5, y + 5, x + 5, y - 5);
    }

    private void line(String kind, int x1, int y1, int x2, int y2) {
        html.open(
                        "line",
                        "class",
                        kind,
                        "x1",
                        String.valueOf(x1),
                        "y1",
                        String.valueOf(y1),
                        "x2",
                        String.valueOf(x2),
                        "y2",
                        String.valueOf(y2))
                .close("line");
    }

    private void text(int x, int y, String anchor, String kind, String text) {
        html.element(
                "text",
                text,
                "x",
                String.valueOf(x),
                "y",
                String.valueOf(y),
                "text-anchor",
                anchor,
                "class",
                kind);
    }
}
