package io.qpscope.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.scenario.Check;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Faults of our own that campaigns have found; each file tells which. */
class FoundFaultsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "atomic-asked-for-again",
                "damage-stays",
                "empty-read-twice",
                "forged-credits",
                "late-receive",
                "length-that-lies",
                "objection-first",
                "objection-to-the-opening",
                "opening-answered-late",
                "opening-of-no-version",
                "other-request-first",
                "read-asked-for-again",
                "read-never-allowed",
                "refusal-overheard",
                "refused-behind-response",
                "wait-outlived"
            })
    void isMended(String name) throws Exception {
        String text;
        try (InputStream in = getClass().getResourceAsStream("found/" + name + ".yaml")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Scenario scenario = Scenario.read(name + ".yaml", text);
        assertThat(Verdict.of(new ScenarioRun(scenario).run()).checks()).allMatch(Check::passed);
    }
}
