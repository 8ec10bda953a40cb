package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.finding.Finding;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.Naks;
import io.qpscope.session.Outcome;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;
import io.qpscope.session.Silence;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Names and types of the contract, read back by another JSON implementation's tree. */
class JsonReportTest {
    private static final String PSN_COUNTS = "firstPsn:n lastPsn:n retransmittedPackets:n"
            + " duplicatePackets:n networkDuplicates:n captureDuplicates:n outOfOrderPackets:n"
            + " missingPackets:n lostBeforeTap:n lostAfterTap:n lostByCapture:n lostUndecided:n";

    private final JsonNode report = read(json(Samples.loss()));

    @Test
    void top() {
        assertProperties(
                report,
                "qpscope:s captures:a protocols:o icrc:o sessions:a links:a pauses:a cnpGaps:a findings:a");
        assertThat(report.get("qpscope").asString()).isEqualTo("9.9");
    }

    @Test
    void captures() {
        JsonNode capture = report.get("captures").get(0);
        assertProperties(
                capture,
                "file:s format:s linkTypes:a packets:n bytes:n truncatedPackets:n"
                        + " malformedPackets:n firstTime:n lastTime:n durationNs:n damage:0");
        assertThat(capture.get("linkTypes").get(0).asString()).isEqualTo("Ethernet");
        assertThat(capture.get("firstTime").asLong()).isEqualTo(1_700_000_000_000_000_000L);
        assertThat(capture.get("durationNs").asLong()).isEqualTo(1_507_000_000L);
    }

    @Test
    void damageIsText() {
        CaptureInfo info =
                new CaptureInfo("a", "pcap us", List.of(), 0, 0, 0, 0, 0, "byte 3: too short");
        Analysis loss = Samples.loss();
        Analysis damaged = new Analysis(
                List.of(new Analysis.Capture(info, 7, false)),
                loss.contents(),
                loss.result(),
                List.of(),
                0);
        JsonNode capture = read(json(damaged)).get("captures").get(0);
        assertThat(capture.get("damage").asString()).isEqualTo("byte 3: too short");
        assertThat(capture.get("malformedPackets").asInt()).isEqualTo(7);
    }

    @Test
    void protocolsAndIcrc() {
        assertProperties(
                report.get("protocols"),
                "RoCEv2:n RoCEv1:n InfiniBand:n InfiniBandLink:n iWARP:n PFC:n PAUSE:n CNP:n"
                        + " MAD:n other:n");
        assertProperties(report.get("icrc"), "checked:n bad:n unchecked:n");
        assertThat(report.get("protocols").get("other").asInt()).isEqualTo(43);
    }

    @Test
    void links() {
        JsonNode links = read(json(Samples.links())).get("links");
        String counts = " linkPackets:n initPackets:n dataPackets:n dataBlocks:n";
        String faults = " longestStarvedNs:n leaks:n leakedBlocks:n overruns:n reinits:n"
                + " mismatches:n reservedOps:n badLpcrc:n badVcrc:n";
        assertProperties(
                links.get(0),
                "capture:n interface:n vl:n" + counts + " minCreditBlocks:n starvedNs:n" + faults);
        assertProperties(
                links.get(1),
                "capture:n interface:n vl:n" + counts + " minCreditBlocks:0 starvedNs:0" + faults);
        assertThat(links.get(0).get("minCreditBlocks").asInt()).isEqualTo(-3);
        assertThat(links.get(0).get("badLpcrc").asInt()).isEqualTo(4);
        assertThat(report.get("links").size()).isZero();
    }

    @Test
    void sessions() {
        JsonNode session = report.get("sessions").get(0);
        assertProperties(
                session,
                "id:n transport:s service:s a:o b:o pairedBy:s confidence:n cm:o firstFrame:n"
                        + " lastFrame:n durationNs:n pathMtu:n srqn:0 carries:0 directions:a episodes:a"
                        + " outcome:o");
        assertProperties(session.get("a"), "address:s port:n qpn:n");
        assertProperties(session.get("b"), "address:s port:n qpn:n");
        assertProperties(session.get("cm"), "a:o b:0 rejectReason:0");
        assertProperties(
                session.get("cm").get("a"),
                "message:s frame:n commId:n qpn:n startPsn:n timeout:n retryCount:n"
                        + " rnrRetryCount:n responderResources:n initiatorDepth:n pathMtu:n"
                        + " serviceId:n srq:b");
        assertThat(session.get("cm").get("a").get("commId").asLong()).isEqualTo(0xffff_fffeL);
        assertProperties(session.get("outcome"), "status:s proof:s why:s frames:a silence:0");
        assertThat(session.get("outcome").get("proof").asString()).isEqualTo("proved");
    }

