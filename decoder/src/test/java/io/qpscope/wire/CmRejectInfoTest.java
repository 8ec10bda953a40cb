package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.HexFormat;

class CmRejectInfoTest {
    private static String text(int reason, int length, String bytes) {
        byte[] info = HexFormat.of().parseHex(bytes);
        return CmRejectInfo.text(reason, length, Arrays.copyOf(info, CmRej.ADDITIONAL_INFO_LENGTH));
    }

    @ParameterizedTest
    @CsvSource({
        "4, 8, 0002c90300010203, CA GUID 0x0002c90300010203",
        "12, 16, fe800000000000000000000000000001, suggests fe80::1",
        "13, 2, 0104, suggests 260",
        "14, 1, 5f, suggests 5",
        "15, 1, 5f, suggests 95",
        "16, 1, ff, suggests 255",
        "17, 1, 0f, suggests 3",
        "18, 16, 00000000000000000000ffff0a090001, suggests 10.9.0.1",
        "19, 2, 0007, suggests 7",
        "20, 1, f0, suggests 15",
        "21, 1, 01, suggests 1",
        "22, 1, 40, suggests 64",
        "23, 1, 48, suggests 18",
        "32, 3, abcdef, suggests 0xabcde",
        "33, 3, 00001f, suggests 0x00001",
    })
    void aValueOfItsLengthIsTold(int reason, int length, String bytes, String words) {
        assertThat(text(reason, length, bytes)).isEqualTo(words);
        assertThat(text(reason, length - 1, bytes)).isNull();
        assertThat(text(reason, 127, bytes)).isEqualTo(words);
    }

    @Test
    void otherReasonsHaveNoFormHere() {
        for (int reason : new int[] {0, 1, 3, 5, 8, 10, 11, 24, 26, 28, 31, 34, 35, 65535}) {
            assertThat(text(reason, 72, "0102030405060708")).isNull();
        }
    }
}
