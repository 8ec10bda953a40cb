package io.qpscope.finding;

import io.qpscope.session.Observation;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.taps.TapReport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rule catalogue, and the rules at work. */
public final class Rules {
    private Rules() {}

    /** All rules in the order of the catalogue. */
    public static List<Rule> catalogue() {
        return Catalogue.all();
    }

    /** What fires on a result, worst first, then by session and catalogue. */
    public static List<Finding> judge(TrackerResult result) {
        List<Finding> findings = new ArrayList<>();
        for (SessionSummary session : result.sessions()) {
            new OutcomeRules(session, findings).judge();
        }
        new FlowControlRules(result, findings).judge();
        new RecoveryRules(result, findings).judge();
        ObservationRules rules = new ObservationRules(result, findings);
        for (Observation observation : result.observations()) {
            rules.judge(observation);
        }
        return worstFirst(findings);
    }

    /**
     * The same for several taps.
     *
     * @param results of each, as {@link TrackerResult#ofTaps} numbers their sessions through
     */
    public static List<Finding> judge(TapReport report, List<TrackerResult> results) {
        List<Finding> findings = new ArrayList<>();
        int before = 0;
        for (int tap = 0; tap < results.size(); tap++) {
            for (Finding each : judge(results.get(tap))) {
                int session = each.session() == 0 ? 0 : each.session() + before;
                findings.add(new Finding(each.rule(), session, each.frames(), each.message(), tap));
            }
            before += results.get(tap).sessions().size();
        }
        TapRules.judge(report, findings);
        return worstFirst(findings);
    }

    static List<Finding> worstFirst(List<Finding> findings) {
        findings.sort(Comparator.comparing((Finding f) -> f.rule().severity())
                .reversed()
                .thenComparing(Finding::session)
                .thenComparing(f -> catalogue().indexOf(f.rule())));
        return findings;
    }
}
