package io.qpscope.finding;

import io.qpscope.session.Durations;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.util.List;

/** Words for messages. */
final class Names {
    private Names() {}

    /** As {@code 10.9.0.2 QP 82}. */
    static String of(SessionSummary session, Side side) {
        SessionSummary.Peer peer = session.peer(side);
        return peer.qpn() == null ? peer.address() : peer.address() + " QP " + peer.qpn();
    }

    /** As {@code 1 packet} or {@code 4 packets}. */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** As {@code 67.1 ms, 67.2 ms and 71.7 ms}. */
    static String waits(List<Long> ns) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ns.size(); i++) {
            String between = i == 0 ? "" : i == ns.size() - 1 ? " and " : ", ";
            text.append(between).append(Durations.text(ns.get(i)));
        }
        return text.toString();
    }
}
