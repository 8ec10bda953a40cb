package io.qpscope.session.iwarp;

import io.qpscope.frame.UpperProtocol;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.InForce;
import io.qpscope.session.DirectionSummary.Inferred;
import io.qpscope.session.DirectionSummary.Latency;
import io.qpscope.session.DirectionSummary.Naks;
import io.qpscope.session.DirectionSummary.TimeShares;
import io.qpscope.session.Observation;
import io.qpscope.session.Outcome;
import io.qpscope.session.Outcome.Proof;
import io.qpscope.session.PairedBy;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.util.ArrayList;
import java.util.List;

/**
 * One connection as a session: {@code a} is the MPA initiator, ports are TCP's, queue pairs have no
 * number on the wire. TCP's retransmissions stand for packets sent again; what RoCE alone counts is
 * null or zero.
 */
final class IwarpReport {
    private final Connection connection;
    private final int id;
    private final int a;

    IwarpReport(Connection connection, int id) {
        this.connection = connection;
        this.id = id;
        this.a = connection.initiator;
    }

    Direction direction(Side side) {
        return connection.directions[index(side)];
    }

    private int index(Side side) {
        return side == Side.A ? a : 1 - a;
    }

    void add(List<SessionSummary> sessions, List<Observation> observations) {
        List<DirectionSummary> directions = List.of(summary(Side.A), summary(Side.B));
        long lastFrame = 0;
        long lastNs = connection.firstNs;
        for (Traffic traffic : connection.traffic) {
            lastFrame = Math.max(lastFrame, traffic.lastFrame);
            lastNs = Math.max(lastNs, traffic.lastNs);
        }
        sessions.add(new SessionSummary(
                id,
                "iWARP",
                Service.RDMAP,
                peer(Side.A),
                peer(Side.B),
                PairedBy.TCP,
                1,
                null,
                connection.firstFrame,
                lastFrame,
                connection.firstNs,
                lastNs - connection.firstNs,
                null,
                null,
                carries(),
                directions,
                List.of(),
                Outcome.worse(directions.get(0).outcome(), directions.get(1).outcome())));
        for (Side side : Side.values()) {
            observe(side, observations);
        }
    }

    private String carries() {
        UpperProtocol proved = connection.upper == null ? null : connection.upper.proved();
        return proved == null ? null : proved.label();
    }

    private void observe(Side side, List<Observation> into) {
        Direction direction = direction(side);
        List<Observation> found = new ArrayList<>();
        direction.log.report(id, side, found);
        for (Observation seen : found) {
            boolean gap = seen.kind() == Observation.Kind.STREAM_GAP;
            into.add(gap ? gap(direction, seen) : seen);
        }
    }

    private static Observation gap(Direction direction, Observation seen) {
        StringBuilder text = new StringBuilder();
        if (direction.missingBytes > 0) {
            text.append(direction.missingBytes)
                    .append(" bytes of the stream are not in the capture");
        }
        if (direction.skippedBytes > 0) {
            text.append(text.length() > 0 ? "; " : "")
                    .append(direction.skippedBytes)
                    .append(" more were skipped before the next FPDU was proved");
        }
        if (direction.framer.phase == Framer.Phase.LOST) {
            text.append(text.length() > 0 ? "; " : "")
                    .append("no FPDU could be proved behind it to the end");
        }
        return new Observation(
                seen.kind(),
                seen.session(),
                seen.from(),
                seen.frames(),
                Math.max(1, direction.gaps),
                direction.missingBytes + direction.skippedBytes,
                text.toString());
    }

    private SessionSummary.Peer peer(Side side) {
        int end = index(side);
        return new SessionSummary.Peer(
                connection.ends.address(end), connection.ends.port(end), null);
    }

    private DirectionSummary summary(Side side) {
        Direction direction = direction(side);
        Traffic traffic = connection.traffic[index(side)];
        Messages messages = direction.messages;
        List<Long> counts = new ArrayList<>(messages.counts.length);
        for (long count : messages.counts) {
            counts.add(count);
        }
        Setup peers = direction.peer.setup;
        Integer depth = peers == null || peers.ird() < 0 ? null : (Integer) peers.ird();
        return new DirectionSummary(
                side,
                traffic.packets,
                messages.payloadBytes,
                traffic.dscp(),
                traffic.pcp(),
                0,
                new InForce(null, null, null, null, depth),
                counts,
                messages.sent.completed + messages.answered,
                requests(direction.tcp),
                new PsnCounts(null, null, 0, null, 0, 0, 0, null, null, null, null, null),
                new Naks(0, 0, 0, 0),
                0,
                0,
                traffic.ceMarked,
                0,
                0,
                new Latency(0, null, null, null),
                time(traffic),
                Inferred.ofMtu(null),
                outcome(direction),
                DirectionSummary.Congestion.NONE);
    }

