package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.ResponseStream.Restart;
import io.qpscope.session.TimeLedger.State;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/** Reads the requests of a {@link Requester}: new, late, or sent again, and why. */
final class RequestSide {
    /** A hole this low may still be the start of the flow. */
    private static final int MAX_EARLIER_START = 256;

    private static final byte[] VERBS = verbs();

    private final Requester to;
    private final SendOrder order = new SendOrder();

    RequestSide(Requester to) {
        this.to = to;
    }

    private static byte[] verbs() {
        byte[] verbs = new byte[32];
        verbs[Opcode.SEND_LAST_IMM] = (byte) Verb.SEND_IMM.ordinal();
        verbs[Opcode.SEND_ONLY_IMM] = (byte) Verb.SEND_IMM.ordinal();
        verbs[Opcode.SEND_LAST_INV] = (byte) Verb.SEND_INV.ordinal();
        verbs[Opcode.SEND_ONLY_INV] = (byte) Verb.SEND_INV.ordinal();
        verbs[Opcode.WRITE_LAST] = (byte) Verb.WRITE.ordinal();
        verbs[Opcode.WRITE_ONLY] = (byte) Verb.WRITE.ordinal();
        verbs[Opcode.WRITE_LAST_IMM] = (byte) Verb.WRITE_IMM.ordinal();
        verbs[Opcode.WRITE_ONLY_IMM] = (byte) Verb.WRITE_IMM.ordinal();
        verbs[Opcode.READ_REQUEST] = (byte) Verb.READ.ordinal();
        verbs[Opcode.CMP_SWAP] = (byte) Verb.CMP_SWAP.ordinal();
        verbs[Opcode.FETCH_ADD] = (byte) Verb.FETCH_ADD.ordinal();
        verbs[Opcode.FLUSH] = (byte) Verb.FLUSH.ordinal();
        verbs[Opcode.ATOMIC_WRITE] = (byte) Verb.ATOMIC_WRITE.ordinal();
        return verbs;
    }

    /** Index of the verb that an ending packet's opcode tells. */
    static int verb(int opcode) {
        return VERBS[opcode & Opcode.OPERATION_MASK];
    }

    void onRequest(FrameView frame, int traits, boolean networkDuplicate, CorruptFrames corrupt) {
        int psn = frame.psn();
        if (!to.started) {
            begin(psn, frame);
        }
        if (to.lengths.guessedPsn() >= 0 && psn != to.next) {
            if (to.lengths.endsAt(psn)) {
                to.learnMtus();
            }
        }
        int ahead = Psn.diff(psn, to.next);
        int count = 1;
        if ((frame.opcode() & Opcode.OPERATION_MASK) == Opcode.READ_REQUEST) {
            // The RETH ends with the DMA length, and is the last header.
            int bytes = frame.buffer().getInt(frame.payloadOffset() - Integer.BYTES);
            if (ahead < 0 && to.lengths.pathMtu == 0) {
                learnFromHole(psn, bytes);
            }
            count = to.lengths.of(psn, bytes, ahead >= 0);
        }
        if (networkDuplicate) {
            to.counts.networkDuplicates++;
            to.rewinds.copied(psn);
            to.shadow.receive(psn, end(psn, count));
        } else if (ahead >= 0) {
            onNew(frame, traits, count, ahead, corrupt);
        } else {
            onOld(frame, traits, count);
        }
        to.lastFrame = frame.number();
        to.lastNs = frame.timeNs();
        to.lastRequestFrame = to.lastFrame;
        to.lastRequestNs = to.lastNs;
    }

    /** A READ that was lost once fills the hole it left, and shows by it how many PSNs it takes. */
    private void learnFromHole(int psn, int bytes) {
        int index = to.window.find(psn);
        if (index >= 0 && !to.window.has(index, SentWindow.SEEN)) {
            int mtu = ReadLengths.mtuFor(bytes, Psn.diff(to.window.end(index), psn));
            if (mtu != 0) {
                to.learnMtu(mtu);
            }
        }
    }

