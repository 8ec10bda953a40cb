package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.scenario.Bounds.Figure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {
    @ParameterizedTest
    @CsvSource({
        "COUNT, 3, 3, 3.5, 3",
        "COUNT, 3.., 3, 2, at least 3",
        "COUNT, ..3, 0, 4, at most 3",
        "DURATION, 10us..1ms, 1000000, 1000001, 10 us to 1 ms",
        "DURATION, 0, 0, 1, 0 ns",
        "RATE, 1.5G.., 1500000000, 1499999999, at least 1.5 Gbit/s",
        "BYTES, ..1KB, 1000, 1001, at most 1 KB",
        "SHARE, 60%..85%, 0.85, 0.86, 0.600 to 0.850"
    })
    void bothSides(Figure figure, String text, double inside, double outside, String words) {
        Bounds bounds = Bounds.parse(text, figure);
        assertThat(bounds.contains(inside)).isTrue();
        assertThat(bounds.contains(outside)).isFalse();
        assertThat(bounds.contains(Double.NaN)).isFalse();
        assertThat(bounds).hasToString(words);
    }

    @ParameterizedTest
    @CsvSource({
        "COUNT, -1", "COUNT, 1.5", "COUNT, ''", "COUNT, ..", "COUNT, 5..3", "COUNT, 1..2..3",
        "DURATION, 10", "DURATION, 10 G", "RATE, 10ms", "BYTES, 1us", "SHARE, 101%", "SHARE, 1.5"
    })
    void whatIsNoBound(Figure figure, String text) {
        assertThat(Bounds.parse(text, figure)).isNull();
    }
}
