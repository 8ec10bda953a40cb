package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.TimeShares;
import io.qpscope.session.Outcome;
import io.qpscope.session.PairedBy;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The session table: a row for each side that asked for something, below each session where its
 * time went. A row tells about the requests of its requester and what came back for them.
 */
final class SessionTable {
    private static final String INDENT = "    ";

    private static final int VERBS_SHOWN = 3;

    private static final List<Column> COLUMNS = List.of(
            new Column("#", true, 1, 0, 1),
            new Column("requester", false, 2, 2, 11),
            new Column("responder", false, 2, 2, 11),
            new Column("svc", false, 2, 0, 5),
            new Column("messages", false, 2, 1, 9),
            new Column("resent", false, 2, 3, 7),
            new Column("NAK", true, 1, 0, 4),
            new Column("RNR", true, 1, 0, 4),
            new Column("T/O", true, 1, 0, 4),
            new Column("lost/tap", false, 2, 3, 8),
            new Column("outcome", false, 2, 4, 10));

    private final Style style;
    private final int width;

    SessionTable(Style style, int width) {
        this.style = style;
        this.width = width;
    }

    List<String> lines(List<SessionSummary> sessions) {
        List<List<Cell>> rows = new ArrayList<>();
        for (SessionSummary session : sessions) {
            for (Side side : requesters(session)) {
                rows.add(row(session, side));
            }
        }
        Table table = new Table(COLUMNS, rows, width);
        List<String> lines = new ArrayList<>(table.header(style::bold));
        int next = 0;
        for (SessionSummary session : sessions) {
            List<Side> requesters = requesters(session);
            for (int i = 0; i < requesters.size(); i++) {
                lines.addAll(table.row(rows.get(next++)));
            }
            lines.addAll(below(session, requesters));
        }
        return lines;
    }

    /** Side A always, side B when it asked for something too. */
    static List<Side> requesters(SessionSummary session) {
        return asks(session.direction(Side.B)) && asks(session.direction(Side.A))
                ? List.of(Side.A, Side.B)
                : List.of(asks(session.direction(Side.B)) ? Side.B : Side.A);
    }

    private static boolean asks(DirectionSummary direction) {
        return direction.messages().stream().anyMatch(count -> count > 0)
                || direction.requests().firstPsn() != null;
    }

    private List<Cell> row(SessionSummary session, Side side) {
        DirectionSummary mine = session.direction(side);
        DirectionSummary peers = session.direction(side.other());
        String status = mine.outcome().status();
        return List.of(
                new Cell(String.valueOf(session.id())),
                new Cell(peer(session, side)),
                new Cell(peer(session, side.other())),
                new Cell(session.service().name()),
                new Cell(messages(mine, peers)),
                new Cell(resent(mine, peers)),
                new Cell(count(peers.naks().total())),
                new Cell(count(peers.rnrNaks())),
                new Cell(count(mine.timeouts())),
                new Cell(lost(mine.requests(), peers.responses())),
                new Cell(status, text -> outcome(status, text)));
    }

    private String outcome(String status, String text) {
        return switch (status) {
            case Outcome.SUCCESS -> style.good(text);
            case Outcome.UNKNOWN -> text;
            default -> style.bad(text);
        };
    }

    /** As {@code 10.9.0.2 QP 82}; iWARP has only ports. */
    static String peer(SessionSummary session, Side side) {
        SessionSummary.Peer peer = session.peer(side);
        return session.service() == Service.RDMAP
                ? peer.address() + " port" + Wrap.GLUE + peer.port()
                : peer(peer);
    }

    /** As {@code 10.9.0.2 QP 82}. */
    static String peer(SessionSummary.Peer peer) {
        return peer.address() + " QP" + Wrap.GLUE + (peer.qpn() == null ? "?" : peer.qpn());
    }

    static String messages(DirectionSummary mine, DirectionSummary peers) {
        List<Verb> verbs = new ArrayList<>(List.of(Verb.values()));
        verbs.removeIf(verb -> mine.messagesOf(verb) == 0);
        if (verbs.isEmpty()) {
            return "none";
        }
        verbs.sort(Comparator.comparingLong(verb -> -mine.messagesOf(verb)));
        StringJoiner kinds = new StringJoiner(", ");
        for (Verb verb : verbs.subList(0, Math.min(VERBS_SHOWN, verbs.size()))) {
            kinds.add(count(mine.messagesOf(verb)) + Wrap.GLUE + verb);
        }
        if (verbs.size() > VERBS_SHOWN) {
            kinds.add("" + (verbs.size() - VERBS_SHOWN) + Wrap.GLUE + "more" + Wrap.GLUE + "kinds");
        }
        // READ data comes from the peer; when the peer asks too, its bytes are mostly its own.
        long bytes = mine.payloadBytes() + (asks(peers) ? 0 : peers.payloadBytes());
        return kinds + " " + Units.bytes(bytes).replace(' ', Wrap.GLUE);
    }

