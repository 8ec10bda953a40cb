package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

class CapturePcapngTest {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final ByteOrder BIG = ByteOrder.BIG_ENDIAN;
    private static final byte[] FRAME = CaptureBytes.frame(61, 1);

    @TempDir
    Path folder;

    private static CaptureBytes ng() {
        return CaptureBytes.in(LITTLE).section();
    }

    private static CaptureBytes options() {
        return CaptureBytes.in(LITTLE);
    }

    /** Through both paths, which have to agree. */
    private Reading read(CaptureBytes bytes) throws IOException {
        Path path = Files.write(folder.resolve("test.pcapng"), bytes.toBytes());
        Reading mapped = Reading.of(CaptureFile.open(path));
        Reading streamed = Reading.of(bytes.toBytes());
        assertThat(streamed.frames()).isEqualTo(mapped.frames());
        assertThat(streamed.damage()).isEqualTo(mapped.damage());
        return mapped;
    }

    @Test
    void changesByteOrderAndNumbersInterfacesOnWithEachSection() throws IOException {
        Reading reading = read(ng().describe(LinkType.ETHERNET)
                .describe(LinkType.INFINIBAND)
                .enhanced(1, 1_000_000, FRAME, 61)
                .enhanced(0, 1_000_001, FRAME, 70)
                .section(BIG)
                .describe(LinkType.RAW)
                .enhanced(0, 0x1_0000_0002L, FRAME, 61)
                .section(LITTLE)
                .describe(LinkType.ETHERNET)
                .enhanced(0, 3, FRAME, 61));
        assertThat(reading.damage()).isNull();
        assertThat(reading.frames())
                .extracting(Reading.Frame::interfaceId)
                .containsExactly(1, 0, 2, 3);
        assertThat(reading.frames())
                .extracting(Reading.Frame::linkType)
                .containsExactly(LinkType.INFINIBAND, 1, LinkType.RAW, 1);
        assertThat(reading.times())
                .containsExactly(1_000_000_000L, 1_000_001_000L, 0x1_0000_0002L * 1000, 3_000L);
        assertThat(reading.info().linkTypes()).containsExactly(1, LinkType.INFINIBAND, 101);
        assertThat(reading.info().format()).isEqualTo("pcapng");
        assertThat(reading.info().truncatedPackets()).isEqualTo(1);
        assertThat(reading.frame(0).bytes()).hasSize(61).startsWith((byte) 1).endsWith((byte) 61);
    }

    @Test
    void anotherSectionsInterfacesAreNotTaken() throws IOException {
        CaptureBytes bytes = ng().describe(1).enhanced(0, 1, FRAME, 61).section();
        int at = bytes.size();
        Reading reading =
                read(bytes.enhanced(0, 2, FRAME, 61).describe(1).enhanced(0, 3, FRAME, 61));
        assertThat(reading.times()).containsExactly(1_000L, 3_000L);
        assertThat(reading.damage())
                .isEqualTo("byte " + at
                        + ": expected one of the section's 0 interfaces, found number 0");
    }

    @Test
    void readsObsoletePackets() throws IOException {
        Reading reading = read(ng().describe(1).describe(101).obsolete(1, 9, 7, FRAME, 99));
        assertThat(reading.times()).containsExactly(7_000L);
        assertThat(reading.frame(0).interfaceId()).isEqualTo(1);
        assertThat(reading.frame(0).originalLength()).isEqualTo(99);
        assertThat(reading.frame(0).bytes()).hasSize(61);
    }