    private void begin(int psn, FrameView frame) {
        to.started = true;
        boolean told = to.startPsn >= 0 && Math.abs(Psn.diff(psn, to.startPsn)) < Requester.JUMP;
        int first = told ? to.startPsn : psn;
        to.next = first;
        to.taken = first;
        to.cursor = first;
        to.shadow.expect = first;
        to.counts.start(first);
        to.firstFrame = frame.number();
        to.progressNs = frame.timeNs();
    }

    /** Where the request that begins at a PSN ends: as sent first, else as it says. */
    private int end(int psn, int count) {
        int index = to.window.find(psn);
        return index < 0 ? Psn.add(psn, count) : to.window.end(index);
    }

    // ---- a PSN never sent before ----

    private void onNew(FrameView frame, int traits, int count, int ahead, CorruptFrames corrupt) {
        int psn = frame.psn();
        boolean resending = to.cursor != to.next;
        // An overtaken packet says nothing of where the sender is.
        boolean late = resending && order.isLate(frame.ipId());
        if (resending && !late) {
            to.rnr.resumed(Psn.diff(to.next, to.cursor), frame.number(), to.log);
            to.leaveResend();
        }
        if (ahead > 0) {
            onGap(frame, ahead, corrupt);
        }
        boolean idle = to.taken == to.next && !to.responses.outstanding();
        int flags = describe(frame, traits);
        if (to.window.append(psn, count, flags, frame.timeNs(), frame.number())) {
            to.taken = Requester.later(to.taken, to.window.psn(0));
        }
        to.next = Psn.add(psn, count);
        if (!late) {
            to.cursor = to.next;
        }
        to.counts.lastPsn = Psn.add(to.next, -1);
        if (psn == to.shadow.expect) {
            to.shadow.expect = to.next;
        }
        countFirst(frame, traits, count);
        order.learn(frame.ipId());
        if (idle) {
            to.turn(frame.timeNs(), State.SENDING);
        }
    }

    private void onGap(FrameView frame, int ahead, CorruptFrames corrupt) {
        int next = to.next;
        int corrupted = corrupt.explain(to.lastRequestFrame, frame.number(), ahead);
        long now = frame.timeNs();
        if (corrupted > 0) {
            to.window.append(next, corrupted, SentWindow.CORRUPT, now, frame.number());
        }
        if (ahead > corrupted) {
            int psn = Psn.add(next, corrupted);
            to.window.append(psn, ahead - corrupted, 0, now, frame.number());
        }
        to.shadow.gap(next, frame.psn(), frame.number());
    }

    private static int describe(FrameView frame, int traits) {
        int flags = SentWindow.SEEN;
        if (frame.ackReq()) {
            flags |= SentWindow.ACK_REQ;
        }
        if ((traits & Opcode.WANTS_RESPONSE) != 0) {
            flags |= SentWindow.WANTS_RESPONSE;
        }
        if ((traits & (Opcode.IS_WRITE | Opcode.HAS_IMM_DT)) == Opcode.IS_WRITE) {
            flags |= SentWindow.PLAIN_WRITE;
        }
        if ((traits & Opcode.ENDS) != 0) {
            flags |= SentWindow.ENDS;
        }
        return flags;
    }

    /** What is counted when a packet passes for the first time. */
    private void countFirst(FrameView frame, int traits, int count) {
        int psn = frame.psn();
        boolean newest = Psn.add(psn, count) == to.next;
        to.payloadBytes += frame.payloadLength();
        if ((traits & Opcode.ENDS) != 0) {
            to.messages[verb(frame.opcode())]++;
            if (to.lengths.raises(frame.payloadLength())) {
                to.learnPayload(frame.payloadLength());
            }
            if (newest) {
                to.openMessage = -1;
            }
            if ((traits & Opcode.WANTS_RESPONSE) != 0) {
                to.responses.expect(psn, count);
            }
        } else {
            if (newest) {
                to.openMessage = traits;
            }
            // FIRST and MIDDLE packets are full (IBA vol 1, C9-126).
            if (to.lengths.pathMtu != frame.payloadLength() && frame.payloadLength() > 0) {
                to.learnMtu(frame.payloadLength());
            }
        }
    }

    // ---- a PSN inside the range already sent ----

