package io.qpscope.scenario;

import java.util.ArrayList;
import java.util.List;

/**
 * How the stream of an iWARP flow has ended.
 *
 * @param endings as {@link StreamLink#ending} says them; each Terminate that was sent, or the end
 *     without one, is one of them
 */
record EndingExpectation(String flow, List<String> endings) implements Expectation {
    /** What is no Terminate. */
    static final List<String> PLAIN = List.of("closed", "failed", "open");

    static final String TERMINATE = "[ab]:\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}( unheard)?";

    @Override
    public Check check(ScenarioResult result) {
        List<String> observed = result.flow(flow).ending();
        List<String> seen = observed == null ? List.of("no stream") : new ArrayList<>(observed);
        return Check.of(
                "flow " + flow + " ending",
                String.join(" or ", endings),
                String.join(" and ", seen),
                endings.containsAll(seen));
    }
}
