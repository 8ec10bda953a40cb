package io.qpscope.scenario;

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

    /** Rules that a requester breaks. */
    private static final Set<String> REQUESTERS = Set.of(
            "RC-CONTENT-CHANGED",
            "RC-CREDITS-EXCEEDED",
            "RC-DATA-AFTER-ERROR",
            "RC-OPCODE-SEQUENCE",
            "RC-PAD-COUNT",
            "RC-PARTIAL-RESEND",
            "RC-PAYLOAD-LENGTH",
            "RC-READ-DEPTH",
            "RC-RETRY-BEYOND-COUNT",
            "RC-RETRY-GAVE-UP-EARLY",
            "RC-RKEY-CHANGED",
            "RC-RNR-WAIT-SHORT");

    /** Rules that a responder breaks. */
    private static final Set<String> RESPONDERS = Set.of(
            "RC-ACK-BEYOND-RECEIVED",
            "RC-ACK-UNSENT",
            "RC-MSN-BACK",
            "RC-NAK-REPEATED",
            "RC-READ-RESPONSE-OUTSIDE",
            "RC-RNR-ON-WRITE");

    @Override
    public boolean looksBesideResponders() {
        return true;
    }

    @Override
    public Check check(ScenarioResult result) {
        FlowPlan plan = result.flow(flow).plan();
        List<String> breaches = new ArrayList<>();
        add(result, plan.from(), REQUESTERS, breaches);
        add(result, plan.to(), RESPONDERS, breaches);
        return Check.of(
                "flow " + flow + " conduct",
                LAWFUL,
                breaches.isEmpty() ? LAWFUL : String.join("; ", breaches),
                breaches.isEmpty());
    }

    private void add(
            ScenarioResult result, String host, Set<String> rules, List<String> breaches) {
        ScenarioResult.Seen seen = result.seenAt(flow, host);
        if (seen == null) {
            return;
        }
        for (String breach : seen.tap().breaches(flow)) {
            breaches.add(host + ": " + breach);
        }
        for (Finding finding : seen.tap().findings()) {
            if (finding.session() == seen.session().id() && rules.contains(finding.rule().id())) {
                breaches.add(host + ": " + finding.rule().id() + ", frame "
                        + (finding.frames().isEmpty() ? "-" : finding.frames().get(0)));
            }
        }
    }
}
