package io.qpscope.finding;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Durations;
import io.qpscope.session.Episode;
import io.qpscope.session.Outcome;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.util.List;

/** Rules that read how the directions of one session ended and what their answers lost. */
final class OutcomeRules {
    private static final int MAX_FRAMES = 20;

    private final SessionSummary session;
    private final List<Finding> findings;

    OutcomeRules(SessionSummary session, List<Finding> findings) {
        this.session = session;
        this.findings = findings;
    }

    void judge() {
        for (DirectionSummary direction : session.directions()) {
            outcome(direction);
            responses(direction);
        }
    }

    private void outcome(DirectionSummary direction) {
        Outcome outcome = direction.outcome();
        if (outcome.silence() == null) {
            return;
        }
        GivenUp story = new GivenUp(session, direction);
        switch (outcome.status()) {
            case "RETRY_EXC_ERR" ->
                add(Catalogue.RETRY_EXCEEDED, outcome.frames(), story.unanswered());
            case "RNR_RETRY_EXC_ERR" ->
                add(Catalogue.RNR_RETRY_EXCEEDED, outcome.frames(), story.notReady());
            default -> {}
        }
    }

    /** READ and ATOMIC responses that were lost; their sender is the direction's. */
    private void responses(DirectionSummary direction) {
        PsnCounts counts = direction.responses();
        String from = Names.of(session, direction.from());
        String to = Names.of(session, direction.from().other());
        List<Long> frames = impliedNaks(direction.from().other());
        if (some(counts.lostBeforeTap())) {
            add(
                    Catalogue.LOSS_BEFORE_TAP,
                    frames,
                    Names.count(counts.lostBeforeTap(), "response") + " from " + from
                            + " never reached this capture point; " + to + " asked again.");
        }
        if (some(counts.lostAfterTap())) {
            add(
                    Catalogue.LOSS_AFTER_TAP,
                    frames,
                    Names.count(counts.lostAfterTap(), "response") + " from " + from
                            + " passed here and did not reach " + to + ", which asked again.");
        }
        if (some(counts.lostByCapture())) {
            add(
                    Catalogue.CAPTURE_HOLES,
                    frames,
                    Names.count(counts.lostByCapture(), "response") + " from " + from + " reached "
                            + to + " but not this capture.");
        }
    }

    private List<Long> impliedNaks(Side requester) {
        return session.episodes().stream()
                .filter(e -> e.from() == requester && e.cause() == Episode.Cause.IMPLIED_NAK)
                .map(Episode::startFrame)
                .limit(MAX_FRAMES)
                .toList();
    }

    private static boolean some(Long count) {
        return count != null && count > 0;
    }

    private void add(Rule rule, List<Long> frames, String message) {
        findings.add(new Finding(rule, session.id(), frames, message));
    }

    /** Share of a session's time, for people. */
    static String share(long ns, long ofNs) {
        if (ofNs <= 0) {
            return Durations.text(ns);
        }
        return Durations.text(ns) + " (" + Math.round(100.0 * ns / ofNs) + " % of the session)";
    }
}
