package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Psn;

/**
 * READ and ATOMIC responses to one requester, whose PSNs lie in the requester's space (IBA vol 1,
 * 9.7.5.1.4): what passed the tap of what was asked for, and what the requester must have taken.
 */
final class ResponseStream {
    /** First arrival, in order. */
    static final int NEW = 0;
    /** First arrival of a PSN that was skipped: late, or sent again. */
    static final int FILLED = 1;
    /** A PSN that passed before. */
    static final int AGAIN = 2;
    /** No request for it was seen. */
    static final int ORPHAN = 3;
    /** In order, but PSNs before it were skipped. */
    static final int BEHIND_GAP = 4;

    /** What the tap makes of a READ or ATOMIC that is asked for again from some PSN on. */
    enum Restart {
        /** A response before one that passed never passed, or never reached the requester. */
        IMPLIED_NAK_BEFORE_TAP,
        IMPLIED_NAK_AFTER_TAP,
        /** An answer to a later request came before the requester had this one's. */
        IMPLIED_NAK_BY_ACK,
        /** The last response that passed was lost behind the tap, or came too late. */
        LAST_RESPONSE,
        /**
         * The whole READ is asked for again too soon after its responses passed to tell whether the
         * first was lost behind the tap or the asking crossed them.
         */
        CROSSED,
        /** A response behind its first one is missing, and the whole READ is asked for again. */
        FROM_ZERO,
        /** No response for it passed. */
        UNANSWERED,
        /** The requester sends it only because it resends what lies before. */
        FOLLOWS
    }

    final PsnCounter counts = new PsnCounter();
    /** READs and ATOMICs whose responses all passed. */
    long completed;

    long payloadBytes;

    private final AskedRanges asked = new AskedRanges();
    private final PsnHoles holes = new PsnHoles();

    /** Behind the response with the highest PSN. */
    private int next;

    private boolean started;
    /** What the requester expects, had it got exactly what passed the tap. */
    private int accepted;

    /** Behind the response that passed last, and the first PSN that was skipped in this run. */
    private int run;

    private int runGap;
    private boolean hasRunGap;

    private long gapFrame;
    private int lastSkipped;
    /** Something was asked for again since the last gap. */
    private boolean restarted;

    private int restartPsn = -1;
    /** Skipped PSNs that frames with a bad ICRC explain. */
    private int corrupted;
    /** An acknowledgement of a later request passed. */
    private boolean overtaken;

    private int overtakenBy;
    private final ImpliedNaks implied = new ImpliedNaks();
    private long lostByCapture;

    /** A READ or ATOMIC request passed for the first time. */
    void expect(int psn, int length) {
        boolean quiet = !asked.isOpen() && holes.isEmpty();
        boolean first = !started && (quiet || Psn.diff(psn, next) < 0);
        // Not nearer: a lost READ sent again may yet come to lie before this one.
        if (first || (quiet && Psn.diff(psn, next) > Requester.JUMP)) {
            next = psn;
            accepted = psn;
        }
        asked.add(psn, length, next);
    }

    /** The length of a request was a guess: this is what it is. */
    void correct(int psn, int length) {
        asked.correct(psn, length);
    }

    /**
     * A response passed.
     *
     * @param order of the responses so far
     * @return one of the constants
     */
    int onResponse(int psn, int bytes, SendOrder order, FrameView frame) {
        int index = asked.find(psn);
        if (index < 0) {
            if (started && Psn.diff(psn, next) < 0) {
                counts.retransmitted++;
                counts.duplicates++;
                return AGAIN;
            }
            return ORPHAN;
        }
        counts.start(psn);
        if (!started || Psn.diff(psn, next) >= 0) {
            return onNew(index, psn, bytes, frame.number());
        }
        followRun(psn);
        counts.startsAt(psn);
        int hole = holes.find(psn);
        if (hole < 0) {
            counts.retransmitted++;
            take(psn);
            return AGAIN;
        }
        holes.fill(hole, psn);
        payloadBytes += bytes;
        boolean late = order.known() ? order.isLate(frame.ipId()) : !restarted;
        if (late) {
            counts.outOfOrder++;
        } else {
            counts.retransmitted++;
            if (corrupted > 0) {
                corrupted--;
            } else {
                counts.lostBeforeTap++;
            }
        }
        accept(psn);
        count(index);
        return FILLED;
    }

    private int onNew(int index, int psn, int bytes, long frame) {
        int skipped = psn == next ? 0 : skip(index, psn);
        if (skipped > 0) {
            gapFrame = frame;
            lastSkipped = skipped;
            restarted = false;
        }
        started = true;
        counts.lastPsn = psn;
        payloadBytes += bytes;
        accept(psn);
        next = Psn.add(psn, 1);
        run = next;
        asked.current(index);
        count(index);
        return skipped > 0 ? BEHIND_GAP : NEW;
    }

    /** Notes as holes what was asked for between {@link #next} and the given PSN. */
    private int skip(int index, int psn) {
        int skipped = 0;
        for (int i = Math.min(asked.current(), index); i <= index; i++) {
            int from = Requester.later(next, asked.psn(i));
            int to = i == index ? psn : asked.end(i);
            int length = Psn.diff(to, from);
            if (length > 0) {
                holes.add(from, length);
                skipped += length;
            }
        }
        return skipped;
    }

    /** Responses sent again come in order too; a gap among them is a loss before the tap. */
    private void followRun(int psn) {
        int distance = Psn.diff(psn, run);
        if (distance < 0) {
            hasRunGap = false;
        } else if (distance > 0 && !hasRunGap && !asked.nothingBetween(run, psn)) {
            runGap = run;
            hasRunGap = true;
        }
        run = Psn.add(psn, 1);
    }