    @Test
    void simplePacketsUseInterfaceZeroTheSnapLengthAndTheTimeBefore() throws IOException {
        byte[] snapped = CaptureBytes.frame(40, 1);
        Reading reading = read(ng().describe(LinkType.RAW, 40, options())
                .describe(1)
                .simple(snapped, 1500)
                .enhanced(1, 5, FRAME, 61)
                .simple(CaptureBytes.frame(33, 1), 33));
        assertThat(reading.damage()).isNull();
        assertThat(reading.times()).containsExactly(0L, 5_000L, 5_000L);
        assertThat(reading.frame(0).bytes()).hasSize(40);
        assertThat(reading.frame(0).originalLength()).isEqualTo(1500);
        assertThat(reading.frame(2).bytes()).hasSize(33);
        assertThat(reading.frame(2).linkType()).isEqualTo(LinkType.RAW);
        // A packet without a time is no sign that the capture began in 1970.
        assertThat(reading.info().firstTimeNs()).isEqualTo(5_000L);
    }

    @Test
    void aSimplePacketMustFitItsBlock() throws IOException {
        CaptureBytes bytes = ng().describe(1);
        int at = bytes.size();
        Reading reading = read(bytes.simple(FRAME, 65).simple(FRAME, 64));
        assertThat(reading.frames()).hasSize(1);
        assertThat(reading.damage())
                .isEqualTo("byte " + at + ": expected a packet of at most 64 bytes, found 65");
    }

    @Test
    void passesOverCommentsAndUnknownBlocks() throws IOException {
        byte[] text = "drops here".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Reading reading = read(ng().block(5, options().u32(0).u32(0).u32(0))
                .describe(1, 0, options().option(2, text).option(1, text).option(0))
                .block(0x0bad, options().bytes(new byte[300_000]))
                .enhanced(
                        0,
                        1,
                        FRAME,
                        61,
                        options().option(1, text).option(1, text).option(0))
                .block(0x0bad, options())
                .enhanced(0, 2, FRAME, 61));
        assertThat(reading.damage()).isNull();
        assertThat(reading.times()).containsExactly(1_000L, 2_000L);
        assertThat(reading.frame(0).originalLength()).isEqualTo(61);
    }

    @ParameterizedTest
    @CsvSource({"0, 64", "4, 60", "32, 60", "2, 62", "16, 62", "8, 56"})
    void takesTheFrameCheckSequenceOffInBytesAndInBits(int option, int left) throws IOException {
        byte[] frame = CaptureBytes.frame(64, 0);
        Reading reading = read(ng().describe(1, 0, options().option(13, (byte) option))
                .enhanced(0, 1, frame, 64)
                .enhanced(0, 1, CaptureBytes.frame(20, 0), 64)
                .simple(frame, 64));
        assertThat(reading.frame(0).bytes()).hasSize(left);
        assertThat(reading.frame(0).originalLength()).isEqualTo(left);
        assertThat(reading.frame(1).bytes()).hasSize(20);
        assertThat(reading.frame(1).originalLength()).isEqualTo(left);
        assertThat(reading.frame(2).bytes()).hasSize(left);
    }

    @Test
    void flagsOfAPacketOverruleTheFrameCheckSequenceUnlessTheyDoNotSay() throws IOException {
        byte[] frame = CaptureBytes.frame(64, 0);
        CaptureBytes two = options().option(1, (byte) 'x').optionInt(2, 2 << 5 | 1);
        CaptureBytes unknown = options().optionInt(2, 1).option(0);
        CaptureBytes behindTheEnd = options().option(0).optionInt(2, 2 << 5);
        Reading reading = read(ng().describe(1, 0, options().option(13, (byte) 4))
                .enhanced(0, 1, frame, 64, two)
                .enhanced(0, 1, frame, 64, unknown)
                .enhanced(0, 1, frame, 64, behindTheEnd));
        assertThat(reading.frames())
                .extracting(Reading.Frame::originalLength)
                .containsExactly(62, 60, 60);
    }

