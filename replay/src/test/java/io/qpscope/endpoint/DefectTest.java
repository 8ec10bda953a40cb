package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Profile.Recovery;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each defect shows, and nothing of it does without. */
class DefectTest {
    static List<Symptom> symptoms() {
        return Stream.of(ResponderDefects.all(), RequesterDefects.all())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("symptoms")
    void aDefectShows(Symptom symptom) {
        assertThat(symptom.run().apply(Profile.IBTA)).isEqualTo(symptom.right());
        assertThat(symptom.run().apply(Profile.IBTA.with(symptom.defect())))
                .isEqualTo(symptom.wrong());
    }

    @Test
    void eachHasASituation() {
        Set<Defect> shown = symptoms().stream().map(Symptom::defect).collect(Collectors.toSet());
        Set<Defect> all = EnumSet.allOf(Defect.class);
        // Those have situations of their own: see CmDefectsTest.
        all.removeIf(Defect::isOfManagement);
        assertThat(shown).isEqualTo(all);
    }

    @ParameterizedTest
    @EnumSource
    void noNamedDeviceHasOneAndADeviceKeepsWhatItWasGiven(Defect defect) {
        assertThat(Profile.all()).noneMatch(profile -> profile.has(defect));
        Profile given = Profile.IBTA
                .with(defect)
                .with(Quirk.NO_CREDITS)
                .with(Recovery.GO_BACK_0)
                .with(Recovery.SELECTIVE_REPEAT)
                .within(8);
        Set<Defect> has = EnumSet.allOf(Defect.class);
        has.removeIf(each -> !given.has(each));
        assertThat(has).containsExactly(defect);
        assertThat(given.has(Quirk.NO_CREDITS)).isTrue();
    }
}
