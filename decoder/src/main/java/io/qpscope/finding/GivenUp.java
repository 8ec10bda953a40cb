package io.qpscope.finding;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Durations;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Silence;

/**
 * The story of a requester that gave up (completion errors 12 and 13): who was silent or not ready,
 * since when, what arrived last, how often it was tried, what else was heard of the peer.
 */
final class GivenUp {
    private final SessionSummary session;
    private final DirectionSummary direction;
    private final Outcome outcome;
    private final Silence silence;
    private final String requester;
    private final String responder;
    private final String responderHost;

    GivenUp(SessionSummary session, DirectionSummary direction) {
        this.session = session;
        this.direction = direction;
        outcome = direction.outcome();
        silence = outcome.silence();
        requester = Names.of(session, direction.from());
        responder = Names.of(session, direction.from().other());
        responderHost = session.peer(direction.from().other()).address();
    }

    /** Error 12. */
    String unanswered() {
        return heardLast() + " " + tried() + " " + peer() + " " + pauses() + " " + verdict();
    }

    /** Error 13. */
    String notReady() {
        String since = silence.lastAnswerFrame() == null
                ? ""
                : ", the last in frame " + silence.lastAnswerFrame() + ", " + into();
        return responder + " is alive but had no receive for PSN " + silence.stuckPsn() + lastGood()
                + ": " + Names.count(silence.rounds(), "RNR NAK") + since + ". " + tried() + " "
                + Math.round(100.0 * direction.time().rnrWait() / Math.max(1, session.durationNs()))
                + " % of the session were RNR waits. " + pauses() + " " + verdict();
    }

    private String heardLast() {
        if (silence.lastAnswerFrame() == null) {
            return responder + " never answered " + requester + ".";
        }
        return responder + " was heard last in frame " + silence.lastAnswerFrame() + ", " + into()
                + lastGood() + ".";
    }

    private String lastGood() {
        return silence.lastGoodPsn() == null
                ? " (nothing of this queue pair had arrived before)"
                : " (last good PSN " + silence.lastGoodPsn() + ")";
    }

    private String into() {
        return Durations.text(silence.sinceNs() - session.firstTimeNs()) + " into the session";
    }

    private String tried() {
        String waits = silence.waitsNs().isEmpty()
                ? ""
                : " after waits of " + Names.waits(silence.waitsNs());
        String allowed = silence.allowedRounds() == null
                ? ""
                : " of " + silence.allowedRounds() + " that its retry count allows";
        String after = silence.quietNs() > 0
                ? ", then sent nothing for " + Durations.text(silence.quietNs())
                : " until the capture ended";
        int at = outcome.why().indexOf("; ");
        String what = at < 0 ? "" : outcome.why().substring(at);
        return requester + " sent PSN " + silence.stuckPsn() + " first "
                + Durations.text(silence.firstTriedNs() - session.firstTimeNs())
                + " into the session, " + Names.count(silence.rounds(), "time")
                + RecoveryRules.more(silence) + " in all" + allowed + waits + after + what + ".";
    }

    /** Whether the host behind the silent queue pair still lives. */
    private String peer() {
        if (silence.peerFrame() == null) {
            return "Nothing else of " + responderHost + " came after that either: look at the host,"
                    + " its link and the path first.";
        }
        String later = Durations.text(silence.peerNs() - silence.sinceNs()) + " later";
        if (silence.peerNs() > silence.lastTriedNs()) {
            return responderHost + " was silent in all else, too, until frame "
                    + silence.peerFrame() + ", " + later
                    + ": look at the host, its link and the path first.";
        }
        return responderHost + " itself was heard meanwhile, in frame " + silence.peerFrame() + ", "
                + later + ": look at the process and its queue pair there first.";
    }

    private String pauses() {
        Long paused = direction.time().paused();
        if (paused == null) {
            return "No pause frames for it were captured, which proves nothing.";
        }
        return paused == 0
                ? "Its packets were not paused."
                : "Its packets were paused for " + OutcomeRules.share(paused, session.durationNs())
                        + ".";
    }

    private String verdict() {
        String inferred = outcome.proof() == Outcome.Proof.PROVED ? "" : " (inferred)";
        return requester + " gives up with " + outcome.status() + inferred + ".";
    }
}
