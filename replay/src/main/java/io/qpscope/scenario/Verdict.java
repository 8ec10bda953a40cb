package io.qpscope.scenario;

import io.qpscope.fabric.Conservation;
import io.qpscope.fault.RuleCount;
import io.qpscope.scenario.Check.Result;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a run was as expected: what the scenario expects, and what always holds.
 *
 * @param checks in the order of the scenario, then those that always hold; first of all, that a run
 *     was stopped
 */
public record Verdict(Scenario scenario, List<Check> checks) {
    /** Judges a run. */
    public static Verdict of(ScenarioResult result) {
        List<Check> checks = new ArrayList<>();
        if (result.network().isStopped()) {
            String when = Bounds.Figure.DURATION.text((double) result.endNs());
            checks.add(Check.of("run", "to its end", "stopped at " + when, false));
        }
        for (Expectation each : result.scenario().expectations()) {
            checks.add(each.check(result));
        }
        for (RuleCount each : result.rules()) {
            checks.add(new Check(
                    "fault " + each.rule().number() + ", line " + each.rule().line(),
                    each.rule().optional() ? "may happen" : "happens",
                    each.fires() == 0 ? "never" : times(each.fires()),
                    each.exercised() ? Result.PASSED : Result.NOT_EXERCISED));
        }
        checks.add(conserved(result.conservation()));
        checks.addAll(ThreeWay.of(result));
        return new Verdict(result.scenario(), List.copyOf(checks));
    }

    private static String times(long count) {
        return count + (count == 1 ? " time" : " times");
    }

    private static Check conserved(Conservation sum) {
        return Check.of(
                "packets",
                "in = delivered + dropped + in flight",
                (sum.sent() + sum.made()) + " = " + sum.delivered() + " + " + sum.droppedPackets()
                        + " + " + sum.inFlight(),
                sum.isBalanced());
    }

    public boolean passed() {
        return checks.stream().allMatch(Check::passed);
    }

    /** {@code NOT_EXERCISED} when nothing failed, but a fault never happened. */
    public Result result() {
        if (checks.stream().anyMatch(each -> each.result() == Result.FAILED)) {
            return Result.FAILED;
        }
        return passed() ? Result.PASSED : Result.NOT_EXERCISED;
    }

    /** How many did not pass. */
    public long failures() {
        return checks.stream().filter(each -> !each.passed()).count();
    }
}
