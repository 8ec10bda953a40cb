package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.finding.Finding;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.Naks;
import io.qpscope.session.Outcome;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;
import io.qpscope.session.Verb;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

class TextReportTest {
    @Test
    void firstScreenOfALoss() throws IOException {
        assertGolden("loss.txt", write(Samples.loss()));
    }

    @Test
    void longIpv6AddressesWrap() throws IOException {
        Peer a = new Peer("fd09:1234:5678:9abc:def0:1234:5678:9abc", 4791, 16_777_214);
        Peer b = new Peer("fd09:1234:5678:9abc:def0:1234:5678:9abd", 4791, null);
        List<Long> frames = LongStream.range(123_456_789, 123_456_809).boxed().toList();
        Finding finding = new Finding(Samples.LOSS, 12, frames, "x");
        Analysis analysis =
                Samples.analysis("ipv6.pcapng", List.of(worst(12, a, b)), List.of(finding));
        assertGolden("ipv6.txt", write(analysis));
    }

    @Test
    void bothSidesThatAskHaveARow() throws IOException {
        List<Long> reads = Samples.messages(Map.of(Verb.READ, 3L, Verb.SEND_INV, 12_345L));
        Outcome unknown = new Outcome(
                Outcome.UNKNOWN,
                Outcome.Proof.INFERRED,
                "the capture ends with requests unanswered",
                List.of(210L));
        DirectionSummary b = Samples.direction(
                Side.B,
                reads,
                new PsnCounts(5, 9, 0, null, 0, 0, 0, null, null, null, null, null),
                new Naks(0, 0, 0, 0),
                unknown);
        SessionSummary session = Samples.session(
                3, Service.RC, Samples.peerB(), Samples.peerB(), List.of(Samples.writer(), b));
        assertGolden("both.txt", write(Samples.analysis("both.pcap", List.of(session), List.of())));
    }

    @Test
    void ofManySessionsTheWorstComeFirst() {
        List<SessionSummary> sessions = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (int id = 1; id <= 100; id++) {
            sessions.add(Samples.session(id, Samples.peerB(), new Peer("10.9.1." + id, 4791, id)));
            findings.add(Samples.lossFinding(id));
        }
        findings.add(0, new Finding(Samples.ACCESS, 77, List.of(9L), "QP 77 was refused."));
        String text = write(Samples.analysis("many.pcap", sessions, findings));
        assertThat(text)
                .contains("The worst 20 sessions are shown, 80 more are not")
                .contains("Not shown: 81 RC-LOSS-BEFORE-TAP")
                .containsSubsequence("outcome", "10.9.1.77 QP 77", "10.9.1.1 QP 1");
        assertFits(text);
        assertThat(text.lines().count()).isLessThan(170);
    }

    @Test
    void linksHaveATableWhenThereAreAny() {
        String text = write(Samples.links());
        assertThat(text.lines())
                .anyMatch(line -> line.contains("least credits") && line.contains("bad LPCRC"))
                .anyMatch(line -> line.strip().matches("0 +2 +9 +5 +-3 +2.5 ms +1 +1 +0 +4"))
                .anyMatch(line -> line.strip().matches("1 +2 +8 +0 +- +- +0 +0 +0 +0"));
        assertThat(write(Samples.loss())).doesNotContain("LPCRC");
        assertFits(text);
    }

    @Test
    void saysWhatWasThereWhenThereIsNoRdma() {
        Analysis full = Samples.analysis("tcp.pcap", List.of(), List.of());
        TrackerResult nothing = new TrackerResult(
                List.of(),
                new ProtocolCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 225),
                new IcrcCounts(0, 0, 0),
                List.of());
        String text = write(new Analysis(full.captures(), full.contents(), nothing, List.of(), 0));
        assertThat(text).contains("other 225").contains("No RDMA here.");
        assertFits(text);
    }

    @Test
    void saysThatAFilterLeftAllOut() {
        String text = write(Samples.loss().only(session -> false));
        assertThat(text).contains("No session passes --filter; 1 session left out.");
        assertThat(text).doesNotContain("RC-LOSS-BEFORE-TAP");
    }

    @Test
    void showsDamageAndWhatIsOddAboutFrames() {
        CaptureInfo info = new CaptureInfo(
                "/a/long/path/".repeat(8) + "x.pcap",
                "pcap us, gzip",
                List.of(1, 113),
                1,
                60,
                1,
                5,
                5,
                "byte 24: expected 16 bytes of record header, found 3");
        Analysis loss = Samples.loss();
        Analysis.Capture capture = new Analysis.Capture(info, 1, true);
        String text = write(
                new Analysis(List.of(capture), loss.contents(), loss.result(), loss.findings(), 0));
        assertThat(text)
                .contains("1 frame, 1 cut short, 1 malformed, 0 ns")
                .contains("Linux SLL")
                .contains("damaged: byte 24: expected 16 bytes")
                .contains("they were ignored");
    }

    @Test
    void coloursAddNothingButEscapes() {
        StringWriter colored = new StringWriter();
        new TextReport(Style.COLOR).write(Samples.loss(), new PrintWriter(colored, true));
        assertThat(colored.toString()).contains("\u001b[33mwarning");
        assertThat(colored.toString().replaceAll("\u001b\\[[0-9;]*m", ""))
                .isEqualTo(write(Samples.loss()));
    }

    private static SessionSummary worst(int id, Peer a, Peer b) {
        List<Long> all = Collections.nCopies(Verb.COUNT, 1_234_567L);
        Outcome outcome = new Outcome(
                "RNR_RETRY_EXC_ERR",
                Outcome.Proof.INFERRED,
                "seven RNR NAKs for one PSN, and then silence",
                List.of(12L, 15L));
        DirectionSummary worst = Samples.direction(
                Side.A,
                all,
                new PsnCounts(1, 2, 1_234_567, 1L, 1, 1, 1, 1L, 99_999L, 5L, 123L, 1_000L),
                new Naks(1, 1, 1, 1),
                outcome);
        return Samples.session(id, Service.XRC, a, b, List.of(worst, Samples.responder()));
    }

    private static String write(Analysis analysis) {
        StringWriter text = new StringWriter();
        new TextReport(Style.PLAIN).write(analysis, new PrintWriter(text, true));
        return text.toString().replace("\r\n", "\n");
    }

    private static void assertFits(String text) {
        assertThat(text.lines()).allSatisfy(line -> {
            assertThat(line.length()).isLessThanOrEqualTo(TextReport.WIDTH);
            assertThat(line).isEqualTo(line.stripTrailing());
        });
    }

    /** {@code -Dqpscope.golden=FOLDER} writes the texts there, to look at and to copy. */
    private static void assertGolden(String name, String text) throws IOException {
        assertFits(text);
        String folder = System.getProperty("qpscope.golden");
        if (folder != null) {
            Files.writeString(Path.of(folder, name), text);
        }
        try (InputStream golden = TextReportTest.class.getResourceAsStream(name)) {
            assertThat(golden).as(name).isNotNull();
            assertThat(text).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
