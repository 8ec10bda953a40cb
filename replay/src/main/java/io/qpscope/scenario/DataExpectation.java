package io.qpscope.scenario;

import java.util.List;

/** Memory and completions of a flow are what its messages make of them, each done once. */
record DataExpectation(String flow) implements Expectation {
    static final String INTACT = "intact";

    @Override
    public Check check(ScenarioResult result) {
        List<String> violations = result.flow(flow).violations();
        return Check.of(
                "flow " + flow + " data",
                INTACT,
                violations.isEmpty() ? INTACT : String.join("; ", violations),
                violations.isEmpty());
    }
}
