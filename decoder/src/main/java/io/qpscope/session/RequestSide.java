package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;
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
    private final GoingBack goingBack;

    RequestSide(Requester to) {
        this.to = to;
        goingBack = new GoingBack(to);
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
        boolean whole = told || (Opcode.traits(frame.opcode()) & Opcode.STARTS) != 0;
        to.openStart = whole ? first : -1;
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
            onGoesOn(frame);
        }
        if (ahead > 0) {
            onGap(frame, ahead, corrupt);
        }
        boolean idle = to.taken == to.next && !to.responses.outstanding();
        to.rules.onNew(frame, traits, ahead);
        long word = Transmission.word(Transmission.flags(frame, traits), frame);
        long stamp = Transmission.stamp(frame);
        if (to.window.append(psn, count, word, frame.timeNs(), stamp)) {
            to.onOldestDropped();
        }
        to.next = Psn.add(psn, count);
        if (!late) {
            to.cursor = to.next;
        }
        to.counts.lastPsn = Psn.add(to.next, -1);
        to.shadow.receiveNew(psn, to.next);
        countFirst(frame, traits, count);
        order.learn(frame.ipId());
        if (idle) {
            to.turn(frame.timeNs(), State.SENDING);
        }
    }

    /** It leaves what it was sending again. */
    private void onGoesOn(FrameView frame) {
        to.rnr.resumed(Psn.diff(to.next, to.cursor), frame.number(), to.log);
        goingBack.onGoesOn(frame, order);
        to.leaveResend();
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

    /** What is counted when a packet passes for the first time. */
    private void countFirst(FrameView frame, int traits, int count) {
        int psn = frame.psn();
        to.payloadBytes += frame.payloadLength();
        if (to.messageLog != null) {
            to.messageLog.first(frame, traits, count);
        }
        if ((traits & Opcode.ENDS) != 0) {
            to.messages[verb(frame.opcode())]++;
            if (to.lengths.raises(frame.payloadLength())) {
                to.learnPayload(frame.payloadLength());
            }
            if ((traits & Opcode.WANTS_RESPONSE) != 0) {
                to.responses.expect(psn, count);
                to.rules.onRead(frame);
            }
        } else {
            if ((traits & Opcode.HAS_RETH) != 0) {
                to.rules.onWriteFirst(frame);
            }
            // FIRST and MIDDLE packets are full (IBA vol 1, C9-126).
            to.lengths.seen++;
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
        to.rules.onOld(frame, traits, index);
        to.failure.resent(psn);
        to.counts.retransmitted++;
        if (to.messageLog != null) {
            to.messageLog.resent(psn);
        }
        if (psn != to.cursor || to.cursor == to.next) {
            goingBack.onJumpBack(frame);
        } else {
            to.rnr.resentInOrder(psn);
            to.naks.resentInOrder(psn);
            if (to.recovery != null && !to.naks.asks(psn)) {
                to.recovery.goesOn();
            }
        }
        if (hole) {
            fillByResend(frame, traits, index, count);
        } else {
            resend(frame, index, count);
        }
        int end = Psn.add(psn, count);
        to.cursor = Requester.earlier(end, to.next);
        if (to.recovery != null) {
            to.recovery.resent(to.cursor);
        }
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
            fill(frame, index, count, Transmission.flags(frame, traits) | SentWindow.LATE);
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

    private void fill(FrameView frame, int index, int count, int flags) {
        long word = Transmission.word(flags, frame);
        long stamp = Transmission.stamp(frame);
        to.window.fill(index, frame.psn(), count, word, frame.timeNs(), stamp);
    }

    private void fillByResend(FrameView frame, int traits, int index, int count) {
        int psn = frame.psn();
        boolean corrupt = to.window.has(index, SentWindow.CORRUPT);
        int flags = Transmission.flags(frame, traits) | SentWindow.RESENT;
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
        fill(frame, index, count, flags);
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
            rewind.duplicatesEnd = end;
        } else {
            to.shadow.seeGap();
        }
    }
}
