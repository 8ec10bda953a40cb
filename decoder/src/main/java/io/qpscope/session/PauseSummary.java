package io.qpscope.session;

import java.util.List;

/**
 * What one sender of PAUSE or PFC frames said on one interface, to one class.
 *
 * @param source MAC address, as {@code 02:00:00:00:00:01}
 * @param capture index of the capture
 * @param interfaceId within its capture
 * @param trafficClass 0 to 7; null for PAUSE, which stops all
 * @param xoff frames that say stop; one that says so again counts again
 * @param xon frames that say go on
 * @param pausedNs union of the intervals up to the capture's end, ns; null without a link speed
 * @param longestNs longest unbroken pause, ns; null without a link speed
 * @param stormSuspected by {@link StormWatch}'s bounds
 * @param neverResumed still paused when the capture ends, after a while, and what it stopped is silent
 * @param frames of these, at most the first 20
 * @param shortFrames of this source, all classes together: shorter than Ethernet's 60 bytes
 */
public record PauseSummary(
        String source,
        int capture,
        int interfaceId,
        Integer trafficClass,
        long xoff,
        long xon,
        Long pausedNs,
        Long longestNs,
        boolean stormSuspected,
        boolean neverResumed,
        List<Long> frames,
        long shortFrames) {}
