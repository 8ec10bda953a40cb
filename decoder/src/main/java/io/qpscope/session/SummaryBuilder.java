package io.qpscope.session;

import io.qpscope.frame.Transport;
import io.qpscope.session.DirectionSummary.InForce;
import io.qpscope.session.DirectionSummary.Latency;
import io.qpscope.session.DirectionSummary.Naks;
import io.qpscope.session.DirectionSummary.TimeShares;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.wire.IpAddress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** From the tracker's running state to what it reports. */
final class SummaryBuilder {
    private final OutcomeJudge judge;

    SummaryBuilder(long captureEndNs) {
        judge = new OutcomeJudge(captureEndNs);
    }

    /** One session's parts, from the side that is {@code a} on. */
    private record Sides(Session session, Flow a, Flow b, int first) {
        Flow flow(Side side) {
            return side == Side.A ? a : b;
        }
    }

    List<SessionSummary> sessions(List<Session> all) {
        List<Session> sorted = new ArrayList<>();
        for (Session session : all) {
            if (!session.empty()) {
                for (Flow flow : session.present()) {
                    if (!flow.empty()) {
                        session.spans(flow);
                    }
                }
                sorted.add(session);
            }
        }
        sorted.sort(Comparator.comparingLong(session -> session.firstFrame));
        List<SessionSummary> summaries = new ArrayList<>(sorted.size());
        int episodes = 0;
        for (Session session : sorted) {
            session.id = summaries.size() + 1;
            SessionSummary summary = session(session, episodes);
            episodes += summary.episodes().size();
            summaries.add(summary);
        }
        return summaries;
    }

    private static Sides sides(Session session) {
        Flow one = session.flows[0];
        Flow two = session.flows[1];
        long first = firstRequest(one);
        long second = firstRequest(two);
        boolean swap = second < first;
        if (first == second && session.cm == null) {
            // Answers only: the requester is on the other side.
            swap = one != null && !one.empty();
        }
        session.a = swap ? 1 : 0;
        return swap ? new Sides(session, two, one, 1) : new Sides(session, one, two, 0);
    }

    private static long firstRequest(Flow flow) {
        if (flow == null) {
            return Long.MAX_VALUE;
        }
        if (flow.requester != null) {
            return flow.requester.started ? flow.requester.firstFrame : Long.MAX_VALUE;
        }
        return flow.datagrams.counts.started ? flow.firstFrame : Long.MAX_VALUE;
    }

    private SessionSummary session(Session session, int episodesBefore) {
        Sides sides = sides(session);
        for (Flow flow : session.present()) {
            if (flow.requester != null) {
                flow.requester.finish();
            } else {
                flow.datagrams.finish();
            }
        }
        List<DirectionSummary> directions =
                List.of(direction(sides, Side.A), direction(sides, Side.B));
        List<Episode> episodes = new ArrayList<>();
        for (Side side : Side.values()) {
            Flow flow = sides.flow(side);
            if (flow != null && flow.requester != null) {
                String status = directions.get(side.ordinal()).outcome().status();
                boolean failed = !status.equals(Outcome.SUCCESS) && !status.equals(Outcome.UNKNOWN);
                episodes.addAll(flow.requester.episodes.report(
                        side, failed ? "failed" : "open", session.lastNs));
            }
        }
        Flow any = sides.a != null ? sides.a : sides.b;
        return new SessionSummary(
                session.id,
                transport(session).toString(),
                any != null ? any.service : Service.RC,
                peer(sides, Side.A),
                peer(sides, Side.B),
                session.pairedBy,
                confidence(session),
                cm(session),
                session.firstFrame,
                session.lastFrame,
                session.firstNs,
                session.lastNs - session.firstNs,
                pathMtu(session),
                srqn(sides),
                session.carries(),
                directions,
                numbered(episodes, episodesBefore),
                Outcome.worse(directions.get(0).outcome(), directions.get(1).outcome()));
    }

    private static List<Episode> numbered(List<Episode> episodes, int before) {
        episodes.sort(Comparator.comparingLong(Episode::startFrame));
        List<Episode> numbered = new ArrayList<>(episodes.size());
        for (Episode e : episodes) {
            numbered.add(e.withId(before + numbered.size() + 1));
        }
        return numbered;
    }

