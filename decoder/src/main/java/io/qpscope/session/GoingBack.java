package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.ResponseStream.Restart;
import io.qpscope.session.TimeLedger.State;
import io.qpscope.wire.Psn;

/** Why the sender of a {@link Requester} goes back: an RNR NAK, a NAK, a response gap, its timer. */
final class GoingBack {
    private final Requester to;
    /** The newest rewind that no NAK asked for. */
    private long askedAgainNs = Long.MIN_VALUE;

    GoingBack(Requester to) {
        this.to = to;
    }

    /** A packet never sent before follows on a resend. */
    void onGoesOn(FrameView frame, SendOrder order) {
        boolean complete = order.known()
                ? order.follows(frame.ipId())
                : to.counts.lostBeforeTap == 0 && to.missing() == 0;
        to.leaveRecovery(frame.number(), complete);
    }

    /** A packet that does not follow on the one sent before. */
    void onJumpBack(FrameView frame) {
        int psn = frame.psn();
        long now = frame.timeNs();
        to.troubled = true;
        if (to.rnr.explains(psn)) {
            to.rnr.resend(frame.number(), now, to.log);
            onNotReadyServed(now);
        } else if (to.cursor != to.next && Psn.diff(psn, to.cursor) > 0) {
            onJumpForth(frame);
        } else if (to.naks.asks(psn)) {
            to.naks.explain(psn);
            onNakServed(now);
        } else if (to.naks.explain(psn)) {
            // What it asked for has been received since; the timer may have been the reason.
            to.timeouts.spend(to.reached());
            onNakServed(now);
        } else if (restartsMessage(psn, now)) {
            to.naks.explain(to.recovery.nakPsn());
            onNakServed(now);
            to.recovery.beginMessage(LossRecovery.Why.NAK);
        } else {
            onUnexplained(frame);
        }
    }

    private void onNotReadyServed(long now) {
        to.recovery().begin(LossRecovery.Why.RNR);
        to.time.turnAfter(now, State.RNR_WAIT, State.GO_BACK_N);
        to.rewinds.endCurrent();
    }

    private void onNakServed(long now) {
        to.recovery().begin(LossRecovery.Why.NAK);
        to.turn(now, State.GO_BACK_N);
        to.rewinds.endCurrent();
    }

    /** It goes on behind a resend that the tap missed, or sends just what a further NAK names. */
    private void onJumpForth(FrameView frame) {
        if (to.naks.asks(frame.psn())) {
            to.leaveRecovery(frame.number(), false);
            to.naks.explain(frame.psn());
            onNakServed(frame.timeNs());
        }
    }

    /** A sender that goes back 0 begins with the message that the wanted packet lies in. */
    private boolean restartsMessage(int psn, long now) {
        return to.recovery != null
                && to.naks.asks(to.recovery.nakPsn())
                && to.recovery.restartsMessage(psn, now);
    }

    /** No NAK asks for this rewind: a response gap does, or the ACK timer. */
    private void onUnexplained(FrameView frame) {
        int psn = frame.psn();
        boolean early = to.beforeTimeout(frame.timeNs() - Math.max(to.progressNs, askedAgainNs));
        Restart restart = to.responses.onRestart(psn, early);
        askedAgainNs = frame.timeNs();
        boolean implied = restart == Restart.IMPLIED_NAK_BEFORE_TAP
                || restart == Restart.IMPLIED_NAK_AFTER_TAP
                || restart == Restart.IMPLIED_NAK_BY_ACK
                || restart == Restart.FROM_ZERO
                || (to.responses.hasGap() && restart == Restart.UNANSWERED);
        if (implied) {
            to.rnr.overruled();
            to.timeouts.spend(to.reached());
            if (restart == Restart.IMPLIED_NAK_AFTER_TAP) {
                to.responses.counts.lostAfterTap++;
            }
            beginResponses(restart, psn);
            long gapFrame = to.responses.gapFrame();
            long start = gapFrame != 0 ? gapFrame : frame.number();
            to.episodes.begin(Cause.IMPLIED_NAK, psn, start, frame.timeNs(), frame).rounds++;
            to.rewinds.endCurrent();
            to.turn(frame.timeNs(), State.GO_BACK_N);
        } else {
            // Nothing but the timer asks for the last response again.
            if (restart == Restart.CROSSED || (restart == Restart.LAST_RESPONSE && !early)) {
                to.responses.counts.lostUndecided++;
            }
            if (to.rnr.outlives(frame.timeNs())) {
                to.timeouts.spend(to.reached());
                onNotReadyServed(frame.timeNs());
            } else {
                onTimeout(frame);
            }
        }
    }

    private void beginResponses(Restart restart, int psn) {
        LossRecovery recovery = to.recovery();
        if (restart == Restart.FROM_ZERO) {
            recovery.beginMessage(LossRecovery.Why.RESPONSE_GAP);
        } else {
            recovery.begin(LossRecovery.Why.RESPONSE_GAP);
            if (to.responses.isInside(psn)) {
                recovery.insideMessage();
            }
        }
    }

    private void onTimeout(FrameView frame) {
        int psn = frame.psn();
        long now = frame.timeNs();
        int index = to.window.find(psn);
        long sentNs = index >= 0 ? to.window.time(index) : to.lastNs;
        long sentFrame = index >= 0 ? to.window.frame(index) : to.lastFrame;
        long waited = now - sentNs;
        boolean early = Psn.diff(psn, to.taken) < 0;
        to.timeoutRewinds++;
        to.recovery().begin(LossRecovery.Why.TIMEOUT);
        Cause cause = early ? Cause.SPURIOUS_TIMEOUT : Cause.ACK_TIMEOUT;
        to.episodes.begin(cause, psn, sentFrame, sentNs, frame).rounds++;
        to.timeouts.spend(to.reached());
        to.timeouts.round(psn, frame.number(), waited, early);
        if (early) {
            to.log.add(Kind.SPURIOUS_TIMEOUT, frame.number(), waited);
            to.rewinds.endCurrent();
        } else {
            boolean asked = to.window.asksFrom(psn);
            to.rewinds.begin(psn, to.shadow.expect, frame.number(), waited).asked = asked;
        }
        to.turn(Math.max(to.lastNs, sentNs), State.SENDING);
        to.time.turnAfter(now, State.ACK_TIMEOUT, State.GO_BACK_N);
    }
}
