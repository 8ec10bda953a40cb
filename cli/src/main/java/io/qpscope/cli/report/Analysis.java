package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Severity;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.taps.TapReport;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All that one run of analyze found; what every report starts from.
 *
 * @param contents what the frames carry beside RDMA
 * @param findings worst first
 * @param left sessions that a filter left out
 * @param taps null unless the captures are taps on the same traffic
 */
public record Analysis(
        List<Capture> captures,
        Contents contents,
        TrackerResult result,
        List<Finding> findings,
        int left,
        Taps taps) {

    /** Of captures that are parts of one. */
    public Analysis(
            List<Capture> captures,
            Contents contents,
            TrackerResult result,
            List<Finding> findings,
            int left) {
        this(captures, contents, result, findings, left, null);
    }

    /**
     * What the captures tell as taps on one traffic.
     *
     * @param sessions how many each tap saw, in the report's order: those of the first tap are
     *     numbered first. Frames that sessions and findings name are the tap's own capture's.
     */
    public record Taps(TapReport report, List<Integer> sessions) {
        /** Number of the tap's first session. */
        public int firstSession(int tap) {
            return 1
                    + sessions.subList(0, tap).stream()
                            .mapToInt(Integer::intValue)
                            .sum();
        }

        /** Whether the session is the tap's. */
        public boolean has(int tap, int session) {
            int first = firstSession(tap);
            return session >= first && session < first + sessions.get(tap);
        }

        /** The tap that saw the session, as the report has them. */
        public int of(int session) {
            int tap = 0;
            for (int left = session - sessions.get(0); left > 0; left -= sessions.get(tap)) {
                tap++;
            }
            return tap;
        }

        public String name(int tap) {
            return report.points().get(tap).name();
        }

        /** Index of the capture that the tap is in. */
        public int capture(int tap) {
            return report.points().get(tap).capture();
        }
    }

    /**
     * One input.
     *
     * @param malformed frames meant to be RDMA, but too short for their headers
     * @param icrcIgnored auto mode saw that no ICRC of this capture is right and ignored them
     */
    public record Capture(CaptureInfo info, long malformed, boolean icrcIgnored) {}

    /** Only the sessions that pass, and the findings that are about them or about none. */
    public Analysis only(Predicate<SessionSummary> filter) {
        List<SessionSummary> kept = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        ids.add(0);
        for (SessionSummary session : result.sessions()) {
            if (filter.test(session)) {
                kept.add(session);
                ids.add(session.id());
            }
        }
        TrackerResult some = new TrackerResult(
                kept,
                result.protocols(),
                result.icrc(),
                result.observations(),
                result.pauses(),
                result.cnpGaps(),
                result.links());
        return new Analysis(
                captures,
                contents,
                some,
                findings.stream().filter(f -> ids.contains(f.session())).toList(),
                result.sessions().size() - kept.size(),
                taps);
    }

    /** Whether a finding is at least as bad. */
    public boolean has(Severity severity) {
        return findings.stream().anyMatch(f -> f.rule().severity().compareTo(severity) >= 0);
    }

    public boolean damaged() {
        return captures.stream().anyMatch(c -> c.info().damage() != null);
    }
}
