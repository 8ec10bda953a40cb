package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.HexFormat;

class AethTest {
    private final Aeth aeth = new Aeth();

    /** IBA vol 1, 9.7.7.2; the same figures are in rdmavt and in every receiver that sends credits. */
    private static final int[] CREDITS = {
        0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
        2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, -1
    };

    /** IBA vol 1, 9.7.5.2.8, in milliseconds. */
    private static final String[] RNR_MILLISECONDS = {
        "655.36", "0.01", "0.02", "0.03", "0.04", "0.06", "0.08", "0.12", "0.16", "0.24", "0.32",
        "0.48", "0.64", "0.96", "1.28", "1.92", "2.56", "3.84", "5.12", "7.68", "10.24", "15.36",
        "20.48", "30.72", "40.96", "61.44", "81.92", "122.88", "163.84", "245.76", "327.68",
        "491.52"
    };

    @Test
    void knowsAllCredits() {
        for (int code = 0; code < 32; code++) {
            assertThat(Aeth.credits(code)).as("code %d", code).isEqualTo(CREDITS[code]);
        }
    }

    @Test
    void knowsAllRnrTimers() {
        for (int code = 0; code < 32; code++) {
            String milliseconds = RNR_MILLISECONDS[code];
            assertThat(Aeth.rnrTimerNs(code))
                    .as("code %d", code)
                    .isEqualTo(Math.round(Double.parseDouble(milliseconds) * 1e6));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, PSN_SEQUENCE_ERROR",
        "1, INVALID_REQUEST",
        "2, REMOTE_ACCESS_ERROR",
        "3, REMOTE_OPERATIONAL_ERROR",
        "4, INVALID_RD_REQUEST",
        "5, RESERVED_5",
        "31, RESERVED_31"
    })
    void namesNaks(int code, String name) {
        assertThat(Aeth.nakName(code)).isEqualTo(name);
        assertThat(Aeth.nakName(0x60 | code)).as("whole syndrome").isEqualTo(name);
    }

    @Test
    void tellsAnAck() {
        wrap("1f000005");
        assertThat(aeth.isAck()).isTrue();
        assertThat(aeth.isNak()).isFalse();
        assertThat(aeth.creditCount()).isEqualTo(-1);
        assertThat(aeth.msn()).isEqualTo(5);
    }

    @Test
    void tellsAnRnrNak() {
        wrap("2c800000");
        assertThat(aeth.isRnrNak()).isTrue();
        assertThat(aeth.rnrTimerNs()).isEqualTo(640_000);
        assertThat(aeth.msn()).isEqualTo(0x80_0000);
    }

    @Test
    void tellsANak() {
        wrap("62ffffff");
        assertThat(aeth.isNak()).isTrue();
        assertThat(aeth.value()).isEqualTo(Aeth.NAK_REMOTE_ACCESS_ERROR);
        assertThat(aeth.msn()).isEqualTo(0xff_ffff);
    }

    @Test
    void leavesTheReservedTypeAlone() {
        wrap("c0000000");
        assertThat(aeth.isAck() || aeth.isNak() || aeth.isRnrNak()).isFalse();
        assertThat(aeth.reserved()).isTrue();
    }

    private void wrap(String hex) {
        aeth.wrap(ByteBuffer.wrap(HexFormat.of().parseHex(hex)), 0);
    }
}
