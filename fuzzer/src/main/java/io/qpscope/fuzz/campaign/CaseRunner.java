package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.oracle.CaseScenario;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.Check.Result;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;

import java.util.List;
import java.util.TreeSet;

/** Runs cases in virtual time against the built-in endpoint. */
public final class CaseRunner implements Trial {
    /** A run is looked at each 4,096 events; a case of ten messages has a few thousand in all. */
    private static final long LOOKS = 64;

    private static final long LOOKS_FOR_A_PSN = 1;

    private final Coverage coverage;
    private long packets;

    /**
     * @param coverage hears of all packets
     */
    public CaseRunner(Coverage coverage) {
        this.coverage = coverage;
    }

    @Override
    public Failure run(Case from) {
        Scenario scenario = CaseScenario.of(from);
        coverage.begin();
        List<Check> broken;
        try {
            ScenarioResult result = bounded(from, new ScenarioRun(scenario))
                    .sink(coverage)
                    .unsampled()
                    .run();
            packets += result.frames();
            broken = Verdict.of(result).checks().stream()
                    .filter(check -> check.result() == Result.FAILED)
                    .toList();
        } catch (RuntimeException e) {
            broken = List.of(thrown(e));
        }
        return broken.isEmpty() ? null : new Failure(from, kind(broken), broken);
    }

    /**
     * The run of a case, which ends as one that was stopped when far more happens in it than can be:
     * an endpoint that answers itself for ever is found, not waited for.
     */
    public static ScenarioRun bounded(Case from, ScenarioRun run) {
        long psns = from.flows().stream().mapToLong(Flow::psns).sum();
        long[] looks = {LOOKS + LOOKS_FOR_A_PSN * psns};
        return run.watcher(now -> --looks[0] < 0);
    }

    private static Check thrown(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String where = trace.length == 0
                ? ""
                : " in " + trace[0].getClassName() + "." + trace[0].getMethodName();
        return new Check(
                "endpoint", "no exception", e.getClass().getSimpleName() + where, Result.FAILED);
    }

    /** Flows are not told apart, nor positions. */
    public static String kind(List<Check> broken) {
        TreeSet<String> kinds = new TreeSet<>();
        for (Check check : broken) {
            String subject = check.subject().replaceAll("\\bf\\d+", "f");
            kinds.add(subject + ": " + generalized(check));
        }
        return String.join(" | ", kinds);
    }

    private static String generalized(Check check) {
        String first = check.observed().split("; ", -1)[0];
        String plain = first.replaceAll("frame \\d+", "frame").replaceAll("\\d+", "N");
        return check.subject().endsWith("status") ? "not " + check.observed() : plain;
    }

    @Override
    public long packets() {
        return packets;
    }
}