    private static Peer peer(Sides sides, Side side) {
        Session session = sides.session;
        Flow mine = sides.flow(side);
        Flow theirs = sides.flow(side.other());
        int handshake = session.qpns[side == Side.A ? sides.first : 1 - sides.first];
        Integer qpn = null;
        if (theirs != null) {
            qpn = theirs.destQp;
        } else if (handshake >= 0) {
            qpn = handshake;
        } else if (mine != null && mine.sourceQp >= 0) {
            qpn = mine.sourceQp;
        }
        String address;
        if (mine != null) {
            address = IpAddress.text(mine.pair.sourceHigh, mine.pair.sourceLow);
        } else if (theirs != null) {
            address = IpAddress.text(theirs.pair.destinationHigh, theirs.pair.destinationLow);
        } else {
            AddressPair pair = session.pairs[side == Side.A ? sides.first : 1 - sides.first];
            address = IpAddress.text(pair.sourceHigh, pair.sourceLow);
        }
        boolean hasPort = transport(session) == Transport.ROCE_V2;
        int port = theirs != null && theirs.destinationPort > 0
                ? theirs.destinationPort
                : mine != null && mine.destinationPort > 0 ? mine.destinationPort : ROCE_PORT;
        return new Peer(address, hasPort ? port : 0, qpn);
    }

    private static Transport transport(Session session) {
        for (Flow flow : session.present()) {
            if (flow.packets > 0) {
                return flow.transport;
            }
        }
        return session.transport;
    }

    private static final int ROCE_PORT = 4791;

    private static double confidence(Session session) {
        switch (session.pairedBy) {
            case CM, OOB -> {
                return 1;
            }
            case ACK -> {
                long hits = 0;
                long misses = 0;
                for (Flow flow : session.present()) {
                    hits += flow.pairingHits;
                    misses += flow.pairingMisses;
                }
                double agreeing = (double) hits / Math.max(1, hits + misses);
                // Each answer that fits halves the doubt.
                double repeated = 1 - Math.pow(2, -(double) Math.min(hits, 20));
                return Math.round(agreeing * repeated * 1000) / 1000.0;
            }
            default -> {
                return 0;
            }
        }
    }

    private static CmSummary cm(Session session) {
        CmConnection cm = session.cm;
        if (cm == null) {
            return null;
        }
        boolean activeIsA = session.a == 0;
        return new CmSummary(
                activeIsA ? cm.request : cm.reply,
                activeIsA ? cm.reply : cm.request,
                cm.rejectReason < 0 ? null : cm.rejectText);
    }

    private static Integer pathMtu(Session session) {
        int mtu = 0;
        for (Flow flow : session.present()) {
            mtu = Math.max(
                    mtu,
                    flow.requester != null
                            ? flow.requester.lengths.pathMtu
                            : flow.datagrams.pathMtu);
        }
        return mtu > 0 ? (Integer) mtu : session.pathMtu > 0 ? (Integer) session.pathMtu : null;
    }

    private static Integer srqn(Sides sides) {
        Flow flow = sides.a != null && sides.a.srqn >= 0 ? sides.a : sides.b;
        return flow != null && flow.srqn >= 0 ? (Integer) flow.srqn : null;
    }

