package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.TimeLedger.State;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/** Reads the answers to a {@link Requester}: acknowledgements, NAKs and responses. */
final class AnswerSide {
    /** PSNs that may have been in flight together; farther back it is no late packet. */
    private static final int MOST_OVERTAKEN = 1 << 16;

    private final Requester to;
    /** Of the responses. */
    private final SendOrder order = new SendOrder();

    private long lastResponseFrame;
    /** Acknowledgements that moved the receiver's progress, and the PSNs they covered. */
    private long acks;

    private long acked;
    private int mostAcked;

    AnswerSide(Requester to) {
        this.to = to;
    }

    /** A plain acknowledgement; READ and ATOMIC responses come to {@link #onResponse}. */
    void onAcknowledge(FrameView frame) {
        int psn = frame.psn();
        boolean moved = Psn.diff(psn, to.taken) >= 0;
        if (to.troubled && !to.rewinds.isEmpty()) {
            judgeRewinds(psn, moved, true);
        }
        if (moved) {
            to.acknowledgesEach &= !to.window.asksBefore(psn);
            to.responses.acknowledged(psn);
            int covered = Psn.diff(psn, to.taken) + 1;
            acks++;
            acked += covered;
            mostAcked = Math.max(mostAcked, covered);
            advance(Psn.add(psn, 1), frame);
        } else {
            to.responses.acknowledgedAgain(psn);
        }
        onAnswer(frame, psn);
    }

    /** The receiver has everything before the PSN. */
    private void advance(int end, FrameView frame) {
        if (Psn.diff(end, to.shadow.expect) > 0) {
            to.shadow.ahead(end, frame.number());
        }
        to.progress(end, frame);
    }

    /**
     * PSN sequence error: the receiver expects the PSN and has all before it.
     *
     * @return false when it only follows from an RNR NAK for the same PSN
     */
    boolean onSequenceNak(FrameView frame) {
        int psn = frame.psn();
        EpisodeLog.Open open = to.episodes.current();
        boolean afterRnr = open != null && open.cause == Cause.RNR && open.psn == psn;
        int index = to.window.find(psn);
        boolean passed = index >= 0 && to.window.has(index, SentWindow.SEEN);
        long start = index >= 0 && !passed ? to.window.frame(index) : frame.number();
        int distance = Psn.diff(psn, to.shadow.expect);
        boolean repeated = passed && to.window.has(index, SentWindow.RESENT);
        long shown = index < 0 ? -1 : gapShown(index, passed);
        boolean overtaken = distance < 0 && index >= 0 && to.window.has(index, SentWindow.LATE);
        if (index >= 0) {
            to.window.mark(index, SentWindow.NAKED);
        }
        to.responses.acknowledged(Psn.add(psn, -1));
        to.shadow.onNak(psn, frame.number());
        if (Psn.diff(psn, to.taken) > 0) {
            to.progress(psn, frame);
        }
        onAnswer(frame, Psn.add(psn, -1));
        to.troubled = true;
        if (!afterRnr || !to.rnr.waiting()) {
            to.naks.add(psn);
            to.timeouts.spend(to.reached());
        }
        to.recovery().onNak(psn, to.openStart, frame.timeNs(), passed && !repeated);
        if (!afterRnr && !overtaken && shown >= 0) {
            nakLatency(frame.timeNs() - shown);
        }
        if (!afterRnr) {
            Cause cause = distance < 0 ? Cause.LOSS_AFTER_TAP : Cause.LOSS_BEFORE_TAP;
            if (overtaken) {
                cause = Cause.REORDERING;
            } else if (distance == 0 && passed) {
                // It was dropped behind an earlier gap, whose cause is its own.
                cause = to.episodes.lastCause();
            }
            EpisodeLog.Open story = to.episodes.begin(cause, psn, start, frame.timeNs(), frame);
            story.nakFrame = frame.number();
            story.rounds++;
            to.turn(frame.timeNs(), State.GO_BACK_N);
        }
        return !afterRnr;
    }

    /** When the first packet behind a gap passed, or -1 if that can't be told. */
    private long gapShown(int index, boolean passed) {
        SentWindow window = to.window;
        if (!passed) {
            return window.time(index);
        }
        boolean next = index + 1 < window.size() && window.has(index + 1, SentWindow.SEEN);
        return next && !window.has(index, SentWindow.RESENT) ? window.time(index + 1) : -1;
    }

    private void nakLatency(long ns) {
        if (to.nakLatency == null) {
            to.nakLatency = new AckLatency();
        }
        to.nakLatency.record(ns);
    }

