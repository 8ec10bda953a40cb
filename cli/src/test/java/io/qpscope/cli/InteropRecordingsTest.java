package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The recordings of QPScope's own peer with the kernel's, in {@code captures/interop}: what the
 * analyzer says of them is held against what the kernel counted and what its program was told to do.
 */
class InteropRecordingsTest {
    private static final Path FOLDER = Path.of("..", "captures", "interop");
    private static final Pattern COUNTER = Pattern.compile("(\\S+)=(\\d+)");
    private static final Pattern ROUNDS = Pattern.compile("-[Cn] (\\d+)");
    private static final int ETHERNET = 14;
    private static final int MAD = 0x64;

    /** A line of the manifest. */
    private record Row(Map<String, String> columns) {
        String of(String column) {
            return columns.get(column);
        }

        Path path() {
            return FOLDER.resolve(of("file"));
        }

        long counter(String name) {
            Matcher counters = COUNTER.matcher(of("counters_A"));
            while (counters.find()) {
                if (counters.group(1).equals(name)) {
                    return Long.parseLong(counters.group(2));
                }
            }
            return 0;
        }

        boolean roce() {
            return of("transport").equals("rxe");
        }

        boolean impaired() {
            return !of("impairment").isEmpty();
        }

        int rounds() {
            Matcher rounds = ROUNDS.matcher(of("command_A"));
            assertThat(rounds.find()).as(of("command_A")).isTrue();
            return Integer.parseInt(rounds.group(1));
        }
    }

    /** Packets of one of the two in a capture, counted without the analyzer's code. */
    private record Sent(long packets, long mads) {
        static Sent of(Path file, boolean byGuest) throws IOException {
            ByteBuffer bytes =
                    ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            long packets = 0;
            long mads = 0;
            for (int at = 24; at < bytes.limit(); at += 16 + bytes.getInt(at + 8)) {
                int ip = at + 16 + ETHERNET;
                boolean v4 = bytes.get(ip) >>> 4 == 4;
                int protocol = bytes.get(v4 ? ip + 9 : ip + 6);
                // Both forms of guest A's address end in 1, as no other does.
                boolean fromA = bytes.get(v4 ? ip + 15 : ip + 23) == 1;
                if (protocol == 17 && fromA == byGuest) {
                    packets++;
                    mads += bytes.get(ip + (v4 ? 28 : 48)) == MAD ? 1 : 0;
                }
            }
            return new Sent(packets, mads);
        }
    }