    static String resent(DirectionSummary mine, DirectionSummary peers) {
        long answers = peers.responses().retransmittedPackets();
        long resent = mine.requests().retransmittedPackets() + answers;
        if (resent == 0) {
            return "0";
        }
        long sent = mine.packets() + (answers > 0 ? peers.packets() : 0);
        return resent + " (".replace(' ', Wrap.GLUE)
                + Units.percent(resent, sent).replace(' ', Wrap.GLUE)
                + ")";
    }

    /** Requests and answers together, by the part of the path; a dash where nobody can tell. */
    static String lost(PsnCounts requests, PsnCounts responses) {
        StringJoiner text = new StringJoiner(", ");
        boolean known = false;
        known |= lost(text, requests, responses, PsnCounts::lostBeforeTap, "before");
        known |= lost(text, requests, responses, PsnCounts::lostAfterTap, "after");
        known |= lost(text, requests, responses, PsnCounts::lostByCapture, "unseen");
        known |= lost(text, requests, responses, PsnCounts::lostUndecided, "unsure");
        return text.length() > 0 ? text.toString() : known ? "0" : "-";
    }

    private static boolean lost(
            StringJoiner text,
            PsnCounts requests,
            PsnCounts responses,
            Function<PsnCounts, Long> read,
            String where) {
        Long asked = read.apply(requests);
        Long answered = read.apply(responses);
        long sum = (asked == null ? 0 : asked) + (answered == null ? 0 : answered);
        if (sum > 0) {
            text.add(count(sum) + Wrap.GLUE + where);
        }
        return asked != null || answered != null;
    }

    /** At most four characters up to ten million. */
    private static String count(long count) {
        return count < 10_000
                ? String.valueOf(count)
                : count < 10_000_000 ? count / 1000 + "k" : count / 1_000_000 + "M";
    }

    private List<String> below(SessionSummary session, List<Side> requesters) {
        List<String> lines = new ArrayList<>();
        for (Side side : requesters) {
            String who = requesters.size() > 1 ? side.name().toLowerCase(Locale.ROOT) + ": " : "";
            String times = times(session.direction(side).time(), session.durationNs());
            String facts = side == requesters.get(0) ? facts(session) : "";
            String text = who + Units.time(session.durationNs()) + ": " + times + facts;
            faint(lines, text);
            String inferred = Inferences.text(session.direction(side));
            if (!inferred.isEmpty()) {
                faint(lines, who + "inferred: " + inferred);
            }
        }
        for (Side side : requesters) {
            Outcome outcome = session.direction(side).outcome();
            if (!outcome.status().equals(Outcome.SUCCESS) && outcome.why() != null) {
                lines.addAll(Wrap.paragraph(why(outcome), width, INDENT, INDENT + "  "));
            }
        }
        return lines;
    }

    private void faint(List<String> lines, String text) {
        for (String line : Wrap.paragraph(text, width, INDENT, INDENT + "  ")) {
            lines.add(style.faint(line));
        }
    }

    private static String why(Outcome outcome) {
        String proof =
                outcome.status().equals(Outcome.UNKNOWN) || outcome.proof() == Outcome.Proof.PROVED
                        ? ""
                        : " (inferred)";
        return outcome.status() + proof + ": " + outcome.why() + frames(outcome.frames());
    }

    private static String frames(List<Long> frames) {
        return frames.isEmpty() ? "" : " [" + Frames.text(frames) + "]";
    }

    private static String times(TimeShares time, long whole) {
        StringJoiner text = new StringJoiner(", ");
        share(text, "sending", time.sending(), whole);
        share(text, "go-back-N", time.goBackN(), whole);
        share(text, "RNR", time.rnrWait(), whole);
        share(text, "ACK timeout", time.ackTimeout(), whole);
        share(text, "paused", time.paused() == null ? 0 : time.paused(), whole);
        share(text, "CNP-limited", time.cnpLimited(), whole);
        share(text, "idle", time.idle(), whole);
        return text.length() == 0 ? "no time to account for" : text.toString();
    }

    private static void share(StringJoiner text, String name, long part, long whole) {
        if (part > 0) {
            text.add(name + Wrap.GLUE + Units.percent(part, whole).replace(' ', Wrap.GLUE));
        }
    }

    static String facts(SessionSummary session) {
        String mtu = session.pathMtu() == null ? "" : "path MTU " + session.pathMtu() + ", ";
        String unsure = session.pairedBy() == PairedBy.NONE || session.confidence() >= 0.995
                ? ""
                : ", " + Math.round(session.confidence() * 100) + Wrap.GLUE + "% sure";
        String carries = session.carries() == null ? "" : "carries " + session.carries() + ", ";
        return "; " + carries + mtu + pairing(session.pairedBy()) + unsure;
    }

    private static String pairing(PairedBy pairedBy) {
        return switch (pairedBy) {
            case CM -> "paired by RDMA-CM";
            case ACK -> "paired by ACKs";
            case OOB -> "paired by handshake (OOB)";
            case TCP -> "one TCP connection";
            case NONE -> "not paired";
        };
    }
}
