package io.qpscope.finding;

import io.qpscope.session.Durations;
import io.qpscope.session.Observation;

import java.util.List;

/** Rules about native InfiniBand links; their part of the catalogue. */
final class LinkRules {
    private static final String FLOW_CONTROL =
            "IBA vol 1, 7.9 (rule from memory, not verified with a recording)";

    static final Rule STARVED = new Rule(
            "IB-CREDIT-STARVED",
            Severity.WARNING,
            "A sender waited for link credits",
            "The other end of the link granted fewer credits than the sender's largest packet"
                    + " takes: nothing of that size could go on this virtual lane. Its buffers were"
                    + " full, because it could not send on itself or its host drained it slowly."
                    + " Nothing is lost, it costs time.",
            "Follow the congestion downstream from the end that withheld credits: a slow receiver"
                    + " or a thin link behind it. Counters: PortXmitWait of the sender's port.",
            FLOW_CONTROL);

    static final Rule LEAK = new Rule(
            "IB-CREDIT-LEAK",
            Severity.WARNING,
            "Data packets were lost on a link, and their credits with them",
            "The sender counted blocks that never passed the capture point, or that passed with a"
                    + " wrong VCRC, so that the receiver drops them. Until the next flow-control"
                    + " packet tells the receiver the sender's count, these credits are missing.",
            "Look at the link: cable, optics and port errors. When the capture itself lost records"
                    + " (the ERF loss counter tells) or left data packets out, that is all it is."
                    + " Counters: SymbolErrors,"
                    + " PortRcvErrors of the receiving port.",
            FLOW_CONTROL);

    static final Rule OVERRUN = new Rule(
            "IB-CREDIT-OVERRUN",
            Severity.ERROR,
            "A sender sent more than its link credits allow",
            "A data packet went beyond the last credit limit that passed the capture point. The"
                    + " receiver has no buffer for it and may drop it or bring the link down. If the"
                    + " capture lacks link packets, the limit seen may be out of date.",
            "Look at the sender's port hardware or firmware. Counters: ExcessiveBufferOverrunErrors"
                    + " of the receiving port.",
            FLOW_CONTROL);

    static final Rule REINIT = new Rule(
            "IB-LINK-REINIT",
            Severity.WARNING,
            "A link was initialised again",
            "Flow control began anew (Op 1) after it had worked: the link went down and came up"
                    + " again. What was in flight is lost, and all credits start afresh.",
            "Look at the cable and at what happened to either port. Counters: LinkDowned,"
                    + " LinkErrorRecovery.",
            FLOW_CONTROL);

    static final Rule BAD_LPCRC = new Rule(
            "IB-LPCRC-BAD",
            Severity.WARNING,
            "Flow-control packets with a wrong LPCRC",
            "The receiver ignores such a packet; the next one replaces it. They mean bit errors on"
                    + " this very link, since link packets are never forwarded.",
            "Look at cable and optics of this link. Counters: LocalLinkIntegrityErrors,"
                    + " SymbolErrors.",
            "IBA vol 1, 7.8.3 (rule from memory, not verified with a recording)");

    static final Rule BAD_VCRC = new Rule(
            "IB-VCRC-BAD",
            Severity.WARNING,
            "Packets with a wrong variant CRC",
            "The VCRC is made anew on each link and covers all of a packet: bits changed on the"
                    + " link in front of the capture point. The next port drops the packet. QPScope"
                    + " still lets it count to its session when its ICRC is right.",
            "Look at cable and optics of the link. If all are bad, the capture device does not keep"
                    + " the VCRC but something else in its place.",
            "IBA vol 1, 7.8.2");

    private LinkRules() {}

    /** Other observations are passed over. */
    static void judge(Observation seen, List<Finding> findings) {
        switch (seen.kind()) {
            case CREDIT_STARVED -> add(seen, findings, STARVED, starved(seen));
            case CREDIT_LEAK -> add(seen, findings, LEAK, leak(seen));
            case CREDIT_OVERRUN -> add(seen, findings, OVERRUN, overrun(seen));
            case LINK_REINIT ->
                add(
                        seen,
                        findings,
                        REINIT,
                        seen.text() + " was initialised again " + Names.count(seen.count(), "time")
                                + ".");
            case BAD_LPCRC ->
                add(
                        seen,
                        findings,
                        BAD_LPCRC,
                        Names.count(seen.count(), "flow-control packet") + " with a wrong LPCRC on "
                                + seen.text() + ".");
            case BAD_VCRC ->
                add(
                        seen,
                        findings,
                        BAD_VCRC,
                        Names.count(seen.count(), "packet") + " with a wrong VCRC.");
            default -> {}
        }
    }

    private static String starved(Observation seen) {
        return "The sender on " + seen.text() + " lacked credits for its largest packet "
                + Names.count(seen.count(), "time") + " for 100 us or more, for up to "
                + Durations.text(seen.value()) + ".";
    }

    private static String leak(Observation seen) {
        return "The sender on " + seen.text() + " counted blocks that did not arrive "
                + Names.count(seen.count(), "time") + ", up to "
                + Names.count(seen.value(), "block") + " at a time.";
    }

    private static String overrun(Observation seen) {
        return Names.count(seen.count(), "packet") + " on " + seen.text()
                + " went beyond the credit limit, by up to "
                + Names.count(seen.value(), "block") + ".";
    }

    private static void add(Observation seen, List<Finding> findings, Rule rule, String message) {
        findings.add(new Finding(rule, 0, seen.frames(), message));
    }
}
