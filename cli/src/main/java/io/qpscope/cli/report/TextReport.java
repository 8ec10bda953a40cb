package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Severity;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The report for people: 100 columns, the worst first. */
public final class TextReport implements Report {
    static final int WIDTH = 100;
    private static final int SESSIONS_SHOWN = 20;
    private static final String INDENT = "  ";

    private final Style style;

    public TextReport(Style style) {
        this.style = style;
    }

    @Override
    public void write(Analysis analysis, PrintWriter out) {
        List<String> lines = new ArrayList<>(captures(analysis));
        lines.add("");
        List<SessionSummary> sessions = worstFirst(analysis);
        if (analysis.taps() != null) {
            lines.addAll(new TapTable(analysis, style, WIDTH).lines());
        }
        if (sessions.isEmpty()) {
            new NothingFound(analysis, WIDTH).lines().forEach(lines::add);
        } else {
            sessions = sessions.subList(0, Math.min(SESSIONS_SHOWN, sessions.size()));
            lines.addAll(sessionTables(analysis, sessions));
        }
        lines.addAll(new LinkTable(style, WIDTH).lines(analysis.result().links()));
        lines.addAll(leftOut(analysis, sessions.size()));
        lines.addAll(new PauseTable(style, WIDTH).lines(analysis.result().pauses()));
        lines.addAll(new FindingList(style, WIDTH).lines(analysis.findings()));
        lines.forEach(out::println);
    }

    private List<String> sessionTables(Analysis analysis, List<SessionSummary> sessions) {
        Analysis.Taps taps = analysis.taps();
        if (taps == null) {
            return new SessionTable(style, WIDTH).lines(sessions);
        }
        List<String> lines = new ArrayList<>();
        for (int tap = 0; tap < taps.sessions().size(); tap++) {
            int at = tap;
            List<SessionSummary> seen =
                    sessions.stream().filter(s -> taps.has(at, s.id())).toList();
            if (!seen.isEmpty()) {
                String name = taps.report().points().get(tap).name();
                lines.add("");
                lines.add(" What tap " + name + " sees by itself:");
                lines.addAll(new SessionTable(style, WIDTH).lines(seen));
            }
        }
        return lines;
    }

    private List<String> captures(Analysis analysis) {
        List<String> lines = new ArrayList<>();
        for (Analysis.Capture capture : analysis.captures()) {
            String name = capture.info().file();
            String facts = facts(capture);
            if (name.length() + 2 + facts.length() <= WIDTH) {
                lines.add(style.bold(name) + "  " + facts);
            } else {
                lines.add(style.bold(name));
                lines.addAll(Wrap.paragraph(facts, WIDTH, INDENT, INDENT));
            }
            if (capture.info().damage() != null) {
                String damage = "damaged: " + capture.info().damage();
                Wrap.paragraph(damage, WIDTH, INDENT, INDENT).forEach(l -> lines.add(style.bad(l)));
            }
        }
        String protocols = protocols(analysis.result().protocols());
        String icrc = icrc(analysis);
        if (!protocols.isEmpty()) {
            lines.addAll(Wrap.paragraph(
                    protocols + (icrc.isEmpty() ? "" : "; " + icrc), WIDTH, INDENT, INDENT));
        }
        return lines;
    }

    static String facts(Analysis.Capture capture) {
        CaptureInfo info = capture.info();
        StringJoiner text = new StringJoiner(", ");
        text.add(info.format());
        info.linkTypes().forEach(type -> text.add(LinkType.name(type)));
        text.add(Units.count(info.packets(), "frame"));
        if (info.truncatedPackets() > 0) {
            text.add(info.truncatedPackets() + " cut short");
        }
        if (capture.malformed() > 0) {
            text.add(capture.malformed() + " malformed");
        }
        return text.add(Units.time(info.lastTimeNs() - info.firstTimeNs())).toString();
    }

    static String protocols(ProtocolCounts counts) {
        StringJoiner text = new StringJoiner(" | ");
        protocol(text, "RoCEv2", counts.roceV2());
        protocol(text, "RoCEv1", counts.roceV1());
        protocol(text, "InfiniBand", counts.infiniBand());
        protocol(text, "InfiniBand link", counts.infiniBandLink());
        protocol(text, "iWARP", counts.iwarp());
        protocol(text, "PFC", counts.pfc());
        protocol(text, "PAUSE", counts.pause());
        protocol(text, "CNP", counts.cnp());
        protocol(text, "MAD", counts.mad());
        protocol(text, "other", counts.other());
        return text.toString();
    }

    private static void protocol(StringJoiner text, String name, long count) {
        if (count > 0) {
            text.add(name + Wrap.GLUE + count);
        }
    }

    static String icrc(Analysis analysis) {
        IcrcCounts icrc = analysis.result().icrc();
        StringJoiner text = new StringJoiner(", ", "ICRC ", "").setEmptyValue("");
        if (icrc.checked() > icrc.bad()) {
            text.add(icrc.checked() - icrc.bad() + " good");
        }
        if (icrc.bad() > 0) {
            text.add(icrc.bad() + " bad");
        }
        if (icrc.unchecked() > 0) {
            text.add(icrc.unchecked() + " unchecked");
        }
        boolean ignored = analysis.captures().stream().anyMatch(Analysis.Capture::icrcIgnored);
        return text + (ignored ? " (none of the first was good, so they were ignored)" : "");
    }

    static List<SessionSummary> worstFirst(Analysis analysis) {
        Map<Integer, Severity> worst = new HashMap<>();
        for (Finding finding : analysis.findings()) {
            worst.merge(
                    finding.session(),
                    finding.rule().severity(),
                    (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
        List<SessionSummary> sessions = new ArrayList<>(analysis.result().sessions());
        sessions.sort(Comparator.comparing(
                        (SessionSummary s) -> worst.get(s.id()),
                        Comparator.nullsFirst(Comparator.<Severity>naturalOrder())
                                .reversed())
                .thenComparingInt(TextReport::outcomeRank)
                .thenComparingLong(s -> -trouble(s))
                .thenComparingInt(SessionSummary::id));
        return sessions;
    }

    private static int outcomeRank(SessionSummary session) {
        return switch (session.outcome().status()) {
            case Outcome.SUCCESS -> 2;
            case Outcome.UNKNOWN -> 1;
            default -> 0;
        };
    }

    private static long trouble(SessionSummary session) {
        long trouble = 0;
        for (Side side : Side.values()) {
            trouble += SessionFields.resent(session.direction(side))
                    + session.direction(side).naks().total()
                    + session.direction(side).rnrNaks()
                    + session.direction(side).timeouts();
        }
        return trouble;
    }

    private static List<String> leftOut(Analysis analysis, int shown) {
        List<String> lines = new ArrayList<>();
        int more = analysis.result().sessions().size() - shown;
        if (more > 0) {
            String text = "The worst " + shown + " sessions are shown, " + more
                    + " more are not: pick with --filter, or see all with --format json or csv.";
            lines.add("");
            lines.addAll(Wrap.paragraph(text, WIDTH, INDENT, INDENT));
        }
        if (analysis.left() > 0 && shown > 0) {
            lines.add("");
            lines.add(INDENT + Units.count(analysis.left(), "session") + " left out by --filter.");
        }
        return lines;
    }
}