    private static List<Row> rows() throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve("MANIFEST.tsv"));
        String[] names = lines.get(0).split("\t", -1);
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split("\t", -1);
            Map<String, String> columns = new HashMap<>();
            for (int i = 0; i < names.length; i++) {
                columns.put(names[i], values[i]);
            }
            rows.add(new Row(columns));
        }
        return rows;
    }

    @Test
    void theManifestNamesEveryFile() throws IOException {
        List<String> named = rows().stream().map(row -> row.of("file")).toList();
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> there = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".pcap"))
                    .toList();
            assertThat(named).hasSizeGreaterThan(20).containsExactlyInAnyOrderElementsOf(there);
        }
    }

    @TestFactory
    Stream<DynamicTest> recordings() throws IOException {
        return rows().stream()
                .map(row -> DynamicTest.dynamicTest(row.of("file"), () -> holds(row)));
    }

    private static void holds(Row row) throws IOException {
        CommandRun run = CommandRun.of("analyze", "--format=json", row.path());
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode report = JsonMapper.shared().readTree(run.out());
        SoftAssertions soft = new SoftAssertions();
        soft.assertThat(report.get("icrc").get("bad").asInt()).as("bad ICRCs").isZero();
        for (JsonNode finding : report.get("findings")) {
            soft.assertThat(finding.get("severity").asString())
                    .as(finding.get("message").asString())
                    .isNotEqualTo("error");
        }
        assertThat(report.get("sessions").size()).as("sessions").isEqualTo(1);
        JsonNode session = report.get("sessions").get(0);
        soft.assertThat(session.get("transport").asString())
                .isEqualTo(row.roce() ? "RoCEv2" : "iWARP");
        soft.assertThat(session.get("outcome").get("status").asString()).isEqualTo("SUCCESS");
        boolean guestFirst = session.get("a").get("address").asString().endsWith("1");
        JsonNode guest = session.get("directions").get(guestFirst ? 0 : 1);
        JsonNode host = session.get("directions").get(guestFirst ? 1 : 0);
        messages(soft, row, guest, host);
        if (row.roce()) {
            counters(soft, row, guest, host);
            losses(soft, row, guest, host);
        }
        soft.assertAll();
    }

    /** The guest's kernel tells what it sent and got: nothing more can be lost. */
    private static void losses(SoftAssertions soft, Row row, JsonNode guest, JsonNode host)
            throws IOException {
        long sent = Sent.of(row.path(), true).packets;
        long before = row.counter("sent_pkts") - sent;
        long after = Sent.of(row.path(), false).packets - row.counter("rcvd_pkts");
        soft.assertThat(lost(guest, "lostBeforeTap"))
                .as("lost before the tap")
                .isLessThanOrEqualTo(before);
        soft.assertThat(lost(host, "lostAfterTap"))
                .as("lost behind the tap")
                .isLessThanOrEqualTo(after);
        soft.assertThat(lost(host, "lostBeforeTap") + lost(guest, "lostAfterTap"))
                .as("lost between host and tap")
                .isZero();
        soft.assertThat(lost(host, "lostByCapture") + lost(guest, "lostByCapture"))
                .as("not recorded")
                .isZero();
    }

    private static long lost(JsonNode direction, String where) {
        return direction.get(where).asLong()
                + direction.get("responses").get(where).asLong();
    }

    /** rping's server READs and WRITEs once a round, and both tell each other twice. */
    private static void messages(SoftAssertions soft, Row row, JsonNode guest, JsonNode host) {
        String command = row.of("command_A");
        int rounds = row.rounds();
        boolean rping = command.startsWith("rping");
        if (rping) {
            JsonNode server = command.startsWith("rping -s") ? guest : host;
            soft.assertThat(message(server, "READ")).as("READs").isEqualTo(rounds);
            soft.assertThat(message(server, "WRITE")).as("WRITEs").isEqualTo(rounds);
            soft.assertThat(row.of("printed_A")).contains("rdma-ping-" + (rounds - 1));
        } else {
            soft.assertThat(row.of("printed_A")).startsWith(rounds + " iters");
        }
        int sends = rping ? 2 * rounds : rounds;
        soft.assertThat(message(guest, "SEND")).as("the guest's SENDs").isEqualTo(sends);
        soft.assertThat(message(host, "SEND")).as("our SENDs").isEqualTo(sends);
        for (JsonNode direction : List.of(guest, host)) {
            long all = message(direction, "READ")
                    + message(direction, "WRITE")
                    + message(direction, "SEND");
            soft.assertThat(direction.get("completedMessages").asLong())
                    .as("completed from " + direction.get("from"))
                    .isEqualTo(all);
        }
    }

    private static long message(JsonNode direction, String verb) {
        return direction.get("messages").get(verb).asLong();
    }

    /** netem takes what the guest sends before the tap, and what it is sent behind it. */
    private static void counters(SoftAssertions soft, Row row, JsonNode guest, JsonNode host)
            throws IOException {
        Sent sent = Sent.of(row.path(), true);
        long naks = guest.get("naks").get("PSN_SEQUENCE_ERROR").asLong();
        long duplicates = host.get("duplicatePackets").asLong();
        soft.assertThat(guest.get("packets").asLong())
                .as("packets of the guest's")
                .isEqualTo(sent.packets - sent.mads);
        if (row.impaired()) {
            soft.assertThat(sent.packets).as("sent").isLessThanOrEqualTo(row.counter("sent_pkts"));
            soft.assertThat(naks).as("NAKs").isLessThanOrEqualTo(row.counter("out_of_seq_request"));
            soft.assertThat(duplicates)
                    .as("duplicates")
                    .isGreaterThanOrEqualTo(row.counter("duplicate_request"));
        } else {
            soft.assertThat(sent.packets).as("sent").isEqualTo(row.counter("sent_pkts"));
            soft.assertThat(naks).as("NAKs").isEqualTo(row.counter("out_of_seq_request"));
            soft.assertThat(duplicates)
                    .as("duplicates")
                    .isEqualTo(row.counter("duplicate_request"));
        }
    }
}