    @Test
    void directions() {
        JsonNode directions = report.get("sessions").get(0).get("directions");
        assertThat(directions.size()).isEqualTo(2);
        JsonNode a = directions.get(0);
        assertProperties(
                a,
                "from:s packets:n payloadBytes:n dscp:a pcp:a udpSourcePorts:n inForce:o"
                        + " messages:o completedMessages:n " + PSN_COUNTS + " responses:o naks:o"
                        + " rnrNaks:n timeouts:n ceMarked:n cnps:n badIcrc:n ackLatencyNs:o"
                        + " timeNs:o inferred:o outcome:o cnpOpcodes:o cnpDscp:a cnpEcn:a"
                        + " cnpMinGapNs:0 ceToCnpNs:o");
        assertProperties(a.get("cnpOpcodes"), "0x80:n 0x81:n");
        assertThat(a.get("from").asString()).isEqualTo("a");
        assertThat(directions.get(1).get("from").asString()).isEqualTo("b");
        assertProperties(
                a.get("inForce"),
                "startPsn:n ackTimeoutExponent:n retryCount:n rnrRetryCount:n readDepth:n");
        assertProperties(
                a.get("messages"),
                "SEND:n SEND_IMM:n SEND_INV:n WRITE:n WRITE_IMM:n READ:n CMP_SWAP:n FETCH_ADD:n"
                        + " FLUSH:n ATOMIC_WRITE:n");
        assertProperties(
                a.get("responses"),
                PSN_COUNTS.replace("firstPsn:n", "firstPsn:0").replace("lastPsn:n", "lastPsn:0"));
        assertProperties(
                a.get("naks"),
                "PSN_SEQUENCE_ERROR:n INVALID_REQUEST:n REMOTE_ACCESS_ERROR:n"
                        + " REMOTE_OPERATIONAL_ERROR:n");
        assertProperties(a.get("ackLatencyNs"), "count:n p50:n p99:n max:n");
        assertProperties(
                a.get("timeNs"),
                "sending:n rnrWait:n ackTimeout:n goBackN:n paused:0 cnpLimited:n idle:n");
        assertProperties(
                a.get("inferred"),
                "pathMtu:n ackTimeoutNs:a ackTimeoutExponentRange:a retryCount:0 rnrTimerNs:0"
                        + " rnrWaitNs:0 lossRecovery:s creditsUsed:b backOff:0 backOffNs:a"
                        + " rnrShortestWaitNs:0 mostTimeoutRounds:n mostRnrRounds:n"
                        + " ackCoalescing:o nakLatencyNs:o samples:o");
        JsonNode inferred = a.get("inferred");
        assertProperties(inferred.get("ackCoalescing"), "acks:n packets:n most:n");
        assertProperties(inferred.get("nakLatencyNs"), "count:n p50:0 p99:0 max:0");
        assertProperties(
                inferred.get("samples"),
                "pathMtu:n ackTimeoutNs:n rnrWaitNs:n creditsUsed:n lossRecovery:o");
        assertProperties(
                inferred.get("samples").get("lossRecovery"),
                "GO_BACK_N:n GO_BACK_0:n SELECTIVE_REPEAT:n");
        assertProperties(a.get("outcome"), "status:s proof:s why:s frames:a silence:0");
    }

    @Test
    void episodesAndFindings() {
        assertProperties(
                report.get("sessions").get(0).get("episodes").get(0),
                "id:n from:s cause:s psn:n startFrame:n nakFrame:n resendFrame:n endFrame:n"
                        + " resentPackets:n lostNs:n outcome:s");
        JsonNode finding = report.get("findings").get(0);
        assertProperties(finding, "rule:s severity:s session:n frames:a message:s reference:s");
        assertThat(finding.get("severity").asString()).isEqualTo("warning");
    }

