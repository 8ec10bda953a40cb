package io.qpscope.bridge;

import io.qpscope.finding.Finding;
import io.qpscope.session.TrackerResult;

import java.util.List;

/**
 * What both taps together tell.
 *
 * @param taps all that each saw, by itself
 * @param frames seen by both, numbered through as in the capture that is written
 */
public record BridgeVerdict(
        List<TrackerResult> taps,
        List<BridgedSession> sessions,
        List<Breach> breaches,
        long frames) {
    /**
     * A rule that an end broke, proved by its own tap alone.
     *
     * @param tap behind which it is
     * @param finding with the number of a {@link BridgedSession}
     */
    public record Breach(int tap, Finding finding) {}
}
