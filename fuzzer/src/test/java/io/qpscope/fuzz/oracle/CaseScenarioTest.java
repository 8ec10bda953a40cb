package io.qpscope.fuzz.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.YamlWriter;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.generate.RandomCases;
import io.qpscope.scenario.FlowPlan;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** A case's file is the case: read again it gives the same packets at the same times. */
class CaseScenarioTest {
    private static final int CASES = 300;

    private record Run(Verdict verdict, long frames) {}

    private static Run run(Scenario scenario, boolean sampled) {
        CRC32C sum = new CRC32C();
        ScenarioRun run = new ScenarioRun(scenario).sink((tap, frame) -> {
            ByteBuffer bytes = frame.buffer().duplicate();
            sum.update(bytes.limit(frame.offset() + frame.captured()).position(frame.offset()));
            sum.update((int) frame.timeNs());
        });
        Verdict verdict = Verdict.of((sampled ? run : run.unsampled()).run());
        return new Run(verdict, sum.getValue());
    }

    @Test
    void theWrittenScenarioIsTheOneThatRan() throws InvalidYamlException {
        RandomCases cases = new RandomCases(Device.SOUND, new SplittableRandom(3));
        for (int i = 0; i < CASES; i++) {
            Case one = cases.next();
            Run ran = run(CaseScenario.of(one), false);
            String text = YamlWriter.write(CaseScenario.document(one));
            Scenario read = Scenario.read("case.yaml", text);
            assertThat(read.flows()).as(text).isEqualTo(CaseScenario.of(one).flows());
            Run again = run(read, true);
            assertThat(again.frames).as(text).isEqualTo(ran.frames);
            assertThat(again.verdict.passed())
                    .as(text)
                    .isEqualTo(ran.verdict.passed())
                    .isTrue();
        }
    }

    @Test
    void behindTheFlowsComesOneThatSeesWhetherTheHostsLive() {
        Case one = new RandomCases(Device.SOUND, new SplittableRandom(3)).next();
        Scenario scenario = CaseScenario.of(one);
        FlowPlan last = scenario.flows().get(scenario.flows().size() - 1);
        assertThat(last.name()).isEqualTo(CaseScenario.ALIVE);
        assertThat(last.startNs()).isGreaterThan(Expected.of(one).boundNs());
    }
}
