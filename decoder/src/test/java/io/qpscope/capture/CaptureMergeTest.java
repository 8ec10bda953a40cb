package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class CaptureMergeTest {
    @TempDir
    Path folder;

    private Path pcap(String name, long... times) throws IOException {
        Path path = folder.resolve(name);
        try (PcapWriter writer = PcapWriter.create(path, LinkType.ETHERNET)) {
            for (long time : times) {
                writer.write(time, CaptureBytes.frame(20, (int) time), 20);
            }
        }
        return path;
    }

    private static Reading read(List<Path> paths) throws IOException {
        return Reading.of(CaptureFile.open(paths));
    }

    @Test
    void mergesByTimeAndKeepsTheCommandLinesOrderWhereTimesAreEqual() throws IOException {
        Reading reading = read(List.of(pcap("a", 3, 5, 5), pcap("b", 1, 5, 9), pcap("c", 5)));
        assertThat(reading.times()).containsExactly(1L, 3L, 5L, 5L, 5L, 5L, 9L);
        assertThat(reading.frames())
                .extracting(Reading.Frame::captureIndex)
                .containsExactly(1, 0, 0, 0, 1, 2, 1);
        assertThat(reading.frames())
                .extracting(Reading.Frame::number)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(reading.frame(6).bytes()).startsWith((byte) 9);
        assertThat(reading.captures()).extracting(CaptureInfo::packets).containsExactly(3L, 3L, 1L);
    }

    @Test
    void keepsTheOrderOfOneFileWhereItsTimesGoBack() throws IOException {
        Reading reading = read(List.of(pcap("a", 10, 2, 11), pcap("b", 7)));
        assertThat(reading.times()).containsExactly(7L, 10L, 2L, 11L);
        assertThat(reading.captures().get(0).firstTimeNs()).isEqualTo(2);
    }

    @Test
    void mergesAsAStableSortDoes() throws IOException {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Path> paths = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int file = 0; file < 9; file++) {
            long[] times = random.longs(random.nextInt(50), 0, 60).sorted().toArray();
            paths.add(pcap("file" + file, times));
            for (long time : times) {
                expected.add(String.format("%02d %d", time, file));
            }
        }
        expected.sort(null);
        Reading reading = read(paths);
        assertThat(reading.frames())
                .as("seed %d", seed)
                .extracting(frame -> String.format("%02d %d", frame.timeNs(), frame.captureIndex()))
                .isEqualTo(expected);
    }

    @Test
    void aDamagedFileDoesNotEndTheOthers() throws IOException {
        Path cut = pcap("cut", 1, 2, 3);
        byte[] bytes = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1));
        Reading reading = read(List.of(cut, pcap("good", 4, 5)));
        assertThat(reading.times()).containsExactly(1L, 2L, 4L, 5L);
        assertThat(reading.captures().get(0).damage()).contains("35 are there");
        assertThat(reading.captures().get(1).damage()).isNull();
    }

    @Test
    void interfacesAreNumberedPerCapture() throws IOException {
        byte[] frame = CaptureBytes.frame(20, 0);
        Path ng = Files.write(
                folder.resolve("ng"),
                CaptureBytes.in(ByteOrder.BIG_ENDIAN)
                        .section()
                        .describe(LinkType.INFINIBAND)
                        .describe(LinkType.ETHERNET)
                        .enhanced(1, 1, frame, 20)
                        .enhanced(0, 2, frame, 20)
                        .toBytes());
        Reading reading = read(List.of(ng, ng, pcap("a", 1500)));
        assertThat(reading.frames())
                .extracting(Reading.Frame::interfaceId)
                .containsExactly(1, 1, 0, 0, 0);
        assertThat(reading.frames())
                .extracting(Reading.Frame::linkType)
                .containsExactly(1, 1, 1, LinkType.INFINIBAND, LinkType.INFINIBAND);
    }

    @Test
    void oneFileThatCannotBeOpenedRefusesAll() throws IOException {
        Path good = pcap("good", 1);
        assertThatThrownBy(() -> CaptureFile.open(List.of(good, folder.resolve("none"))))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> CaptureFile.open(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mergesEmptyCaptures() throws IOException {
        assertThat(read(List.of(pcap("a"), pcap("b"))).frames()).isEmpty();
        assertThat(read(List.of(pcap("c"), pcap("d", 4))).times()).containsExactly(4L);
    }
}