    private DirectionSummary direction(Sides sides, Side side) {
        Flow flow = sides.flow(side);
        Flow other = sides.flow(side.other());
        Session session = sides.session;
        InForce inForce = inForce(sides, side);
        Requester requester = flow != null ? flow.requester : null;
        DatagramStream datagrams = flow != null ? flow.datagrams : null;
        Requester asking = other != null ? other.requester : null;
        boolean rc = datagrams == null;
        return new DirectionSummary(
                side,
                flow == null ? 0 : flow.packets,
                (requester != null ? requester.payloadBytes : 0)
                        + (datagrams != null ? datagrams.payloadBytes : 0)
                        + (asking != null ? asking.responses.payloadBytes : 0),
                flow == null || flow.transport == Transport.INFINIBAND
                        ? List.of()
                        : bits(flow.dscpBits),
                flow == null ? List.of() : bits(flow.pcpBits),
                flow == null ? 0 : flow.portCount(),
                inForce,
                messages(requester, datagrams),
                requester == null ? 0 : requester.completed + requester.responses.completed,
                requests(requester, datagrams, other),
                asking == null
                        ? new PsnCounter().summary(0, rc, rc)
                        : asking.responses.counts.summary(asking.responses.neverSeen(), true, true),
                flow == null
                        ? new Naks(0, 0, 0, 0)
                        : new Naks(flow.naks[0], flow.naks[1], flow.naks[2], flow.naks[3]),
                flow == null ? 0 : flow.rnrNaks,
                requester == null ? 0 : requester.timeoutRewinds,
                flow == null ? 0 : flow.ceMarked,
                flow == null ? 0 : flow.cnps,
                flow == null ? 0 : flow.badIcrc,
                requester == null
                        ? new Latency(0, null, null, null)
                        : requester.ackLatency.summary(),
                time(requester, flow, session),
                new InferenceBuilder(flow, other).inferred(),
                judge.judge(flow, inForce, session.cm),
                congestion(flow == null ? null : flow.congestion));
    }

    private static DirectionSummary.Congestion congestion(FlowCongestion seen) {
        return seen == null
                ? DirectionSummary.Congestion.NONE
                : new DirectionSummary.Congestion(
                        seen.infiniBand,
                        seen.roce,
                        bits(seen.dscpBits),
                        bits(seen.ecnBits),
                        seen.pace.minGapNs(),
                        seen.latency.summary());
    }

    private static PsnCounts requests(Requester requester, DatagramStream datagrams, Flow other) {
        if (requester != null) {
            // Without the other direction nothing behind the tap can be known.
            boolean answered = requester.answered || other != null;
            return requester.counts.summary(requester.missing(), answered, true);
        }
        if (datagrams != null) {
            boolean uc = datagrams.gapsCount();
            long missing = Math.max(0, datagrams.counts.lostBeforeTap);
            return datagrams.counts.summary(missing, false, uc);
        }
        return new PsnCounter().summary(0, true, true);
    }

    private static List<Long> messages(Requester requester, DatagramStream datagrams) {
        long[] counts = requester != null
                ? requester.messages
                : datagrams != null ? datagrams.messages : new long[Verb.COUNT];
        List<Long> messages = new ArrayList<>(Verb.COUNT);
        for (long count : counts) {
            messages.add(count);
        }
        return messages;
    }

    private static List<Integer> bits(long set) {
        List<Integer> values = new ArrayList<>(1);
        for (int i = 0; i < Long.SIZE; i++) {
            if (((set >>> i) & 1) != 0) {
                values.add(i);
            }
        }
        return values;
    }

    /** What binds whom: a field tells the other side what to do (see the facts on CM). */
    private static InForce inForce(Sides sides, Side side) {
        CmConnection cm = sides.session.cm;
        int index = side == Side.A ? sides.first : 1 - sides.first;
        int start = sides.session.startPsns[index];
        if (cm == null) {
            return new InForce(start >= 0 ? (Integer) start : null, null, null, null, null);
        }
        boolean active = index == 0;
        CmSummary.Said told = active ? cm.reply : cm.request;
        return new InForce(
                told == null ? null : told.startPsn(),
                active || told == null ? null : told.timeout(),
                cm.request.retryCount(),
                told == null ? null : told.rnrRetryCount(),
                cm.reply == null
                        ? null
                        : active ? cm.reply.responderResources() : cm.reply.initiatorDepth());
    }

    private static TimeShares time(Requester requester, Flow flow, Session session) {
        boolean known = flow != null && flow.lane != null && flow.lane.isKnown(flow.laneIndex);
        if (requester != null) {
            Long pauses = known ? (Long) (flow.pausedBeforeNs + flow.pausedNs) : null;
            return requester.time.close(session.firstNs, session.lastNs, pauses, flow.slowdown);
        }
        long sending = flow == null ? 0 : Math.max(0, flow.lastNs - flow.firstNs);
        long duration = session.lastNs - session.firstNs;
        long paused = known ? Math.min(sending, flow.pausedNs) : 0;
        return new TimeShares(
                sending - paused, 0, 0, 0, known ? (Long) paused : null, 0, duration - sending);
    }
}
