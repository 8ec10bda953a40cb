package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;

/**
 * Holds how many READs and ATOMICs a requester has open at once against what the connection
 * manager's messages allow it (IBA vol 1, 12.7.29 and 12.7.30, from memory).
 */
final class ReadDepth {
    /** A response this much later was not on its way already; hosts batch what they record. */
    private static final long OPEN_NS = 100_000;

    private final ReadRequests reads;
    private final ObservationLog log;
    private final int allowed;
    /** Number of the first that is not answered. */
    private long answered;

    /** The one that was open when there was one too many; -1 for none. */
    private long crowded = -1;

    private long crowdedFrame;
    private long crowdedNs;
    private long crowd;

    /** @param allowed 1 or more */
    ReadDepth(Requester to, int allowed) {
        reads = to.rules.reads;
        log = to.log;
        this.allowed = allowed;
        answered = reads.added();
    }

    /** Another life may have begun. */
    void forget() {
        crowded = -1;
        answered = reads.added();
    }

    /** One more is asked for. */
    ReadDepth onRead(FrameView frame) {
        long open = reads.added() - answered;
        if (open > allowed && crowded < 0) {
            crowded = answered;
            crowdedFrame = frame.number();
            crowdedNs = frame.timeNs();
            crowd = open;
        }
        return this;
    }

    /** The last response to one passed: if that was the oldest, so many were open indeed. */
    void onAnswered(FrameView frame, long asked) {
        if (crowded >= 0) {
            boolean open = asked == crowded && frame.timeNs() - crowdedNs > OPEN_NS;
            if (open) {
                log.add(Kind.READ_DEPTH, crowdedFrame, crowd, Integer.toString(allowed));
            }
            crowded = -1;
        }
        answered = Math.max(answered, asked + 1);
    }
}
