package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CaptureAllocationTest {
    private static final int RECORDS = 100_000;

    @TempDir
    Path folder;

    private Path pcap() throws IOException {
        Path path = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(path, LinkType.ETHERNET)) {
            for (int i = 0; i < RECORDS; i++) {
                writer.write(i, CaptureBytes.frame(60, i), 60);
            }
        }
        return path;
    }

    private Path pcapng() throws IOException {
        CaptureBytes nanos = CaptureBytes.in(ByteOrder.BIG_ENDIAN).option(9, (byte) 9);
        CaptureBytes bytes = CaptureBytes.in(ByteOrder.BIG_ENDIAN).section().describe(1, 0, nanos);
        for (int i = 0; i < RECORDS; i++) {
            bytes.enhanced(0, i, CaptureBytes.frame(60, i), 60);
        }
        return Files.write(folder.resolve("a.pcapng"), bytes.toBytes());
    }

    private interface Opening {
        FrameCursor open() throws IOException;
    }

    @Test
    void nextAllocatesNothingOnMappedFiles() throws IOException {
        Path pcap = pcap();
        assertThat(leastAllocated(() -> CaptureFile.open(pcap), RECORDS)).isZero();
        Path pcapng = pcapng();
        assertThat(leastAllocated(() -> CaptureFile.open(pcapng), RECORDS)).isZero();
    }

    @Test
    void nextAllocatesNothingOnStreams() throws IOException {
        byte[] bytes = Files.readAllBytes(pcap());
        assertThat(leastAllocated(
                        () -> CaptureFile.open(new ByteArrayInputStream(bytes), "test"), RECORDS))
                .isZero();
    }

    @Test
    void nextAllocatesNothingOnMergedFiles() throws IOException {
        // They alternate; the end of the first one, which looks at the file again, is left out.
        List<Path> both = List.of(pcap(), pcapng());
        assertThat(leastAllocated(() -> CaptureFile.open(both), 2 * RECORDS - 1))
                .isZero();
    }

    /** The least of some rounds, because the JVM allocates now and then when it compiles. */
    private static long leastAllocated(Opening opening, int records) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < 6; round++) {
            try (FrameCursor cursor = opening.open()) {
                sum += walk(cursor, 1);
                long before = threads.getCurrentThreadAllocatedBytes();
                sum += walk(cursor, records - 1);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                assertThat(cursor.number()).isEqualTo(records);
            }
        }
        assertThat(sum).isNotZero();
        return least;
    }

    private static long walk(FrameCursor cursor, int records) throws IOException {
        long sum = 0;
        for (int i = 0; i < records && cursor.next(); i++) {
            sum += cursor.timeNs() + cursor.buffer().get(cursor.offset()) + cursor.linkType();
            sum += cursor.originalLength() + cursor.interfaceId() + cursor.captureIndex();
        }
        return sum;
    }
}
