package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.TimeLedger.State;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import org.HdrHistogram.Histogram;

/**
 * The requests of one side of a reliable connection and what the answers say of them, as a tap sees
 * it (IBA vol 1, 9.7.5; the rules for a passive observer are those of the shadow responder):
 *
 * <pre>
 *   taken   everything before it was received: an answer says so
 *   expect  what the receiver would accept next, had it got exactly what passed the tap
 *   cursor  what the sender sends next if it goes on in order; below next while it resends
 *   next    first PSN never sent
 * </pre>
 *
 * A NAK for {@code expect} tells of a loss before the tap, one for less of a loss behind it, one for
 * more of a hole in the capture.
 */
final class Requester {
    /** PSNs further apart than this are no gap but another life of the queue pair. */
    static final int JUMP = 1 << 16;

    /** A rewind this early whose packets had arrived says nothing about the ACK timeout: rxe. */
    private static final long SPURIOUS_NS = 4_000_000;

    private static final int DEFAULT_MTU = 1024;

    final PsnCounter counts = new PsnCounter();
    final SentWindow window = new SentWindow();
    final ResponseStream responses = new ResponseStream();
    final EpisodeLog episodes = new EpisodeLog();
    final Rewinds rewinds = new Rewinds();
    final TimeLedger time = new TimeLedger();
    final Failure failure = new Failure();
    final RnrWait rnr = new RnrWait();
    final TimeoutSamples timeouts = new TimeoutSamples();
    final ObservationLog log;
    final long[] messages = new long[Verb.COUNT];
    long completed;
    /** Rewinds that no NAK, RNR NAK or response gap explains. */
    long timeoutRewinds;

    long payloadBytes;
    int pathMtu;
    /** Opcode bits of the message begun and not ended, or -1. */
    int openMessage = -1;

    int next;
    int taken;
    int expect;
    int cursor;
    int startPsn = -1;
    long firstFrame;
    long lastRequestFrame;
    long lastRequestNs;
    long lastAnswerFrame;
    long progressFrame;
    long progressNs;
    boolean answered;
    /** A rewind resent more than the one packet. */
    boolean wentBackN;

    Histogram ackLatency;

    private boolean started;
    /** The newest READ's PSN while its length in packets is a guess, or -1. */
    private int guessedRead = -1;

    private int guessedBytes;
    private int newestIpId;
    private boolean ipIdRises;
    private long lastFrame;
    private long lastNs;
    private int nakPsn = -1;
    /** PSNs acknowledged that never passed the tap. */
    private long neverSeen;

    private boolean lostAfterTap;
    private int lostAfterPsn;
    private long lostAfterFrame;
    private int expectBeforeNak;
    /** Packets that are duplicates if that verdict falls. */
    private int suspended;

    Requester(ObservationLog log) {
        this.log = log;
    }

    boolean started() {
        return started;
    }

    /** Whether a PSN may belong to this life of the queue pair. */
    boolean plausible(int psn) {
        return !started || Math.abs(Psn.diff(psn, next)) < JUMP;
    }

    /** Whether an answer for the PSN fits what was sent and not yet answered. */
    boolean awaits(int psn) {
        return started && Psn.diff(psn, next) < 0 && Psn.diff(psn, taken) >= 0;
    }

    /** Whether an answer for the PSN fits anything sent. */
    boolean sent(int psn) {
        return started && Psn.diff(psn, next) < 0 && Psn.diff(psn, counts.firstPsn) >= -1;
    }

    boolean outstanding() {
        return started && taken != next;
    }

    // ---- requests ----

    void onRequest(FrameView frame, int traits, boolean networkDuplicate, CorruptFrames corrupt) {
        int psn = frame.psn();
        if (!started) {
            begin(psn, frame);
        }
        if (guessedRead >= 0 && psn != next) {
            correctGuess(psn);
        }
        int count = 1;
        if ((frame.opcode() & Opcode.OPERATION_MASK) == Opcode.READ_REQUEST) {
            count = readLength(frame, psn);
        }
        if (networkDuplicate) {
            onNetworkDuplicate(psn);
        } else {
            int ahead = Psn.diff(psn, next);
            if (ahead >= 0) {
                onNew(frame, traits, psn, count, ahead, corrupt);
            } else {
                onOld(frame, traits, psn, count, corrupt);
            }
        }
        lastFrame = frame.number();
        lastNs = frame.timeNs();
        lastRequestFrame = lastFrame;
        lastRequestNs = lastNs;
    }

