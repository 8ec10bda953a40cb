package io.qpscope.finding;

import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

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
}
