package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class CapturePcapTest {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final int SNAP_LENGTH = 65535;

    @TempDir
    Path folder;

    private static CaptureBytes pcap(int snapLength, int network) {
        return CaptureBytes.in(LITTLE).pcap(PcapCursor.NANOSECONDS, snapLength, network);
    }

    private static CaptureBytes pcap() {
        return pcap(SNAP_LENGTH, LinkType.ETHERNET);
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("test.pcap"), bytes);
    }

    private Reading mapped(CaptureBytes bytes) throws IOException {
        return Reading.of(CaptureFile.open(file(bytes.toBytes())));
    }

    @ParameterizedTest
    @CsvSource({
        "a1b2c3d4, LITTLE_ENDIAN, 1000, pcap us",
        "a1b2c3d4, BIG_ENDIAN, 1000, pcap us",
        "a1b23c4d, LITTLE_ENDIAN, 1, pcap ns",
        "a1b23c4d, BIG_ENDIAN, 1, pcap ns"
    })
    void readsBothResolutionsInBothByteOrders(String magic, String order, long unit, String format)
            throws IOException {
        ByteOrder byteOrder =
                order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        byte[] first = CaptureBytes.frame(61, 1);
        byte[] second = CaptureBytes.frame(60, 7);
        CaptureBytes bytes = CaptureBytes.in(byteOrder)
                .pcap(Integer.parseUnsignedInt(magic, 16), SNAP_LENGTH, LinkType.ETHERNET)
                .record(0xffff_fff0L, 999_999, first, 61)
                .record(5, 1, second, 1500);

        Reading reading = mapped(bytes);
        assertThat(Reading.of(bytes.toBytes()).frames()).isEqualTo(reading.frames());
        long late = 4_294_967_280_000_000_000L + 999_999 * unit;
        long early = 5_000_000_000L + unit;
        assertThat(reading.times()).containsExactly(late, early);
        assertThat(reading.frame(0).bytes()).isEqualTo(boxed(first));
        assertThat(reading.frame(1).bytes()).isEqualTo(boxed(second));
        assertThat(reading.frame(1).fileOffset()).isEqualTo(24 + 16 + 61);
        assertThat(reading.info())
                .isEqualTo(new CaptureInfo(
                        folder.resolve("test.pcap").toString(),
                        format,
                        List.of(LinkType.ETHERNET),
                        2,
                        1561,
                        1,
                        early,
                        late,
                        null));
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> boxed = new java.util.ArrayList<>();
        for (byte b : bytes) {
            boxed.add(b);
        }
        return boxed;
    }

    @Test
    void skipsEightMoreBytesOfModifiedRecords() throws IOException {
        byte[] frame = CaptureBytes.frame(20, 3);
        CaptureBytes bytes = CaptureBytes.in(LITTLE).pcap(PcapCursor.MODIFIED, SNAP_LENGTH, 1);
        for (int i = 0; i < 2; i++) {
            bytes.u32(1).u32(2).u32(20).u32(20).u32(7).u32(8).bytes(frame);
        }
        Reading reading = mapped(bytes);
        assertThat(reading.damage()).isNull();
        assertThat(reading.frames()).hasSize(2);
        assertThat(reading.frame(1).bytes()).isEqualTo(boxed(frame));
        assertThat(reading.times()).containsExactly(1_000_002_000L, 1_000_002_000L);
    }

    @ParameterizedTest
    @CsvSource({
        // network field, stored, on the wire -> stored, on the wire without the FCS
        "00000001, 64, 64, 64, 64",
        "20000001, 64, 64, 64, 64",
        "24000001, 64, 64, 60, 60",
        "14000001, 64, 64, 62, 62",
        "24000001, 64, 1518, 64, 1514",
        "24000001, 62, 64, 60, 60",
        "24000001, 60, 64, 60, 60",
        "24000001, 59, 64, 59, 60",
        "24000001, 2, 3, 0, 0",
        "f4000001, 64, 64, 34, 34"
    })
    void takesTheFrameCheckSequenceOff(
            String network, int stored, int wire, int storedWithout, int wireWithout)
            throws IOException {
        Reading reading = mapped(pcap(SNAP_LENGTH, Integer.parseUnsignedInt(network, 16))
                .record(0, 0, CaptureBytes.frame(stored, 0), wire)
                .record(1, 0, CaptureBytes.frame(5, 0), 50));
        assertThat(reading.frame(0).bytes()).hasSize(storedWithout);
        assertThat(reading.frame(0).originalLength()).isEqualTo(wireWithout);
        assertThat(reading.frame(0).linkType()).isEqualTo(LinkType.ETHERNET);
        assertThat(reading.frames()).hasSize(2);
    }

    @Test
    void neverSaysThatLessWasOnTheWireThanIsStored() throws IOException {
        Reading reading = mapped(pcap().record(0, 0, CaptureBytes.frame(60, 0), 0)
                .record(0, 0, CaptureBytes.frame(60, 0), -1));
        assertThat(reading.frame(0).originalLength()).isEqualTo(60);
        assertThat(reading.frame(1).originalLength()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aHeaderAloneIsAGoodCapture() throws IOException {
        Reading reading = mapped(pcap(SNAP_LENGTH, LinkType.INFINIBAND));
        assertThat(reading.frames()).isEmpty();
        assertThat(reading.damage()).isNull();
        assertThat(reading.info().linkTypes()).containsExactly(LinkType.INFINIBAND);
        assertThat(reading.info().firstTimeNs()).isZero();
        assertThat(reading.info().lastTimeNs()).isZero();
    }

    @Test
    void deliversAllWholeRecordsOfACutFile() throws IOException {
        byte[] whole = pcap().record(1, 0, CaptureBytes.frame(40, 0), 40)
                .record(2, 0, CaptureBytes.frame(74, 0), 74)
                .toBytes();
        int second = 24 + 16 + 40;
        for (int length = 24; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Reading reading = Reading.of(CaptureFile.open(file(cut)));
            String expected = damageOfCut(length, second);
            assertThat(reading.frames()).hasSize(length < second ? 0 : 1);
            assertThat(reading.damage()).as("cut at %d", length).isEqualTo(expected);
            assertThat(Reading.of(cut).damage()).isEqualTo(expected);
        }
    }

    private static String damageOfCut(int length, int second) {
        int at = length < second ? 24 : second;
        if (length == at) {
            return null;
        }
        String what = "record header of 16";
        if (length - at >= 16) {
            what = at == 24 ? "record of 56" : "record of 90";
        }
        return "byte " + at + ": the file ends inside a " + what + " bytes, " + (length - at)
                + " are there";
    }

    @ParameterizedTest
    @CsvSource({
        // snap length, captured length, largest taken
        "65535, 262144, ",
        "65535, 262145, 262144",
        "0, 262145, 262144",
        "300000, 300000, ",
        "300000, 300001, 300000",
        "-1, 16777216, ",
        "-1, 16777217, 16777216",
        "-1, -1, 16777216",
        "65535, -1, 262144"
    })
    void takesNoRecordLargerThanTheSnapLengthAndTheUsualLimit(
            int snapLength, int captured, Integer limit) throws IOException {
        CaptureBytes bytes = pcap(snapLength, 1).record(1, 0, CaptureBytes.frame(4, 0), 4);
        bytes.u32(2).u32(0).u32(captured).u32(captured);
        if (limit == null) {
            bytes.bytes(new byte[captured]);
        }
        String expected = limit == null
                ? null
                : "byte 44: expected a record of at most " + limit + " bytes, found "
                        + Integer.toUnsignedString(captured);
        Reading reading = mapped(bytes);
        assertThat(reading.frames()).hasSize(limit == null ? 2 : 1);
        assertThat(reading.damage()).isEqualTo(expected);
        assertThat(Reading.of(bytes.toBytes()).damage()).isEqualTo(expected);
    }

    @Test
    void namesAnEmptyFile() throws IOException {
        Path path = file(new byte[0]);
        assertThatThrownBy(() -> CaptureFile.open(path))
                .isInstanceOf(CaptureException.class)
                .hasMessage(path + ": byte 0: expected a pcap or pcapng magic number, "
                        + "the file is empty");
    }

    @Test
    void refusesWhatIsNoCapture() throws IOException {
        Path path = file("#!/bin/sh\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> CaptureFile.open(path))
                .isInstanceOf(CaptureException.class)
                .hasMessage(path + ": byte 0: expected a pcap or pcapng magic number or a"
                        + " chain of ERF records, found 23212f62");
        assertThatThrownBy(() -> CaptureFile.open(folder))
                .isInstanceOf(CaptureException.class)
                .hasMessageContaining("found a directory");
        assertThatThrownBy(() -> CaptureFile.open(folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void refusesAFileTooShortForAMagicNumber(int length) {
        assertThatThrownBy(() -> Reading.of(new byte[length]))
                .isInstanceOf(CaptureException.class)
                .hasMessageEndingWith("found only " + length + " bytes");
    }

    @Test
    void refusesAFileThatEndsInsideItsHeader() {
        byte[] cut = Arrays.copyOf(pcap().toBytes(), 23);
        assertThatThrownBy(() -> Reading.of(cut))
                .isInstanceOf(CaptureException.class)
                .hasMessage("test: byte 0: the file ends inside the pcap header of 24 bytes, "
                        + "23 are there");
    }
}