    private void begin(int psn, FrameView frame) {
        started = true;
        int first = startPsn >= 0 && Math.abs(Psn.diff(psn, startPsn)) < JUMP ? startPsn : psn;
        next = first;
        taken = first;
        expect = first;
        cursor = first;
        counts.start(first);
        firstFrame = frame.number();
        progressNs = frame.timeNs();
    }

    private int readLength(FrameView frame, int psn) {
        int bytes = frame.buffer().getInt(frame.payloadOffset() - 4);
        if (pathMtu == 0) {
            if (Psn.diff(psn, next) >= 0) {
                guessedRead = psn;
                guessedBytes = bytes;
            }
            return packets(bytes, DEFAULT_MTU);
        }
        return packets(bytes, pathMtu);
    }

    private static int packets(int bytes, int mtu) {
        long length = bytes & 0xffff_ffffL;
        return (int) Math.max(1, Math.min(Psn.MASK >> 1, (length + mtu - 1) / mtu));
    }

    /** The request behind a READ shows how many PSNs the READ took, and so the path MTU. */
    private void correctGuess(int psn) {
        for (int mtu = 256; mtu <= 4096; mtu <<= 1) {
            if (psn == Psn.add(guessedRead, packets(guessedBytes, mtu))) {
                learnMtu(mtu);
                return;
            }
        }
    }

    /** The path MTU is known now: from a FIRST or MIDDLE packet, CM or the handshake. */
    void learnMtu(int mtu) {
        pathMtu = mtu;
        if (guessedRead >= 0) {
            int guess = packets(guessedBytes, DEFAULT_MTU);
            int length = packets(guessedBytes, mtu);
            int last = window.size() - 1;
            if (length != guess && last >= 0 && window.psn(last) == guessedRead) {
                int end = Psn.add(guessedRead, length);
                boolean inOrder = cursor == next;
                if (expect == next) {
                    expect = end;
                }
                window.resize(last, length);
                responses.correctLast(length);
                next = end;
                if (inOrder) {
                    cursor = end;
                }
                counts.lastPsn = Psn.add(end, -1);
            }
            guessedRead = -1;
        }
    }

    private void onNew(
            FrameView frame, int traits, int psn, int count, int ahead, CorruptFrames corrupt) {
        boolean resending = cursor != next;
        boolean late = resending && isLate(frame.ipId());
        if (resending && !late) {
            rnr.resumed(Psn.diff(next, cursor), frame.number(), log);
            leaveResend();
        }
        if (ahead > 0) {
            onGap(frame, ahead, corrupt);
        }
        boolean idle = taken == next && !responses.outstanding();
        int flags = describe(frame, traits);
        if (window.append(psn, count, flags, frame.timeNs(), frame.number())) {
            taken = Psn.diff(window.psn(0), taken) > 0 ? window.psn(0) : taken;
        }
        next = Psn.add(psn, count);
        if (!late) {
            cursor = next;
        }
        counts.lastPsn = Psn.add(next, -1);
        if (psn == expect) {
            expect = next;
        }
        countFirst(frame, traits, psn, count);
        noteIpId(frame.ipId());
        if (idle) {
            time.turn(frame.timeNs(), State.SENDING);
        }
    }

    private void onGap(FrameView frame, int ahead, CorruptFrames corrupt) {
        int corrupted = corrupt.explain(lastRequestFrame, frame.number(), ahead);
        long now = frame.timeNs();
        if (corrupted > 0) {
            window.append(next, corrupted, SentWindow.CORRUPT, now, frame.number());
        }
        if (ahead > corrupted) {
            window.append(Psn.add(next, corrupted), ahead - corrupted, 0, now, frame.number());
        }
    }

