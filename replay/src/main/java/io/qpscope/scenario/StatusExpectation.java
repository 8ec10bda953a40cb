package io.qpscope.scenario;

import java.util.List;

/**
 * How the requests of a flow ended.
 *
 * @param statuses names of {@code ibv_wc_status}, or {@link FlowResult#UNFINISHED}; one of them
 */
record StatusExpectation(String flow, List<String> statuses) implements Expectation {
    @Override
    public Check check(ScenarioResult result) {
        String observed = result.flow(flow).status();
        return Check.of(
                "flow " + flow + " status",
                String.join(" or ", statuses),
                observed,
                statuses.contains(observed));
    }
}
