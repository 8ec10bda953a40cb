package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class BackOffTest {
    @Test
    void equalWaitsAreConstant() {
        assertThat(BackOff.of(List.of(67L, 71L, 66L))).isEqualTo("CONSTANT");
    }

    @Test
    void twoStepsToTheDoubleAreDoubling() {
        assertThat(BackOff.of(List.of(4L, 8L, 16L))).isEqualTo("DOUBLING");
    }

    @Test
    void doublingMayEndAtABound() {
        assertThat(BackOff.of(List.of(4L, 8L, 16L, 17L, 17L))).isEqualTo("DOUBLING");
    }

    @Test
    void theFirstWaitMayBeCutShort() {
        assertThat(BackOff.of(List.of(9L, 4L, 8L, 16L))).isEqualTo("DOUBLING");
        assertThat(BackOff.of(List.of(20L, 67L, 67L, 67L))).isEqualTo("CONSTANT");
    }

    @Test
    void oneStepToTheDoubleIsNoLaw() {
        assertThat(BackOff.of(List.of(4L, 8L, 8L))).isNull();
    }

    @Test
    void aStepBackIsNoLaw() {
        assertThat(BackOff.of(List.of(4L, 8L, 16L, 4L))).isNull();
    }

    @Test
    void twoWaitsAreTooFew() {
        assertThat(BackOff.of(List.of(4L, 8L))).isNull();
        assertThat(BackOff.of(List.of())).isNull();
    }
}
