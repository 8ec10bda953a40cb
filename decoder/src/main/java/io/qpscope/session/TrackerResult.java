package io.qpscope.session;

import java.util.List;

/** All that the tracker tells when the capture ends. */
public record TrackerResult(
        List<SessionSummary> sessions,
        ProtocolCounts protocols,
        IcrcCounts icrc,
        List<Observation> observations,
        List<PauseSummary> pauses,
        List<CnpGap> cnpGaps,
        List<LinkSummary> links) {
    /** Without flow control and links. */
    public TrackerResult(
            List<SessionSummary> sessions,
            ProtocolCounts protocols,
            IcrcCounts icrc,
            List<Observation> observations) {
        this(sessions, protocols, icrc, observations, List.of(), List.of(), List.of());
    }

    /**
     * Frames by what they carry. CNP and MAD tell how many of the others' frames are such; all the
     * rest sum to the number of frames.
     */
    public record ProtocolCounts(
            long roceV2,
            long roceV1,
            long infiniBand,
            long infiniBandLink,
            long iwarp,
            long pfc,
            long pause,
            long cnp,
            long mad,
            long other) {}

    /** Verdicts over all frames with an invariant CRC. */
    public record IcrcCounts(long checked, long bad, long unchecked) {}
}