    Evidence.Acknowledging acknowledging() {
        return new Evidence.Acknowledging(acks, acked, mostAcked);
    }

    /** Whether the IP identification shows that the response was overtaken. */
    boolean isLate(FrameView response) {
        return order.isLate(response.ipId());
    }

    /**
     * Receiver not ready: it has all before the PSN, and wants it again after the coded wait.
     *
     * @return false when later answers, which it was overtaken by, show that it has had it
     */
    boolean onRnrNak(long promisedNs, FrameView frame) {
        int psn = frame.psn();
        int behind = Psn.diff(to.taken, psn);
        if (behind > 0 && behind <= MOST_OVERTAKEN) {
            return false;
        }
        int index = to.window.find(psn);
        boolean plainWrite = index >= 0 && to.window.has(index, SentWindow.PLAIN_WRITE);
        to.responses.acknowledged(Psn.add(psn, -1));
        to.shadow.onRnr(psn, frame.number());
        if (Psn.diff(psn, to.taken) > 0) {
            to.progress(psn, frame);
        }
        onAnswer(frame, Psn.add(psn, -1));
        to.troubled = true;
        // A READ without its responses is asked for again at once: that NAK implies.
        boolean lacking = to.responses.lacksBefore(psn);
        boolean goingBack =
                !to.naks.isEmpty() || (to.cursor != to.next && Psn.diff(psn, to.cursor) >= 0);
        to.rnr.onNak(promisedNs, plainWrite, goingBack, lacking, frame);
        to.naks.clear();
        EpisodeLog.Open story =
                to.episodes.begin(Cause.RNR, psn, frame.number(), frame.timeNs(), frame);
        story.cause = Cause.RNR;
        story.nakFrame = frame.number();
        story.rounds++;
        to.rewinds.endCurrent();
        to.turn(frame.timeNs(), State.RNR_WAIT);
        return true;
    }

    /** NAK codes 1 to 3: the request is refused and both queue pairs end in error. */
    void onFatalNak(int code, FrameView frame) {
        int psn = frame.psn();
        if (Psn.diff(psn, to.taken) > 0) {
            advance(psn, frame);
        }
        onAnswer(frame, Psn.add(psn, -1));
        int index = to.window.find(psn);
        long request = index >= 0 ? to.window.frame(index) : 0;
        boolean doubted = to.responses.lacksBefore(psn);
        to.failure.nak(code, psn, request, frame, doubted);
        if (doubted) {
            // It implies a NAK for the response that is missing.
            to.timeouts.spend(to.reached());
            return;
        }
        to.episodes.end("failed", frame.number(), frame.timeNs());
        to.turn(frame.timeNs(), State.IDLE);
    }

    void onResponse(FrameView frame, int traits, boolean networkDuplicate, CorruptFrames corrupt) {
        int psn = frame.psn();
        learnLength(frame.payloadLength(), (traits & Opcode.ENDS) == 0);
        if (to.lengths.guessedPsn() >= 0 && (traits & Opcode.ENDS) != 0) {
            learnEnd(psn, (traits & Opcode.STARTS) != 0);
        }
        if (networkDuplicate) {
            to.responses.counts.networkDuplicates++;
            return;
        }
        int result = to.responses.onResponse(psn, frame.payloadLength(), order, frame);
        if (result == ResponseStream.BEHIND_GAP) {
            onResponsesSkipped(frame, corrupt);
        }
        lastResponseFrame = frame.number();
        if (result == ResponseStream.NEW || result == ResponseStream.BEHIND_GAP) {
            order.learn(frame.ipId());
        } else {
            order.note(frame.ipId());
        }
        int end = endOfRequest(psn);
        boolean moved = Psn.diff(end, to.taken) > 0;
        if (to.troubled && !to.rewinds.isEmpty() && (traits & Opcode.STARTS) != 0) {
            judgeRewinds(psn, moved, false);
        }
        if (moved) {
            advance(end, frame);
        }
        if (to.messageLog != null && (traits & Opcode.ENDS) != 0) {
            to.messageLog.answered(psn, frame);
        }
        onAnswer(frame, psn);
    }

    /** What a response of so many bytes tells of the path MTU. */
    private void learnLength(int bytes, boolean full) {
        if (full && bytes > 0) {
            to.lengths.seen++;
            if (bytes != to.lengths.pathMtu) {
                to.learnMtu(bytes);
            }
        } else if (!full && to.lengths.raises(bytes)) {
            to.learnPayload(bytes);
        }
    }

