package io.qpscope.finding;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Durations;
import io.qpscope.session.Observation;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import java.util.List;

/** Rules that read one observation each. */
final class ObservationRules {
    /** Sequence errors of one receiver that are more than an accident. */
    static final int NAK_BURST = 3;

    /** One RNR wait, promised or kept, that people notice. */
    static final long LONG_WAIT_NS = 100_000_000;

    /** Share of the session spent in RNR waits, per cent, and its least length. */
    static final int LONG_WAIT_PERCENT = 10;

    static final long LONG_WAIT_LEAST_NS = 1_000_000;

    private static final long RNR_TIMER_ZERO_NS = 655_360_000;

    private final TrackerResult result;
    private final List<Finding> findings;

    ObservationRules(TrackerResult result, List<Finding> findings) {
        this.result = result;
        this.findings = findings;
    }

    void judge(Observation seen) {
        if (seen.session() == 0) {
            whole(seen);
            return;
        }
        SessionSummary session = result.sessions().get(seen.session() - 1);
        String from = Names.of(session, seen.from());
        String to = Names.of(session, seen.from().other());
        switch (seen.kind()) {
            case LOSS_BEFORE_TAP -> add(seen, Catalogue.LOSS_BEFORE_TAP, lossBefore(seen, from));
            case LOSS_AFTER_TAP -> add(seen, Catalogue.LOSS_AFTER_TAP, lossAfter(seen, from, to));
            case LOSS_UNDECIDED -> add(seen, Catalogue.LOSS_UNDECIDED, undecided(seen, from, to));
            case LOSS_BY_CAPTURE -> add(seen, Catalogue.CAPTURE_HOLES, holes(session, seen, to));
            case REORDERED -> add(seen, Catalogue.REORDERED, reordered(seen, from));
            case UC_GAP -> add(seen, Catalogue.UC_GAP, gaps(seen, from));
            case PSN_SEQUENCE_NAK -> burst(seen, from, to);
            case RNR_NAK -> rnr(session, seen, from, to);
            case RNR_NAK_ON_WRITE -> add(seen, Catalogue.RNR_ON_WRITE, pageFault(seen, from, to));
            default -> more(session, seen, from, to);
        }
    }

    private void more(SessionSummary session, Observation seen, String from, String to) {
        switch (seen.kind()) {
            case ACK_TIMEOUT -> add(seen, Catalogue.ACK_TIMEOUT, timeout(seen, from, to));
            case TIMEOUT_TOO_SHORT ->
                add(
                        seen,
                        Catalogue.TIMEOUT_TOO_SHORT,
                        from + " began again " + Names.count(seen.count(), "time") + " after up to "
                                + Durations.text(seen.value()) + "; the answers from " + to
                                + " came later, and nothing was lost.");
            case SPURIOUS_TIMEOUT ->
                add(
                        seen,
                        Catalogue.SPURIOUS_RETRANSMIT,
                        from + " began again " + Names.count(seen.count(), "time")
                                + " although the packets had arrived.");
            case REMOTE_ACCESS_NAK ->
                add(seen, Catalogue.REMOTE_ACCESS_ERROR, refused(seen, from, to, "memory access"));
            case INVALID_REQUEST_NAK ->
                add(seen, Catalogue.INVALID_REQUEST, refused(seen, from, to, "request"));
            case REMOTE_OPERATIONAL_NAK ->
                add(
                        seen,
                        Catalogue.REMOTE_OPERATIONAL_ERROR,
                        from + " could not carry out the request with PSN " + seen.value() + " of "
                                + to + "; both queue pairs are in error.");
            case PARTIAL_RESEND ->
                add(
                        seen,
                        Catalogue.PARTIAL_RESEND,
                        from + " left out " + Names.count(seen.value(), "packet")
                                + " when it sent again after " + seen.text() + "; " + to
                                + " had dropped them.");
            case BAD_ICRC ->
                add(
                        seen,
                        Catalogue.BAD_ICRC,
                        Names.count(seen.count(), "packet") + " to " + to
                                + " with a wrong ICRC, which " + to + " drops silently.");
            case OTHER_VERSION ->
                add(
                        seen,
                        Catalogue.OTHER_VERSION,
                        Names.count(seen.count(), "packet") + " to " + to + " of transport version "
                                + seen.value() + ", which " + to + " drops silently.");
            case MIGREQ_MISMATCH ->
                add(seen, Catalogue.MIGREQ_MISMATCH, from + " sends MigReq 1, " + to + " sends 0.");
            case CE_WITHOUT_CNP ->
                add(
                        seen,
                        FlowControlCatalogue.CE_WITHOUT_CNP,
                        Names.count(seen.count(), "packet") + " from " + from
                                + " came with ECN CE, and " + to + " sent no CNP.");
            case CM_UNANSWERED -> add(seen, Catalogue.CM_UNANSWERED, unanswered(session, seen));
            case CM_REJECTED -> add(seen, Catalogue.CM_REJECTED, rejected(session, seen));
            case AMBIGUOUS_PAIRING ->
                add(
                        seen,
                        Catalogue.AMBIGUOUS,
                        Names.count(seen.count(), "answer") + " from " + from
                                + " fit several queue pairs and were assigned to none.");
            case LIMIT_REACHED ->
                add(seen, Catalogue.LIMIT, seen.value() + " " + seen.text() + " are left out.");
            default -> {
                if (!new ConformanceRules(session, findings).judge(seen)) {
                    new IwarpRules(session, findings).judge(seen);
                }
            }
        }
    }

