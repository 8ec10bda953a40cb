package io.qpscope.cli.report;

import io.qpscope.bridge.BridgeResult;
import io.qpscope.bridge.BridgeVerdict.Breach;
import io.qpscope.bridge.BridgedSession;
import io.qpscope.bridge.SideAccount;
import io.qpscope.bridge.Way;
import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.finding.Finding;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;

import org.HdrHistogram.Histogram;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A bridge's report for people: its frames, and what each side of each session did. */
public final class BridgeReport {
    private static final int WIDTH = 100;
    private static final int MOST_SESSIONS = 20;

    private final BridgeResult result;
    private final Style style;

    public BridgeReport(BridgeResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** What became of the frames. */
    public void bridge(PrintWriter out) {
        out.println(
                "bridge " + name(0) + " <-> " + name(1) + ", " + Units.time(result.durationNs()));
        out.println();
        List<List<Cell>> rows = new ArrayList<>();
        frames(rows, "frames that came in", Way::frames);
        frames(rows, "judged by the plan", Way::rdma);
        frames(rows, "sent on", Way::sent);
        frames(rows, "lost by the plan", Way::lost);
        frames(rows, "held back by the plan", Way::held);
        frames(rows, "sent late, again or made here", Way::released);
        some(rows, "RDMA beyond --max-rate", Way::beyondRate);
        some(rows, "made here, without a way", Way::homeless);
        some(rows, "checksums completed", Way::completed);
        some(rows, "lost: too long", Way::tooLong);
        some(rows, "lost: not taken", Way::refused);
        row(rows, "lost: kernel's buffer full", end -> end.droppedByKernel() + "");
        row(rows, "lost: by the interface", end -> end.droppedByInterface() + "");
        row(rows, "added latency, p50", end -> latency(end.way(), 50));
        row(rows, "added latency, p99", end -> latency(end.way(), 99));
        row(rows, "added latency, most", end -> latency(end.way(), 100));
        print(
                out,
                rows,
                new Column("from " + result.end(0).name(), true, 2, 0, 8),
                new Column("from " + result.end(1).name(), true, 2, 0, 8));
        note(out, result.held(), "frame", "still held back at the end");
        note(out, result.overflowed(), "frame", "lost because too many were held back");
        note(out, result.lostStreams(), "iWARP stream", "left alone: too much of it was lost");
        out.println();
    }

    private String name(int index) {
        BridgeResult.End end = result.end(index);
        String driver = end.driver().isEmpty() ? "" : end.driver() + ", ";
        return end.name() + " (" + driver + "MTU " + end.mtu() + ")";
    }

    private void frames(List<List<Cell>> rows, String title, Function<Way, Long> count) {
        row(rows, title, end -> count.apply(end.way()).toString());
    }

    /** Only where there is something to tell. */
    private void some(List<List<Cell>> rows, String title, Function<Way, Long> count) {
        if (result.ends().stream().anyMatch(end -> count.apply(end.way()) > 0)) {
            frames(rows, title, count);
        }
    }

    private void row(List<List<Cell>> rows, String title, Function<BridgeResult.End, String> text) {
        rows.add(List.of(
                new Cell(title),
                new Cell(text.apply(result.end(0))),
                new Cell(text.apply(result.end(1)))));
    }

    private static String latency(Way way, double percentile) {
        Histogram latency = way.latency();
        return latency.getTotalCount() == 0
                ? "-"
                : Units.time(latency.getValueAtPercentile(percentile));
    }

    private static void note(PrintWriter out, long count, String noun, String what) {
        if (count > 0) {
            out.println(" " + Units.count(count, noun) + " " + what);
        }
    }

    private void print(PrintWriter out, List<List<Cell>> rows, Column... columns) {
        List<Column> all = new ArrayList<>();
        all.add(new Column("", false, 1, 0, 20));
        all.addAll(List.of(columns));
        Table table = new Table(all, rows, WIDTH);
        table.header(style::faint).forEach(out::println);
        rows.forEach(row -> table.row(row).forEach(out::println));
    }

    /** What each side did, and what it did wrong. */
    public void sessions(PrintWriter out) {
        List<BridgedSession> sessions = result.verdict().sessions();
        out.println();
        if (sessions.isEmpty()) {
            out.println("No RDMA session crossed the bridge.");
            return;
        }
        for (BridgedSession session :
                sessions.subList(0, Math.min(MOST_SESSIONS, sessions.size()))) {
            session(session, out);
            out.println();
        }
        if (sessions.size() > MOST_SESSIONS) {
            out.println(Units.count(sessions.size() - MOST_SESSIONS, "session")
                    + " more: --json shows all.");
            out.println();
        }
        breaches(out);
    }

    private void session(BridgedSession session, PrintWriter out) {
        SessionSummary view = session.view();
        out.println("session " + session.id() + "  " + view.transport() + " " + view.service()
                + ", paired by " + view.pairedBy());
        List<List<Cell>> rows = new ArrayList<>();
        fact(rows, session, "end", BridgeReport::end, "");
        fact(rows, session, "packets sent", s -> s.packetsSent() + "", "");
        fact(rows, session, "packets received", s -> s.packetsReceived() + "", "");
        if (view.service() == Service.RDMAP) {
            stream(rows, session);
        } else {
            queuePair(rows, session);
        }
        fact(rows, session, "outcome of its requests", BridgeReport::outcome, "");
        print(
                out,
                rows,
                new Column("behind " + result.end(0).name(), true, 2, 2, 10),
                new Column("behind " + result.end(1).name(), true, 2, 2, 10),
                new Column("rxe's counter", false, 2, 3, 10));
    }

    private static void queuePair(List<List<Cell>> rows, BridgedSession session) {
        fact(rows, session, "requests resent", s -> s.resent() + "", "");
        fact(
                rows,
                session,
                "duplicates received",
                s -> s.duplicatesReceived() == null ? "-" : s.duplicatesReceived() + "",
                "duplicate_request");
        fact(rows, session, "NAKs sent", s -> s.naksSent() + "", "out_of_seq_request");
        fact(rows, session, "NAKs received", s -> s.naksReceived() + "", "rcvd_seq_err");
        fact(rows, session, "RNR NAKs sent", s -> s.rnrNaksSent() + "", "send_rnr_err");
        fact(rows, session, "RNR NAKs received", s -> s.rnrNaksReceived() + "", "rcvd_rnr_err");
        fact(rows, session, "other NAKs sent", s -> s.errorNaksSent() + "", "");
        fact(rows, session, "other NAKs received", s -> s.errorNaksReceived() + "", "");
        fact(rows, session, "ACK timeouts", s -> s.timeouts() + "", "");
        fact(rows, session, "bad ICRC received", s -> s.badIcrcReceived() + "", "");
    }

    private static void stream(List<List<Cell>> rows, BridgedSession session) {
        fact(rows, session, "segments resent", s -> s.resent() + "", "");
        fact(rows, session, "bad MPA CRC received", s -> s.badCrcsReceived() + "", "");
        fact(rows, session, "Terminate sent", s -> s.terminate() == null ? "-" : s.terminate(), "");
    }

    private static void fact(
            List<List<Cell>> rows,
            BridgedSession session,
            String title,
            Function<SideAccount, String> text,
            String counter) {
        rows.add(List.of(
                new Cell(title),
                new Cell(session.first() == null ? "?" : text.apply(session.first())),
                new Cell(session.second() == null ? "?" : text.apply(session.second())),
                new Cell(counter)));
    }

    private static String end(SideAccount side) {
        SessionSummary.Peer peer = side.peer();
        return peer.qpn() != null
                ? peer.address() + " QP " + peer.qpn()
                : peer.address() + " port " + peer.port();
    }

    private static String outcome(SideAccount side) {
        return side.messages() == 0 ? "-" : side.outcome().status();
    }

    private void breaches(PrintWriter out) {
        List<Breach> breaches = result.verdict().breaches();
        if (breaches.isEmpty()) {
            out.println("Neither side broke a rule, as its own tap saw it.");
            return;
        }
        for (int tap = 0; tap < result.ends().size(); tap++) {
            List<Finding> own = new ArrayList<>();
            for (Breach breach : breaches) {
                if (breach.tap() == tap) {
                    own.add(breach.finding());
                }
            }
            if (!own.isEmpty()) {
                out.println("What the side behind " + result.end(tap).name() + " did wrong:");
                new FindingList(style, WIDTH).lines(own).forEach(out::println);
                out.println();
            }
        }
    }
}
