package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

class PcapngWriterTest {
    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("a.pcapng");
    }

    @Test
    void writesTheBlocksOfTheFormat() throws IOException {
        try (PcapngWriter writer = PcapngWriter.create(path, "QPScope", "all well")) {
            CaptureInterface lan = CaptureInterface.of(LinkType.ETHERNET, 128)
                    .name("h1")
                    .description("to s1")
                    .speed(100_000_000_000L);
            assertThat(writer.addInterface(lan)).isZero();
            assertThat(writer.addInterface(CaptureInterface.of(LinkType.ERF))).isEqualTo(1);
            ByteBuffer frame =
                    ByteBuffer.wrap(new byte[] {9, 1, 2, 9}).position(1).limit(3);
            writer.write(0, 0x1_0000_0002L, frame, 60, List.of("one", "two"));
            assertThat(frame.remaining()).isZero();
            writer.write(1, 7, ByteBuffer.wrap(new byte[] {5}), 1);
        }
        List<Blocks.Block> blocks = Blocks.of(path).all();
        assertThat(blocks).hasSize(5);
        assertThat(hex(blocks.get(0).body())).startsWith("4d3c2b1a" + "01000000" + "f".repeat(16));
        assertThat(blocks.get(0).options()).containsExactly("4=QPScope", "1=all well");
        assertThat(hex(blocks.get(1).body())).startsWith("01000000" + "80000000");
        assertThat(blocks.get(1).options())
                .containsExactly("2=h1", "3=to s1", "8=00e8764817000000", "9=09");
        assertThat(hex(blocks.get(2).body())).startsWith("c5000000" + "00000000");
        assertThat(blocks.get(2).options()).containsExactly("9=09");
        assertThat(hex(blocks.get(3).body()))
                .startsWith("00000000" + "0100000002000000" + "02000000" + "3c000000" + "01020000");
        assertThat(blocks.get(3).options()).containsExactly("1=one", "1=two");
        assertThat(hex(blocks.get(4).body()))
                .isEqualTo("01000000" + "0000000007000000" + "01000000" + "01000000" + "05000000");
    }

    private static String hex(ByteBuffer body) {
        byte[] bytes = new byte[body.capacity()];
        body.get(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        int frames = 300;
        long[] times = new long[frames];
        byte[][] bytes = new byte[frames][];
        try (PcapngWriter writer = PcapngWriter.create(path, "test", null)) {
            writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            for (int i = 0; i < frames; i++) {
                times[i] = random.nextLong() >>> 1;
                bytes[i] = CaptureBytes.frame(random.nextInt(9000), random.nextInt());
                List<String> comments = i % 3 == 0 ? List.of("frame " + i) : List.of();
                ByteBuffer frame = ByteBuffer.wrap(bytes[i]);
                writer.write(0, times[i], frame, bytes[i].length + random.nextInt(2), comments);
            }
            long size = writer.size();
            writer.flush();
            assertThat(path.toFile().length()).as("seed %d", seed).isEqualTo(size);
        }
        Reading reading = Reading.of(CaptureFile.open(path));
        assertThat(reading.damage()).isNull();
        assertThat(reading.frames()).as("seed %d", seed).hasSize(frames);
        for (int i = 0; i < frames; i++) {
            assertThat(reading.frame(i).timeNs()).as("seed %d", seed).isEqualTo(times[i]);
            byte[] read = new byte[reading.frame(i).bytes().size()];
            for (int j = 0; j < read.length; j++) {
                read[j] = reading.frame(i).bytes().get(j);
            }
            assertThat(read).as("seed %d", seed).isEqualTo(bytes[i]);
        }
    }

    @Test
    void framesLargerThanTheBufferAreWrittenWhole() throws IOException {
        byte[] large = CaptureBytes.frame(3_000_001, 7);
        try (PcapngWriter writer = PcapngWriter.create(path, "test", null)) {
            writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            writer.write(0, 1, ByteBuffer.wrap(large), large.length, List.of("large"));
        }
        Blocks.Block packet = Blocks.of(path).packets().get(0);
        assertThat(packet.frame()).isEqualTo(large);
        assertThat(packet.options()).containsExactly("1=large");
    }

    @Test
    void longCommentsAreCutBetweenCharacters() throws IOException {
        String text = "x" + "\u00e4".repeat(40_000);
        try (PcapngWriter writer = PcapngWriter.create(path, "test", text)) {
            writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            writer.write(0, 1, ByteBuffer.allocate(1), 1, List.of(text, "short"));
        }
        String kept = "1=x" + "\u00e4".repeat(32_767);
        Blocks blocks = Blocks.of(path);
        assertThat(kept.substring(2).getBytes(StandardCharsets.UTF_8)).hasSize(0xffff);
        assertThat(blocks.all().get(0).options()).containsExactly("4=test", kept);
        assertThat(blocks.packets().get(0).options()).containsExactly(kept, "1=short");
    }

    @Test
    void refusesWhatTheFormatCannotHold() throws IOException {
        try (PcapngWriter writer = PcapngWriter.create(path, "test", null)) {
            writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            ByteBuffer frame = ByteBuffer.allocate(10);
            assertThatThrownBy(() -> writer.write(0, -1, frame, 10))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.write(0, 0, frame, 9))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.write(1, 0, frame, 10))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            writer.addInterface(CaptureInterface.inTicks(1, 0, CaptureInterface.MICROSECONDS));
            assertThatThrownBy(() -> writer.write(1, 0, frame, 10))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aPacketWithoutCommentAllocatesNothing() throws IOException {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        ByteBuffer frame = ByteBuffer.allocate(1500);
        try (PcapngWriter writer = PcapngWriter.create(path, "test", null)) {
            writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 20; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 500; i++) {
                    writer.write(0, i, frame.position(0), 1500);
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            // What is left is the channel's, once for each buffer.
            assertThat(least).isLessThan(500);
        }
    }
}
