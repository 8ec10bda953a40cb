package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AckTimeoutTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 8192", "14, 67108864", "19, 2147483648", "31, 8796093022208"})
    void isFourMicrosecondsDoubled(int exponent, long ns) {
        assertThat(AckTimeout.ns(exponent)).isEqualTo(ns);
    }
}
