package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class LinkSpeedTest {
    private static final int IF_SPEED = 8;
    private static final byte[] FRAME = CaptureBytes.frame(60, 1);

    @TempDir
    Path folder;

    private static CaptureBytes speed(long bitsPerSecond) {
        return CaptureBytes.in(ByteOrder.BIG_ENDIAN).optionLong(IF_SPEED, bitsPerSecond);
    }

    private static CaptureBytes ng() {
        return CaptureBytes.in(ByteOrder.BIG_ENDIAN).section();
    }

    private static List<Long> speeds(FrameCursor cursor) throws IOException {
        try (cursor) {
            List<Long> speeds = new ArrayList<>();
            while (cursor.next()) {
                speeds.add(cursor.linkSpeed());
            }
            return speeds;
        }
    }

    private static List<Long> speeds(CaptureBytes bytes) throws IOException {
        return speeds(CaptureFile.open(new ByteArrayInputStream(bytes.toBytes()), "test"));
    }

    @Test
    void everyRecordHasItsInterfacesSpeedAlsoBehindAnotherSection() throws IOException {
        assertThat(speeds(ng().describe(LinkType.ETHERNET)
                        .describe(LinkType.ETHERNET, 0, speed(100_000_000_000L))
                        .enhanced(1, 2, FRAME, 60)
                        .enhanced(0, 1, FRAME, 60)
                        .section()
                        .describe(LinkType.ETHERNET, 0, speed(25_000_000_000L))
                        .enhanced(0, 3, FRAME, 60)))
                .containsExactly(100_000_000_000L, 0L, 25_000_000_000L);
    }

    @Test
    void aSpeedThatIsNoneIsNotKnown() throws IOException {
        assertThat(speeds(ng().describe(LinkType.ETHERNET, 0, speed(-1))
                        .enhanced(0, 2, FRAME, 60)
                        .describe(
                                LinkType.ETHERNET,
                                0,
                                CaptureBytes.in(ByteOrder.BIG_ENDIAN).optionInt(IF_SPEED, 7))
                        .enhanced(1, 3, FRAME, 60)))
                .containsExactly(0L, 0L);
    }

    @Test
    void mergedCapturesKeepTheirOwn() throws IOException {
        Path ng = folder.resolve("a.pcapng");
        Files.write(
                ng,
                ng().describe(LinkType.ETHERNET, 0, speed(400_000_000_000L))
                        .enhanced(0, 1, FRAME, 60)
                        .toBytes());
        Path pcap = folder.resolve("b.pcap");
        try (PcapWriter writer = PcapWriter.create(pcap, LinkType.ETHERNET)) {
            writer.write(2_000, FRAME, 60);
        }
        assertThat(speeds(CaptureFile.open(List.of(pcap, ng))))
                .containsExactly(400_000_000_000L, 0L);
    }
}