    private void onOld(FrameView frame, int traits, int count) {
        int psn = frame.psn();
        boolean late = order.isLate(frame.ipId());
        int index = to.window.find(psn);
        if (index < 0 && Psn.diff(psn, to.counts.firstPsn) < 0 && !to.answered) {
            index = extendDown(frame);
        }
        boolean hole = index >= 0 && !to.window.has(index, SentWindow.SEEN);
        if (hole && !order.known()) {
            boolean inRun = to.cursor != to.next && Psn.diff(psn, to.cursor) >= 0;
            late = !inRun
                    && !to.window.has(index, SentWindow.NAKED)
                    && frame.timeNs() - to.window.time(index) < Requester.SPURIOUS_NS;
        }
        order.note(frame.ipId());
        if (late) {
            onLate(frame, traits, index, count, hole);
            return;
        }
        to.counts.retransmitted++;
        if (psn != to.cursor || to.cursor == to.next) {
            onJumpBack(frame);
        }
        if (hole) {
            fillByResend(frame, traits, index, count);
        } else {
            resend(frame, index, count);
        }
        int end = Psn.add(psn, count);
        to.cursor = Requester.earlier(end, to.next);
        countResend(frame);
        if (to.cursor == to.next) {
            to.leaveResend();
            to.turn(frame.timeNs(), State.SENDING);
        }
    }

    private void countResend(FrameView frame) {
        EpisodeLog.Open story = to.episodes.current();
        if (story != null) {
            story.resent++;
            to.wentBackN |= story.resent > 1;
            if (story.resendFrame == 0) {
                story.resendFrame = frame.number();
            }
        }
    }

    /** The first packets of the flow came late or were lost: it starts lower than it seemed. */
    private int extendDown(FrameView frame) {
        int psn = frame.psn();
        int gap = Psn.diff(to.counts.firstPsn, psn);
        if (gap > MAX_EARLIER_START) {
            return -1;
        }
        to.window.prepend(psn, gap, frame.timeNs(), frame.number());
        to.counts.firstPsn = psn;
        to.taken = psn;
        to.shadow.expect = psn;
        return 0;
    }

    private void onLate(FrameView frame, int traits, int index, int count, boolean hole) {
        int psn = frame.psn();
        if (hole) {
            to.counts.outOfOrder++;
            to.log.add(Kind.REORDERED, frame.number(), psn);
            EpisodeLog.Open story = to.episodes.current();
            if (story != null && story.psn == psn) {
                story.cause = Cause.REORDERING;
            }
            int flags = describe(frame, traits) | SentWindow.LATE;
            to.window.fill(index, psn, count, flags, frame.timeNs(), frame.number());
            countFirst(frame, traits, count);
        } else if (index >= 0 && to.window.has(index, SentWindow.REFILLED)) {
            // What was taken for lost was only late.
            to.window.unmark(index, SentWindow.REFILLED);
            to.counts.lostBeforeTap--;
            to.counts.outOfOrder++;
            to.log.withdraw(Kind.LOSS_BEFORE_TAP, to.window.frame(index));
            to.log.add(Kind.REORDERED, frame.number(), psn);
        } else {
            to.counts.retransmitted++;
            if (index >= 0) {
                to.window.mark(index, SentWindow.LATE);
            }
        }
        to.shadow.receive(psn, end(psn, count));
    }

    private void fillByResend(FrameView frame, int traits, int index, int count) {
        int psn = frame.psn();
        boolean corrupt = to.window.has(index, SentWindow.CORRUPT);
        int flags = describe(frame, traits) | SentWindow.RESENT;
        if (corrupt) {
            EpisodeLog.Open story = to.episodes.current();
            if (story != null) {
                story.cause = Cause.CORRUPTION;
            }
        } else {
            flags |= SentWindow.REFILLED;
            to.counts.lostBeforeTap++;
            to.log.add(Kind.LOSS_BEFORE_TAP, frame.number(), psn);
        }
        to.window.fill(index, psn, count, flags, frame.timeNs(), frame.number());
        countFirst(frame, traits, count);
        int end = end(psn, count);
        Rewinds.Rewind rewind = to.rewinds.current();
        if (rewind != null) {
            rewind.top = end;
        }
        to.shadow.receive(psn, end);
    }

