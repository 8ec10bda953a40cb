package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CmReqTest {
    /** Codes 0 and beyond 5 are reserved. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 256", "2, 512", "3, 1024", "4, 2048", "5, 4096", "6, 0", "15, 0"})
    void codesOfThePathMtu(int code, int bytes) {
        assertThat(CmReq.pathMtuBytes(code)).isEqualTo(bytes);
    }
}
