package io.qpscope.recording;

import io.qpscope.session.PauseSummary;

/**
 * What one sender of PAUSE or PFC told one class to do, and when.
 *
 * @param summary as the tracker tells it
 * @param quanta most that a frame asked for
 * @param firstFrame that said stop
 * @param lastFrame that said stop
 * @param lengthNs from the first frame to the last
 * @param bitsPerSecond of the link; 0 where neither the capture nor anybody else tells
 */
public record RecordedPause(
        PauseSummary summary,
        int quanta,
        long firstFrame,
        long lastFrame,
        long lengthNs,
        long bitsPerSecond) {

    /** Why it can't be turned into a scenario; null when it can. */
    public String refusal() {
        if (summary.xoff() == 0) {
            return "nothing but frames that say go on";
        }
        return bitsPerSecond == 0
                ? "the speed of the link is not known, so that nobody can tell how long a quantum is"
                        + " (--link-speed)"
                : null;
    }

    /** Mean distance between two frames that say stop; 0 when there is only one. */
    public long everyNs() {
        return summary.xoff() < 2 ? 0 : Math.max(1, lengthNs / (summary.xoff() - 1));
    }
}
