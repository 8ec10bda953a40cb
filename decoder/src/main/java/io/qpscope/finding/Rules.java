package io.qpscope.finding;

import io.qpscope.session.Observation;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;

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
        findings.sort(Comparator.comparing((Finding f) -> f.rule().severity())
                .reversed()
                .thenComparing(Finding::session)
                .thenComparing(f -> catalogue().indexOf(f.rule())));
        return findings;
    }
}
