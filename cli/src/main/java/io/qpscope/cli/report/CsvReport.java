package io.qpscope.cli.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A row for each direction of each session, after a row of names (RFC 4180). Names are the paths of
 * the JSON report; what can't be told is empty.
 */
public final class CsvReport implements Report {
    /** One direction and whose it is. */
    private record Row(SessionSummary session, DirectionSummary direction) {
        Peer self() {
            return session.peer(direction.from());
        }

        Peer other() {
            return session.peer(direction.from().other());
        }
    }

    private record Column(String name, Function<Row, Object> read) {}

    private static final List<Column> COLUMNS = columns();

    @Override
    public void write(Analysis analysis, PrintWriter out) {
        // Neither buffered nor closed: that would close the program's standard output.
        CsvWriter csv = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.CRLF)
                .bufferSize(0)
                .build(out);
        csv.writeRecord(COLUMNS.stream().map(Column::name).toList());
        for (SessionSummary session : analysis.result().sessions()) {
            for (Side side : Side.values()) {
                Row row = new Row(session, session.direction(side));
                csv.writeRecord(
                        COLUMNS.stream().map(column -> text(column, row)).toList());
            }
        }
    }

    private static String text(Column column, Row row) {
        Object value = column.read().apply(row);
        return value == null ? "" : value.toString();
    }

    private static List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        add(columns, "session", row -> row.session().id());
        add(columns, "transport", row -> row.session().transport());
        add(columns, "service", row -> row.session().service());
        add(columns, "pairedBy", row -> row.session().pairedBy());
        add(columns, "confidence", row -> row.session().confidence());
        add(columns, "durationNs", row -> row.session().durationNs());
        add(columns, "pathMtu", row -> row.session().pathMtu());
        add(columns, "from", row -> JsonSession.side(row.direction().from()));
        add(columns, "address", row -> row.self().address());
        add(columns, "port", row -> row.self().port());
        add(columns, "qpn", row -> row.self().qpn());
        add(columns, "peer.address", row -> row.other().address());
        add(columns, "peer.port", row -> row.other().port());
        add(columns, "peer.qpn", row -> row.other().qpn());
        direction(columns, "packets", DirectionSummary::packets);
        direction(columns, "payloadBytes", DirectionSummary::payloadBytes);
        direction(columns, "udpSourcePorts", DirectionSummary::udpSourcePorts);
        for (Verb verb : Verb.values()) {
            direction(columns, "messages." + verb, d -> d.messagesOf(verb));
        }
        direction(columns, "completedMessages", DirectionSummary::completedMessages);
        counts(columns, "", DirectionSummary::requests);
        counts(columns, "responses.", DirectionSummary::responses);
        answers(columns);
        times(columns);
        direction(columns, "outcome.status", d -> d.outcome().status());
        direction(columns, "outcome.proof", d -> lower(d.outcome().proof()));
        direction(columns, "outcome.why", d -> d.outcome().why());
        // New columns go to the end: some readers count.
        add(columns, "carries", row -> row.session().carries());
        return List.copyOf(columns);
    }

    private static void answers(List<Column> columns) {
        direction(columns, "naks.PSN_SEQUENCE_ERROR", d -> d.naks().psnSequenceError());
        direction(columns, "naks.INVALID_REQUEST", d -> d.naks().invalidRequest());
        direction(columns, "naks.REMOTE_ACCESS_ERROR", d -> d.naks().remoteAccessError());
        direction(columns, "naks.REMOTE_OPERATIONAL_ERROR", d -> d.naks().remoteOperationalError());
        direction(columns, "rnrNaks", DirectionSummary::rnrNaks);
        direction(columns, "timeouts", DirectionSummary::timeouts);
        direction(columns, "ceMarked", DirectionSummary::ceMarked);
        direction(columns, "cnps", DirectionSummary::cnps);
        direction(columns, "badIcrc", DirectionSummary::badIcrc);
    }

    private static void times(List<Column> columns) {
        direction(columns, "ackLatencyNs.count", d -> d.ackLatency().count());
        direction(columns, "ackLatencyNs.p50", d -> d.ackLatency().p50());
        direction(columns, "ackLatencyNs.p99", d -> d.ackLatency().p99());
        direction(columns, "ackLatencyNs.max", d -> d.ackLatency().max());
        direction(columns, "timeNs.sending", d -> d.time().sending());
        direction(columns, "timeNs.rnrWait", d -> d.time().rnrWait());
        direction(columns, "timeNs.ackTimeout", d -> d.time().ackTimeout());
        direction(columns, "timeNs.goBackN", d -> d.time().goBackN());
        direction(columns, "timeNs.paused", d -> d.time().paused());
        direction(columns, "timeNs.cnpLimited", d -> d.time().cnpLimited());
        direction(columns, "timeNs.idle", d -> d.time().idle());
    }

    private static void counts(
            List<Column> columns, String prefix, Function<DirectionSummary, PsnCounts> read) {
        count(columns, prefix + "firstPsn", read, PsnCounts::firstPsn);
        count(columns, prefix + "lastPsn", read, PsnCounts::lastPsn);
        count(columns, prefix + "retransmittedPackets", read, PsnCounts::retransmittedPackets);
        count(columns, prefix + "duplicatePackets", read, PsnCounts::duplicatePackets);
        count(columns, prefix + "networkDuplicates", read, PsnCounts::networkDuplicates);
        count(columns, prefix + "captureDuplicates", read, PsnCounts::captureDuplicates);
        count(columns, prefix + "outOfOrderPackets", read, PsnCounts::outOfOrderPackets);
        count(columns, prefix + "missingPackets", read, PsnCounts::missingPackets);
        count(columns, prefix + "lostBeforeTap", read, PsnCounts::lostBeforeTap);
        count(columns, prefix + "lostAfterTap", read, PsnCounts::lostAfterTap);
        count(columns, prefix + "lostByCapture", read, PsnCounts::lostByCapture);
        count(columns, prefix + "lostUndecided", read, PsnCounts::lostUndecided);
    }

    private static void count(
            List<Column> columns,
            String name,
            Function<DirectionSummary, PsnCounts> which,
            Function<PsnCounts, Object> read) {
        direction(columns, name, direction -> read.apply(which.apply(direction)));
    }

    private static void direction(
            List<Column> columns, String name, Function<DirectionSummary, Object> read) {
        add(columns, name, row -> read.apply(row.direction()));
    }

    private static void add(List<Column> columns, String name, Function<Row, Object> read) {
        columns.add(new Column(name, read));
    }

    private static String lower(Enum<?> value) {
        return value == null ? null : value.name().toLowerCase(java.util.Locale.ROOT);
    }
}
