package io.qpscope.scenario;

/**
 * Endpoint and analysis need not tell the same end of a flow: answers that its responder never gave
 * are on the wire, and one of the two may have been taken in.
 */
record AnalysisExpectation(String flow) implements Expectation {
    static final String ANY = "any";

    @Override
    public boolean excuses(String of) {
        return of.equals(flow);
    }

    @Override
    public Check check(ScenarioResult result) {
        ScenarioResult.Seen seen = result.besideRequester(flow);
        String observed =
                seen == null ? "nothing sent" : seen.requests().outcome().status();
        return Check.of("flow " + flow + " analysis", ANY, observed, true);
    }
}