    @Test
    void whatIsNotKnownIsNull() {
        Finding finding = new Finding(Samples.ACCESS, 0, List.of(), "");
        Peer nameless = new Peer("fe80::1", 4791, null);
        JsonNode other = read(json(Samples.analysis(
                "\u00fc\".pcap",
                List.of(Samples.session(1, nameless, Samples.peerB())),
                List.of(finding))));
        assertThat(other.get("findings").get(0).get("session").isNull()).isTrue();
        assertThat(other.get("sessions").get(0).get("a").get("qpn").isNull()).isTrue();
        assertThat(other.get("captures").get(0).get("file").asString()).isEqualTo("\u00fc\".pcap");
    }

    @Test
    void theEndOfARequesterThatGaveUp() {
        Outcome gaveUp = new Outcome(
                "RETRY_EXC_ERR",
                Outcome.Proof.PROVED,
                "",
                List.of(9L),
                new Silence(7L, 5, 99, 100, 4, 3, null, List.of(3L, 4L), 8, 9, 60, null, null));
        DirectionSummary a = Samples.direction(
                Side.A, Samples.messages(Map.of()), Samples.NONE, new Naks(0, 0, 0, 0), gaveUp);
        SessionSummary session = Samples.session(
                1, Service.RC, Samples.peerB(), Samples.peerB(), List.of(a, Samples.responder()));
        JsonNode silence = read(json(Samples.analysis("a", List.of(session), List.of())))
                .get("sessions")
                .get(0)
                .get("outcome")
                .get("silence");
        assertProperties(
                silence,
                "lastAnswerFrame:n sinceNs:n lastGoodPsn:n stuckPsn:n rounds:n allowedRounds:0"
                        + " waitsNs:a firstTriedNs:n lastTriedNs:n quietNs:n peerFrame:0 peerNs:0");
        assertThat(silence.get("rounds").asInt()).isEqualTo(4);
        assertThat(silence.get("waitsNs").get(1).asInt()).isEqualTo(4);
    }

    @Test
    void linesHaveATypeAndTheSameProperties() {
        StringWriter text = new StringWriter();
        new JsonLinesReport("9.9").write(Samples.loss(), new PrintWriter(text));
        List<String> types = new ArrayList<>();
        text.toString().lines().forEach(line -> types.add(read(line).get("type").asString()));
        assertThat(types).containsExactly("capture", "session", "episode", "finding", "summary");
        List<JsonNode> lines = text.toString().lines().map(JsonReportTest::read).toList();
        assertProperties(
                lines.get(1),
                "type:s id:n transport:s service:s a:o b:o pairedBy:s confidence:n cm:o"
                        + " firstFrame:n lastFrame:n durationNs:n pathMtu:n srqn:0 carries:0 directions:a"
                        + " outcome:o");
        assertThat(lines.get(2).get("session").asInt()).isEqualTo(1);
        assertProperties(lines.get(4), "type:s qpscope:s protocols:o icrc:o sessions:n findings:o");
        assertThat(lines.get(4).get("findings").get("warning").asInt()).isEqualTo(1);
    }

    /** Exactly these names, in this order: s string, n number, b boolean, o object, a array, 0 null. */
    private static void assertProperties(JsonNode object, String expected) {
        List<String> actual = new ArrayList<>();
        object.properties().forEach(p -> actual.add(p.getKey() + ":" + type(p.getValue())));
        assertThat(actual).containsExactly(expected.split(" ", -1));
    }

    private static String type(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> "s";
            case NUMBER -> "n";
            case BOOLEAN -> "b";
            case OBJECT -> "o";
            case ARRAY -> "a";
            case NULL -> "0";
            default -> node.getNodeType().name();
        };
    }

    private static String json(Analysis analysis) {
        StringWriter text = new StringWriter();
        new JsonReport("9.9").write(analysis, new PrintWriter(text));
        return text.toString();
    }

    private static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json);
    }
}
