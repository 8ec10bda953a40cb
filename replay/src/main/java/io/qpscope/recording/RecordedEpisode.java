package io.qpscope.recording;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.Message;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.wire.Psn;

/**
 * A recovery of a capture and what it was about.
 *
 * @param message the one that the episode's PSN belongs to; null when the capture does not have it
 * @param rnrNaks RNR NAKs for that PSN from the episode's begin to its end
 * @param rnrTimer code that the first of them asked for
 */
public record RecordedEpisode(
        SessionSummary session,
        DirectionSummary from,
        Episode episode,
        Message message,
        int rnrNaks,
        int rnrTimer) {
    private static final String RECOVERED = "recovered";
    private static final String FAILED = "failed";

    /** Why it can't be turned into a scenario; null when it can. */
    public String refusal() {
        if (episode.cause() == Episode.Cause.LOSS_UNDECIDED) {
            return "one tap could not decide whether the request was lost behind it or its answer"
                    + " before it: capture on the other side too";
        }
        long holes = number(from.requests().lostByCapture())
                + number(from.responses().lostByCapture())
                + number(peer().responses().lostByCapture());
        if (holes > 0) {
            return holes
                    + " packets of the session reached their receiver and not the capture: what"
                    + " happened in these holes is not known";
        }
        if (!episode.outcome().equals(RECOVERED) && !episode.outcome().equals(FAILED)) {
            return "the capture ends before it does";
        }
        if (episode.outcome().equals(FAILED)
                && session.outcome().status().equals(Outcome.UNKNOWN)) {
            return "its outcome is not known: " + session.outcome().why();
        }
        if (message == null || message.firstPsn() == null) {
            return "the message of PSN " + episode.psn() + " is not whole in the capture";
        }
        return message.payloadBytes() == null
                ? "packets of the message of PSN " + episode.psn()
                        + " are missing in the capture, so that its size is not known"
                : null;
    }

    private DirectionSummary peer() {
        return session.direction(episode.from().other());
    }

    private static long number(Long count) {
        return count == null ? 0 : count;
    }

    /** Whether the requester gave up. */
    public boolean failed() {
        return episode.outcome().equals(FAILED);
    }

    /** What the requester must have seen in the end: name of {@code ibv_wc_status}. */
    public String outcome() {
        return failed() ? session.outcome().status() : Outcome.SUCCESS;
    }

    /** Which packet of its message the episode began with, from 0. */
    int packet() {
        return Math.max(0, Psn.diff(episode.psn(), message.firstPsn()));
    }
}
