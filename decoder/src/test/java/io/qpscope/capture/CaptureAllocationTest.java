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
        CaptureBytes bytes = CaptureBytes.in(ByteOrder.BIG_ENDIAN).section().describe(1);
        for (int i = 0; i < RECORDS; i++) {
            bytes.enhanced(0, i, CaptureBytes.frame(60, i), 60);
        }
        return Files.write(folder.resolve("a.pcapng"), bytes.toBytes());
    }

    @Test
    void nextAllocatesNothingOnMappedFiles() throws IOException {
        assertAllocatesNothing(CaptureFile.open(pcap()));
        assertAllocatesNothing(CaptureFile.open(pcapng()));
    }

    @Test
    void nextAllocatesNothingOnStreams() throws IOException {
        byte[] bytes = Files.readAllBytes(pcap());
        assertAllocatesNothing(CaptureFile.open(new ByteArrayInputStream(bytes), "test"));
    }

    @Test
    void nextAllocatesNothingOnMergedFiles() throws IOException {
        assertAllocatesNothing(CaptureFile.open(List.of(pcap(), pcapng())));
    }

    private static void assertAllocatesNothing(FrameCursor cursor) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        try (cursor) {
            sum += walk(cursor, 1000);
            threads.getCurrentThreadAllocatedBytes();
            long before = threads.getCurrentThreadAllocatedBytes();
            sum += walk(cursor, RECORDS - 1000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(cursor.number()).isEqualTo(RECORDS);
            assertThat(allocated).isZero();
        }
        assertThat(sum).isNotZero();
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
