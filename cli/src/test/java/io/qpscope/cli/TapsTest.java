package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.StreamSupport;

/** The option --taps, on a recording of two taps that is taken apart into two captures. */
class TapsTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final Path LOSS = CAPTURES.resolve("roce-between-send-loss.pcapng");
    private static final long HOUR_NS = 3_600_000_000_000L;
    /** By the manifest: B sent 285, A got 269; nothing was lost before the taps. */
    private static final int LOST = 16;

    @TempDir
    Path folder;

    /**
     * One interface of a capture as a file of its own, by another clock.
     *
     * @param kept milliseconds since the recording began
     */
    private Path tap(int interfaceId, long clockNs, LongPredicate kept) throws IOException {
        Path file = folder.resolve("tap" + interfaceId + "-" + clockNs + ".pcap");
        try (FrameCursor cursor = CaptureFile.open(LOSS);
                PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            while (cursor.next()) {
                if (cursor.interfaceId() == interfaceId && kept.test(milliseconds(cursor))) {
                    ByteBuffer frame = cursor.buffer().duplicate();
                    frame.limit(cursor.offset() + cursor.capturedLength())
                            .position(cursor.offset());
                    writer.write(cursor.timeNs() + clockNs, frame, cursor.originalLength());
                }
            }
        }
        return file;
    }

    /** Since the first frame of the file, which is the earliest. */
    private static long milliseconds(FrameCursor cursor) {
        return (cursor.timeNs() - cursor.captures().get(0).firstTimeNs()) / 1_000_000;
    }

    private static JsonNode taps(Object... files) {
        Object[] args = new Object[files.length + 4];
        args[0] = "analyze";
        args[1] = "--taps";
        args[2] = "--format";
        args[3] = "json";
        System.arraycopy(files, 0, args, 4, files.length);
        CommandRun run = CommandRun.of(args);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    private static JsonNode from(JsonNode report, String address) {
        return StreamSupport.stream(report.get("taps").get("paths").spliterator(), false)
                .filter(path -> path.get("from").asString().equals(address))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> rules(JsonNode report) {
        return StreamSupport.stream(report.get("findings").spliterator(), false)
                .map(finding -> finding.get("rule").asString())
                .toList();
    }

    @Test
    void twoFilesWithClocksAnHourApartTellWhatOneFileOfBothTells() throws IOException {
        JsonNode whole = taps(LOSS);
        for (long clock : new long[] {0, HOUR_NS, -HOUR_NS}) {
            JsonNode report = taps(tap(0, 0, ms -> true), tap(1, clock, ms -> true));
            JsonNode path = from(report, "10.9.0.2");
            JsonNode segment = path.get("segments").get(0);
            assertThat(path.get("order").toString()).isEqualTo("[\"B\",\"A\"]");
            assertThat(segment.get("lost").asInt()).isEqualTo(LOST);
            assertThat(from(whole, "10.9.0.2").get("lostBetween").asInt()).isEqualTo(LOST);
            assertThat(from(report, "10.9.0.1").get("lostBetween").asInt()).isZero();
            JsonNode second = report.get("taps").get("points").get(1);
            assertThat(second.get("clock").asString()).isEqualTo("ESTIMATED");
            long error = second.get("clockOffsetNs").asLong() - clock;
            long bound = second.get("clockUncertaintyNs").asLong();
            assertThat(Math.abs(error)).isLessThanOrEqualTo(bound);
            assertThat(bound).isLessThan(100_000);
            assertThat(segment.get("delayNs").get("min").asLong()).isPositive();
            // The sessions are the same, once for each tap, and name frames of their own capture.
            assertThat(report.get("sessions").size()).isEqualTo(2);
            assertThat(report.get("sessions").get(1).get("lastFrame").asLong())
                    .isLessThanOrEqualTo(second.get("frames").asLong());
            assertThat(rules(report)).contains("TAP-LOSS-BETWEEN");
        }
    }

    @Test
    void theObjectTapsIsAContract() throws IOException {
        JsonNode report = taps(tap(0, 0, ms -> true), tap(1, HOUR_NS, ms -> true));
        JsonNode taps = report.get("taps");
        assertThat(names(taps)).isEqualTo("samePlace points paths limits");
        assertThat(names(taps.get("points").get(0)))
                .isEqualTo("name file interface frames packets captureDuplicates firstTime lastTime"
                        + " clock clockOffsetNs clockUncertaintyNs firstSession lastSession");
        JsonNode path = from(report, "10.9.0.2");
        assertThat(names(path))
                .isEqualTo("from fromPort to toPort order orderBy packets lostBeforeFirst"
                        + " lostBetween lostBehindLast duplicatedBeforeFirst undecided segments");
        JsonNode segment = path.get("segments").get(0);
        assertThat(names(segment))
                .isEqualTo("first second packets lost lostByKind lostPackets missedByFirst"
                        + " missedBySecond duplicated reordered corrupted ceMarked"
                        + " matchedWithoutIcrc delayNs delayAboveLeastNs");
        assertThat(names(segment.get("lostByKind")))
                .isEqualTo("REQUEST RESPONSE ACKNOWLEDGE MAD SEGMENT OTHER");
        assertThat(names(segment.get("lostPackets").get(0))).isEqualTo("frame kind qpn psn");
        assertThat(names(segment.get("delayNs"))).isEqualTo("min p50 p99 max");
        assertThat(taps.get("points").get(0).get("firstSession").asInt()).isEqualTo(1);
        assertThat(taps.get("points").get(1).get("firstSession").asInt()).isEqualTo(2);
    }

    private static String names(JsonNode node) {
        return String.join(" ", node.propertyNames());
    }

    @Test
    void withoutTheOptionThereIsNoSuchObject() {
        CommandRun run = CommandRun.of("analyze", "--format", "json", LOSS);
        assertThat(JsonMapper.shared().readTree(run.out()).has("taps")).isFalse();
    }

    @Test
    void theTextNamesTapsClocksSegmentsAndTheAssumption() throws IOException {
        CommandRun run = CommandRun.of(
                "analyze", "--taps", tap(0, 0, ms -> true), tap(1, HOUR_NS, ms -> true));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("tap A ")
                .contains("clock 3600 s ahead of A, +- ")
                .contains("10.9.0.2 to 10.9.0.1")
                .contains("B to A 269 16")
                .contains("as if both ways took equally long")
                .contains("What tap A sees by itself:")
                .contains("TAP-LOSS-BETWEEN");
    }

    @Test
    void jsonLinesHaveTheSameObject() {
        CommandRun run = CommandRun.of("analyze", "--taps", "--format", "jsonl", LOSS);
        assertThat(run.out().lines().filter(line -> line.startsWith("{\"type\":\"taps\"")))
                .singleElement()
                .asString()
                .contains("\"lostBetween\":" + LOST);
    }

    @Test
    void oneFileTwiceIsSaidToBeOnePlace() {
        Path file = CAPTURES.resolve("roce-rc-all-ops.pcap");
        JsonNode report = taps(file, file);
        assertThat(report.get("taps").get("samePlace").asBoolean()).isTrue();
        assertThat(rules(report)).contains("TAP-SAME-PLACE").doesNotContain("TAP-LOSS-BETWEEN");
        for (JsonNode path : report.get("taps").get("paths")) {
            assertThat(path.get("lostBetween").asInt()).isZero();
        }
    }

    @Test
    void filesOfOtherTrafficAreSaidToBeUnrelated() {
        JsonNode report = taps(
                CAPTURES.resolve("roce-rc-all-ops.pcap"), CAPTURES.resolve("roce-reorder.pcap"));
        assertThat(rules(report)).contains("TAP-UNRELATED").doesNotContain("TAP-LOSS-BETWEEN");
        assertThat(report.get("taps").get("points").get(1).get("clock").asString())
                .isEqualTo("UNRELATED");
        // Each is still analyzed by itself.
        assertThat(report.get("sessions").size()).isEqualTo(2);
    }

    @Test
    void partsOfOneRecordingThatDoNotOverlapLoseNothing() throws IOException {
        JsonNode report = taps(tap(0, 0, ms -> ms < 200), tap(1, HOUR_NS, ms -> ms > 220));
        assertThat(rules(report)).contains("TAP-UNRELATED").doesNotContain("TAP-LOSS-BETWEEN");
        for (JsonNode path : report.get("taps").get("paths")) {
            assertThat(path.get("lostBetween").asInt()).isZero();
        }
    }

    @Test
    void aTapThatBeginsLateAndEndsEarlyLeavesTheRestUndecided() throws IOException {
        LongPredicate some = ms -> ms > 180 && ms < 240;
        Map<Long, Long> times = new HashMap<>();
        long first = Long.MAX_VALUE;
        long last = 0;
        try (FrameCursor cursor = CaptureFile.open(LOSS)) {
            while (cursor.next()) {
                times.put(cursor.number(), cursor.timeNs());
                if (cursor.interfaceId() == 0 && some.test(milliseconds(cursor))) {
                    first = Math.min(first, cursor.timeNs());
                    last = Math.max(last, cursor.timeNs());
                }
            }
        }
        int lost = 0;
        JsonNode whole = from(taps(LOSS), "10.9.0.2");
        for (JsonNode packet : whole.get("segments").get(0).get("lostPackets")) {
            long time = times.get(packet.get("frame").asLong());
            lost += time > first && time < last ? 1 : 0;
        }
        assertThat(lost).isPositive();
        JsonNode path = from(taps(tap(0, 0, some), tap(1, HOUR_NS, ms -> true)), "10.9.0.2");
        assertThat(path.get("lostBetween").asInt()).isEqualTo(lost);
        assertThat(path.get("undecided").asInt()).isPositive();
    }

    /** The recording at B: 20 us behind A on the way from guest A, 20 us before A on the way back. */
    private Path iwarpBehind(long missing) throws IOException {
        Path file = folder.resolve("iwarp-" + missing + ".pcap");
        try (FrameCursor cursor = CaptureFile.open(CAPTURES.resolve("iwarp-rping.pcap"));
                PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            while (cursor.next()) {
                if (cursor.number() != missing) {
                    ByteBuffer frame = cursor.buffer().duplicate();
                    frame.limit(cursor.offset() + cursor.capturedLength())
                            .position(cursor.offset());
                    // Last byte of the IPv4 source: guest A is .1.
                    boolean fromA = frame.get(cursor.offset() + 14 + 15) == 1;
                    long shift = HOUR_NS + (fromA ? 20_000 : -20_000);
                    writer.write(cursor.timeNs() + shift, frame, cursor.originalLength());
                }
            }
        }
        return file;
    }

    @Test
    void iwarpConnectionsAreFollowedBySegment() throws IOException {
        Path atA = CAPTURES.resolve("iwarp-rping.pcap");
        JsonNode whole = taps(atA, iwarpBehind(0));
        for (JsonNode path : whole.get("taps").get("paths")) {
            boolean fromA = path.get("from").asString().equals("10.9.0.1");
            assertThat(path.get("fromPort").isNumber()).isTrue();
            assertThat(path.get("order").toString())
                    .isEqualTo(fromA ? "[\"A\",\"B\"]" : "[\"B\",\"A\"]");
            assertThat(path.get("lostBetween").asInt()).isZero();
            JsonNode segment = path.get("segments").get(0);
            assertThat(segment.get("packets").asInt()).isPositive();
            assertThat(segment.get("delayNs").get("p50").asLong()).isEqualTo(20_000);
        }
        assertThat(whole.get("taps").get("paths").size()).isEqualTo(2);
        assertThat(whole.get("taps").get("points").get(1).get("clockOffsetNs").asLong())
                .isEqualTo(HOUR_NS);
    }

    @Test
    void aSegmentThatOnlyTheCaptureMissedIsNotCalledLost() throws IOException {
        Path atA = CAPTURES.resolve("iwarp-rping.pcap");
        long fromA = 0;
        int after = 0;
        try (FrameCursor cursor = CaptureFile.open(atA)) {
            while (cursor.next()) {
                boolean data = cursor.originalLength() > 100;
                boolean sent = cursor.buffer().get(cursor.offset() + 14 + 15) == 1;
                // The third with data: behind the set-up of the connection, and more follow.
                if (data && sent && ++after == 3) {
                    fromA = cursor.number();
                }
            }
        }
        JsonNode segment =
                from(taps(atA, iwarpBehind(fromA)), "10.9.0.1").get("segments").get(0);
        assertThat(segment.get("lost").asInt()).isZero();
        assertThat(segment.get("missedBySecond").asInt()).isEqualTo(1);
    }

    @Test
    void standardInputCannotBeReadTwice() {
        CommandRun run = CommandRun.of("analyze", "--taps", LOSS, "-");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--taps reads each capture twice");
    }

    @Test
    void oneTapAloneIsSaidToBeAlone() {
        CommandRun run = CommandRun.of("analyze", "--taps", CAPTURES.resolve("roce-reorder.pcap"));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Only one tap: there is nothing to compare it with.");
    }

    @Test
    void aMissingFileDoesNotHideTheOthers() {
        CommandRun run = CommandRun.of("analyze", "--taps", LOSS, folder.resolve("none.pcap"));
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("TAP-LOSS-BETWEEN");
        assertThat(run.err()).contains("no such file");
    }
}
