package io.qpscope.bridge;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;

/**
 * What one end of a session sent and what reached it, counted at its own tap: in front of the faults
 * of what it sends, behind those of what it gets.
 *
 * @param duplicatesReceived requests whose PSN it had already taken; null where that can't be told
 * @param naksSent for a gap in the PSNs
 * @param errorNaksSent all others
 * @param badIcrcReceived packets that it drops silently
 * @param outcome of its own requests
 */
public record SideAccount(
        Peer peer,
        long packetsSent,
        long packetsReceived,
        long resent,
        Long duplicatesReceived,
        long naksSent,
        long naksReceived,
        long rnrNaksSent,
        long rnrNaksReceived,
        long errorNaksSent,
        long errorNaksReceived,
        long timeouts,
        long badIcrcReceived,
        Outcome outcome) {

    static SideAccount of(SessionSummary session, Side side) {
        DirectionSummary own = session.direction(side);
        DirectionSummary other = session.direction(side.other());
        return new SideAccount(
                session.peer(side),
                own.packets(),
                other.packets(),
                own.requests().retransmittedPackets(),
                other.requests().duplicatePackets(),
                own.naks().psnSequenceError(),
                other.naks().psnSequenceError(),
                own.rnrNaks(),
                other.rnrNaks(),
                own.naks().total() - own.naks().psnSequenceError(),
                other.naks().total() - other.naks().psnSequenceError(),
                own.timeouts(),
                other.badIcrc(),
                own.outcome());
    }
}