    /** What belongs to no session. */
    private void whole(Observation seen) {
        switch (seen.kind()) {
            case BAD_ICRC -> {
                long known = result.observations().stream()
                        .filter(o -> o.kind() == Observation.Kind.BAD_ICRC && o.session() != 0)
                        .mapToLong(Observation::count)
                        .sum();
                long rest = seen.count() - known;
                if (rest > 0) {
                    String message = Names.count(rest, "packet")
                            + " with a wrong ICRC that name no known queue pair.";
                    findings.add(new Finding(Catalogue.BAD_ICRC, 0, seen.frames(), message));
                }
            }
            case OTHER_VERSION ->
                findings.add(new Finding(
                        Catalogue.OTHER_VERSION,
                        0,
                        seen.frames(),
                        Names.count(seen.count(), "packet") + " of transport version "
                                + seen.value() + " that name no known queue pair."));
            case LIMIT_REACHED ->
                findings.add(new Finding(
                        Catalogue.LIMIT,
                        0,
                        seen.frames(),
                        seen.value() + " " + seen.text() + " are left out."));
            case SHARED_TRAFFIC ->
                findings.add(new Finding(
                        Catalogue.SEVERAL_TAPS,
                        0,
                        seen.frames(),
                        "The same packets stand at " + seen.text()
                                + ": both are taken for one capture point."));
            default -> LinkRules.judge(seen, findings);
        }
    }

    private static String lossBefore(Observation seen, String from) {
        return Names.count(seen.count(), "packet") + " from " + from
                + " never reached this capture point and had to be sent again.";
    }

    private static String lossAfter(Observation seen, String from, String to) {
        return Names.count(seen.count(), "packet") + " from " + from
                + " passed here and did not reach " + to + ".";
    }

    private static String undecided(Observation seen, String from, String to) {
        return Names.count(seen.count(), "packet") + " from " + from
                + " had to be sent again: lost on the way to " + to
                + ", or the answer lost on the way back, or late.";
    }

    private static String holes(SessionSummary session, Observation seen, String to) {
        Long lost = session.direction(seen.from()).requests().lostByCapture();
        return to + " acknowledged " + Names.count(lost == null ? seen.count() : lost, "packet")
                + " that this capture lacks.";
    }

    private static String reordered(Observation seen, String from) {
        return Names.count(seen.count(), "packet") + " from " + from
                + " came late, behind packets sent after them.";
    }

    private static String gaps(Observation seen, String from) {
        return Names.count(seen.count(), "packet") + " from " + from
                + " never reached this capture point, up to " + seen.value() + " in a row.";
    }

    private void burst(Observation seen, String from, String to) {
        if (seen.count() >= NAK_BURST) {
            add(
                    seen,
                    Catalogue.NAK_BURST,
                    from + " missed packets of " + to + " and asked for them "
                            + Names.count(seen.count(), "time") + ".");
        }
    }

    private void rnr(SessionSummary session, Observation seen, String from, String to) {
        Side requester = seen.from().other();
        DirectionSummary direction = session.direction(requester);
        long waited = direction.time().rnrWait();
        Long longest = direction.inferred().rnrWaitNs();
        boolean oneLong =
                seen.value() >= LONG_WAIT_NS || (longest != null && longest >= LONG_WAIT_NS);
        boolean share = waited >= LONG_WAIT_LEAST_NS
                && waited * 100 >= session.durationNs() * LONG_WAIT_PERCENT;
        if (!oneLong && !share) {
            return;
        }
        String timer = "the longest promised wait is " + Durations.text(seen.value());
        if (seen.value() == RNR_TIMER_ZERO_NS) {
            timer += " (timer code 0 is the longest, not zero)";
        }
        add(
                seen,
                Catalogue.RNR_WAIT_LONG,
                from + " was not ready " + Names.count(seen.count(), "time") + "; " + to
                        + " waited " + OutcomeRules.share(waited, session.durationNs()) + ", "
                        + timer + ".");
    }

    private static String pageFault(Observation seen, String from, String to) {
        return from + " was not ready for " + Names.count(seen.count(), "WRITE") + " of " + to
                + " that need no receive: a page fault.";
    }

    private static String timeout(Observation seen, String from, String to) {
        return from + " heard nothing from " + to + " and began again "
                + Names.count(seen.count(), "time") + ", after up to "
                + Durations.text(seen.value()) + ".";
    }

    private static String refused(Observation seen, String from, String to, String what) {
        return from + " refused the " + what + " with PSN " + seen.value() + " of " + to
                + "; both queue pairs are in error.";
    }

    private static String unanswered(SessionSummary session, Observation seen) {
        String from = session.peer(seen.from()).address();
        String to = session.peer(seen.from().other()).address();
        String mra = seen.text().isEmpty() ? "" : " but for an MRA";
        return to + " did not answer " + Names.count(seen.count(), "connection request") + " from "
                + from + mra + ", for " + Durations.text(seen.value()) + ".";
    }

    private static String rejected(SessionSummary session, Observation seen) {
        return session.peer(seen.from()).address() + " rejected the connection with "
                + session.peer(seen.from().other()).address() + ": " + seen.text()
                + " (reason " + seen.value() + ").";
    }

    private void add(Observation seen, Rule rule, String message) {
        findings.add(new Finding(rule, seen.session(), seen.frames(), message));
    }
}