    /** The last response shows how many there are, though others be lost. */
    private void learnEnd(int psn, boolean only) {
        // Atomics and the like have responses of one packet too, at PSNs of their own.
        boolean ofGuessed = !only || psn == to.lengths.guessedPsn();
        if (ofGuessed && to.lengths.endsAt(Psn.add(psn, 1))) {
            to.learnMtus();
        }
    }

    private void onResponsesSkipped(FrameView frame, CorruptFrames corrupt) {
        int skipped = to.responses.lastSkipped();
        to.responses.corrupted(corrupt.explain(lastResponseFrame, frame.number(), skipped));
    }

    /** The first response shows that the whole request was taken. */
    private int endOfRequest(int psn) {
        int index = to.window.find(psn);
        return index >= 0 && to.window.has(index, SentWindow.WANTS_RESPONSE)
                ? to.window.end(index)
                : Psn.add(psn, 1);
    }

    /**
     * What an answer says of pending rewinds.
     *
     * @param latest whether its PSN is the latest that the receiver has, as in a plain
     *     acknowledgement
     */
    private void judgeRewinds(int psn, boolean moved, boolean latest) {
        if (!moved) {
            Rewinds.Rewind ghost = to.rewinds.onGhost(psn);
            if (ghost != null && latest) {
                arrivedUpTo(psn, ghost, Kind.TIMEOUT_TOO_SHORT);
            } else if (ghost != null) {
                // Each sending has its answer: they only took longer than the timer.
                arrived(ghost, Kind.TIMEOUT_TOO_SHORT);
            }
            return;
        }
        int index = to.window.find(psn);
        boolean asked = index >= 0 && to.window.has(index, SentWindow.ACK_REQ);
        if (to.rewinds.onProgress(psn, asked, to.acknowledgesEach)) {
            Rewinds.Rewind old = to.rewinds.settle();
            while (old != null) {
                arrivedUpTo(psn, old, Kind.ACK_TIMEOUT);
                old = to.rewinds.settle();
            }
        } else if (to.rewinds.climbing()) {
            to.shadow.atMost(to.cursor);
        }
    }

    /** What was resent up to the PSN was there before; the packet behind it, if sent, was not. */
    private void arrivedUpTo(int psn, Rewinds.Rewind rewind, Kind kind) {
        int end = Psn.add(psn, 1);
        Kind cause = kind;
        if (Psn.diff(end, rewind.expected) < 0) {
            // Counted from above: what is acknowledged has left the window.
            // A hole that the rewind filled is among them, and no duplicate.
            int behind = rewind.duplicates == 0 ? end : rewind.duplicatesEnd;
            int dropped = to.window.resentBetween(end, behind);
            rewind.duplicates -= Math.min(rewind.duplicates, dropped);
            int index = to.window.find(end);
            if (index >= 0 && to.window.has(index, SentWindow.SEEN)) {
                to.counts.lostAfterTap++;
                to.log.add(Kind.LOSS_AFTER_TAP, rewind.frame, end);
                cause = Kind.ACK_TIMEOUT;
            }
        }
        arrived(rewind, cause);
    }

    private void arrived(Rewinds.Rewind rewind, Kind kind) {
        to.counts.duplicates += rewind.duplicates;
        if (rewind.waitedNs >= Requester.SPURIOUS_NS) {
            to.timeouts.sample(rewind.waitedNs);
            to.log.add(kind, rewind.frame, rewind.waitedNs);
            return;
        }
        to.log.add(Kind.SPURIOUS_TIMEOUT, rewind.frame, rewind.waitedNs);
        EpisodeLog.Open story = to.episodes.current();
        if (story != null && story.psn == rewind.psn) {
            story.cause = Cause.SPURIOUS_TIMEOUT;
        }
    }

    /** After any answer: is the trouble over, is the sender idle? */
    private void onAnswer(FrameView frame, int acknowledged) {
        to.answered = true;
        to.lastAnswerFrame = frame.number();
        to.lastFrame = frame.number();
        to.lastNs = frame.timeNs();
        EpisodeLog.Open story = to.troubled ? to.episodes.current() : null;
        if (story != null && Psn.diff(acknowledged, story.psn) >= 0) {
            to.episodes.end("recovered", frame.number(), frame.timeNs());
        }
        if (to.taken == to.next && !to.responses.outstanding()) {
            to.turn(frame.timeNs(), State.IDLE);
        }
    }
}
