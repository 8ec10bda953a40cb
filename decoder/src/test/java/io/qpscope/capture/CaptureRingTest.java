package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class CaptureRingTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_800_000_000L * SECOND;

    @TempDir
    Path folder;

    /** Packets of 100 bytes, one a second; returns how many each file has. */
    private List<Integer> write(CaptureRing.Limits limits, int packets) throws IOException {
        CaptureInterface from = CaptureInterface.of(LinkType.ETHERNET).name("eth0");
        try (CaptureRing ring = new CaptureRing(folder.resolve("a.b.pcapng"), limits, "t", from)) {
            for (int i = 0; i < packets; i++) {
                ring.write(START + i * SECOND, ByteBuffer.allocate(100), 100);
            }
        }
        List<Integer> counts = new ArrayList<>();
        for (Path file : files()) {
            Blocks blocks = Blocks.of(file);
            assertThat(blocks.interfaces().get(0).options()).contains("2=eth0");
            counts.add(blocks.packets().size());
        }
        return counts;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    @Test
    void withoutLimitsItIsTheFileThatWasNamed() throws IOException {
        assertThat(write(CaptureRing.Limits.NONE, 7)).containsExactly(7);
        assertThat(files()).containsExactly(folder.resolve("a.b.pcapng"));
    }

    @Test
    void packetsLimitAFile() throws IOException {
        assertThat(write(new CaptureRing.Limits(0, 3, 0, 0), 7)).containsExactly(3, 3, 1);
        for (int i = 0; i < 3; i++) {
            assertThat(files().get(i).getFileName().toString())
                    .matches("a\\.b_0000" + (i + 1) + "_2027011[45]\\d{6}\\.pcapng");
        }
    }

    @Test
    void theOldestIsDeleted() throws IOException {
        assertThat(write(new CaptureRing.Limits(0, 3, 0, 2), 10)).containsExactly(3, 1);
        assertThat(files().get(0).toString()).contains("_00003_");
        assertThat(files().get(1).toString()).contains("_00004_");
    }

    /** From the first packet of a file: at 0, 1, 2 the first, from 3 on the next. */
    @Test
    void timeLimitsAFile() throws IOException {
        assertThat(write(new CaptureRing.Limits(0, 0, 3 * SECOND, 0), 7)).containsExactly(3, 3, 1);
    }

    /** A packet's block is 132 bytes; what stands before it is less than 100. */
    @Test
    void bytesLimitAFile() throws IOException {
        assertThat(write(new CaptureRing.Limits(3 * 132, 0, 0, 0), 7)).containsExactly(3, 3, 1);
        for (Path file : files()) {
            assertThat(Files.size(file)).isLessThan(4 * 132 + 100);
        }
    }
}
