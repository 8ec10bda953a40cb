package io.qpscope.cli;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;

import java.io.IOException;

/**
 * Finds out whether the ICRCs of a capture mean anything. A NIC that offloads the checksum shows
 * its own packets without it, and some taps rewrite headers; were they all taken as corrupt, nothing
 * would be left to analyze.
 */
public final class IcrcSample {
    /** Real corruption leaves a good one among so many. */
    private static final int ENOUGH_BAD = 16;

    private static final int MOST_FRAMES = 100_000;

    private IcrcSample() {}

    /** Stops at the first good one, as a rule the first of all. */
    public static boolean isMeaningless(FrameCursor cursor, int rocePort) throws IOException {
        Dissector dissector = new Dissector(rocePort, true);
        FrameView view = new FrameView();
        int bad = 0;
        for (int frame = 0; frame < MOST_FRAMES && bad < ENOUGH_BAD && cursor.next(); frame++) {
            Frames.dissect(cursor, dissector, view);
            if (view.kind().hasTransport() && view.icrc() == IcrcStatus.GOOD) {
                return false;
            }
            if (view.kind().hasTransport() && view.icrc() == IcrcStatus.BAD) {
                bad++;
            }
        }
        return bad == ENOUGH_BAD;
    }
}
