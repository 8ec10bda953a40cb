package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.TimeLedger.State;
import io.qpscope.wire.Psn;

/**
 * One side of a reliable connection as the sender of requests, seen by a tap (IBA vol 1, 9.7.5).
 * {@link RequestSide} reads what it sends, {@link AnswerSide} what it is answered.
 *
 * <pre>
 *   taken   everything before it was received: an answer says so
 *   expect  (in {@link ShadowReceiver}) what the receiver would accept next
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
    static final long SPURIOUS_NS = 4_000_000;

    /** The share of a timeout that the way to the tap may take off. */
    private static final int JITTER = 10;

    final PsnCounter counts = new PsnCounter();
    final SentWindow window;
    final ResponseStream responses = new ResponseStream();
    final EpisodeLog episodes;
    final Rewinds rewinds = new Rewinds();
    final TimeLedger time = new TimeLedger();
    final Failure failure = new Failure();
    final RnrWait rnr = new RnrWait();
    final TimeoutSamples timeouts = new TimeoutSamples();
    final ReadLengths lengths = new ReadLengths();
    final ObservationLog log;
    final ShadowReceiver shadow;
    final RequestSide requests = new RequestSide(this);
    final AnswerSide answers = new AnswerSide(this);
    final RequestRules rules = new RequestRules(this);
    final AnswerRules answerRules = new AnswerRules(this);

    final long[] messages = new long[Verb.COUNT];
    /** SENDs and WRITEs known to be received; READs and ATOMICs are in {@link #responses}. */
    long completed;
    /** Rewinds that no NAK, RNR NAK or response gap explains. */
    long timeoutRewinds;
    /** Of requests. */
    long payloadBytes;

    int next;
    int taken;
    int cursor;
    /** By CM or the handshake, or -1. */
    int startPsn = -1;
    /** By CM, or 0. */
    long ackTimeoutNs;

    final NakRequests naks = new NakRequests();
    /** No acknowledgement so far covered more than one packet that asked for one. */
    boolean acknowledgesEach = true;

    long firstFrame;
    long lastRequestFrame;
    long lastRequestNs;
    long lastAnswerFrame;
    /** The last request or answer. */
    long lastFrame;

    long lastNs;
    long progressFrame;
    long progressNs;
    boolean started;
    boolean answered;
    /** First PSN of the message that {@link #taken} lies in, or -1 if not known. */
    int openStart = -1;
    /**
     * Since a NAK or a packet sent again, until all that came of it is over. Without it there is
     * nothing in {@link #rewinds}, {@link #episodes}, {@link #naks}, {@link #rnr} and {@link
     * #timeouts} that an answer concerns, and none of their memory need be touched.
     */
    boolean troubled;

    /** Null until a NAK or a rewind. */
    LossRecovery recovery;
    /** It waits for what the receiver has: progress concerns it. */
    private boolean verdictOpen;

    /** From the packet that shows a gap to the NAK; null without one. */
    AckLatency nakLatency;

    /** Null unless someone listens. */
    MessageLog messageLog;

    final AckLatency ackLatency = new AckLatency();

    /** PSNs acknowledged that never passed the tap. */
    private long neverSeen;

    Requester(ObservationLog log, FlowMemory memory) {
        this.log = log;
        window = new SentWindow(memory);
        episodes = new EpisodeLog(memory);
        shadow = new ShadowReceiver(counts, window, log);
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

    /** How far the requester itself knows that all is well: it waits for responses, too. */
    int reached() {
        return responses.wantedBefore(taken);
    }

    /** PSNs sent that the tap never saw. */
    long missing() {
        return neverSeen + window.missing();
    }

    /** The window was full: what it let go counts as received. */
    void onOldestDropped() {
        taken = later(taken, window.psn(0));
    }

    /** Everything before the PSN is received. */
    void progress(int to, FrameView frame) {
        while (window.size() > 0 && Psn.diff(window.end(0), to) <= 0) {
            retire(frame);
        }
        taken = Psn.diff(to, next) > 0 ? next : to;
        shadow.progress(taken);
        progressFrame = frame.number();
        progressNs = frame.timeNs();
        if (troubled) {
            onTroubleProgress();
        }
        if (messageLog != null) {
            messageLog.taken(taken, frame);
        }
        if (verdictOpen) {
            recovery.progress(taken);
            verdictOpen = recovery.isOpen();
        }
    }

    private void onTroubleProgress() {
        rnr.progress(taken);
        naks.progress(taken);
        timeouts.progress();
        troubled = episodes.isOpen() || rnr.psn >= 0 || !naks.isEmpty() || !rewinds.isEmpty();
    }

    /** Where the capture has holes, what was sent again may have passed in one. */
    void leaveRecovery(long frame, boolean complete) {
        if (recovery != null && counts.lostByCapture == 0) {
            recovery.leave(cursor, next, taken, frame, complete);
            verdictOpen = recovery.isOpen();
        }
    }

    LossRecovery recovery() {
        if (recovery == null) {
            recovery = new LossRecovery();
        }
        return recovery;
    }

    private void retire(FrameView frame) {
        int flags = window.flags(0);
        if ((flags & SentWindow.SEEN) == 0) {
            neverSeen += window.count(0);
            openStart = -1;
        } else {
            if ((flags & (SentWindow.ENDS | SentWindow.WANTS_RESPONSE)) == SentWindow.ENDS) {
                completed++;
            }
            if ((flags & SentWindow.ENDS) != 0) {
                openStart = window.end(0);
            }
            if ((flags & (SentWindow.ACK_REQ | SentWindow.RESENT)) == SentWindow.ACK_REQ) {
                ackLatency.record(frame.timeNs() - window.time(0));
            }
        }
        window.removeFirst();
    }

    /** The path MTU is known now: from a FIRST or MIDDLE packet, CM or the handshake. */
    void learnMtu(int mtu) {
        int length = lengths.guessed(mtu);
        correctRead(length);
        lengths.settle(mtu);
    }

    /** A packet holds this payload; it may be more than was thought possible. */
    void learnPayload(int bytes) {
        lengths.atLeast(bytes);
        learnMtus();
    }

    /** Fewer path MTUs are possible: the guessed READ's length may be certain now. */
    void learnMtus() {
        int only = lengths.onlyMtu();
        int certain = lengths.certain();
        if (only != 0) {
            learnMtu(only);
        } else if (certain != 0) {
            correctRead(certain);
        }
    }

    private void correctRead(int length) {
        int psn = lengths.guessedPsn();
        int guess = lengths.guessed();
        lengths.correct(length);
        int index = psn < 0 || length == guess ? -1 : window.find(psn);
        if (index < 0 || window.psn(index) != psn || !window.canResize(index, length)) {
            return;
        }
        int guessedEnd = Psn.add(psn, guess);
        int end = Psn.add(psn, length);
        if (shadow.expect == guessedEnd) {
            shadow.expect = end;
        }
        window.resize(index, length);
        responses.correct(psn, length);
        if (next == guessedEnd) {
            if (cursor == next) {
                cursor = end;
            }
            next = end;
            counts.lastPsn = Psn.add(end, -1);
        }
    }

    /** The sender is back where it was, or goes on behind it. */
    void leaveResend() {
        rewinds.endCurrent();
        if (cursor == next) {
            rnr.resendDone();
        }
    }

    /** Settles what no further answer will tell. */
    void finish() {
        if (messageLog != null) {
            messageLog.finish(failure);
        }
        for (Rewinds.Rewind rewind = rewinds.settle(); rewind != null; rewind = rewinds.settle()) {
            settle(rewind);
        }
        if (timeouts.rounds() > 0 && !failure.happened()) {
            counts.lostUndecided += window.resentBetween(taken, next);
        }
        // It went on without asking again: the capture lacks the responses, not the requester.
        if (taken == next && responses.hasGap() && lastRequestFrame > responses.gapFrame()) {
            responses.settleGaps();
        }
        rnr.ended(Psn.diff(next, cursor), taken, log);
        EpisodeLog.Open story = episodes.current();
        if (failure.happened() && story != null && story.startFrame <= failure.nakFrame) {
            episodes.end("failed", failure.nakFrame, failure.nakNs); // Doubted, but it stood.
        }
        leaveRecovery(lastRequestFrame, false);
        if (recovery != null) {
            recovery.finish(log);
        }
        Verb begun = rules.open();
        if (begun != null) {
            messages[begun.ordinal()]++;
        }
    }

    private void settle(Rewinds.Rewind rewind) {
        boolean passed = Psn.diff(rewind.expected, rewind.psn) > 0;
        if (ackTimeoutNs == 0 || !beforeTimeout(rewind.waitedNs)) {
            timeouts.sample(rewind.waitedNs);
            log.add(Kind.ACK_TIMEOUT, rewind.frame, rewind.waitedNs);
        }
        if (rewind.verdict == Rewinds.Verdict.LOST && passed) {
            counts.lostAfterTap++;
            log.add(Kind.LOSS_AFTER_TAP, rewind.frame, rewind.psn);
        } else if (rewind.verdict == Rewinds.Verdict.UNDECIDED && passed && rewind.asked) {
            counts.lostUndecided++;
            log.add(Kind.LOSS_UNDECIDED, rewind.frame, rewind.psn);
            // A tap that proved losses behind it is no place to take arrival for granted.
            if (counts.lostAfterTap == 0) {
                counts.duplicates += rewind.duplicates;
            }
        }
    }

    /** Whether a wait, as the tap sees it, is shorter than any whole ACK timeout of this sender. */
    boolean beforeTimeout(long waitedNs) {
        long known = ackTimeoutNs > 0 ? ackTimeoutNs : timeouts.shortest();
        long whole = known - known / JITTER;
        return waitedNs < (ackTimeoutNs > 0 ? whole : Math.max(SPURIOUS_NS, whole));
    }

    void turn(long nowNs, State state) {
        time.turn(nowNs, state);
    }

    static int later(int a, int b) {
        return Psn.diff(a, b) >= 0 ? a : b;
    }

    static int earlier(int a, int b) {
        return Psn.diff(a, b) <= 0 ? a : b;
    }
}
