package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

class CapturePackedTest {
    private static final int FRAMES = 400;
    private static final int RECORD = 16 + 1000;

    @TempDir
    Path folder;

    private final byte[] plain = capture();

    /** Random, so that packing it leaves many blocks and cuts fall into the data. */
    private static byte[] capture() {
        Random random = new Random(1);
        CaptureBytes bytes = CaptureBytes.in(ByteOrder.LITTLE_ENDIAN)
                .pcap(PcapCursor.NANOSECONDS, 65535, LinkType.ETHERNET);
        for (int i = 0; i < FRAMES; i++) {
            byte[] frame = new byte[1000];
            random.nextBytes(frame);
            bytes.record(i, 0, frame, frame.length);
        }
        return bytes.toBytes();
    }

    private interface Packer {
        OutputStream into(OutputStream out) throws IOException;
    }

    private static final Packer GZIP = GZIPOutputStream::new;
    private static final Packer ZSTD = ZstdOutputStream::new;

    private static Packer packer(String name) {
        return name.equals("gzip") ? GZIP : ZSTD;
    }

    private static byte[] pack(Packer packer, byte[]... members) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] member : members) {
            try (OutputStream packing = packer.into(out)) {
                packing.write(member);
            }
        }
        return out.toByteArray();
    }

    /** The name says nothing: the first bytes decide. */
    private Reading file(byte[] packed) throws IOException {
        return Reading.of(CaptureFile.open(Files.write(folder.resolve("x.pcap"), packed)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void readsPackedFilesAndPackedPipes(String name) throws IOException {
        List<Reading.Frame> expected = Reading.of(plain).frames();
        byte[] packed = pack(packer(name), plain);
        Reading fromFile = file(packed);
        assertThat(fromFile.damage()).isNull();
        assertThat(fromFile.frames()).isEqualTo(expected).hasSize(FRAMES);
        assertThat(fromFile.info().format()).isEqualTo("pcap ns, " + name);
        Reading fromPipe = Reading.of(packed);
        assertThat(fromPipe.damage()).isNull();
        assertThat(fromPipe.frames()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void readsSeveralMembersAlsoFromASlowPipe(String name) throws IOException {
        byte[] first = Arrays.copyOf(plain, 100_000);
        byte[] second = Arrays.copyOfRange(plain, 100_000, plain.length);
        InputStream slow =
                new SlowStream(new ByteArrayInputStream(pack(packer(name), first, second)));
        Reading reading = Reading.of(CaptureFile.open(slow, "pipe"));
        assertThat(reading.damage()).isNull();
        assertThat(reading.frames()).hasSize(FRAMES);
    }

    @Test
    void readsSlowPlainPipes() throws IOException {
        InputStream slow = new SlowStream(new ByteArrayInputStream(plain));
        assertThat(Reading.of(CaptureFile.open(slow, "pipe")).frames())
                .isEqualTo(Reading.of(plain).frames());
    }

    /** Gives few bytes at a time and never says that more are there. */
    private static final class SlowStream extends FilterInputStream {
        SlowStream(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return super.read(bytes, offset, Math.min(length, 7));
        }

        @Override
        public int available() {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void deliversTheWholeRecordsOfCutData(String name) throws IOException {
        byte[] packed = pack(packer(name), plain);
        for (int cut : new int[] {200_000, 300_001, packed.length - 1}) {
            byte[] there = Arrays.copyOf(packed, cut);
            Reading reading = file(there);
            // Random bytes are stored as they are, at most a block of them is incomplete.
            int least = Math.min(FRAMES, (cut - 132_000) / RECORD);
            assertThat(reading.frames()).hasSizeBetween(least, FRAMES);
            assertThat(reading.damage())
                    .startsWith("byte ")
                    .containsAnyOf("ends inside", "ends early");
            assertThat(Reading.of(there).frames()).isEqualTo(reading.frames());
        }
    }

    @Test
    void deliversTheRecordsBeforeDamageInGzip() throws IOException {
        byte[] packed = pack(GZIP, compressible());
        // A run of ones is no deflate block.
        Arrays.fill(packed, packed.length / 2, packed.length / 2 + 50, (byte) 0xff);
        Reading reading = file(packed);
        assertThat(reading.frames().size()).isBetween(FRAMES / 3, FRAMES - 1);
        assertThat(reading.damage()).startsWith("byte ").endsWith(")");
    }

    /** Deflate has to keep codes here, in stored blocks no damage would show. */
    private byte[] compressible() {
        byte[] bytes = plain.clone();
        for (int i = 24; i < bytes.length; i++) {
            int inRecord = (i - 24) % RECORD;
            if (inRecord >= 16) {
                bytes[i] &= 0x0f;
            }
        }
        return bytes;
    }

    @Test
    void deliversTheRecordsBeforeDamageInZstd() throws IOException {
        byte[] packed = pack(ZSTD, plain);
        byte[] bad = packed.clone();
        int block = blockAt(bad, 2);
        // Type 3 is reserved.
        bad[block] |= 0x06;
        Reading reading = file(bad);
        assertThat(reading.frames()).hasSizeGreaterThan(128 * 1024 / RECORD);
        assertThat(reading.damage()).startsWith("byte ").endsWith(")");
    }

    @Test
    void deliversAllWhenOnlyTheZstdChecksumIsWrong() throws IOException {
        byte[] packed = pack(ZSTD, plain);
        packed[packed.length - 1] ^= 1;
        Reading reading = file(packed);
        assertThat(reading.frames()).hasSize(FRAMES);
        assertThat(reading.damage()).startsWith("byte ").contains("Bad checksum");
    }

    /** Where a block of the first frame has its header. */
    private static int blockAt(byte[] zstd, int number) {
        int descriptor = zstd[4];
        int sizeCode = descriptor >> 6 & 3;
        boolean single = (descriptor & 0x20) != 0;
        int at = 5 + (single ? 0 : 1) + (sizeCode == 0 ? (single ? 1 : 0) : 1 << sizeCode);
        for (int i = 0; i < number; i++) {
            int header =
                    (zstd[at] & 0xff) | (zstd[at + 1] & 0xff) << 8 | (zstd[at + 2] & 0xff) << 16;
            at += 3 + ((header >> 1 & 3) == 1 ? 1 : header >> 3);
        }
        return at;
    }

    @Test
    void skipsSkippableZstdFrames() throws IOException {
        CaptureBytes bytes = CaptureBytes.in(ByteOrder.LITTLE_ENDIAN)
                .u32(0x184d2a50)
                .u32(5)
                .bytes(new byte[5])
                .bytes(pack(ZSTD, plain));
        assertThat(file(bytes.toBytes()).frames()).hasSize(FRAMES);
        assertThat(Reading.of(bytes.toBytes()).damage()).isNull();
    }

    @Test
    void refusesPackedDataThatIsNoCapture() throws IOException {
        byte[] twice = pack(GZIP, pack(GZIP, plain));
        assertThatThrownBy(() -> Reading.of(twice))
                .isInstanceOf(CaptureException.class)
                .hasMessage("test: byte 0: expected a pcap or pcapng magic number or a chain of ERF"
                        + " records, found 1f8b0800");
        byte[] nothing = pack(ZSTD, new byte[0]);
        assertThatThrownBy(() -> Reading.of(nothing))
                .isInstanceOf(CaptureException.class)
                .hasMessageEndingWith("the file is empty");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 9, 12})
    void refusesPackedDataThatEndsBeforeAnyCaptureByte(int length) throws IOException {
        byte[] gzip = Arrays.copyOf(pack(GZIP, plain), length);
        assertThatThrownBy(() -> Reading.of(gzip))
                .isInstanceOf(CaptureException.class)
                .hasMessageStartingWith("test: byte 0: ");
        byte[] zstd = Arrays.copyOf(pack(ZSTD, plain), length);
        assertThatThrownBy(() -> file(zstd))
                .isInstanceOf(CaptureException.class)
                .hasMessageContaining("the zstd data ends inside");
    }
}
