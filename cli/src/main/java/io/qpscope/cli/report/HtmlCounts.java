package io.qpscope.cli.report;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;

import java.util.StringJoiner;
import java.util.function.Function;

/** All counts of a session, both directions side by side; rows without any are left out. */
final class HtmlCounts {
    private final Html html;

    HtmlCounts(Html html) {
        this.html = html;
    }

    void table(SessionSummary session) {
        html.open("details", "class", "counts").element("summary", "All counts");
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        html.element("th", "sent by", "scope", "col");
        for (Side side : Side.values()) {
            html.element("th", SessionTable.peer(session, side), "scope", "col");
        }
        html.close("tr").close("thead").open("tbody").line();
        row(session, "packets", DirectionSummary::packets);
        row(session, "payload", d -> d.payloadBytes() == 0 ? null : Units.bytes(d.payloadBytes()));
        row(session, "messages", HtmlCounts::messages);
        row(session, "completed messages", DirectionSummary::completedMessages);
        counts(session, "requests", DirectionSummary::requests);
        counts(session, "responses", DirectionSummary::responses);
        row(session, "PSN sequence error NAKs", d -> d.naks().psnSequenceError());
        row(session, "invalid request NAKs", d -> d.naks().invalidRequest());
        row(session, "remote access NAKs", d -> d.naks().remoteAccessError());
        row(session, "remote operational NAKs", d -> d.naks().remoteOperationalError());
        row(session, "RNR NAKs", DirectionSummary::rnrNaks);
        row(session, "ACK timeouts", DirectionSummary::timeouts);
        row(session, "packets with ECN CE", DirectionSummary::ceMarked);
        row(session, "CNPs", DirectionSummary::cnps);
        row(session, "packets with a bad ICRC", DirectionSummary::badIcrc);
        row(session, "time to ACK (p50, p99, max)", HtmlCounts::latency);
        row(session, "loss recovery", d -> d.inferred().lossRecovery());
        row(session, "ACK timeout exponent", d -> d.inferred().ackTimeoutExponentRange());
        row(session, "RNR wait promised", d -> ns(d.inferred().rnrTimerNs()));
        row(session, "longest RNR wait", d -> ns(d.inferred().rnrWaitNs()));
        row(session, "DSCP", d -> d.dscp().isEmpty() ? null : d.dscp());
        row(session, "VLAN priority", d -> d.pcp().isEmpty() ? null : d.pcp());
        html.close("tbody").close("table").close("div").close("details").line();
    }

    private void counts(
            SessionSummary session, String what, Function<DirectionSummary, PsnCounts> of) {
        row(session, what + ": first PSN", d -> of.apply(d).firstPsn(), true);
        row(session, what + ": last PSN", d -> of.apply(d).lastPsn(), true);
        row(session, what + " sent again", d -> of.apply(d).retransmittedPackets());
        row(session, what + " received twice", d -> of.apply(d).duplicatePackets());
        row(session, what + " doubled by the network", d -> of.apply(d).networkDuplicates());
        row(session, what + " recorded twice", d -> of.apply(d).captureDuplicates());
        row(session, what + " out of order", d -> of.apply(d).outOfOrderPackets());
        row(session, what + " never seen", d -> of.apply(d).missingPackets());
        row(session, what + " lost before the tap", d -> of.apply(d).lostBeforeTap());
        row(session, what + " lost behind the tap", d -> of.apply(d).lostAfterTap());
        row(session, what + " missed by the capture", d -> of.apply(d).lostByCapture());
        row(session, what + " lost, side undecided", d -> of.apply(d).lostUndecided());
    }

    private void row(SessionSummary session, String name, Function<DirectionSummary, ?> value) {
        row(session, name, value, false);
    }

    private void row(
            SessionSummary session,
            String name,
            Function<DirectionSummary, ?> value,
            boolean zeroCounts) {
        Object a = value.apply(session.direction(Side.A));
        Object b = value.apply(session.direction(Side.B));
        if (isNothing(a, zeroCounts) && isNothing(b, zeroCounts)) {
            return;
        }
        html.open("tr").element("th", name, "scope", "row");
        html.element("td", a == null ? "–" : a.toString(), "class", "number");
        html.element("td", b == null ? "–" : b.toString(), "class", "number");
        html.close("tr").line();
    }

    private static boolean isNothing(Object value, boolean zeroCounts) {
        boolean zero = value instanceof Number number && number.longValue() == 0;
        return value == null || (zero && !zeroCounts);
    }

    private static String messages(DirectionSummary direction) {
        StringJoiner text = new StringJoiner(", ");
        for (Verb verb : Verb.values()) {
            if (direction.messagesOf(verb) > 0) {
                text.add(direction.messagesOf(verb) + " " + verb);
            }
        }
        return text.length() == 0 ? null : text.toString();
    }

    private static String latency(DirectionSummary direction) {
        DirectionSummary.Latency latency = direction.ackLatency();
        return latency.count() == 0
                ? null
                : ns(latency.p50()) + ", " + ns(latency.p99()) + ", " + ns(latency.max());
    }

    private static String ns(Long ns) {
        return ns == null ? null : Units.time(ns);
    }
}