    /** Moves the shadow requester over a response, if it is the one it waits for. */
    private void accept(int psn) {
        int distance = Psn.diff(psn, accepted);
        if (distance == 0 || (distance > 0 && asked.nothingBetween(accepted, psn))) {
            accepted = Psn.add(psn, 1);
        }
    }

    private void take(int psn) {
        if (Psn.diff(psn, accepted) < 0) {
            counts.duplicates++;
        } else {
            accept(psn);
        }
    }

    private void count(int index) {
        if (asked.passed(index, 1)) {
            completed++;
        }
        asked.forget(accepted);
    }

    /**
     * A READ or ATOMIC is asked for again from the PSN on.
     *
     * @param early whether the requester's ACK timer can't have run its time since the READ's first
     *     response passed or, in that case, since it was asked for again
     */
    Restart onRestart(int psn, boolean early) {
        restarted = true;
        int index = asked.find(psn);
        boolean again = psn == restartPsn;
        restartPsn = psn;
        boolean later = overtaken && Psn.diff(overtakenBy, psn) >= 0;
        if (later && index >= 0 && Psn.diff(psn, next) >= 0) {
            neverPassed(index, psn);
            return Restart.IMPLIED_NAK_BEFORE_TAP;
        }
        if (hasRunGap && psn == runGap) {
            hasRunGap = false;
            counts.lostBeforeTap++;
            accepted = Requester.earlier(accepted, psn);
            return Restart.IMPLIED_NAK_BEFORE_TAP;
        }
        if (holes.find(psn) >= 0) {
            accepted = Requester.earlier(accepted, psn);
            return Restart.IMPLIED_NAK_BEFORE_TAP;
        }
        if (implied.explain(psn)) {
            accepted = Requester.earlier(accepted, psn);
            return Restart.IMPLIED_NAK_BY_ACK;
        }
        if (!started || Psn.diff(psn, next) >= 0) {
            return Restart.UNANSWERED;
        }
        if (Psn.diff(psn, accepted) >= 0) {
            overtaken &= !later;
            return later ? Restart.IMPLIED_NAK_BY_ACK : Restart.FOLLOWS;
        }
        accepted = psn;
        if (index >= 0 && psn == asked.psn(index) && holes.within(psn, asked.end(index))) {
            return Restart.FROM_ZERO;
        }
        if (!later && Psn.diff(next, psn) <= 1) {
            return Restart.LAST_RESPONSE;
        }
        // The answer to a later request is no part of it: that implies a NAK.
        boolean alone = !later && index >= 0 && Psn.diff(next, asked.end(index)) <= 0;
        boolean whole = alone && (again || psn == asked.psn(index));
        return whole && early ? Restart.CROSSED : Restart.IMPLIED_NAK_AFTER_TAP;
    }

    /** Whether the PSN lies in a READ, and not at its beginning. */
    boolean isInside(int psn) {
        int index = asked.find(psn);
        return index >= 0 && psn != asked.psn(index);
    }

    /** An answer to a later request shows that this one was carried out: its responses are lost. */
    private void neverPassed(int index, int psn) {
        overtaken = false;
        int end = asked.end(index);
        skip(index, psn);
        holes.add(psn, Psn.diff(end, psn));
        started = true;
        counts.start(psn);
        next = end;
        asked.current(index);
    }

    /** How many PSNs the last response skipped, if it came {@link #BEHIND_GAP}. */
    int lastSkipped() {
        return lastSkipped;
    }

    /** Of the PSNs skipped last, so many passed with a bad ICRC. */
    void corrupted(int explained) {
        corrupted += explained;
    }

    /** An acknowledgement that is no response implies that all requests up to the PSN were done. */
    void acknowledged(int psn) {
        overtaken = true;
        overtakenBy = psn;
        acknowledgedAgain(psn);
    }

    /**
     * An acknowledgement that moved nothing, as a duplicate draws: where it ran ahead of a response
     * it is an implied NAK for that, though nothing was lost.
     */
    void acknowledgedAgain(int psn) {
        if (accepted == next && !asked.isOpen()) {
            // It has all that was asked for.
            return;
        }
        int wanted = asked.firstFrom(accepted);
        if (wanted >= 0 && Psn.diff(psn, wanted) >= 0) {
            implied.add(wanted);
        }
    }

    /** Whether a response is to come that lies before the PSN. */
    boolean lacksBefore(int psn) {
        return Psn.diff(psn, wantedBefore(psn)) > 0;
    }

    /** The first response to come, or the PSN if none lies before it. */
    int wantedBefore(int psn) {
        int wanted = asked.isOpen() ? asked.firstFrom(accepted) : -1;
        return wanted < 0 ? psn : Requester.earlier(wanted, psn);
    }

    boolean hasGap() {
        return !holes.isEmpty();
    }

    /** The response that showed the newest gap, or 0. */
    long gapFrame() {
        return gapFrame;
    }

    boolean outstanding() {
        return asked.isOpen();
    }

    /** PSNs asked for and skipped that never passed. */
    long neverSeen() {
        return holes.total() + lostByCapture;
    }

    /** The requester went on without asking again for what the tap missed: it had it. */
    void settleGaps() {
        for (int i = holes.size() - 1; i >= 0; i--) {
            lostByCapture += holes.length(i);
            completed += asked.holePassed(holes.psn(i), holes.length(i));
            holes.remove(i);
        }
        counts.lostByCapture = lostByCapture;
    }
}
