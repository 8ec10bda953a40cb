package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of thresholds that need no network (T5, T6, T9, the table of T14). */
class BoundsTest {
    private static final BufferBounds PAPER = new BufferBounds(12_000_000, 32, 8, 22_400);

    @Test
    void dcqcnsStaticThresholdIs24Kilobytes() {
        assertThat(PAPER.pfcThreshold()).isEqualTo(24_475);
    }

    @Test
    void dcqcnsMarksBeginBefore21Kilobytes() {
        assertThat(PAPER.ecnThreshold(8)).isCloseTo(21_755, within(1.0));
    }

    @ParameterizedTest
    @CsvSource({
        "400, 100, 4096, 217941",
        "400, 5, 4096, 135861",
        "100, 100, 4096, 62841",
        "40, 100, 4096, 31821"
    })
    void theMlx5DriversHeadroom(long gigabits, int metres, int mtu, long bytes) {
        assertThat(Headroom.mlx5(gigabits, metres, mtu)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "400, 0",
        "500, 0",
        "600, 0.00333",
        "1000, 0.01667",
        "1500, 0.03333",
        "2000, 0.05",
        "2001, 1"
    })
    void theCurveOfMarks(long kilobytes, double share) {
        EcnCurve curve = new EcnCurve(500_000, 2_000_000, 0.05);
        assertThat(curve.probability(kilobytes * 1000)).isCloseTo(share, within(0.00001));
    }

    @Test
    void aCurveThatFallsIsRefused() {
        assertThatThrownBy(() -> new EcnCurve(10, 9, 0.1)).hasMessageContaining("kMin <= kMax");
        assertThatThrownBy(() -> new EcnCurve(1, 9, 1.1)).hasMessageContaining("pMax <= 1");
    }
}
