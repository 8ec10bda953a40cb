package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.recording.PartResult;
import io.qpscope.recording.RecordedPart;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary.Peer;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A table of what was recorded, and what came of it when a live peer was asked again. */
public final class PeerReport {
    private static final int WIDTH = 130;
    private static final List<Column> COLUMNS = List.of(
            new Column("#", true, 1, 0, 1),
            new Column("requester", false, 2, 3, 10),
            new Column("responder", false, 2, 3, 10),
            new Column("here", false, 2, 0, 4),
            new Column("messages", true, 2, 0, 8),
            new Column("bytes", true, 2, 0, 5),
            new Column("recorded", false, 2, 0, 8),
            new Column("replayed", false, 2, 0, 8),
            new Column("verdict", false, 2, 1, 24));

    private final String title;
    private final List<List<Cell>> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String from;

    /**
     * @param title from where to where
     */
    public PeerReport(String title) {
        this.title = title;
    }

    /** The address that asks. */
    public void from(String address) {
        from = address;
    }

    /** A part that was not asked for, or not yet. */
    public void plan(RecordedPart part) {
        String verdict = part.refusal() == null
                ? "can be replayed, " + Units.count(part.steps().size(), "verb")
                : "not replayed: " + part.refusal();
        rows.add(row(part, "-", part.completed() + "", part.completedBytes(), "-", verdict));
        changes(part);
    }

    private static String agreement(RecordedPart part) {
        boolean known = !part.outcome().status().equals(Outcome.UNKNOWN);
        return known ? "same" : "no difference; how the recorded one ended is not known";
    }

    /** A part and what came of it. */
    public void add(RecordedPart part, PartResult result) {
        String difference = result.difference(part);
        rows.add(row(
                part,
                "QP " + result.qpn(),
                result.completed() + "/" + part.completed(),
                result.bytes(),
                result.status() + " in " + Units.time(result.durationNs()),
                difference == null ? agreement(part) : "differs: " + difference));
        changes(part);
        if (result.folded()) {
            notes.add(part.session().id() + ": the recording's " + Units.bytes(part.span())
                    + " of memory are more than the peer has: places fall together");
        }
    }

    private void changes(RecordedPart part) {
        part.changes().forEach(change -> notes.add(part.session().id() + ": " + change));
    }

    private static List<Cell> row(
            RecordedPart part,
            String here,
            String messages,
            long bytes,
            String replayed,
            String verdict) {
        String recorded =
                part.outcome().status() + " in " + Units.time(part.session().durationNs());
        List<String> texts = List.of(
                String.valueOf(part.session().id()),
                peer(part.requester()),
                peer(part.responder()),
                here,
                messages,
                Units.bytes(bytes),
                recorded,
                replayed,
                verdict);
        return texts.stream().map(Cell::new).toList();
    }

    private static String peer(Peer peer) {
        return peer.qpn() == null ? peer.address() : peer.address() + " QP " + peer.qpn();
    }

    public void write(PrintWriter out) {
        out.println(from == null ? title : title + ", from " + from);
        if (rows.isEmpty()) {
            return;
        }
        Table table = new Table(COLUMNS, rows, WIDTH);
        table.header(UnaryOperator.identity()).forEach(out::println);
        rows.forEach(row -> table.row(row).forEach(out::println));
        notes.forEach(note -> out.println(" session " + note));
    }
}
