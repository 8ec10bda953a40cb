package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;

class SmcClcTest {
    private static final int AT = 3;
    private static final int EYECATCHER = 0xe2d4_c3d9;

    /** A message of SMC-R, version 1, behind three other bytes. */
    private static ByteBuffer message(int type, int length) {
        ByteBuffer buffer = ByteBuffer.allocate(AT + length);
        buffer.putInt(AT, EYECATCHER).put(AT + 4, (byte) type);
        buffer.putShort(AT + 5, (short) length).put(AT + 7, (byte) 0x10);
        return buffer.putInt(AT + length - 4, EYECATCHER);
    }

    /** By kind: the least length that its fields take, and one byte less. */
    @ParameterizedTest
    @CsvSource({"1, 52", "2, 68", "3, 68", "4, 28"})
    void eachKindHasALeastLength(int type, int least) {
        assertThat(SmcClc.lengthAt(message(type, least), AT, least)).isEqualTo(least);
        assertThat(SmcClc.lengthAt(message(type, least + 9), AT, least + 9)).isEqualTo(least + 9);
        assertThat(SmcClc.lengthAt(message(type, least - 1), AT, least - 1)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0", "5"})
    void otherKindsAreNone(int type) {
        assertThat(SmcClc.lengthAt(message(type, 68), AT, 68)).isZero();
    }

    @Test
    void allOfItMustBeThereWithBothEyecatchers() {
        ByteBuffer whole = message(SmcClc.ACCEPT, 68);
        assertThat(SmcClc.lengthAt(whole, AT, 67)).isZero();
        assertThat(SmcClc.lengthAt(whole.duplicate().putInt(AT, 0), AT, 68)).isZero();
        ByteBuffer open = message(SmcClc.ACCEPT, 68).putInt(AT + 64, EYECATCHER - 1);
        assertThat(SmcClc.lengthAt(open, AT, 68)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0x00, 0", "0x10, 68", "0x20, 68", "0x30, 0", "0x11, 0", "0x13, 0", "0x14, 68"})
    void versionsOneAndTwoOfRdmaAreMeant(String version, int length) {
        ByteBuffer message = message(SmcClc.CONFIRM, 68).put(AT + 7, Byte.decode(version));
        assertThat(SmcClc.lengthAt(message, AT, 68)).isEqualTo(length);
    }
}
