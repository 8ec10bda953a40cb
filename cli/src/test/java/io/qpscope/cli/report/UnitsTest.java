package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "122880, 120 KiB",
        "1048575, 1 MiB",
        "1234567890123, 1.12 TiB",
        "9223372036854775807, 8 EiB"
    })
    void bytes(long bytes, String text) {
        assertThat(Units.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1 us",
        "655360, 655 us",
        "999999, 1 ms",
        "1507000000, 1.51 s",
        "3600000000000, 3600 s"
    })
    void time(long ns, String text) {
        assertThat(Units.time(ns)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 bit/s", "950, 950 bit/s", "4200000, 4.2 Mbit/s", "1600000000000, 1600 Gbit/s"
    })
    void rate(double bitsPerSecond, String text) {
        assertThat(Units.rate(bitsPerSecond)).isEqualTo(text);
    }

    @Test
    void percent() {
        assertThat(Units.percent(0, 10)).isEqualTo("0 %");
        assertThat(Units.percent(1, 1000)).isEqualTo("<1 %");
        assertThat(Units.percent(27, 100)).isEqualTo("27 %");
        assertThat(Units.percent(1, 0)).isEqualTo("0 %");
        assertThat(Units.percent(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo("100 %");
    }
}
