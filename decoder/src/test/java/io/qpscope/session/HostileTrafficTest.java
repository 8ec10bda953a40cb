package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Traffic that would fill any memory ends within a heap of a gigabyte and the usual bounds, and the
 * report says what was cut.
 */
class HostileTrafficTest {
    private static final String HEAP = "-Xmx1g";
    private static final int MOST_MIB = 800;
    private static final int MINUTES = 10;
    private static final int MAX_SESSIONS = SessionTracker.Options.DEFAULT.maxSessions();

    /** What came of one kind of traffic. */
    private record Line(long usedMib, int sessions, String cut, String observed) {}

    @Test
    void memoryStaysWithinItsBoundsAndWhatWasCutIsTold() throws Exception {
        Map<String, Line> lines = run();
        assertThat(lines).hasSize(13);
        lines.forEach((name, line) -> {
            assertThat(line.usedMib).as("MiB of " + name).isLessThan(MOST_MIB);
            assertThat(line.sessions).as("sessions of " + name).isLessThanOrEqualTo(MAX_SESSIONS);
        });
        int beyond = HostileTraffic.MANY - MAX_SESSIONS;
        String flows = "packets of flows beyond --max-sessions=" + beyond;
        assertThat(lines.get("flows").cut).contains(flows);
        assertThat(lines.get("addresses").cut).contains(flows);
        assertThat(lines.get("requests").cut)
                .contains("connection requests beyond " + CmTracker.MAX_CONNECTIONS + "="
                        + (HostileTraffic.MANY - CmTracker.MAX_CONNECTIONS));
        assertThat(lines.get("pauses").cut)
                .contains("PAUSE and PFC frames of further sources="
                        + (HostileTraffic.MANY - PauseTracker.MAX_SOURCES));
        assertThat(lines.get("counterAddresses").cut).contains("--max-sessions");
        assertThat(lines.get("answeredFlows").cut).contains("--max-sessions");
        assertThat(lines.get("inFlight").cut).contains("packets in flight");
        assertThat(lines.get("announcements").cut).contains("announcements of queue pairs");
        assertThat(lines.get("jumps").cut).contains("episodes of this direction");
        assertThat(lines.get("gaps").observed).contains("STREAM_GAP");
        // Nothing to cut: a thousand lives are a thousand sessions, other TCP is no session.
        assertThat(lines.get("lives").sessions).isEqualTo(1_000);
        assertThat(lines.get("lives").cut).isEqualTo("{}");
        assertThat(lines.get("connections").sessions).isZero();
    }

    private static Map<String, Line> run() throws IOException, InterruptedException {
        Path out = Files.createTempFile("hostile", ".txt");
        try {
            Process java = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            HEAP,
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            HostileTraffic.class.getName())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            boolean ended = java.waitFor(MINUTES, TimeUnit.MINUTES);
            java.destroyForcibly();
            List<String> text = Files.readAllLines(out);
            assertThat(ended).as("ended in time: %s", text).isTrue();
            assertThat(java.exitValue()).as("exit code: %s", text).isZero();
            Map<String, Line> lines = new HashMap<>();
            for (String line : text) {
                String[] part = line.split("\t", -1);
                assertThat(part).as(line).hasSize(6);
                lines.put(
                        part[0],
                        new Line(
                                Long.parseLong(part[2]),
                                Integer.parseInt(part[3]),
                                part[4],
                                part[5]));
            }
            return lines;
        } finally {
            Files.deleteIfExists(out);
        }
    }
}
