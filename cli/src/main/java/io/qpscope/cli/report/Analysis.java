package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Severity;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;

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
 */
public record Analysis(
        List<Capture> captures,
        Contents contents,
        TrackerResult result,
        List<Finding> findings,
        int left) {

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
                result.sessions().size() - kept.size());
    }

    /** Whether a finding is at least as bad. */
    public boolean has(Severity severity) {
        return findings.stream().anyMatch(f -> f.rule().severity().compareTo(severity) >= 0);
    }

    public boolean damaged() {
        return captures.stream().anyMatch(c -> c.info().damage() != null);
    }
}
