package io.qpscope.scenario;

/** One thing that shall be so at the end of a run. */
public interface Expectation {
    /** Looks whether it is. */
    Check check(ScenarioResult result);
}
