package io.qpscope.cli.report;

import io.qpscope.cli.report.Table.Cell;
import io.qpscope.cli.report.Table.Column;
import io.qpscope.recording.RecordedPause;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The episodes of a capture, one a line, and which of them can become scenarios. */
public final class EpisodeList {
    private static final int WIDTH = 130;
    private static final List<Column> COLUMNS = List.of(
            new Column("session", true, 1, 0, 1),
            new Column("episode", true, 2, 0, 1),
            new Column("who resends", false, 2, 2, 10),
            new Column("cause", false, 2, 0, 8),
            new Column("PSN", true, 2, 0, 3),
            new Column("frames", false, 2, 0, 6),
            new Column("lost", true, 2, 0, 4),
            new Column("outcome", false, 2, 0, 7),
            new Column("scenario", false, 2, 1, 24));

    private final String title;
    private final List<List<Cell>> rows = new ArrayList<>();
    private final List<String> pauses = new ArrayList<>();

    /**
     * @param title names the capture
     */
    public EpisodeList(String title) {
        this.title = title;
    }

    /**
     * One more.
     *
     * @param refusal why it can't become a scenario; null when it can
     */
    public void add(SessionSummary session, Episode episode, String refusal) {
        SessionSummary.Peer peer = session.peer(episode.from());
        String end = episode.endFrame() == null ? "" : "" + episode.endFrame();
        List<String> texts = List.of(
                "" + session.id(),
                "" + episode.id(),
                peer.address() + (peer.qpn() == null ? "" : " QP " + peer.qpn()),
                episode.cause().name(),
                "" + episode.psn(),
                episode.startFrame() + ".." + end,
                Units.time(episode.lostNs()),
                episode.outcome(),
                refusal == null ? "yes" : "no: " + refusal);
        rows.add(texts.stream().map(Cell::new).toList());
    }

    /** Pauses of one sender and class, by their number. */
    public void add(int number, RecordedPause pause) {
        Integer trafficClass = pause.summary().trafficClass();
        String refusal = pause.refusal();
        pauses.add(" pause " + number + ": " + pause.summary().source() + " stopped "
                + (trafficClass == null ? "all classes " : "class " + trafficClass + " ")
                + Units.count(pause.summary().xoff(), "time") + " in "
                + Units.time(pause.lengthNs())
                + (pause.summary().stormSuspected() ? ", a storm" : "") + "; scenario "
                + (refusal == null ? "yes" : "no: " + refusal));
    }

    public void write(PrintWriter out) {
        out.println(title + ": " + Units.count(rows.size(), "episode"));
        if (!rows.isEmpty()) {
            Table table = new Table(COLUMNS, rows, WIDTH);
            table.header(UnaryOperator.identity()).forEach(out::println);
            rows.forEach(row -> table.row(row).forEach(out::println));
        }
        pauses.forEach(out::println);
    }
}