    private void resend(FrameView frame, int index, int count) {
        int psn = frame.psn();
        if (index >= 0) {
            int flag = frame.ackReq() ? SentWindow.ACK_REQ : 0;
            to.window.resent(index, flag, frame.timeNs(), frame.number());
        }
        to.shadow.resent(psn);
        int end = index < 0 ? Psn.add(psn, count) : to.window.end(index);
        Rewinds.Rewind rewind = to.rewinds.current();
        if (rewind == null || Psn.diff(psn, to.taken) < 0) {
            to.shadow.receive(psn, end);
            return;
        }
        rewind.top = end;
        if (frame.ackReq() && rewind.ackReqPsn < 0) {
            rewind.ackReqPsn = psn;
        }
        if (psn == rewind.psn && index >= 0) {
            rewind.wantsResponse = to.window.has(index, SentWindow.WANTS_RESPONSE);
        }
        if (psn == to.shadow.expect) {
            to.shadow.expect = end;
        } else if (Psn.diff(psn, to.shadow.expect) < 0) {
            rewind.duplicates++;
        }
    }

    // ---- why the sender goes back ----

    private void onJumpBack(FrameView frame) {
        int psn = frame.psn();
        long now = frame.timeNs();
        if (to.rnr.explains(psn)) {
            to.log.add(Kind.RNR_WAIT, frame.number(), to.rnr.resend(now));
            to.time.turnAfter(now, State.RNR_WAIT, State.GO_BACK_N);
            to.rewinds.endCurrent();
        } else if (to.cursor != to.next && Psn.diff(psn, to.cursor) > 0) {
            // It goes on behind a resend that the tap missed.
            return;
        } else if (to.naks.explain(psn)) {
            to.turn(now, State.GO_BACK_N);
            to.rewinds.endCurrent();
        } else {
            onUnexplained(frame);
        }
    }

    /** No NAK asks for this rewind: a response gap does, or the ACK timer. */
    private void onUnexplained(FrameView frame) {
        int psn = frame.psn();
        Restart restart = to.responses.onRestart(psn);
        boolean implied = restart == Restart.IMPLIED_NAK_BEFORE_TAP
                || restart == Restart.IMPLIED_NAK_AFTER_TAP
                || restart == Restart.IMPLIED_NAK_BY_ACK
                || (to.responses.hasGap() && restart == Restart.UNANSWERED);
        if (implied) {
            if (restart == Restart.IMPLIED_NAK_AFTER_TAP) {
                to.responses.counts.lostAfterTap++;
            }
            long gapFrame = to.responses.gapFrame();
            long start = gapFrame != 0 ? gapFrame : frame.number();
            to.episodes.begin(Cause.IMPLIED_NAK, psn, start, frame.timeNs(), frame).rounds++;
            to.rewinds.endCurrent();
            to.turn(frame.timeNs(), State.GO_BACK_N);
        } else {
            onTimeout(frame, restart);
        }
    }

    private void onTimeout(FrameView frame, Restart restart) {
        int psn = frame.psn();
        long now = frame.timeNs();
        int index = to.window.find(psn);
        long sentNs = index >= 0 ? to.window.time(index) : to.lastNs;
        long sentFrame = index >= 0 ? to.window.frame(index) : to.lastFrame;
        long waited = now - sentNs;
        boolean early = Psn.diff(psn, to.taken) < 0;
        to.timeoutRewinds++;
        Cause cause = early ? Cause.SPURIOUS_TIMEOUT : Cause.ACK_TIMEOUT;
        to.episodes.begin(cause, psn, sentFrame, sentNs, frame).rounds++;
        to.timeouts.round(psn, frame.number(), waited);
        if (early) {
            to.log.add(Kind.SPURIOUS_TIMEOUT, frame.number(), waited);
            to.rewinds.endCurrent();
        } else {
            boolean asked = to.window.asksFrom(psn);
            to.rewinds.begin(psn, to.shadow.expect, frame.number(), waited).asked = asked;
            if (restart == Restart.LAST_RESPONSE) {
                to.responses.counts.lostUndecided++;
            }
        }
        to.turn(Math.max(to.lastNs, sentNs), State.SENDING);
        to.time.turnAfter(now, State.ACK_TIMEOUT, State.GO_BACK_N);
    }
}
