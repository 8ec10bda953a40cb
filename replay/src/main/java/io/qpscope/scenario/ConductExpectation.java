package io.qpscope.scenario;

import io.qpscope.finding.Conduct;
import io.qpscope.finding.Finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A flow's hosts keep to the protocol, whatever the network does to their packets: each of them is
 * judged by what passes its own port, where it is seen what it really sent and what it really got.
 */
record ConductExpectation(String flow) implements Expectation {
    static final String LAWFUL = "lawful";

    /** What a device may do that others wonder at. */
    private static final Set<String> TOLERATED = Set.of("RC-READ-RESUMED", "RC-RNR-WAIT-SLOW");

    @Override
    public boolean looksBesideResponders() {
        return true;
    }

    @Override
    public Check check(ScenarioResult result) {
        FlowPlan plan = result.flow(flow).plan();
        List<String> breaches = new ArrayList<>();
        add(result, plan.from(), true, breaches);
        add(result, plan.to(), false, breaches);
        return Check.of(
                "flow " + flow + " conduct",
                LAWFUL,
                breaches.isEmpty() ? LAWFUL : String.join("; ", breaches),
                breaches.isEmpty());
    }

    private void add(ScenarioResult result, String host, boolean asks, List<String> breaches) {
        ScenarioResult.Seen seen = result.seenAt(flow, host);
        if (seen == null) {
            return;
        }
        for (String breach : seen.tap().breaches(flow)) {
            breaches.add(host + ": " + breach);
        }
        int session = seen.session().id();
        List<Finding> findings = Conduct.judge(
                seen.tap().result(),
                id -> id != session ? null : asks ? seen.from() : seen.from().other());
        for (Finding finding : findings) {
            String id = finding.rule().id();
            if (!TOLERATED.contains(id)) {
                breaches.add(host + ": " + id + ", frame "
                        + (finding.frames().isEmpty() ? "-" : finding.frames().get(0)));
            }
        }
    }
}
