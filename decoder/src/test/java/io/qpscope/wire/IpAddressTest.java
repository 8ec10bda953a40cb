package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IpAddressTest {
    @Test
    void printsMappedIpv4Dotted() {
        assertThat(IpAddress.text(0, 0xffff_0a09_00ffL)).isEqualTo("10.9.0.255");
        assertThat(IpAddress.isIpv4(0, 0xffff_0a09_00ffL)).isTrue();
        assertThat(IpAddress.isIpv4(1, 0xffff_0a09_00ffL)).isFalse();
    }

    /** RFC 5952, section 4. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0000000000000000, ::",
        "0000000000000000, 0000000000000001, ::1",
        "fe80000000000000, 0000000000000000, fe80::",
        "20010db800000000, 0000000000010001, 2001:db8::1:1",
        "20010db800000001, 0001000100010001, 2001:db8:0:1:1:1:1:1",
        "2001000000000001, 0000000000000001, 2001:0:0:1::1",
        "20010db800000000, 0001000000000001, 2001:db8::1:0:0:1",
        "fd09000000000009, 0000000000000001, fd09:0:0:9::1",
    })
    void shortensTheLongestRunOfZeroGroups(String high, String low, String text) {
        assertThat(IpAddress.text(
                        Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16)))
                .isEqualTo(text);
    }
}
