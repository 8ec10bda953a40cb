package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Random;

class CaptureWindowTest {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

    @TempDir
    Path folder;

    private static byte[] pcapng(long seed) {
        Random random = new Random(seed);
        CaptureBytes bytes = CaptureBytes.in(LITTLE).section().describe(1);
        for (int i = 0; i < 300; i++) {
            bytes.enhanced(0, i, CaptureBytes.frame(random.nextInt(200), i), 200);
            if (random.nextInt(10) == 0) {
                bytes.block(
                        0x0bad, CaptureBytes.in(LITTLE).bytes(new byte[random.nextInt(99) * 4]));
            }
        }
        return bytes.toBytes();
    }

    private static byte[] pcap(long seed) {
        Random random = new Random(seed);
        CaptureBytes bytes = CaptureBytes.in(LITTLE).pcap(PcapCursor.NANOSECONDS, 65535, 1);
        for (int i = 0; i < 300; i++) {
            bytes.record(i, i, CaptureBytes.frame(random.nextInt(200), i), 200);
        }
        return bytes.toBytes();
    }

    /** 16 is less than any record, so that windows have to grow to hold one. */
    @ParameterizedTest
    @ValueSource(ints = {16, 100, 256, 1000, 4096})
    void recordsCrossMappedWindows(int windowBytes) throws IOException {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (byte[] bytes : new byte[][] {pcapng(seed), pcap(seed)}) {
            Path path = Files.write(folder.resolve("capture"), bytes);
            Reading whole = Reading.of(CaptureFile.open(path));
            Reading pieces = Reading.of(CaptureFile.open(path, windowBytes));
            assertThat(whole.frames()).hasSize(300);
            assertThat(pieces).as("seed %d", seed).isEqualTo(whole);
        }
    }

    @Test
    void aStreamGrowsOnlyAsItsBytesCome() throws IOException {
        InputStream none = new ByteArrayInputStream(new byte[100]);
        try (StreamWindow window = new StreamWindow(none, 16)) {
            assertThat(window.ensure(0, 10)).isZero();
            assertThat(window.ensure(50, 16 << 20)).isEqualTo(-1);
            assertThat(window.available(50)).isEqualTo(50);
            assertThat(window.big.capacity()).isLessThan(200);
        }
    }

    @Test
    void aStreamSkipsWhatIsNotLookedAt() throws IOException {
        byte[] bytes = new byte[1_000_000];
        bytes[999_990] = 42;
        try (StreamWindow window = new StreamWindow(new ByteArrayInputStream(bytes), 64)) {
            int index = window.ensure(999_990, 10);
            assertThat(window.big.get(index)).isEqualTo((byte) 42);
            assertThat(window.big.capacity()).isEqualTo(64);
            assertThat(window.ensure(999_991, 10)).isEqualTo(-1);
            assertThat(window.available(999_991)).isEqualTo(9);
            assertThat(window.available(2_000_000)).isZero();
        }
    }

    @Test
    void callersMayMoveTheBuffersPositionAndLimit() throws IOException {
        try (FrameCursor cursor = CaptureFile.open(new ByteArrayInputStream(pcap(1)), "test")) {
            while (cursor.next()) {
                int end = cursor.offset() + cursor.capturedLength();
                cursor.buffer().limit(end).position(cursor.offset());
                assertThat(cursor.buffer().remaining()).isEqualTo(cursor.capturedLength());
                cursor.buffer().clear();
                cursor.buffer().limit(0);
            }
            assertThat(cursor.number()).isEqualTo(300);
        }
    }

    @Test
    void aFileCutWhileItIsReadEndsWithDamage() throws IOException {
        Path path = folder.resolve("cut");
        try (PcapWriter writer = PcapWriter.create(path, LinkType.ETHERNET)) {
            for (int i = 0; i < 20_000; i++) {
                writer.write(i, CaptureBytes.frame(100, i), 100);
            }
        }
        long size = Files.size(path);
        try (FrameCursor cursor = CaptureFile.open(path)) {
            for (int i = 0; i < 1000; i++) {
                assertThat(cursor.next()).isTrue();
            }
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(1 << 20);
            }
            readOn(cursor);
            assertThat(cursor.captures().get(0).damage())
                    .isEqualTo("the file lost its last " + (size - (1 << 20))
                            + " bytes while it was read");
        }
    }

    @Test
    void aFileReplacedWhileItIsReadIsReadToItsEnd() throws IOException {
        Path path = Files.write(folder.resolve("ring"), pcap(1));
        try (FrameCursor cursor = CaptureFile.open(path)) {
            assertThat(cursor.next()).isTrue();
            Path newer = Files.write(folder.resolve("newer"), new byte[24]);
            Files.move(newer, path, StandardCopyOption.REPLACE_EXISTING);
            Reading rest = Reading.of(cursor);
            assertThat(rest.frames()).hasSize(299);
            assertThat(rest.damage()).isNull();
        }
    }

    private static void readOn(FrameCursor cursor) throws IOException {
        try {
            while (cursor.next()) {
                assertThat(cursor.number()).isLessThan(1_000_000);
            }
            // An error still under way arrives at the next call into the JVM.
            Runtime.getRuntime().gc();
        } catch (InternalError e) {
            // The JVM may raise it later than the read, outside the cursor.
            assertThat(cursor.number()).isGreaterThan(1000);
        }
    }
}
