package io.qpscope.bridge;

import io.qpscope.bridge.BridgeVerdict.Breach;
import io.qpscope.finding.Conduct;
import io.qpscope.finding.Finding;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the sessions of one tap among those of the other, and judges each end by its own tap. */
final class SessionMatch {
    private static final int TAPS = 2;

    private final List<TrackerResult> taps;
    /** The tap that packets of an address came in at; none for one that is on both sides. */
    private final Map<String, Integer> homes;

    private final List<BridgedSession> sessions = new ArrayList<>();
    /** Numbers of {@link #sessions}, by tap and the tap's own id. */
    private final List<Map<Integer, Integer>> numbers = List.of(new HashMap<>(), new HashMap<>());

    SessionMatch(List<TrackerResult> taps, Map<String, Integer> homes) {
        this.taps = taps;
        this.homes = homes;
    }

    BridgeVerdict judge(long frames) {
        match();
        List<Breach> breaches = new ArrayList<>();
        for (int tap = 0; tap < TAPS; tap++) {
            breaches(tap, breaches);
        }
        breaches.sort(Comparator.comparing((Breach b) -> b.finding().rule().severity())
                .reversed()
                .thenComparing(b -> b.finding().session()));
        return new BridgeVerdict(taps, List.copyOf(sessions), breaches, frames);
    }

    private void match() {
        Map<String, Deque<SessionSummary>> others = new HashMap<>();
        for (SessionSummary other : taps.get(1).sessions()) {
            others.computeIfAbsent(key(other), key -> new ArrayDeque<>()).add(other);
        }
        for (SessionSummary session : taps.get(0).sessions()) {
            Deque<SessionSummary> same = others.getOrDefault(key(session), new ArrayDeque<>());
            add(session, same.poll());
        }
        for (SessionSummary other : taps.get(1).sessions()) {
            if (!numbers.get(1).containsKey(other.id())) {
                add(null, other);
            }
        }
    }

    private void add(SessionSummary first, SessionSummary second) {
        int id = sessions.size() + 1;
        if (first != null) {
            numbers.get(0).put(first.id(), id);
        }
        if (second != null) {
            numbers.get(1).put(second.id(), id);
        }
        sessions.add(new BridgedSession(
                id, first != null ? first : second, account(0, first), account(1, second)));
    }

    private SideAccount account(int tap, SessionSummary session) {
        Side side = session == null ? null : side(tap, session);
        return side == null ? null : SideAccount.of(taps.get(tap), session, side);
    }

    /** The end that is behind a tap; null when it can't be told. */
    private Side side(int tap, SessionSummary session) {
        Integer a = homes.get(session.a().address());
        Integer b = homes.get(session.b().address());
        if ((a == null && b == null) || (a != null && a.equals(b))) {
            return null;
        }
        // An end that never said anything is not where the other one is.
        boolean behind = a != null ? a == tap : b != tap;
        return behind ? Side.A : Side.B;
    }

    private void breaches(int tap, List<Breach> breaches) {
        TrackerResult result = taps.get(tap);
        List<Finding> found =
                Conduct.judge(result, id -> side(tap, result.sessions().get(id - 1)));
        for (Finding finding : found) {
            int id = numbers.get(tap).get(finding.session());
            breaches.add(new Breach(
                    tap, new Finding(finding.rule(), id, finding.frames(), finding.message())));
        }
    }

    /** Which end is a depends on who was first at that tap. */
    private static String key(SessionSummary session) {
        String a = end(session, session.a());
        String b = end(session, session.b());
        return session.transport() + " " + (a.compareTo(b) < 0 ? a + " " + b : b + " " + a);
    }

    private static String end(SessionSummary session, Peer peer) {
        return session.service() == Service.RDMAP
                ? peer.address() + ":" + peer.port()
                : peer.address() + " " + peer.qpn();
    }
}
