package io.qpscope.scenario;

/**
 * How the requests of a flow ended.
 *
 * @param status name of {@code ibv_wc_status}, or {@link FlowResult#UNFINISHED}
 */
record StatusExpectation(String flow, String status) implements Expectation {
    @Override
    public Check check(ScenarioResult result) {
        String observed = result.flow(flow).status();
        return Check.of("flow " + flow + " status", status, observed, observed.equals(status));
    }
}
