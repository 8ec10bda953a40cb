package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.finding.Severity;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.taps.TapReport;

import java.time.Instant;
import java.util.List;

/** The top of the page: what was read, and the figures that tell whether it went well. */
final class HtmlSummary {
    private final Html html;
    private final String version;

    HtmlSummary(Html html, String version) {
        this.html = html;
        this.version = version;
    }

    void write(Analysis analysis) {
        html.open("header").line();
        html.open("div", "class", "bar");
        html.element("span", "QPScope", "class", "brand")
                .element("span", version, "class", "version");
        html.open("span", "class", "tools");
        button("keys", "Keys", "Lists the keys (?)");
        button("print", "Print", "Prints the page with its plots");
        button("theme", "Dark", "Light or dark (t)");
        html.close("span").close("div").line();
        analysis.captures().forEach(this::capture);
        String protocols = TextReport.protocols(analysis.result().protocols());
        String icrc = TextReport.icrc(analysis);
        html.element("p", protocols + (icrc.isEmpty() ? "" : " | " + icrc), "class", "facts");
        html.close("header").line();
        tiles(analysis);
    }

    private void button(String id, String text, String title) {
        html.element("button", text, "id", id, "type", "button", "title", title);
    }

    private void capture(Analysis.Capture capture) {
        CaptureInfo info = capture.info();
        html.element("h1", HtmlReport.name(info.file()), "title", info.file());
        html.open("p", "class", "facts").text(TextReport.facts(capture));
        if (info.packets() > 0) {
            long ns = info.firstTimeNs();
            Instant first = Instant.ofEpochSecond(
                    Math.floorDiv(ns, 1_000_000_000L), Math.floorMod(ns, 1_000_000_000L));
            html.text(", from " + first);
        }
        html.close("p").line();
        if (info.damage() != null) {
            html.element("p", "Damaged: " + info.damage(), "class", "damage").line();
        }
    }

    private void tiles(Analysis analysis) {
        List<SessionSummary> sessions = analysis.result().sessions();
        html.open("section", "class", "tiles", "aria-label", "Summary");
        long failed = sessions.stream()
                .map(session -> session.outcome().status())
                .filter(status -> !status.equals(Outcome.SUCCESS))
                .filter(status -> !status.equals(Outcome.UNKNOWN))
                .count();
        tile(
                String.valueOf(sessions.size()),
                sessions.size() == 1 ? "session" : "sessions",
                failed == 0 ? "none failed" : failed + " failed",
                failed == 0 ? "good" : "error");
        findings(analysis);
        long packets = 0;
        long resent = 0;
        long lost = 0;
        for (SessionSummary session : sessions) {
            for (DirectionSummary direction : session.directions()) {
                packets += direction.packets();
                resent += direction.requests().retransmittedPackets()
                        + direction.responses().retransmittedPackets();
                lost += lost(direction.requests()) + lost(direction.responses());
            }
        }
        tile(
                Units.percent(resent, packets),
                "sent again",
                resent + " of " + Units.count(packets, "packet")
                        + (analysis.taps() == null ? "" : " at all taps"),
                resent == 0 ? "good" : "warning");
        if (analysis.taps() == null) {
            tile(
                    String.valueOf(lost),
                    "lost",
                    lost == 0 ? "as far as can be told" : "packets, at least",
                    lost == 0 ? "good" : "warning");
        } else {
            lostBetween(analysis.taps());
        }
        html.close("section").line();
    }

    /** What each tap proves by itself may be the same loss, and is not added up. */
    private void lostBetween(Analysis.Taps taps) {
        long lost = taps.report().paths().stream()
                .mapToLong(TapReport.Path::lostBetween)
                .sum();
        tile(
                String.valueOf(lost),
                "lost between taps",
                "before and behind them: see the table",
                lost == 0 ? "good" : "warning");
    }

    private void findings(Analysis analysis) {
        long errors = count(analysis, Severity.ERROR);
        long warnings = count(analysis, Severity.WARNING);
        long notes = count(analysis, Severity.NOTE);
        tile(
                String.valueOf(errors + warnings + notes),
                errors + warnings + notes == 1 ? "finding" : "findings",
                Units.count(errors, "error") + ", " + Units.count(warnings, "warning") + ", "
                        + Units.count(notes, "note"),
                errors > 0 ? "error" : warnings > 0 ? "warning" : "good");
    }

    private static long count(Analysis analysis, Severity severity) {
        return analysis.findings().stream()
                .filter(finding -> finding.rule().severity() == severity)
                .count();
    }

    private static long lost(PsnCounts counts) {
        return known(counts.lostBeforeTap())
                + known(counts.lostAfterTap())
                + known(counts.lostUndecided());
    }

    private static long known(Long count) {
        return count == null ? 0 : count;
    }

    private void tile(String figure, String name, String more, String mood) {
        html.open("div", "class", "tile " + mood)
                .element("strong", figure)
                .text(" ")
                .element("span", name)
                .element("small", more)
                .close("div");
    }
}
