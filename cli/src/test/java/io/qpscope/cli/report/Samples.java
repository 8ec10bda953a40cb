package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rule;
import io.qpscope.finding.Severity;
import io.qpscope.session.CmSummary;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.InForce;
import io.qpscope.session.DirectionSummary.Inferred;
import io.qpscope.session.DirectionSummary.Latency;
import io.qpscope.session.DirectionSummary.Naks;
import io.qpscope.session.DirectionSummary.TimeShares;
import io.qpscope.session.Episode;
import io.qpscope.session.Evidence;
import io.qpscope.session.LinkSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.PairedBy;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;
import io.qpscope.session.Verb;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Results made by hand: what the reports are fed in tests. */
public final class Samples {
    public static final Rule LOSS = new Rule(
            "RC-LOSS-BEFORE-TAP",
            Severity.WARNING,
            "Packets lost between their sender and the capture point",
            "The receiver refused a packet because one before it was missing, and the capture point"
                    + " never saw the missing one.",
            "Look at the sender's egress and the switch port in front of the mirror. Compare"
                    + " out_of_seq_request on the receiver.",
            "IBA 9.7.5.2.8");

    public static final Rule ACCESS = new Rule(
            "RC-REMOTE-ACCESS",
            Severity.ERROR,
            "The responder refused access to its memory",
            "A remote access error NAK ends the requester's work request.",
            "Check rkey, address and length that the requester uses.",
            "IBA 9.7.5.2.4");

    static final PsnCounts NONE = new PsnCounts(null, null, 0, 0L, 0, 0, 0, 0L, 0L, 0L, 0L, 0L);

    private static final Naks NO_NAKS = new Naks(0, 0, 0, 0);
    private static final Outcome SUCCESS =
            new Outcome(Outcome.SUCCESS, Outcome.Proof.PROVED, "all acknowledged", List.of(170L));

    private Samples() {}

    public static Analysis loss() {
        SessionSummary session = session(1, new Peer("10.9.0.2", 4791, 82), peerB());
        return analysis(
                "roce-loss3-write-upstream.pcap", List.of(session), List.of(lossFinding(1)));
    }

    static Finding lossFinding(int session) {
        return new Finding(
                LOSS,
                session,
                List.of(60L, 102L, 131L, 160L),
                "Four packets from 10.9.0.2 never reached this capture point; each was NAKed by"
                        + " 10.9.0.1 and cost a rewind of 9.5 packets.");
    }

    static Peer peerB() {
        return new Peer("10.9.0.1", 4791, 82);
    }

    static Analysis analysis(String file, List<SessionSummary> sessions, List<Finding> findings) {
        CaptureInfo info = new CaptureInfo(
                file,
                "pcap ns",
                List.of(LinkType.ETHERNET),
                225,
                170_000,
                0,
                1_700_000_000_000_000_000L,
                1_700_000_001_507_000_000L,
                null);
        TrackerResult result = new TrackerResult(
                sessions,
                new ProtocolCounts(182, 0, 0, 0, 0, 0, 0, 0, 0, 43),
                new IcrcCounts(182, 0, 0),
                List.of());
        return new Analysis(
                List.of(new Analysis.Capture(info, 0, false)), new Contents(), result, findings, 0);
    }

    /** The sample with the two directions of a virtual lane, one of them without credits known. */
    static Analysis links() {
        Analysis loss = loss();
        LinkSummary known =
                new LinkSummary(0, 0, 2, 9, 1, 5, 165, -3, 2_500_000L, 90L, 1, 3, 1, 0, 0, 0, 4, 0);
        LinkSummary unknown =
                new LinkSummary(0, 1, 2, 8, 1, 0, 0, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        TrackerResult result = new TrackerResult(
                loss.result().sessions(),
                loss.result().protocols(),
                loss.result().icrc(),
                List.of(),
                List.of(),
                List.of(),
                List.of(known, unknown));
        return new Analysis(loss.captures(), loss.contents(), result, loss.findings(), 0);
    }

    static SessionSummary session(int id, Peer a, Peer b) {
        return session(id, Service.RC, a, b, List.of(writer(), responder()));
    }

    static SessionSummary session(
            int id, Service service, Peer a, Peer b, List<DirectionSummary> directions) {
        Episode episode = new Episode(
                1,
                Side.A,
                Episode.Cause.LOSS_BEFORE_TAP,
                1234,
                60,
                60L,
                61L,
                70L,
                9,
                1_000_000,
                "recovered");
        return new SessionSummary(
                id,
                "RoCEv2",
                service,
                a,
                b,
                PairedBy.OOB,
                1.0,
                cm(),
                44,
                210,
                1_700_000_000_100_000_000L,
                1_020_000_000,
                1024,
                null,
                null,
                directions,
                List.of(episode),
                directions.get(0).outcome());
    }

    private static CmSummary cm() {
        return new CmSummary(
                new CmSummary.Said(
                        "REQ", 40, -2, 82, 1000, 18, 7, 6, 16, 16, 1024, 0x1064798L, false),
                null,
                null);
    }

    static DirectionSummary writer() {
        return direction(
                Side.A,
                messages(Map.of(Verb.WRITE, 15L)),
                new PsnCounts(1000, 1119, 38, 0L, 0, 0, 0, 0L, 4L, 0L, 0L, 0L),
                NO_NAKS,
                SUCCESS);
    }

    /** Counts in the order of the verbs, 0 for those not named. */
    static List<Long> messages(Map<Verb, Long> counts) {
        return Arrays.stream(Verb.values())
                .map(verb -> counts.getOrDefault(verb, 0L))
                .toList();
    }

    static DirectionSummary responder() {
        return direction(
                Side.B, Collections.nCopies(Verb.COUNT, 0L), NONE, new Naks(4, 0, 0, 0), SUCCESS);
    }

    static DirectionSummary direction(
            Side from, List<Long> messages, PsnCounts requests, Naks naks, Outcome outcome) {
        return new DirectionSummary(
                from,
                from == Side.A ? 140 : 42,
                from == Side.A ? 122_880 : 0,
                List.of(0),
                List.of(),
                1,
                new InForce(1000, 14, 7, 7, 1),
                messages,
                messages.stream().mapToLong(Long::longValue).sum(),
                requests,
                NONE,
                naks,
                0,
                0,
                0,
                0,
                0,
                new Latency(15, 30_000L, 1_000_000L, 1_100_000L),
                new TimeShares(622_000_000, 0, 0, 71_000_000, null, 0, 327_000_000),
                new Inferred(
                        1024,
                        List.of(),
                        List.of(14, 15),
                        null,
                        null,
                        null,
                        "GO_BACK_N",
                        true,
                        Evidence.NONE),
                outcome,
                DirectionSummary.Congestion.NONE);
    }
}
