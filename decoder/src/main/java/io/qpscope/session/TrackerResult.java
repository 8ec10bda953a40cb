package io.qpscope.session;

import io.qpscope.session.iwarp.IwarpTracker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
            long other) {
        ProtocolCounts plus(ProtocolCounts more) {
            return new ProtocolCounts(
                    roceV2 + more.roceV2,
                    roceV1 + more.roceV1,
                    infiniBand + more.infiniBand,
                    infiniBandLink + more.infiniBandLink,
                    iwarp + more.iwarp,
                    pfc + more.pfc,
                    pause + more.pause,
                    cnp + more.cnp,
                    mad + more.mad,
                    other + more.other);
        }
    }

    /** Verdicts over all frames with an invariant CRC. */
    public record IcrcCounts(long checked, long bad, long unchecked) {
        IcrcCounts plus(IcrcCounts more) {
            return new IcrcCounts(
                    checked + more.checked, bad + more.bad, unchecked + more.unchecked);
        }
    }

    /**
     * Of trackers at several taps in one: sessions of the first, then of the second and so on,
     * numbered through.
     */
    public static TrackerResult ofTaps(List<TrackerResult> taps) {
        List<SessionSummary> sessions = new ArrayList<>();
        List<Observation> seen = new ArrayList<>();
        List<PauseSummary> pauses = new ArrayList<>();
        List<CnpGap> gaps = new ArrayList<>();
        List<LinkSummary> lanes = new ArrayList<>();
        ProtocolCounts protocols = new ProtocolCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        IcrcCounts icrc = new IcrcCounts(0, 0, 0);
        for (TrackerResult tap : taps) {
            int before = sessions.size();
            tap.sessions.forEach(session -> sessions.add(session.withId(session.id() + before)));
            tap.observations.forEach(
                    o -> seen.add(o.session() == 0 ? o : o.withSession(o.session() + before)));
            pauses.addAll(tap.pauses);
            gaps.addAll(tap.cnpGaps);
            lanes.addAll(tap.links);
            protocols = protocols.plus(tap.protocols);
            icrc = icrc.plus(tap.icrc);
        }
        return new TrackerResult(sessions, protocols, icrc, seen, pauses, gaps, lanes);
    }

    /** Both sorts of sessions in one, numbered by first frame. */
    TrackerResult with(IwarpTracker.Result iwarp) {
        if (iwarp.sessions().isEmpty() && iwarp.observations().isEmpty()) {
            return this;
        }
        List<SessionSummary> all = new ArrayList<>(sessions);
        all.addAll(iwarp.sessions());
        all.sort(Comparator.comparingLong(SessionSummary::firstFrame));
        Map<Integer, Integer> mine = new HashMap<>();
        Map<Integer, Integer> theirs = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            SessionSummary session = all.get(i);
            (session.service() == Service.RDMAP ? theirs : mine).put(session.id(), i + 1);
            all.set(i, session.withId(i + 1));
        }
        List<Observation> seen = new ArrayList<>(observations.size());
        observations.forEach(o -> seen.add(o.withSession(mine.getOrDefault(o.session(), 0))));
        iwarp.observations()
                .forEach(o -> seen.add(o.withSession(theirs.getOrDefault(o.session(), 0))));
        return new TrackerResult(all, protocols, icrc, seen, pauses, cnpGaps, links);
    }
}