    @Test
    void timesKeepTheirResolutionAndOffset() throws IOException {
        CaptureBytes nanos = options().option(9, (byte) 9).optionLong(14, -1).option(0);
        CaptureBytes binary = options().option(9, (byte) 0x8a).optionLong(14, 2);
        Reading reading = read(ng().describe(1, 0, nanos)
                .describe(1, 0, binary)
                .enhanced(1, 1025, FRAME, 61)
                .enhanced(0, 1_700_000_000_123_456_789L, FRAME, 61));
        assertThat(reading.times()).containsExactly(3_000_976_562L, 1_699_999_999_123_456_789L);
    }

    @Test
    void putsSeveralInterfacesOfASectionIntoOrderOfTimeWithTheirNumbersInTheFile()
            throws IOException {
        CaptureBytes bytes = ng().describe(1)
                .describe(1)
                .enhanced(0, 10, FRAME, 61)
                .enhanced(0, 30, FRAME, 61)
                .enhanced(1, 9, FRAME, 61)
                .enhanced(1, 20, FRAME, 61)
                .section()
                .describe(1)
                .enhanced(0, 1, FRAME, 61);
        Path path = Files.write(folder.resolve("taps.pcapng"), bytes.toBytes());
        Reading mapped = Reading.of(CaptureFile.open(path));
        assertThat(mapped.times()).containsExactly(9_000L, 10_000L, 20_000L, 30_000L, 1_000L);
        assertThat(mapped.frames())
                .extracting(Reading.Frame::number)
                .containsExactly(3L, 1L, 4L, 2L, 5L);
        // A pipe can't go back.
        Reading streamed = Reading.of(bytes.toBytes());
        assertThat(streamed.times()).containsExactly(10_000L, 30_000L, 9_000L, 20_000L, 1_000L);
    }

    @Test
    void keepsTheOrderOfOneInterfaceEvenWhereItsTimesGoBack() throws IOException {
        Reading reading =
                read(ng().describe(1).enhanced(0, 10, FRAME, 61).enhanced(0, 9, FRAME, 61));
        assertThat(reading.times()).containsExactly(10_000L, 9_000L);
    }

    @Test
    void deliversAllWholePacketsOfACutFile() throws IOException {
        CaptureBytes bytes = ng().describe(1);
        int first = bytes.size();
        int second = bytes.enhanced(0, 1, FRAME, 61).size();
        byte[] whole = bytes.enhanced(0, 2, FRAME, 61).toBytes();
        for (int length = first; length < whole.length; length++) {
            int at = length < second ? first : second;
            Reading reading = Reading.of(Arrays.copyOf(whole, length));
            assertThat(reading.frames()).hasSize(length < second ? 0 : 1);
            if (length == at) {
                assertThat(reading.damage()).isNull();
            } else {
                int needed = length - at < 8 ? 12 : 96;
                assertThat(reading.damage())
                        .isEqualTo("byte " + at + ": the file ends inside a block of " + needed
                                + " bytes, " + (length - at) + " are there");
            }
        }
    }

    @Test
    void aPacketLargerThanItsBlockCostsOnlyItself() throws IOException {
        CaptureBytes bytes = ng().describe(1);
        int at = bytes.size();
        CaptureBytes body =
                options().u32(0).u32(0).u32(1).u32(62).u32(62).bytes(FRAME).pad();
        CaptureBytes tooLong =
                options().u32(0).u32(0).u32(1).u32(65).u32(65).bytes(FRAME).pad();
        Reading reading = read(bytes.block(6, body).block(6, tooLong).enhanced(0, 3, FRAME, 61));
        assertThat(reading.times()).containsExactly(1_000L, 3_000L);
        assertThat(reading.damage())
                .isEqualTo(
                        "byte " + (at + 96) + ": expected a packet of at most 64 bytes, found 65");
    }

