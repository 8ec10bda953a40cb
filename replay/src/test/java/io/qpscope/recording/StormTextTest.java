package io.qpscope.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;
import io.qpscope.session.PauseSummary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Recorded pauses, once more in virtual time. */
class StormTextTest {
    private static final long GBIT = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    private static RecordedPause pause(
            Integer trafficClass, long xoff, boolean storm, long lengthNs, long gbit) {
        PauseSummary summary = new PauseSummary(
                "02:00:00:00:00:02",
                0,
                0,
                trafficClass,
                xoff,
                0,
                null,
                null,
                storm,
                false,
                List.of(),
                0);
        return new RecordedPause(summary, 0xffff, 3, 900, lengthNs, gbit * GBIT);
    }

    /** Quanta of 65535 last 3.4 ms at 10 Gbit/s, and a tenth of that at 100. */
    @ParameterizedTest
    @CsvSource({
        "3, 200, true, 199, 10", // without a break for 200 ms
        "3, 600, true, 180, 100",
        "0, 200, true, 199, 10",
        ", 200, true, 199, 10", // PAUSE
        "3, 1, false, 0, 100",
        "4, 20, false, 100, 100" // a third of a millisecond every five
    })
    void pausesHappenAgain(Integer trafficClass, long xoff, boolean storm, long lengthMs, long gbit)
            throws Exception {
        RecordedPause pause = pause(trafficClass, xoff, storm, lengthMs * MS, gbit);
        assertThat(pause.refusal()).isNull();
        String text = StormText.of(pause, "storm", "some.pcap");
        ScenarioResult result = new ScenarioRun(Scenario.read("storm.yaml", text)).run();
        assertThat(Verdict.of(result).checks())
                .as(text)
                .allMatch(check -> check.passed(), "passed");
        assertThat(result.flow("victim").status()).isEqualTo("SUCCESS");
        assertThat(result.rules().get(0).fires()).isEqualTo(xoff);
    }

    @Test
    void withoutASpeedThereIsNoTelling() {
        assertThat(pause(3, 5, false, MS, 0).refusal()).contains("--link-speed");
        assertThat(pause(3, 0, false, 0, 10).refusal()).contains("frames that say go on");
    }

    @Test
    void durationsAreReadable() {
        assertThat(StormText.duration(2_000_000_000L)).isEqualTo("2s");
        assertThat(StormText.duration(1_500_000_000L)).isEqualTo("1500ms");
        assertThat(StormText.duration(7_000)).isEqualTo("7us");
        assertThat(StormText.duration(7_001)).isEqualTo("7001ns");
        assertThat(StormText.duration(0)).isEqualTo("0s");
    }
}
