package io.qpscope.fuzz.target;

import io.qpscope.finding.Conduct;
import io.qpscope.finding.Finding;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.target.WireLog.Packet;
import io.qpscope.scenario.PeerCmWatch;
import io.qpscope.scenario.PeerWatch;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.IpAddress;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Judges the peer by what it sent and what reached it, as it passed in front of it. */
final class WireJudge {
    /** What a device may do that others wonder at. */
    private static final Set<String> TOLERATED = Set.of("RC-READ-RESUMED", "RC-RNR-WAIT-SLOW");

    private static final int MOST_SESSIONS = 1000;
    private static final int ROCE_PORT = 4791;

    private final List<String> breaches = new ArrayList<>();
    private final Map<Long, String> notes = new TreeMap<>();
    private long packets;

    /**
     * Looks at a log.
     *
     * @param peer its address as text
     * @param watches of the peer's queue pairs
     * @param connection watch of the peer's end of it; null for none
     * @param coverage hears of all packets
     */
    WireJudge(
            WireLog log,
            int linkType,
            String peer,
            List<PeerWatch> watches,
            PeerCmWatch connection,
            Coverage coverage) {
        SessionTracker tracker = new SessionTracker(new SessionTracker.Options(MOST_SESSIONS));
        Dissector dissector = new Dissector(ROCE_PORT, true);
        FrameView view = new FrameView();
        coverage.begin();
        long number = 0;
        for (Packet each : log.packets()) {
            number++;
            if (each.tap() != WireLog.PEERS) {
                continue;
            }
            packets++;
            int length = each.bytes().length;
            view.wrap(ByteBuffer.wrap(each.bytes()), 0, length, length, linkType)
                    .at(number, each.timeNs(), 0, 0);
            dissector.dissect(view);
            tracker.onFrame(view);
            boolean fromPeer = !each.sent();
            watches.forEach(watch -> watch.see(fromPeer, view));
            if (connection != null) {
                connection.see(fromPeer, view);
            }
            coverage.frame(0, view);
        }
        judge(tracker.finish(), peer);
        watches.forEach(watch -> breaches.addAll(watch.breaches()));
        if (connection != null) {
            breaches.addAll(connection.breaches());
        }
    }

    private void judge(TrackerResult result, String peer) {
        List<Finding> findings = Conduct.judge(result, id -> {
            var session = result.sessions().get(id - 1);
            if (session.a().address().equals(session.b().address())) {
                return null;
            }
            return session.a().address().equals(peer) ? Side.A : Side.B;
        });
        for (Finding finding : findings) {
            String id = finding.rule().id();
            finding.frames().forEach(frame -> notes.put(frame, id + ": " + finding.message()));
            if (!TOLERATED.contains(id)) {
                breaches.add(id + ", frame "
                        + (finding.frames().isEmpty() ? "-" : finding.frames().get(0)));
            }
        }
    }

    /** What the peer did against the rules, a line each. */
    List<String> breaches() {
        return breaches;
    }

    /** What findings say of frames, by the frames' numbers in the log. */
    Map<Long, String> notes() {
        return notes;
    }

    /** Packets that passed in front of the peer. */
    long packets() {
        return packets;
    }

    /** An address as the analysis writes it. */
    static String text(long high, long low) {
        return IpAddress.text(high, low);
    }
}