    private int describe(FrameView frame, int traits) {
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
    private void countFirst(FrameView frame, int traits, int psn, int count) {
        payloadBytes += frame.payloadLength();
        if ((traits & Opcode.ENDS) != 0) {
            messages[VERBS[frame.opcode() & Opcode.OPERATION_MASK]]++;
            if (Psn.add(psn, count) == next) {
                openMessage = -1;
            }
            if ((traits & Opcode.WANTS_RESPONSE) != 0) {
                responses.expect(psn, count);
            }
        } else {
            if (Psn.add(psn, count) == next) {
                openMessage = traits;
            }
            if (pathMtu != frame.payloadLength() && frame.payloadLength() > 0) {
                learnMtu(frame.payloadLength());
            }
        }
    }

    private static final byte[] VERBS = verbs();

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

    private void onNetworkDuplicate(int psn) {
        counts.networkDuplicates++;
        if (Psn.diff(psn, expect) < 0) {
            counts.duplicates++;
        } else if (psn == expect) {
            int index = window.find(psn);
            expect = index < 0 ? Psn.add(psn, 1) : window.end(index);
        }
    }

    /** A PSN inside the range already sent: late, or sent again. */
    private void onOld(FrameView frame, int traits, int psn, int count, CorruptFrames corrupt) {
        boolean late = isLate(frame.ipId());
        int index = window.find(psn);
        if (index < 0 && Psn.diff(psn, counts.firstPsn) < 0 && !answered) {
            index = extendDown(psn, count, frame);
        }
        boolean hole = index >= 0 && !window.has(index, SentWindow.SEEN);
        if (hole && !ipIdRises) {
            late = !window.has(index, SentWindow.NAKED)
                    && frame.timeNs() - window.time(index) < SPURIOUS_NS;
        }
        noteIpId(frame.ipId());
        if (late) {
            onLate(frame, traits, index, psn, count, hole);
            return;
        }
        counts.retransmitted++;
        if (psn != cursor || cursor == next) {
            onJumpBack(frame, psn);
        }
        if (hole) {
            fillByResend(frame, traits, index, psn, count);
        } else {
            resend(frame, index, psn);
        }
        cursor = later(cursorAfter(index, psn, count), psn);
        episode(frame);
        if (cursor == next) {
            leaveResend();
            time.turn(frame.timeNs(), State.SENDING);
        }
    }

    private int cursorAfter(int index, int psn, int count) {
        int end = Psn.add(psn, count);
        return Psn.diff(end, next) > 0 ? next : end;
    }

    private static int later(int a, int b) {
        return Psn.diff(a, b) >= 0 ? a : b;
    }

    private void episode(FrameView frame) {
        EpisodeLog.Open story = episodes.current();
        if (story != null) {
            story.resent++;
            wentBackN |= story.resent > 1;
            if (story.resendFrame == 0) {
                story.resendFrame = frame.number();
            }
        }
    }

    /** The first packets of the flow came late or were lost: it starts lower than it seemed. */
    private int extendDown(int psn, int count, FrameView frame) {
        int gap = Psn.diff(counts.firstPsn, psn);
        if (gap > 256) {
            return -1;
        }
        window.prepend(psn, gap, frame.timeNs(), frame.number());
        counts.firstPsn = psn;
        taken = psn;
        expect = psn;
        return 0;
    }

    private boolean isLate(int ipId) {
        return ipIdRises && (short) (ipId - newestIpId) < 0;
    }

    private void noteIpId(int ipId) {
        if (newestIpId != 0 && ipId != newestIpId) {
            ipIdRises = true;
        }
        if (!ipIdRises || (short) (ipId - newestIpId) > 0) {
            newestIpId = ipId;
        }
    }

    private void onLate(FrameView frame, int traits, int index, int psn, int count, boolean hole) {
        if (hole) {
            counts.outOfOrder++;
            log.add(Kind.REORDERED, frame.number(), psn);
            EpisodeLog.Open story = episodes.current();
            if (story != null && story.psn == psn) {
                story.cause = Cause.REORDERING;
            }
            window.fill(index, psn, count, describe(frame, traits), frame.timeNs(), frame.number());
            countFirst(frame, traits, psn, count);
        } else {
            if (index >= 0 && window.has(index, SentWindow.REFILLED)) {
                // What was taken for lost was only late.
                window.unmark(index, SentWindow.REFILLED);
                counts.lostBeforeTap--;
                counts.outOfOrder++;
                log.withdraw(Kind.LOSS_BEFORE_TAP, window.frame(index));
                log.add(Kind.REORDERED, frame.number(), psn);
            }
            counts.retransmitted++;
        }
        receive(psn, index < 0 ? Psn.add(psn, count) : endOf(psn, count));
    }

    private int endOf(int psn, int count) {
        int index = window.find(psn);
        return index < 0 ? Psn.add(psn, count) : window.end(index);
    }

    /** Moves the shadow receiver. */
    private void receive(int psn, int end) {
        int distance = Psn.diff(psn, expect);
        if (distance == 0) {
            expect = end;
        } else if (distance < 0) {
            counts.duplicates++;
        } else if (lostAfterTap && Psn.diff(psn, expectBeforeNak) < 0) {
            suspended++;
        }
    }

    private void fillByResend(FrameView frame, int traits, int index, int psn, int count) {
        boolean corrupt = window.has(index, SentWindow.CORRUPT);
        int flags =
                describe(frame, traits) | SentWindow.RESENT | (corrupt ? 0 : SentWindow.REFILLED);
        window.fill(index, psn, count, flags, frame.timeNs(), frame.number());
        EpisodeLog.Open story = episodes.current();
        if (corrupt) {
            if (story != null) {
                story.cause = Cause.CORRUPTION;
            }
        } else {
            counts.lostBeforeTap++;
            log.add(Kind.LOSS_BEFORE_TAP, frame.number(), psn);
        }
        countFirst(frame, traits, psn, count);
        Rewinds.Rewind rewind = rewinds.current();
        if (rewind != null) {
            rewind.top = Psn.add(psn, count);
        }
        receive(psn, endOf(psn, count));
    }

    private void resend(FrameView frame, int index, int psn) {
        if (index >= 0) {
            window.resent(
                    index, frame.ackReq() ? SentWindow.ACK_REQ : 0, frame.timeNs(), frame.number());
        }
        if (lostAfterTap && psn == lostAfterPsn) {
            confirmLostAfterTap();
        }
        int end = index < 0 ? Psn.add(psn, 1) : window.end(index);
        Rewinds.Rewind rewind = rewinds.current();
        if (rewind == null || Psn.diff(psn, taken) < 0) {
            receive(psn, end);
            return;
        }
        rewind.top = end;
        if (frame.ackReq() && rewind.ackReqPsn < 0) {
            rewind.ackReqPsn = psn;
        }
        if (psn == rewind.psn && index >= 0) {
            rewind.wantsResponse = window.has(index, SentWindow.WANTS_RESPONSE);
        }
        if (psn == expect) {
            expect = end;
        } else if (Psn.diff(psn, expect) < 0) {
            rewind.duplicates++;
        }
    }

    private void confirmLostAfterTap() {
        lostAfterTap = false;
        counts.lostAfterTap++;
        log.add(Kind.LOSS_AFTER_TAP, lostAfterFrame, lostAfterPsn);
    }

    /** The sender goes back: why? */
    private void onJumpBack(FrameView frame, int psn) {
        long now = frame.timeNs();
        boolean backwards = cursor == next || Psn.diff(psn, cursor) < 0;
        if (rnr.explains(psn)) {
            long waited = rnr.resend(now);
            log.add(Kind.RNR_WAIT, frame.number(), waited);
            time.turnAfter(now, State.RNR_WAIT, State.GO_BACK_N);
            rewinds.endCurrent();
        } else if (nakPsn >= 0 && Psn.diff(psn, nakPsn) >= 0) {
            nakPsn = -1;
            rewinds.endCurrent();
            time.turn(now, State.GO_BACK_N);
        } else if (!backwards) {
            // Goes on behind a resend that the tap missed.
            return;
        } else {
            onUnexplained(frame, psn);
        }
    }

    /** No NAK asks for this rewind: a response gap does, or the ACK timer. */
    private void onUnexplained(FrameView frame, int psn) {
        long now = frame.timeNs();
        int index = window.find(psn);
        ResponseStream.Restart restart = responses.onRestart(psn);
        boolean implied = restart == ResponseStream.Restart.IMPLIED_NAK_BEFORE_TAP
                || restart == ResponseStream.Restart.IMPLIED_NAK_AFTER_TAP
                || (responses.hasGap() && restart == ResponseStream.Restart.UNANSWERED);
        if (implied) {
            EpisodeLog.Open story = episodes.begin(
                    Cause.IMPLIED_NAK, psn, orElse(responses.gapFrame(), frame.number()), now);
            story.rounds++;
            if (restart == ResponseStream.Restart.IMPLIED_NAK_AFTER_TAP) {
                responses.counts.lostAfterTap++;
            }
            rewinds.endCurrent();
            time.turn(now, State.GO_BACK_N);
            return;
        }
        boolean early = Psn.diff(psn, taken) < 0;
        long sentNs = index >= 0 ? window.time(index) : lastNs;
        long sentFrame = index >= 0 ? window.frame(index) : lastFrame;
        long waited = now - sentNs;
        timeoutRewinds++;
        EpisodeLog.Open story = episodes.begin(
                early ? Cause.SPURIOUS_TIMEOUT : Cause.ACK_TIMEOUT, psn, sentFrame, sentNs);
        story.rounds++;
        timeouts.round(psn, frame.number(), waited);
        if (early) {
            log.add(Kind.SPURIOUS_TIMEOUT, frame.number(), waited);
            rewinds.endCurrent();
        } else {
            rewinds.begin(psn, expect, frame.number(), waited);
            if (restart == ResponseStream.Restart.LAST_RESPONSE) {
                responses.counts.lostUndecided++;
            }
        }
        time.turn(Math.max(lastNs, sentNs), State.SENDING);
        time.turnAfter(now, State.ACK_TIMEOUT, State.GO_BACK_N);
    }

    private static long orElse(long frame, long other) {
        return frame != 0 ? frame : other;
    }

    private void leaveResend() {
        rewinds.endCurrent();
        if (cursor == next) {
            rnr.resendDone();
        }
    }

    /** PSNs sent that the tap never saw. */
    long missing() {
        return neverSeen + window.missing();
    }

    // ---- answers ----

    /** A plain acknowledgement; READ and ATOMIC responses come to {@link #onResponse}. */
    void onAcknowledge(int psn, FrameView frame) {
        boolean moved = Psn.diff(psn, taken) >= 0;
        if (!rewinds.isEmpty()) {
            judgeRewinds(psn, moved);
        }
        if (moved) {
            if (Psn.diff(psn, expect) >= 0) {
                ahead(Psn.add(psn, 1), frame);
            }
            progress(Psn.add(psn, 1), frame);
        }
        onAnswer(frame, psn);
    }

    /** PSN sequence error: the receiver expects the PSN and has all before it. */
    void onSequenceNak(int psn, FrameView frame) {
        EpisodeLog.Open open = episodes.current();
        boolean afterRnr = open != null && open.cause == Cause.RNR && open.psn == psn;
        int distance = Psn.diff(psn, expect);
        int index = window.find(psn);
        if (index >= 0) {
            window.mark(index, SentWindow.NAKED);
        }
        if (distance > 0) {
            ahead(psn, frame);
        } else if (distance < 0 && index >= 0 && window.has(index, SentWindow.SEEN)) {
            lostAfterTap = true;
            lostAfterPsn = psn;
            lostAfterFrame = window.frame(index);
            expectBeforeNak = expect;
            suspended = 0;
            expect = psn;
        }
        if (Psn.diff(psn, taken) > 0) {
            progress(psn, frame);
        }
        onAnswer(frame, Psn.add(psn, -1));
        nakPsn = psn;
        if (!afterRnr) {
            long start = index >= 0 && !window.has(index, SentWindow.SEEN)
                    ? window.frame(index)
                    : frame.number();
            boolean discarded = distance == 0 && index >= 0 && window.has(index, SentWindow.SEEN);
            Cause cause = discarded
                    ? episodes.lastCause()
                    : distance < 0 ? Cause.LOSS_AFTER_TAP : Cause.LOSS_BEFORE_TAP;
            EpisodeLog.Open story = episodes.begin(cause, psn, start, frame.timeNs());
            story.nakFrame = frame.number();
            story.rounds++;
            time.turn(frame.timeNs(), State.GO_BACK_N);
        }
    }

    /** Receiver not ready: it has all before the PSN, and wants it again after the coded wait. */
    void onRnrNak(int psn, long promisedNs, FrameView frame) {
        int index = window.find(psn);
        if (Psn.diff(psn, expect) > 0) {
            ahead(psn, frame);
        }
        expect = psn;
        lostAfterTap = false;
        if (Psn.diff(psn, taken) > 0) {
            progress(psn, frame);
        }
        onAnswer(frame, Psn.add(psn, -1));
        rnr.onNak(psn, promisedNs, frame);
        nakPsn = -1;
        EpisodeLog.Open story = episodes.begin(Cause.RNR, psn, frame.number(), frame.timeNs());
        story.cause = Cause.RNR;
        story.nakFrame = frame.number();
        story.rounds++;
        rnr.plainWrite = index >= 0 && window.has(index, SentWindow.PLAIN_WRITE);
        rewinds.endCurrent();
        time.turn(frame.timeNs(), State.RNR_WAIT);
    }

    /** NAK codes 1 to 3: the request is refused and both queue pairs end in error. */
    void onFatalNak(int psn, int code, FrameView frame) {
        if (Psn.diff(psn, taken) > 0) {
            progress(psn, frame);
        }
        onAnswer(frame, Psn.add(psn, -1));
        int index = window.find(psn);
        failure.nak(code, psn, index >= 0 ? window.frame(index) : 0, frame.number());
        episodes.end("failed", frame.number(), frame.timeNs());
        time.turn(frame.timeNs(), State.IDLE);
    }

    /**
     * @return what {@link ResponseStream#onResponse} made of it
     */
    int onResponse(FrameView frame, int traits, boolean networkDuplicate) {
        int psn = frame.psn();
        int bytes = frame.payloadLength();
        if ((traits & (Opcode.STARTS | Opcode.ENDS)) != (Opcode.STARTS | Opcode.ENDS)
                && (traits & Opcode.ENDS) == 0
                && bytes > 0
                && bytes != pathMtu) {
            learnMtu(bytes);
        }
        if (networkDuplicate) {
            responses.counts.networkDuplicates++;
            return ResponseStream.AGAIN;
        }
        int result = responses.onResponse(psn, bytes, false, frame.number());
        int index = window.find(psn);
        int end = index >= 0 && window.has(index, SentWindow.WANTS_RESPONSE)
                ? window.end(index)
                : Psn.add(psn, 1);
        if (!rewinds.isEmpty() && (traits & Opcode.STARTS) != 0) {
            boolean moved = Psn.diff(end, taken) > 0;
            judgeRewinds(psn, moved);
        }
        if (Psn.diff(end, taken) > 0) {
            if (Psn.diff(end, expect) > 0) {
                ahead(end, frame);
            }
            progress(end, frame);
        }
        onAnswer(frame, psn);
        return result;
    }

    private void judgeRewinds(int psn, boolean moved) {
        if (moved) {
            int index = window.find(psn);
            boolean asked = index >= 0 && window.has(index, SentWindow.ACK_REQ);
            if (rewinds.onProgress(psn, asked)) {
                for (Rewinds.Rewind old = rewinds.settle(); old != null; old = rewinds.settle()) {
                    arrivedUpTo(psn, old);
                }
            } else if (rewinds.climbing()) {
                // Nothing behind what was resent can have been taken.
                expect = earlier(expect, cursor);
            }
        } else {
            Rewinds.Rewind ghost = rewinds.onGhost(psn);
            if (ghost != null) {
                arrived(ghost);
            }
        }
    }

    private static int earlier(int a, int b) {
        return Psn.diff(a, b) <= 0 ? a : b;
    }

    /** What was resent up to the PSN was there before; the packet behind it, if sent, was not. */
    private void arrivedUpTo(int psn, Rewinds.Rewind rewind) {
        int end = Psn.add(psn, 1);
        if (Psn.diff(end, rewind.expected) < 0) {
            rewind.duplicates = window.resentBetween(rewind.psn, earlier(end, rewind.top));
            int index = window.find(end);
            if (index >= 0 && window.has(index, SentWindow.SEEN)) {
                counts.lostAfterTap++;
                log.add(Kind.LOSS_AFTER_TAP, rewind.frame, end);
            }
        }
        arrived(rewind);
    }

    private void arrived(Rewinds.Rewind rewind) {
        counts.duplicates += rewind.duplicates;
        if (rewind.waitedNs < SPURIOUS_NS) {
            log.add(Kind.SPURIOUS_TIMEOUT, rewind.frame, rewind.waitedNs);
            EpisodeLog.Open story = episodes.current();
            if (story != null && story.psn == rewind.psn) {
                story.cause = Cause.SPURIOUS_TIMEOUT;
            }
        } else {
            timeouts.sample(rewind.waitedNs, rewind.frame, log);
        }
    }

    /** The receiver has more than the tap saw arrive. */
    private void ahead(int to, FrameView frame) {
        int missing = window.markCaptureLost(expect, to);
        if (missing > 0) {
            counts.lostByCapture += missing;
            log.add(Kind.LOSS_BY_CAPTURE, frame.number(), missing);
        }
        if (lostAfterTap && Psn.diff(to, lostAfterPsn) > 0) {
            withdrawLoss();
        }
        expect = later(to, expect);
    }

    /** The NAK was sent before a late packet came: nothing was lost behind the tap. */
    private void withdrawLoss() {
        lostAfterTap = false;
        counts.duplicates += suspended;
        expect = later(expect, expectBeforeNak);
    }

    /** Everything before the PSN is received. */
    private void progress(int to, FrameView frame) {
        while (window.size() > 0 && Psn.diff(window.end(0), to) <= 0) {
            retire(frame);
        }
        taken = Psn.diff(to, next) > 0 ? next : to;
        if (lostAfterTap && Psn.diff(taken, lostAfterPsn) > 0) {
            withdrawLoss();
        }
        progressFrame = frame.number();
        progressNs = frame.timeNs();
        rnr.progress(taken);
        timeouts.progress();
    }

    private void retire(FrameView frame) {
        int flags = window.flags(0);
        if ((flags & SentWindow.SEEN) != 0) {
            if ((flags & (SentWindow.ENDS | SentWindow.WANTS_RESPONSE)) == SentWindow.ENDS) {
                completed++;
            }
            if ((flags & (SentWindow.ACK_REQ | SentWindow.RESENT)) == SentWindow.ACK_REQ) {
                if (ackLatency == null) {
                    ackLatency = new Histogram(2);
                }
                ackLatency.recordValue(Math.max(0, frame.timeNs() - window.time(0)));
            }
        }
        if ((flags & SentWindow.SEEN) == 0) {
            neverSeen += window.count(0);
        }
        window.removeFirst();
    }

    /** After any answer: is the trouble over, is the sender idle? */
    private void onAnswer(FrameView frame, int acknowledged) {
        answered = true;
        lastAnswerFrame = frame.number();
        lastFrame = frame.number();
        lastNs = frame.timeNs();
        EpisodeLog.Open story = episodes.current();
        if (story != null && Psn.diff(acknowledged, story.psn) >= 0) {
            episodes.end("recovered", frame.number(), frame.timeNs());
        }
        if (taken == next && !responses.outstanding()) {
            time.turn(frame.timeNs(), State.IDLE);
        }
    }

    // ---- the end ----

    /** Settles what no further answer will tell. */
    void finish() {
        for (Rewinds.Rewind rewind = rewinds.settle(); rewind != null; rewind = rewinds.settle()) {
            boolean passed = Psn.diff(rewind.expected, rewind.psn) > 0;
            if (rewind.verdict != Rewinds.Verdict.ARRIVED) {
                timeouts.sample(rewind.waitedNs, rewind.frame, log);
            }
            if (rewind.verdict == Rewinds.Verdict.LOST && passed) {
                counts.lostAfterTap++;
                log.add(Kind.LOSS_AFTER_TAP, rewind.frame, rewind.psn);
            } else if (rewind.verdict == Rewinds.Verdict.UNDECIDED && passed) {
                counts.lostUndecided++;
                log.add(Kind.LOSS_UNDECIDED, rewind.frame, rewind.psn);
                if (counts.lostAfterTap == 0) {
                    counts.duplicates += rewind.duplicates;
                }
            }
        }
        if (taken == next && responses.hasGap()) {
            responses.doneBefore(next);
        }
        if (openMessage >= 0) {
            Verb verb = (openMessage & Opcode.IS_SEND) != 0 ? Verb.SEND : Verb.WRITE;
            messages[verb.ordinal()]++;
        }
    }
}
