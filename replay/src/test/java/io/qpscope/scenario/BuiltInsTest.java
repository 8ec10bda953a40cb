package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.WcStatus;
import io.qpscope.scenario.Check.Result;
import io.qpscope.session.Episode.Cause;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Every scenario that comes with the program, once, and each of its expectations turned round. */
class BuiltInsTest {
    /** Nothing ever came back to a queue pair, so that nobody but its endpoint knows of its end. */
    private static final Set<String> UNDECIDED = Set.of("pfc-storm-nic-watchdog");

    static List<String> names() {
        return BuiltIns.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void isAsExpectedAndNotOtherwise(String name) {
        Scenario scenario = BuiltIns.get(name);
        assertThat(scenario.name()).isEqualTo(name);
        assertThat(scenario.title()).isNotEmpty();
        assertThat(scenario.about()).isNotEmpty();
        assertThat(scenario.learn()).isNotEmpty();
        ScenarioResult result = new ScenarioRun(scenario).run();
        Verdict verdict = Verdict.of(result);
        assertThat(verdict.checks()).allMatch(Check::passed);
        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.result()).isEqualTo(Result.PASSED);
        assertThat(verdict.checks().stream().anyMatch(c -> c.observed().contains("can't tell")))
                .isEqualTo(UNDECIDED.contains(name));
        assertThat(scenario.expectations()).anyMatch(FindingsExpectation.class::isInstance);
        for (Expectation each : scenario.expectations()) {
            Check opposite = opposite(each, result).check(result);
            assertThat(opposite.result()).as("%s", each).isEqualTo(Result.FAILED);
        }
        Expectation first = opposite(scenario.expectations().get(0), result);
        Verdict broken = Verdict.of(with(result, first));
        assertThat(broken.result()).isEqualTo(Result.FAILED);
        assertThat(broken.failures()).isEqualTo(1);
    }

    private static ScenarioResult with(ScenarioResult result, Expectation broken) {
        Scenario s = result.scenario();
        List<Expectation> all = new ArrayList<>(s.expectations());
        all.set(0, broken);
        Scenario other = new Scenario(
                s.name(),
                s.title(),
                s.about(),
                s.learn(),
                s.seed(),
                s.durationNs(),
                s.fabric(),
                s.flows(),
                s.faults(),
                s.taps(),
                all);
        return new ScenarioResult(
                other,
                result.network(),
                result.endNs(),
                result.rest(),
                result.flows(),
                result.numbers(),
                result.connections(),
                result.taps(),
                result.beside(),
                result.rules(),
                result.timeline(),
                result.frames());
    }

    private static Expectation opposite(Expectation of, ScenarioResult result) {
        if (of instanceof FigureExpectation figure) {
            double value = figure.figure().applyAsDouble(result);
            Bounds beyond = new Bounds(
                    figure.bounds().figure(), Math.nextUp(value), Double.POSITIVE_INFINITY);
            return new FigureExpectation(figure.of(), figure.name(), beyond, figure.figure());
        }
        if (of instanceof StatusExpectation status) {
            boolean access = status.statuses().contains(WcStatus.REM_ACCESS_ERR.name());
            return new StatusExpectation(
                    status.flow(),
                    List.of((access ? WcStatus.SUCCESS : WcStatus.REM_ACCESS_ERR).name()));
        }
        if (of instanceof EpisodeExpectation episode) {
            return new EpisodeExpectation(
                    episode.flow(), Cause.REORDERING, episode.outcome(), episode.count());
        }
        FindingsExpectation findings = (FindingsExpectation) of;
        return findings.has().isEmpty()
                ? new FindingsExpectation(Set.of("ICRC-BAD"), Set.of(), true)
                : new FindingsExpectation(Set.of(), Set.of(), true);
    }
}
