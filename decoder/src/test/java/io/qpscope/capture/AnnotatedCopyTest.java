package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class AnnotatedCopyTest {
    private static final byte[] FRAME = CaptureBytes.frame(61, 3);

    @TempDir
    Path folder;

    private Path copy;

    @BeforeEach
    void name() {
        copy = folder.resolve("copy.pcapng");
    }

    private Blocks copy(List<Path> files, AnnotatedCopy.Notes notes) throws IOException {
        try (AnnotatedCopy copying = AnnotatedCopy.open(files)) {
            copying.write(copy, "QPScope", "the summary", notes);
        }
        return Blocks.of(copy);
    }

    private Path file(String name, CaptureBytes bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes.toBytes());
    }

    private static CaptureBytes in(ByteOrder order) {
        return CaptureBytes.in(order);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void pcapKeepsItsResolution() throws IOException {
        CaptureBytes us = in(ByteOrder.BIG_ENDIAN)
                .pcap(PcapCursor.MICROSECONDS, 77, LinkType.ETHERNET)
                .record(5, 999_999, FRAME, 61);
        CaptureBytes ns = in(ByteOrder.LITTLE_ENDIAN)
                .pcap(PcapCursor.NANOSECONDS, 77, LinkType.LINUX_SLL)
                .record(5, 999_999_999, FRAME, 100);
        Blocks blocks = copy(List.of(file("us", us)), (capture, frame) -> List.of());
        assertThat(blocks.interfaces().get(0).options()).containsExactly("9=06");
        assertThat(blocks.interfaces().get(0).body().getInt(4)).isEqualTo(77);
        assertThat(blocks.packets().get(0).ticks()).isEqualTo(5_999_999);
        blocks = copy(List.of(file("ns", ns)), (capture, frame) -> List.of("note on " + frame));
        assertThat(blocks.all().get(0).options()).containsExactly("4=QPScope", "1=the summary");
        assertThat(blocks.interfaces().get(0).options()).containsExactly("9=09");
        assertThat(blocks.interfaces().get(0).body().getShort(0)).isEqualTo((short) 113);
        assertThat(blocks.packets().get(0).ticks()).isEqualTo(5_999_999_999L);
        assertThat(blocks.packets().get(0).body().getInt(16)).isEqualTo(100);
        assertThat(blocks.packets().get(0).options()).containsExactly("1=note on 1");
    }

    /** LINKTYPE_ bits 26 and 28 to 31: four bytes of frame check sequence. */
    @Test
    void frameCheckSequencesStay() throws IOException {
        int network = LinkType.ETHERNET | 0x0400_0000 | 2 << 28;
        CaptureBytes pcap = in(ByteOrder.LITTLE_ENDIAN)
                .pcap(PcapCursor.NANOSECONDS, 0, network)
                .record(5, 0, FRAME, 61);
        Path file = file("fcs", pcap);
        assertThat(Reading.of(CaptureFile.open(file)).frame(0).bytes()).hasSize(57);
        Blocks blocks = copy(List.of(file), (capture, frame) -> List.of());
        assertThat(blocks.packets().get(0).frame()).isEqualTo(FRAME);
        assertThat(blocks.interfaces().get(0).options()).containsExactly("9=09", "13=04");
        assertThat(Reading.of(CaptureFile.open(copy)).frame(0).bytes()).hasSize(57);
    }

    @Test
    void erfKeepsAllBitsOfItsTimes() throws IOException {
        ByteBuffer record = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        long ticks = 1_214_988_768L << 32 | 0x1234_5677L;
        record.putLong(ticks).order(ByteOrder.BIG_ENDIAN).put((byte) 21).put((byte) 4);
        record.putShort((short) 48).putShort((short) 0).putShort((short) 30);
        Path file = Files.write(folder.resolve("erf"), record.array());
        Blocks blocks = copy(List.of(file), (capture, frame) -> List.of());
        assertThat(blocks.interfaces().get(0).options()).containsExactly("9=a0");
        assertThat(blocks.packets().get(0).ticks()).isEqualTo(ticks);
        assertThat(Reading.of(CaptureFile.open(copy)).times())
                .isEqualTo(Reading.of(CaptureFile.open(file)).times());
    }

    /** In the other byte order, so that each number shows whether it was turned. */
    @Test
    void pcapngKeepsWhatItSays() throws IOException {
        ByteOrder big = ByteOrder.BIG_ENDIAN;
        CaptureBytes first = in(big).option(2, text("ib0"))
                .optionLong(8, 0x0102_0304_0506_0708L)
                .option(9, (byte) 12)
                .optionLong(14, -3)
                .option(0);
        CaptureBytes packet = in(big).option(1, text("mine"))
                .optionInt(2, 0x0a0b_0c0d)
                .optionLong(4, 5)
                .option(3, (byte) 2, (byte) 1)
                .option(2989, (byte) 0, (byte) 0, (byte) 1, (byte) 2, (byte) 9)
                .option(0);
        CaptureBytes section = in(big).u32(PcapngCursor.BYTE_ORDER).u16(1).u16(0);
        section.u32(-1).u32(-1).option(2, text("rack 7")).option(4, text("dumpcap"));
        CaptureBytes file = in(big).block(
                        PcapngCursor.SECTION, section.option(1, text("lab")).option(0))
                .describe(LinkType.INFINIBAND, 99, first)
                .describe(LinkType.ETHERNET)
                .enhanced(0, 5_000_000_000_777L, FRAME, 70, packet)
                .enhanced(1, 1_000_000, FRAME, 61);
        Blocks blocks = copy(
                List.of(file("a", file)),
                (capture, n) -> n == 1 ? List.of("one", "two") : List.of());
        assertThat(blocks.all().get(0).options())
                .containsExactly("4=QPScope", "1=the summary", "2=rack 7", "1=lab");
        assertThat(blocks.interfaces().get(0).options())
                .containsExactly("2=ib0", "8=0807060504030201", "9=0c", "14=fdffffffffffffff");
        assertThat(blocks.interfaces().get(0).body().getInt(4)).isEqualTo(99);
        assertThat(blocks.interfaces().get(1).options()).containsExactly("9=06");
        Blocks.Block noted = blocks.packets().get(0);
        assertThat(noted.ticks()).isEqualTo(5_000_000_000_777L);
        assertThat(noted.frame()).isEqualTo(FRAME);
        assertThat(noted.options())
                .containsExactly(
                        "1=mine",
                        "2=0d0c0b0a",
                        "4=0500000000000000",
                        "3=0201",
                        "2989=0201000009",
                        "1=one",
                        "1=two");
        // Earlier than the one before: one file keeps its order, for the numbers' sake.
        assertThat(blocks.packets().get(1).ticks()).isEqualTo(1_000_000);
        assertThat(blocks.packets().get(1).options()).isEmpty();
    }

    @Test
    void interfacesWithoutPacketsStayAndKeepTheirNumbers() throws IOException {
        CaptureBytes file = in(ByteOrder.LITTLE_ENDIAN)
                .section()
                .describe(LinkType.ETHERNET)
                .describe(LinkType.LINUX_SLL)
                .enhanced(1, 1, FRAME, 61)
                .describe(LinkType.INFINIBAND);
        Blocks blocks = copy(List.of(file("a", file)), (capture, frame) -> List.of());
        assertThat(blocks.interfaces().stream().map(block -> block.body().getShort(0)))
                .containsExactly((short) 1, (short) 113, (short) 247);
        assertThat(blocks.packets().get(0).body().getInt(0)).isEqualTo(1);
    }

    @Test
    void simplePacketsGetATime() throws IOException {
        CaptureBytes file = in(ByteOrder.LITTLE_ENDIAN)
                .section()
                .describe(LinkType.ETHERNET)
                .enhanced(0, 1_000_001, FRAME, 61)
                .simple(FRAME, 61);
        Blocks blocks = copy(List.of(file("a", file)), (capture, frame) -> List.of("note"));
        assertThat(blocks.packets().get(1).ticks()).isEqualTo(1_000_001);
        assertThat(blocks.packets().get(1).frame()).isEqualTo(FRAME);
    }

    @Test
    void severalAreOneInOrderOfTime() throws IOException {
        CaptureBytes one = in(ByteOrder.LITTLE_ENDIAN)
                .pcap(PcapCursor.NANOSECONDS, 0, LinkType.ETHERNET)
                .record(1, 0, CaptureBytes.frame(60, 1), 60)
                .record(3, 0, CaptureBytes.frame(60, 3), 60);
        CaptureBytes two = in(ByteOrder.LITTLE_ENDIAN)
                .section()
                .describe(LinkType.ETHERNET, 0, in(ByteOrder.LITTLE_ENDIAN).option(2, text("b0")))
                .enhanced(0, 2_000_000, CaptureBytes.frame(60, 2), 60);
        List<Path> files = List.of(file("one.pcap", one), file("two.pcapng", two));
        Blocks blocks = copy(files, (capture, frame) -> List.of("frame " + frame));
        assertThat(blocks.packets().stream().map(block -> (int) block.frame()[0]))
                .containsExactly(1, 2, 3);
        assertThat(blocks.packets().stream().flatMap(block -> block.options().stream()))
                .containsExactly("1=frame 1", "1=frame 2", "1=frame 3");
        assertThat(blocks.interfaces().stream().map(Blocks.Block::options))
                .containsExactly(List.of("3=one.pcap", "9=09"), List.of("2=b0"));
    }

    /** Any file: what a reader makes of the copy is what it makes of the original. */
    @Test
    void aCopyReadsAsTheOriginal() throws IOException {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            CaptureBytes file = in(order).section();
            int sections = 1 + random.nextInt(3);
            for (int section = 0; section < sections; section++) {
                if (section > 0) {
                    file.section(order);
                }
                int interfaces = 1 + random.nextInt(3);
                for (int i = 0; i < interfaces; i++) {
                    CaptureBytes options = in(order).option(9, (byte) (6 + random.nextInt(4)));
                    file.describe(1 + random.nextInt(3), 0, options);
                }
                for (int i = random.nextInt(40); i > 0; i--) {
                    byte[] frame = CaptureBytes.frame(random.nextInt(200), i);
                    long ticks = random.nextLong() >>> 12;
                    file.enhanced(random.nextInt(interfaces), ticks, frame, frame.length + 1);
                }
            }
            Path original = file("any", file);
            copy(
                    List.of(original),
                    (capture, frame) -> frame % 7 == 0 ? List.of("seventh") : List.of());
            assertThat(facts(copy)).as("seed %d", seed).isEqualTo(facts(original));
        }
    }

    private static List<List<Object>> facts(Path file) throws IOException {
        Stream<Reading.Frame> frames = Reading.of(Files.readAllBytes(file)).frames().stream();
        return frames.map(frame -> List.<Object>of(
                        frame.number(),
                        frame.timeNs(),
                        frame.interfaceId(),
                        frame.linkType(),
                        frame.originalLength(),
                        frame.bytes()))
                .toList();
    }
}
