package io.qpscope.scenario;

/** One thing that shall be so at the end of a run. */
public interface Expectation {
    /** Looks whether it is. */
    Check check(ScenarioResult result);

    /** Whether the analysis is to look at the ports of hosts that only answer, too. */
    default boolean looksBesideResponders() {
        return false;
    }

    /** Whether endpoint and analysis may tell another end of a flow. */
    default boolean excuses(String flow) {
        return false;
    }
}
