package io.qpscope.finding;

import io.qpscope.session.Durations;
import io.qpscope.session.taps.LostPacket;
import io.qpscope.session.taps.PacketKind;
import io.qpscope.session.taps.TapReport;
import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.Path;
import io.qpscope.session.taps.TapReport.Point;
import io.qpscope.session.taps.TapReport.Segment;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** What recordings of the same traffic at several taps prove together. */
final class TapRules {
    private static final int NAMED = 5;

    static final Rule LOSS = new Rule(
            "TAP-LOSS-BETWEEN",
            Severity.WARNING,
            "Packets were lost between two capture points",
            "They passed one capture point and not the next on their path, while the next was"
                    + " recording; what the receiver answered all the same is left out. Frames are"
                    + " those of the capture point they passed. An acknowledgement that only the"
                    + " second capture missed can't be told from a lost one.",
            "Look at what lies between the two capture points: egress queues, links, drop counters"
                    + " of each port. Then at the drop counters of the second capture itself.",
            "QPScope's comparison of captures; a transmission is known by what the ICRC covers"
                    + " (annex A17)");

    static final Rule CORRUPT = new Rule(
            "TAP-CORRUPT-BETWEEN",
            Severity.WARNING,
            "Packets were spoiled between two capture points",
            "Their ICRC was right at one capture point and wrong at the next. Links have a CRC of"
                    + " their own, so this happens inside a device: its memory, or a firmware that"
                    + " rewrites headers. The receiver drops such a packet silently.",
            "Look at the devices between the two capture points. Frames are those of the second.",
            "IBA vol 1, annex A17: invariant CRC");

    static final Rule DUPLICATE = new Rule(
            "TAP-DUPLICATE-BETWEEN",
            Severity.WARNING,
            "Packets were doubled between two capture points",
            "One transmission passed the first capture point once and the second twice.",
            "Look for a loop, a bond that sends on both links, or a mirror that feeds back, between"
                    + " the two. Frames are those of the second.",
            "IBA vol 1, 9.7.5.1.2: duplicate requests");

    static final Rule REORDER = new Rule(
            "TAP-REORDER-BETWEEN",
            Severity.WARNING,
            "Packets of one queue pair overtook each other between two capture points",
            "A packet passed the second capture point behind one that the first saw after it. A"
                    + " go-back-N receiver takes that for a loss.",
            "Look for load balancing by packet, or a queue change, between the two.",
            "RFC 4737, section 3: reordered packets");

    static final Rule MISSED = new Rule(
            "TAP-MISSED",
            Severity.NOTE,
            "Packets passed a later capture point without being seen at an earlier one",
            "Either the earlier capture lost them, or they take another way: another member of a"
                    + " link aggregation group, another equal-cost path. Loss verdicts about traffic"
                    + " that takes several ways don't hold: what one tap lacks may have gone by.",
            "Look at the capture's own drop counter, and whether all members of the group are"
                    + " mirrored. Frames are those of the later capture point.",
            "Limit of what captures show");

    static final Rule UNRELATED = new Rule(
            "TAP-UNRELATED",
            Severity.WARNING,
            "A capture has no packet in common with the others",
            "Not one RDMA packet (or TCP segment with data) of this capture point is in another"
                    + " capture, so that nothing can be compared.",
            "Check that the captures were taken at the same time, of the same traffic, and that"
                    + " no NAT between them rewrites addresses.",
            "Limit of what captures show");

    static final Rule SAME_PLACE = new Rule(
            "TAP-SAME-PLACE",
            Severity.NOTE,
            "The captures are copies of each other",
            "Whatever they have in common has the same time, TTL, tag and MACs: the same recording"
                    + " given twice, or two copies made at one place. There is no path between them.",
            "Give recordings of different places.",
            "Limit of what captures show");

    static final Rule CLOCKS = new Rule(
            "TAP-CLOCKS",
            Severity.NOTE,
            "The clocks of two capture points contradict each other",
            "Some packet arrived before it was sent, whatever the offset between the clocks: they"
                    + " drift apart during the capture, or stamps are coarser than the delays.",
            "Use hardware stamps and PTP, or shorter captures. Losses are told all the same.",
            "QPScope's comparison of captures");

    private final TapReport report;
    private final List<Finding> findings;

    private TapRules(TapReport report, List<Finding> findings) {
        this.report = report;
        this.findings = findings;
    }

    static List<Rule> all() {
        return List.of(LOSS, CORRUPT, DUPLICATE, REORDER, UNRELATED, MISSED, SAME_PLACE, CLOCKS);
    }

