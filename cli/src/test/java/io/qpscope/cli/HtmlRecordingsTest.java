package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page of each recording shows as many points of each kind as the JSON report counts. */
class HtmlRecordingsTest {
    private static final Pattern DATA = Pattern.compile(
            "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    Path folder;

    static List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../captures"))) {
            return files.filter(file -> file.toString().matches(".*\\.pcap(ng)?"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void pointsAreAsManyAsCounted(Path recording) throws IOException {
        Path page = folder.resolve("page.html");
        CommandRun drawn = CommandRun.of("analyze", "--format=json", "--html", page, recording);
        assertThat(drawn).isEqualTo(CommandRun.of("analyze", "--format=json", recording));
        Matcher data = DATA.matcher(Files.readString(page));
        assertThat(data.find()).isTrue();
        JsonNode sessions = JsonMapper.shared().readTree(drawn.out()).get("sessions");
        for (JsonNode shown : JsonMapper.shared().readTree(data.group(1)).get("sessions")) {
            JsonNode session = sessions.get(shown.get("id").asInt() - 1);
            for (JsonNode plot : shown.get("plots")) {
                check(session, plot);
            }
        }
    }

    private static void check(JsonNode session, JsonNode plot) {
        int from = plot.get("side").asString().equals("A") ? 0 : 1;
        JsonNode mine = session.get("directions").get(from);
        JsonNode peers = session.get("directions").get(1 - from);
        boolean reliable = List.of("RC", "XRC").contains(session.get("service").asString());
        long resent = mine.get("retransmittedPackets").asLong();
        if (session.get("service").asString().equals("RDMAP")) {
            // A doubled segment is drawn as sent again, but counted apart.
            long copies = mine.get("networkDuplicates").asLong()
                    + mine.get("captureDuplicates").asLong();
            assertThat(points(plot, "RESENT")).isBetween(resent, resent + copies);
        }
        if (reliable) {
            assertThat(points(plot, "NAK"))
                    .isEqualTo(peers.get("naks").get("PSN_SEQUENCE_ERROR").asLong());
            assertThat(points(plot, "RNR_NAK")).isEqualTo(peers.get("rnrNaks").asLong());
            assertThat(points(plot, "TIMEOUT")).isEqualTo(mine.get("timeouts").asLong());
            assertThat(points(plot, "CNP")).isEqualTo(peers.get("cnps").asLong());
            assertThat(points(plot, "RESENT")).isEqualTo(resent);
            assertThat(points(plot, "RESPONSE_AGAIN"))
                    .isEqualTo(
                            peers.get("responses").get("retransmittedPackets").asLong());
        }
    }

    private static long points(JsonNode plot, String kind) {
        for (JsonNode marks : plot.get("marks")) {
            if (marks.get("kind").asString().equals(kind)) {
                return marks.get("of").asLong();
            }
        }
        return 0;
    }
}
