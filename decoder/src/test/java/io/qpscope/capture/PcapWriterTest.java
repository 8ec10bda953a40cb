package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;

class PcapWriterTest {
    @TempDir
    Path folder;

    @Test
    void writesTheBytesOfTheFormat() throws IOException {
        Path path = Files.write(folder.resolve("a"), new byte[1000]);
        try (PcapWriter writer = PcapWriter.create(path, LinkType.INFINIBAND)) {
            ByteBuffer frame =
                    ByteBuffer.wrap(new byte[] {9, 1, 2, 9}).position(1).limit(3);
            writer.write(1_000_000_002L, frame, 3);
            assertThat(frame.remaining()).isZero();
        }
        assertThat(HexFormat.of().formatHex(Files.readAllBytes(path)))
                .isEqualTo("4d3cb2a1" + "02000400" + "0000000000000000" + "00000400" + "f7000000"
                        + "01000000" + "02000000" + "02000000" + "03000000" + "0102");
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        Path path = folder.resolve("a");
        int frames = 500;
        long[] times = new long[frames];
        byte[][] bytes = new byte[frames][];
        try (PcapWriter writer = PcapWriter.create(path, LinkType.ETHERNET)) {
            for (int i = 0; i < frames; i++) {
                times[i] = (random.nextLong() >>> 1) % 4_294_967_296_000_000_000L;
                bytes[i] = CaptureBytes.frame(random.nextInt(9000), random.nextInt());
                writer.write(times[i], bytes[i], bytes[i].length + random.nextInt(2));
            }
            writer.write(0, new byte[PcapWriter.MAX_FRAME], PcapWriter.MAX_FRAME);
        }
        try (FrameCursor cursor = CaptureFile.open(path)) {
            for (int i = 0; i < frames; i++) {
                assertThat(cursor.next()).as("seed %d", seed).isTrue();
                assertThat(cursor.timeNs()).as("seed %d", seed).isEqualTo(times[i]);
                byte[] read = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), read);
                assertThat(read).as("seed %d", seed).isEqualTo(bytes[i]);
            }
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.captures().get(0).damage()).isNull();
        }
    }

    @Test
    void refusesWhatTheFormatCannotHold() throws IOException {
        try (PcapWriter writer = PcapWriter.create(folder.resolve("a"), 1)) {
            byte[] frame = new byte[10];
            assertThatThrownBy(() -> writer.write(-1, frame, 10))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.write(4_294_967_296_000_000_000L, frame, 10))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.write(0, frame, 9))
                    .isInstanceOf(IllegalArgumentException.class);
            byte[] large = new byte[PcapWriter.MAX_FRAME + 1];
            assertThatThrownBy(() -> writer.write(0, large, large.length))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