    static void judge(TapReport report, List<Finding> findings) {
        TapRules rules = new TapRules(report, findings);
        report.paths()
                .forEach(path -> path.segments().forEach(segment -> rules.segment(path, segment)));
        report.points().forEach(rules::point);
        if (report.samePlace()) {
            rules.add(
                    SAME_PLACE,
                    Finding.NO_TAP,
                    List.of(),
                    "All that the captures have in common is equal.");
        }
        report.limits()
                .forEach(limit -> rules.add(Catalogue.LIMIT, Finding.NO_TAP, List.of(), limit));
    }

    private void segment(Path path, Segment segment) {
        String ends = "from " + path.from() + " to " + path.to();
        String first = "tap " + report.points().get(segment.first()).name();
        String second = "tap " + report.points().get(segment.second()).name();
        if (segment.lost() > 0) {
            List<Long> frames =
                    segment.lostPackets().stream().map(LostPacket::frame).toList();
            add(
                    LOSS,
                    segment.first(),
                    frames,
                    Names.count(segment.lost(), "packet") + " " + ends + " passed " + first
                            + " and not " + second + ": " + kinds(segment) + psns(segment) + "."
                            + (segment.both() == 0
                                    ? " None came through: the way is cut, or leads elsewhere."
                                    : ""));
        }
        if (segment.corrupted() > 0) {
            add(
                    CORRUPT,
                    segment.second(),
                    segment.corruptedFrames(),
                    Names.count(segment.corrupted(), "packet") + " " + ends + " spoiled between "
                            + first + " and " + second + ".");
        }
        if (segment.duplicated() > 0) {
            add(
                    DUPLICATE,
                    segment.second(),
                    segment.duplicatedFrames(),
                    Names.count(segment.duplicated(), "packet") + " " + ends + " doubled between "
                            + first + " and " + second + ".");
        }
        if (segment.reordered() > 0) {
            add(
                    REORDER,
                    Finding.NO_TAP,
                    List.of(),
                    Names.count(segment.reordered(), "packet") + " " + ends + " overtaken between "
                            + first + " and " + second + ".");
        }
        if (segment.missedByFirst() > 0) {
            add(
                    MISSED,
                    segment.second(),
                    segment.missedFrames(),
                    Names.count(segment.missedByFirst(), "packet") + " " + ends + " passed "
                            + second + " and not " + first + ", which lies before it.");
        }
    }

    private static String kinds(Segment segment) {
        StringJoiner text = new StringJoiner(", ");
        for (PacketKind kind : PacketKind.values()) {
            long count = segment.lost(kind);
            if (count > 0) {
                text.add(Names.count(count, word(kind)));
            }
        }
        return text.toString();
    }

    private static String word(PacketKind kind) {
        return switch (kind) {
            case ACKNOWLEDGE -> "acknowledgement";
            case MAD -> "MAD";
            case SEGMENT -> "TCP segment";
            case OTHER -> "other packet";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    private static String psns(Segment segment) {
        List<LostPacket> packets = segment.lostPackets();
        boolean tcp = !packets.isEmpty() && packets.get(0).qpn() == null;
        StringJoiner text = new StringJoiner(", ", tcp ? " (sequence " : " (PSN ", "");
        packets.stream().limit(NAMED).forEach(packet -> text.add(String.valueOf(packet.psn())));
        return packets.isEmpty() ? "" : text + (segment.lost() > NAMED ? ", ...)" : ")");
    }

    private void point(Point point) {
        Point reference = report.points().get(0);
        if (point.clock() == Clock.UNRELATED) {
            boolean overlap =
                    point.firstNs() <= reference.lastNs() && reference.firstNs() <= point.lastNs();
            String why = "";
            if (point.packets() == 0 || reference.packets() == 0) {
                String empty = point.packets() == 0 ? point.name() : reference.name();
                why = " Tap " + empty + " has none at all.";
            } else if (!overlap) {
                long apart = Math.max(
                        point.firstNs() - reference.lastNs(), reference.firstNs() - point.lastNs());
                why = " By their clocks they don't overlap: " + Durations.text(apart) + " apart.";
            }
            add(
                    UNRELATED,
                    Finding.NO_TAP,
                    List.of(),
                    "Tap " + point.name() + " has no packet in common with tap " + reference.name()
                            + "." + why);
        } else if (point.clock() == Clock.CONTRADICTORY) {
            add(
                    CLOCKS,
                    Finding.NO_TAP,
                    List.of(),
                    "Taps " + reference.name() + " and " + point.name()
                            + ": no offset fits all packets, so delays are not told.");
        }
    }

    private void add(Rule rule, int tap, List<Long> frames, String message) {
        findings.add(new Finding(rule, 0, frames, message, tap));
    }
}
