package io.qpscope.fault;

import io.qpscope.fault.plan.FaultRule;

/**
 * What became of a rule.
 *
 * @param fires how often it has acted
 */
public record RuleCount(FaultRule rule, long fires) {
    /** Whether it proves that what it was written for has happened. */
    public boolean exercised() {
        return fires > 0 || rule.optional();
    }
}