    @Test
    void aBlockTooShortForItsKindCostsOnlyItself() throws IOException {
        CaptureBytes bytes = ng();
        int at = bytes.size();
        Reading reading = read(bytes.block(1, options().u32(1))
                .describe(101)
                .block(6, options().u32(0).u32(0))
                .block(3, options())
                .enhanced(0, 2, FRAME, 61)
                .enhanced(1, 3, FRAME, 61));
        assertThat(reading.damage())
                .isEqualTo("byte " + at
                        + ": expected an interface block of at least 20 bytes, found 16");
        // The broken one still is number 0.
        assertThat(reading.times()).containsExactly(3_000L);
        assertThat(reading.frame(0).linkType()).isEqualTo(LinkType.RAW);
    }

    @Test
    void anOptionLargerThanItsBlockCostsTheOptionsBehindIt() throws IOException {
        CaptureBytes bad = options().u16(2).u16(9).u32(0).u32(0);
        Reading reading = read(ng().describe(1, 0, bad).enhanced(0, 3, FRAME, 61));
        assertThat(reading.times()).containsExactly(3_000L);
        assertThat(reading.damage())
                .isEqualTo("byte 44: expected an option of at most 8 bytes, found 9");
    }

    @ParameterizedTest
    @CsvSource({"11", "0", "-1", "17825793"})
    void endsAtALengthThatNoBlockCanHave(int total) throws IOException {
        CaptureBytes bytes = ng().describe(1).enhanced(0, 1, FRAME, 61);
        int at = bytes.size();
        Reading reading = read(bytes.u32(6).u32(total).u32(0));
        assertThat(reading.frames()).hasSize(1);
        assertThat(reading.damage())
                .isEqualTo("byte " + at + ": expected a block of 12 to 17825792 bytes, found "
                        + Integer.toUnsignedString(total));
    }

    @Test
    void endsWhereTheTwoLengthsOfABlockDiffer() throws IOException {
        CaptureBytes bytes = ng().describe(1);
        int at = bytes.size();
        Reading reading = read(bytes.u32(0x0bad).u32(16).u32(0).u32(20).enhanced(0, 1, FRAME, 61));
        assertThat(reading.frames()).isEmpty();
        assertThat(reading.damage())
                .isEqualTo(
                        "byte " + (at + 12) + ": expected the block's length 16 again, found 20");
    }

    @Test
    void takesALengthWithoutItsPadding() throws IOException {
        CaptureBytes bytes = ng().describe(1);
        bytes.u32(3).u32(16 + 61).u32(61).bytes(FRAME).pad().u32(16 + 61);
        Reading reading = read(bytes.enhanced(0, 1, FRAME, 61));
        assertThat(reading.damage()).isNull();
        assertThat(reading.frames()).hasSize(2);
    }

    @Test
    void refusesAFileWhoseFirstSectionIsNone() {
        assertThatThrownBy(() -> Reading.of(options()
                        .u32(PcapngCursor.SECTION)
                        .u32(28)
                        .bytes(new byte[24])
                        .toBytes()))
                .isInstanceOf(CaptureException.class)
                .hasMessage("test: byte 8: expected the byte-order magic 1a2b3c4d, found 00000000");
        assertThatThrownBy(() -> Reading.of(Arrays.copyOf(ng().toBytes(), 27)))
                .isInstanceOf(CaptureException.class)
                .hasMessage("test: byte 0: the file ends inside a section header of 28 bytes, "
                        + "27 are there");
        byte[] version2 = ng().toBytes();
        version2[12] = 2;
        assertThatThrownBy(() -> Reading.of(version2)).hasMessageContaining("found version 2");
    }

    @Test
    void takesNoMoreInterfacesThanItsMemoryAllows() throws IOException {
        CaptureBytes bytes = ng();
        for (int i = 0; i <= PcapngInterfaces.MOST; i++) {
            bytes.describe(1);
        }
        Reading reading = Reading.of(bytes.enhanced(65535, 1, FRAME, 61)
                .enhanced(65536, 2, FRAME, 61)
                .toBytes());
        assertThat(reading.times()).containsExactly(1_000L);
        assertThat(reading.damage()).contains("expected at most 65536 interfaces");
    }
}
