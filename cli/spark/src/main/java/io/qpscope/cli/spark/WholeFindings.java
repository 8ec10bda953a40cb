package io.qpscope.cli.spark;

import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.finding.Rules;
import io.qpscope.session.Observation;
import io.qpscope.session.PauseSummary;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What concerns no session, from all groups together: the rules judge it as of one tracker. */
final class WholeFindings {
    /** As many as the tracker keeps of one observation. */
    private static final int MAX_FRAMES = 20;

    private static final Comparator<PauseSummary> BY_PORT = Comparator.comparingInt(
                    PauseSummary::capture)
            .thenComparingInt(PauseSummary::interfaceId);

    private WholeFindings() {}

    static List<FindingRow> judge(List<Observation> observations, List<PauseSummary> pauses) {
        TrackerResult result = new TrackerResult(
                List.of(),
                new ProtocolCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new IcrcCounts(0, 0, 0),
                merged(observations),
                // A port's are of one group, and in its order.
                pauses.stream().sorted(BY_PORT).toList(),
                List.of(),
                List.of());
        return Rules.judge(result).stream()
                .map(finding -> FindingRow.of(finding, null))
                .toList();
    }

    private static List<Observation> merged(List<Observation> observations) {
        List<Observation> all = new ArrayList<>();
        Map<String, Observation> sums = new LinkedHashMap<>();
        for (Observation seen : observations) {
            switch (seen.kind()) {
                // Each tracker counts its own.
                case BAD_ICRC, BAD_VCRC, LIMIT_REACHED, SHARED_TRAFFIC ->
                    sums.merge(seen.kind() + seen.text(), seen, WholeFindings::sum);
                // The others are of a link, which is one tracker's.
                default -> all.add(seen);
            }
        }
        all.addAll(sums.values());
        return all;
    }

    private static Observation sum(Observation one, Observation other) {
        boolean limit = one.kind() == Observation.Kind.LIMIT_REACHED;
        return new Observation(
                one.kind(),
                0,
                one.from(),
                Stream.concat(one.frames().stream(), other.frames().stream())
                        .sorted()
                        .limit(MAX_FRAMES)
                        .toList(),
                limit ? one.count() : one.count() + other.count(),
                limit ? one.value() + other.value() : Math.max(one.value(), other.value()),
                one.text());
    }
}
