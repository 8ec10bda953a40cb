package io.qpscope.fuzz.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.YamlWriter;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.generate.Cases;
import io.qpscope.fuzz.generate.RandomCases;
import io.qpscope.fuzz.generate.SmallScope;
import io.qpscope.fuzz.generate.StreamCases;
import io.qpscope.fuzz.generate.StreamScope;
import io.qpscope.fuzz.mutate.Mutations;
import io.qpscope.fuzz.mutate.StreamMutations;
import io.qpscope.fuzz.oracle.CaseScenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class CaseReaderTest {
    private static final Device BROKEN = new Device("cx6", "go-back-0", "NAK_TWICE");
    private static final int RUNS = 400;

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        Corpus corpus = new Corpus(new SplittableRandom(3));
        Cases random = new RandomCases(BROKEN, new SplittableRandom(1));
        Cases small = new SmallScope(Device.SOUND, 7);
        Cases streams = new StreamCases(BROKEN, new SplittableRandom(4));
        Cases singles = new StreamScope(Device.SOUND, 7);
        for (int i = 0; i < RUNS; i++) {
            cases.add(random.next());
            cases.add(small.next());
            cases.add(streams.next());
            cases.add(singles.next());
        }
        cases.forEach(corpus::add);
        Cases mutations = new Mutations(corpus, new SplittableRandom(2));
        Cases others = new StreamMutations(BROKEN, corpus, new SplittableRandom(2));
        for (int i = 0; i < RUNS; i++) {
            cases.add(mutations.next());
            cases.add(others.next());
        }
        return cases;
    }

    private static String text(Case one) {
        return YamlWriter.write(CaseScenario.document(one));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws InvalidYamlException {
        for (Case one : cases()) {
            Case again = CaseReader.read("case.yaml", "# a comment\n" + text(one));
            assertThat(again).isEqualTo(one);
            assertThat(text(again)).isEqualTo(text(one));
        }
    }

    /** Expectations follow from the case: those of a file don't matter. */
    @Test
    void otherExpectationsAreTheSameCase() throws InvalidYamlException {
        Case one = new RandomCases(BROKEN, new SplittableRandom(5)).next();
        String other =
                text(one).replaceAll("data: \\w+", "data: contained").replaceAll("ms\n", "s\n");
        assertThat(other).isNotEqualTo(text(one));
        assertThat(CaseReader.read("case.yaml", other)).isEqualTo(one);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate: 100G | rate: 40G | case.yaml:6:3: fabric: expected that of a case: {hosts:",
                "start: 0us | start: 1us | case.yaml:12:5: expected a flow as a case has it: {name: f1,",
                "psn: 16777213 | dscp: 3 | case.yaml:12:5: expected a flow as a case has it: {name: f1,",
                "alive | last | case.yaml:12:3: expected alive as the last flow, not last",
                "seed: | sead: | case.yaml:2:1: unknown key 'sead'",
                "verb: send | verb: sendd | case.yaml:12:232: verb: 'sendd': did you mean send?",
                "work: [ | wark: [ | case.yaml:12:179: memory: goes with 'work'",
                "drop: { | drob: { | case.yaml:15:6: unknown action 'drob'",
                "name: fuzz | name: [ | case.yaml:3:8: not YAML",
            })
    void whatIsNoCaseIsRefusedWithItsPlace(String part, String other, String problem) {
        Cases small = new SmallScope(Device.SOUND, 7);
        small.next(); // without rules
        Case one = small.next();
        assertThat(text(one)).contains(part);
        InvalidYamlException thrown = catchThrowableOfType(
                InvalidYamlException.class,
                () -> CaseReader.read("case.yaml", text(one).replace(part, other)));
        assertThat(thrown.problems().get(0)).startsWith(problem);
    }
}
