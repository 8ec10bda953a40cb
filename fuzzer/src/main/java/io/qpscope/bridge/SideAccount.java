package io.qpscope.bridge;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Observation;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import java.util.stream.Stream;

/**
 * What one end of a session sent and what reached it, counted at its own tap: in front of the faults
 * of what it sends, behind those of what it gets.
 *
 * @param packetsReceived without those of a bad ICRC
 * @param duplicatesReceived requests whose PSN it had already taken; null where that can't be told
 * @param naksSent for a gap in the PSNs
 * @param errorNaksSent all others
 * @param badIcrcReceived packets that it drops silently
 * @param badCrcsReceived FPDUs of iWARP that end the stream
 * @param terminate what its Terminate says (RFC 5040, 4.8); null when it sent none
 * @param messages verbs that it started
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
        long badCrcsReceived,
        String terminate,
        long messages,
        Outcome outcome) {

    static SideAccount of(TrackerResult tap, SessionSummary session, Side side) {
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
                seen(tap, session, Kind.MPA_CRC_BAD, side.other())
                        .mapToLong(Observation::count)
                        .sum(),
                seen(tap, session, Kind.IWARP_TERMINATE, side)
                        .map(Observation::text)
                        .findFirst()
                        .orElse(null),
                own.messages().stream().mapToLong(Long::longValue).sum(),
                own.outcome());
    }

    private static Stream<Observation> seen(
            TrackerResult tap, SessionSummary session, Kind kind, Side from) {
        return tap.observations().stream()
                .filter(o -> o.session() == session.id() && o.kind() == kind && o.from() == from);
    }
}
