package io.qpscope.finding;

import io.qpscope.session.Durations;
import io.qpscope.session.Observation;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/** Rules that read one observation of an iWARP stream each. */
final class IwarpRules {
    private final SessionSummary session;
    private final List<Finding> findings;

    IwarpRules(SessionSummary session, List<Finding> findings) {
        this.session = session;
        this.findings = findings;
    }

    void judge(Observation seen) {
        if (seen.from() == null) {
            return;
        }
        String from = name(seen.from());
        String to = name(seen.from().other());
        switch (seen.kind()) {
            case IWARP_TERMINATE ->
                add(
                        seen,
                        IwarpCatalogue.TERMINATE,
                        from + " ended the stream with " + to + ": " + seen.text() + ".");
            case MPA_CRC_BAD ->
                add(
                        seen,
                        IwarpCatalogue.CRC_BAD,
                        Names.count(seen.count(), "FPDU") + " from " + from
                                + " with a wrong CRC32C.");
            case SEGMENT_MALFORMED ->
                add(
                        seen,
                        IwarpCatalogue.SEGMENT_MALFORMED,
                        Names.count(seen.count(), "FPDU") + " from " + from
                                + " with a good CRC but no RDMAP segment, first: " + seen.text()
                                + ".");
            case MPA_REJECTED ->
                add(
                        seen,
                        IwarpCatalogue.REJECTED,
                        from + " rejected the connection with " + to + privateData(seen.text())
                                + ".");
            case STREAM_GAP ->
                add(seen, IwarpCatalogue.STREAM_GAP, "Stream from " + from + ": " + gap(seen));
            case TCP_LOSS -> add(seen, IwarpCatalogue.TCP_LOSS, loss(seen, from, to));
            default -> order(seen, from, to);
        }
    }

    private void order(Observation seen, String from, String to) {
        String times = Names.count(seen.count(), "time") + ", first: " + seen.text() + ".";
        switch (seen.kind()) {
            case MSN_ORDER ->
                add(
                        seen,
                        IwarpCatalogue.MSN_ORDER,
                        from + " numbered messages out of order " + times);
            case MO_ORDER ->
                add(seen, IwarpCatalogue.MO_ORDER, from + " sent segments out of order " + times);
            case MARKER_FAULT ->
                add(seen, IwarpCatalogue.MARKER_FAULT, from + " sent wrong markers " + times);
            case IRD_EXCEEDED ->
                add(
                        seen,
                        IwarpCatalogue.IRD_EXCEEDED,
                        from + " had up to " + seen.value()
                                + " READ or atomic requests open; " + to + " holds "
                                + seen.text() + ".");
            case IRD_UNKNOWN ->
                add(
                        seen,
                        IwarpCatalogue.IRD_UNKNOWN,
                        from + " had up to " + seen.value()
                                + " READ or atomic requests open, and how many " + to
                                + " can hold was not negotiated.");
            case DATA_BEFORE_RTR ->
                add(
                        seen,
                        IwarpCatalogue.DATA_BEFORE_RTR,
                        from + " sent before the first FPDU of " + to + ".");
            case RTR_MISMATCH ->
                add(seen, IwarpCatalogue.RTR_MISMATCH, "From " + from + ": " + seen.text() + ".");
            default -> {}
        }
    }

    private String gap(Observation seen) {
        return (seen.text().isEmpty() ? "an FPDU boundary was lost" : seen.text())
                + ". Messages in there are not counted.";
    }

    private String loss(Observation seen, String from, String to) {
        PsnCounts counts = session.direction(seen.from()).requests();
        StringJoiner where = new StringJoiner(", ");
        add(where, counts.lostBeforeTap(), "before the capture point");
        add(where, counts.lostAfterTap(), "behind it");
        String place = where.length() == 0 ? "" : " (" + where + ")";
        String checksums = seen.text().isEmpty() ? "" : "; " + seen.text();
        return Names.count(seen.count(), "TCP segment") + " from " + from + " did not reach " + to
                + place + checksums + ". All RDMA behind waited, for up to "
                + Durations.text(seen.value()) + ".";
    }

    private static void add(StringJoiner where, Long count, String place) {
        if (count != null && count > 0) {
            where.add(count + " " + place);
        }
    }

    /** Readable text as it is, all else in hexadecimal. */
    private static String privateData(String hex) {
        if (hex.isEmpty()) {
            return ", without private data";
        }
        byte[] bytes = HexFormat.of().parseHex(hex);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[i] < 0x20 || bytes[i] > 0x7e) {
                return ", private data 0x" + hex;
            }
        }
        return ", private data \"" + new String(bytes, 0, length, StandardCharsets.US_ASCII) + "\"";
    }

    private String name(Side side) {
        SessionSummary.Peer peer = session.peer(side);
        return peer.address() + " port " + peer.port();
    }

    private void add(Observation seen, Rule rule, String message) {
        findings.add(new Finding(rule, seen.session(), seen.frames(), message));
    }
}