    private static PsnCounts requests(TcpStream tcp) {
        return new PsnCounts(
                null,
                null,
                tcp.retransmitted,
                null,
                tcp.networkDuplicates,
                tcp.captureDuplicates,
                tcp.outOfOrder,
                null,
                tcp.lostBefore,
                tcp.lostAfter,
                tcp.lostByCapture,
                null);
    }

    private TimeShares time(Traffic traffic) {
        long end = connection.firstNs;
        for (Traffic each : connection.traffic) {
            end = Math.max(end, each.lastNs);
        }
        long sending = traffic.packets == 0 ? 0 : Math.max(0, traffic.lastNs - traffic.firstNs);
        return new TimeShares(sending, 0, 0, 0, null, 0, end - connection.firstNs - sending);
    }

    private Outcome outcome(Direction requester) {
        Direction peer = requester.peer;
        Messages messages = requester.messages;
        Direction responder = connection.directions[1 - a];
        if (responder.setup != null && responder.setup.reject()) {
            return new Outcome(
                    Outcome.UNKNOWN,
                    Proof.INFERRED,
                    "the connection was rejected",
                    List.of(responder.setup.frame()));
        }
        if (peer.terminateFrame != 0) {
            return new Outcome(
                    "WR_FLUSH_ERR",
                    Proof.PROVED,
                    "Terminate: " + peer.terminateText,
                    frames(peer.refusedFrame, peer.terminateFrame));
        }
        if (!messages.any()) {
            return gapless(requester)
                    ? success(Proof.INFERRED, "this side sent no requests", List.of())
                    : unknown("a hole in the capture may have held requests", 0);
        }
        return ended(requester);
    }

    private Outcome ended(Direction requester) {
        Messages messages = requester.messages;
        boolean reset = requester.tcp.resetSeen || requester.peer.tcp.resetSeen;
        long last = messages.lastRequestFrame;
        if (requester.terminateFrame != 0 && messages.openRequests > 0) {
            return new Outcome(
                    "WR_FLUSH_ERR",
                    Proof.PROVED,
                    "it terminated the stream with requests open",
                    frames(last, requester.terminateFrame));
        }
        if (!gapless(requester) || !gapless(requester.peer)) {
            return unknown("the capture lacks part of the stream", last);
        }
        if (messages.openRequests == 0 && messages.sent.allAcknowledged()) {
            return success(
                    Proof.PROVED,
                    "all READs were answered and TCP has acknowledged the rest",
                    List.of(last));
        }
        if (reset) {
            return new Outcome(
                    "WR_FLUSH_ERR",
                    Proof.INFERRED,
                    "TCP was reset with requests open",
                    List.of(last));
        }
        if (messages.openRequests > 0 && connection.closed()) {
            return new Outcome(
                    "WR_FLUSH_ERR",
                    Proof.INFERRED,
                    "TCP was closed with " + messages.openRequests + " requests not answered",
                    List.of(last));
        }
        return unknown(
                messages.openRequests > 0
                        ? messages.openRequests + " requests are not answered at the end"
                        : "the last messages are not acknowledged at the end",
                last);
    }

    private static boolean gapless(Direction direction) {
        return direction.gaps == 0;
    }

    private static Outcome success(Proof proof, String why, List<Long> frames) {
        return new Outcome(Outcome.SUCCESS, proof, why, frames);
    }

    private static Outcome unknown(String why, long frame) {
        return new Outcome(Outcome.UNKNOWN, Proof.INFERRED, why, frames(frame, 0));
    }

    private static List<Long> frames(long first, long second) {
        List<Long> frames = new ArrayList<>(2);
        if (first != 0) {
            frames.add(first);
        }
        if (second != 0) {
            frames.add(second);
        }
        return frames;
    }
}
