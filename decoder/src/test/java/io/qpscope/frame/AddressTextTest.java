package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.HexFormat;

class AddressTextTest {
    @ParameterizedTest
    @CsvSource({
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "20010db8000000000000000000000001, 2001:db8::1",
        "20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "20010db8000100010001000100000001, 2001:db8:1:1:1:1:0:1",
        "fe800000000000000000000000000000, fe80::",
        "20010db800000001000a000b000c000d, 2001:db8:0:1:a:b:c:d",
        "00000000000000000000ffff0a090002, ::ffff:10.9.0.2",
        "00010000000000000000ffff0a090002, 1::ffff:a09:2"
    })
    void writesIpv6AsRfc5952(String hex, String text) {
        assertThat(AddressText.ipv6(HexFormat.of().parseHex(hex))).isEqualTo(text);
    }

    @Test
    void writesOthers() {
        assertThat(AddressText.ipv4(0xffff_ff00L)).isEqualTo("255.255.255.0");
        assertThat(AddressText.mac(new byte[] {0, 1, 0x7f, -1, -128, 9}))
                .isEqualTo("00:01:7f:ff:80:09");
    }
}
