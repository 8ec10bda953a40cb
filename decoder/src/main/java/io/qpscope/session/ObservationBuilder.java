package io.qpscope.session;

import java.util.ArrayList;
import java.util.List;

/** From the tracker's running state to the observations that the rules read. */
final class ObservationBuilder {
    private final long captureEndNs;

    ObservationBuilder(long captureEndNs) {
        this.captureEndNs = captureEndNs;
    }

    List<Observation> observations(Sessions sessions, CmTracker cm, ObservationLog log) {
        List<Observation> found = new ArrayList<>();
        log.report(0, null, found);
        for (Session session : sessions.all) {
            for (int i = 0; i < 2 && session.id > 0; i++) {
                Flow flow = session.flows[i];
                if (flow != null) {
                    Side side = i == session.a ? Side.A : Side.B;
                    Proof.check(session, flow);
                    flow.log.report(session.id, side, found);
                    markings(session, flow, side, found);
                    limits(session, flow, side, found);
                }
            }
            migReq(session, found);
        }
        for (CmConnection connection : cm.connections()) {
            connection(connection, found);
        }
        if (sessions.refused() > 0) {
            found.add(new Observation(
                    Observation.Kind.LIMIT_REACHED,
                    0,
                    null,
                    List.of(),
                    1,
                    sessions.refused(),
                    "packets of flows beyond --max-sessions"));
        }
        return found;
    }

    private static void markings(Session session, Flow flow, Side side, List<Observation> found) {
        boolean answered = flow.peer != null && flow.peer.cnps > 0;
        if (flow.ceMarked > 0 && !answered) {
            found.add(new Observation(
                    Observation.Kind.CE_WITHOUT_CNP,
                    session.id,
                    side,
                    List.of(flow.firstCeFrame),
                    flow.ceMarked,
                    0,
                    ""));
        }
    }

    private static void limits(Session session, Flow flow, Side side, List<Observation> found) {
        if (flow.ambiguous > 0 && flow.peer == null) {
            found.add(new Observation(
                    Observation.Kind.AMBIGUOUS_PAIRING,
                    session.id,
                    side,
                    List.of(flow.firstFrame),
                    flow.ambiguous,
                    0,
                    ""));
        }
        long dropped = flow.requester == null ? 0 : flow.requester.episodes.dropped();
        if (dropped > 0) {
            found.add(new Observation(
                    Observation.Kind.LIMIT_REACHED,
                    session.id,
                    side,
                    List.of(),
                    1,
                    dropped,
                    "episodes of this direction, of which at most " + EpisodeLog.MAX_EPISODES
                            + " are kept,"));
        }
        // A flow that nobody answers loses nothing by it.
        long forgotten = flow.requester == null || !flow.requester.answered
                ? 0
                : flow.requester.window.overflowed();
        if (forgotten > 0) {
            found.add(new Observation(
                    Observation.Kind.LIMIT_REACHED,
                    session.id,
                    side,
                    List.of(),
                    1,
                    forgotten,
                    "packets in flight beyond " + SentWindow.MAX_ENTRIES + " of this direction"));
        }
    }

    private static void migReq(Session session, List<Observation> found) {
        Flow one = session.flows[0];
        Flow two = session.flows[1];
        if (session.id > 0
                && one != null
                && two != null
                && one.migReq + two.migReq == 3
                && one.migReq != 0
                && two.migReq != 0) {
            Side from = (one.migReq == 2 ? 0 : 1) == session.a ? Side.A : Side.B;
            found.add(new Observation(
                    Observation.Kind.MIGREQ_MISMATCH,
                    session.id,
                    from,
                    List.of(one.firstFrame, two.firstFrame),
                    1,
                    0,
                    ""));
        }
    }

    private void connection(CmConnection connection, List<Observation> found) {
        int id = connection.session.id;
        Side active = connection.session.a == 0 ? Side.A : Side.B;
        boolean gaveUp = connection.rejectedByActive
                && connection.reply == null
                && connection.rejectReason >= 0;
        if (connection.rejectReason >= 0 && !gaveUp) {
            found.add(new Observation(
                    Observation.Kind.CM_REJECTED,
                    id,
                    connection.rejectedByActive ? active : active.other(),
                    List.of(connection.requestFrames.get(0), connection.rejectFrame),
                    1,
                    connection.rejectReason,
                    connection.rejectText + connection.addressHint));
        } else if (connection.reply == null
                && (gaveUp || connection.requests > 1 || waitedLong(connection))) {
            found.add(new Observation(
                    Observation.Kind.CM_UNANSWERED,
                    id,
                    active,
                    List.copyOf(connection.requestFrames),
                    connection.requests,
                    captureEndNs - connection.firstRequestNs,
                    connection.mraFrame != 0 ? "MRA" : ""));
        }
    }

    /** One REQ alone proves nothing unless its sender had time to repeat it. */
    private boolean waitedLong(CmConnection connection) {
        return captureEndNs - connection.firstRequestNs > connection.responseTimeoutNs;
    }
}
