package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

class CaptureErfTest {
    private static final long SECONDS = 1_214_988_768;
    private static final int INFINIBAND = 21;
    private static final int ETHERNET = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A record, padded to eight bytes as the cards do. */
    private CaptureErfTest record(int type, long seconds, long fraction, int wire, int kept) {
        int pad = type == ETHERNET ? 2 : 0;
        int length = (16 + pad + kept + 7) & ~7;
        ByteBuffer record = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        record.putInt((int) fraction).putInt((int) seconds);
        record.order(ByteOrder.BIG_ENDIAN).put((byte) type).put((byte) 4);
        record.putShort((short) length).putShort((short) 0).putShort((short) wire);
        out.writeBytes(record.array());
        return this;
    }

    private Reading reading() throws IOException {
        return Reading.of(out.toByteArray());
    }

    @Test
    void readsRecordsWithoutTheirPadding() throws IOException {
        record(INFINIBAND, SECONDS, 0, 30, 30).record(ETHERNET, SECONDS + 1, 0, 64, 64);
        Reading reading = reading();
        assertThat(reading.info().format()).isEqualTo("ERF");
        assertThat(reading.info().linkTypes()).containsExactly(LinkType.ERF);
        assertThat(reading.damage()).isNull();
        assertThat(reading.frame(0).bytes()).hasSize(16 + 30);
        assertThat(reading.frame(1).bytes()).hasSize(16 + 2 + 64);
        assertThat(reading.info().truncatedPackets()).isZero();
    }

    /** The fraction is binary: 2^-32 s is 0.23 ns, and no rounding error adds up. */
    @Test
    void timesAreExactAndRoundedDown() throws IOException {
        record(INFINIBAND, SECONDS, 0x8000_0000L, 30, 30)
                .record(INFINIBAND, SECONDS, 4, 30, 30)
                .record(INFINIBAND, SECONDS, 5, 30, 30)
                .record(INFINIBAND, SECONDS, 0xffff_ffffL, 30, 30);
        long start = SECONDS * 1_000_000_000L;
        assertThat(reading().times())
                .containsExactly(start + 500_000_000, start, start + 1, start + 999_999_999);
    }

    @Test
    void aRecordThatTheCardCutIsTruncated() throws IOException {
        record(INFINIBAND, SECONDS, 0, 300, 30);
        Reading reading = reading();
        assertThat(reading.info().truncatedPackets()).isEqualTo(1);
        assertThat(reading.frame(0).originalLength()).isEqualTo(316);
    }

    @Test
    void aCutFileKeepsWhatIsWholeAndSaysWhere() throws IOException {
        record(INFINIBAND, SECONDS, 0, 30, 30).record(INFINIBAND, SECONDS, 0, 30, 30);
        byte[] file = out.toByteArray();
        for (int length = 49; length < file.length; length++) {
            Reading reading = Reading.of(Arrays.copyOf(file, length));
            assertThat(reading.frames()).hasSize(1);
            assertThat(reading.damage()).startsWith("byte 48: the file ends inside a record");
        }
    }

    @Test
    void aRecordShorterThanItsHeaderEndsTheFile() throws IOException {
        for (int i = 0; i < 9; i++) {
            record(INFINIBAND, SECONDS, 0, 30, 30);
        }
        byte[] file = out.toByteArray();
        file[8 * 48 + 11] = 3;
        Reading reading = Reading.of(file);
        assertThat(reading.frames()).hasSize(8);
        assertThat(reading.damage())
                .isEqualTo("byte 384: expected a record of at least 16 bytes, found 3");
    }

    @Test
    void whatOnlyBeginsLikeARecordIsNoErf() {
        record(INFINIBAND, SECONDS, 0, 30, 30).record(INFINIBAND, SECONDS + 1_000_000, 0, 30, 30);
        assertThatThrownBy(this::reading).isInstanceOf(CaptureException.class);
        out.reset();
        record(100, SECONDS, 0, 30, 30);
        assertThatThrownBy(this::reading).isInstanceOf(CaptureException.class);
        out.reset();
        record(INFINIBAND, 0, 0, 30, 30);
        assertThatThrownBy(this::reading)
                .isInstanceOf(CaptureException.class)
                .hasMessageContaining("a chain of ERF records");
    }

    @Test
    void noiseIsNoErf() throws IOException {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        int taken = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] noise = new byte[4096];
            random.nextBytes(noise);
            try (FrameCursor cursor = CaptureFile.open(new ByteArrayInputStream(noise), "noise")) {
                taken += cursor.next() ? 1 : 0;
            } catch (CaptureException expected) {
                assertThat(expected).hasMessageContaining("byte 0");
            }
        }
        // One header of sixteen bytes that makes sense and ends in the file: a matter of chance.
        assertThat(taken).as("seed %d", seed).isLessThan(20);
    }
}
