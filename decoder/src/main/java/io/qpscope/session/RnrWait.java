package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Psn;

import java.util.ArrayList;
import java.util.List;

/**
 * A requester told that the receiver was not ready, until it goes on (IBA vol 1, 9.7.5.2.8): it must
 * wait at least as long as the RNR NAK says. At the tap a wait never looks shorter than it was, as
 * the NAK still has to reach the sender; but for jitter of the time stamps.
 */
final class RnrWait {
    /** Parts of the promise that clocks may be off by, and what time stamps may: ns. */
    private static final long DRIFT = 16;

    private static final long JITTER_NS = 2_000;
    private static final int MAX_WAITS = 16;

    /** Beyond the promise: two of Linux's longest timer ticks. */
    private static final long SLOW_NS = 20_000_000;

    int psn = -1;
    /** RNR NAKs for this PSN so far; a second one during one wait counts once. */
    int rounds;

    /** Of the newest NAK. */
    long promisedNs;

    long longestPromiseNs;
    long longestWaitNs;
    long shortestWaitNs = Long.MAX_VALUE;
    /** Waits that a resend ended. */
    int waits;

    long nakFrame;
    long nakNs;
    boolean plainWrite;

    /**
     * Rounds before the present wait that the sender must have counted, and their NAKs. One that
     * lacks a response before the PSN goes back for that, and need not count the NAK.
     */
    private int counted;

    private List<Long> frames = List.of();

    /** The NAK by which the present wait counts, too; 0 if it need not. */
    private long countedFrame;

    /** Most of them for one PSN. */
    private int most;

    private List<Long> mostFrames = List.of();

    /** That a resend ended, for the present PSN. */
    private List<Long> waited = List.of();

    private boolean waiting;
    /** The PSN went again during the wait, which may be over by that. */
    private boolean inOrder;

    /** What was waited for has been received meanwhile; the sender may wait all the same. */
    private boolean outlived;

    /** When this wait began, and the least of its promises: the sender need not have got each. */
    private long sinceNs;

    private long leastPromiseNs;
    /** The sender was going back already, for another reason: what comes is no end of the wait. */
    private boolean goingBack;

    private boolean resending;
    private int resentPsn;

    /**
     * @param goingBack whether the PSN may be on its way again already
     * @param lacking whether the sender lacks a response before the PSN, which implies a NAK
     */
    void onNak(
            long promisedNs,
            boolean plainWrite,
            boolean goingBack,
            boolean lacking,
            FrameView frame) {
        int psn = frame.psn();
        this.plainWrite = plainWrite;
        if (psn != this.psn) {
            count();
            this.psn = psn;
            rounds = 0;
            counted = 0;
            frames = new ArrayList<>(1);
            waited = new ArrayList<>(1);
            waiting = false;
            inOrder = false;
        }
        if (waiting && !inOrder) {
            leastPromiseNs = Math.min(leastPromiseNs, promisedNs);
        } else {
            rounds++;
            sinceNs = frame.timeNs();
            leastPromiseNs = promisedNs;
            this.goingBack = goingBack || lacking || inOrder;
        }
        waiting = true;
        outlived = false;
        inOrder = false;
        resending = false;
        this.promisedNs = promisedNs;
        longestPromiseNs = Math.max(longestPromiseNs, promisedNs);
        nakFrame = frame.number();
        nakNs = frame.timeNs();
        if (!lacking && countedFrame == 0) {
            countedFrame = nakFrame;
        }
    }

    /** The present wait is over. */
    private void count() {
        if (countedFrame == 0) {
            return;
        }
        counted++;
        if (frames.size() < ObservationLog.MAX_FRAMES) {
            frames.add(countedFrame);
        }
        if (counted > most) {
            most = counted;
            mostFrames = frames;
        }
        countedFrame = 0;
    }

    /** The sender goes back for a response that it lacks: what it sends then ends no wait. */
    void overruled() {
        goingBack |= waiting;
        countedFrame = 0;
    }

    /**
     * The PSN goes again in order, behind one that was missing. Where a response was, nothing is waited
     * for. Else the sender has either waited before, or gone on before it heard of the NAK.
     */
    void resentInOrder(int psn) {
        if (waiting && psn == this.psn) {
            waiting = countedFrame != 0;
            inOrder = waiting;
        }
    }

    boolean waiting() {
        return waiting;
    }

    /** Whether a rewind to the PSN is the one the RNR NAK asked for. */
    boolean explains(int psn) {
        return waiting && Psn.diff(psn, this.psn) >= 0;
    }

    /** The sender goes back; what it waited is told, and whether that was too short. */
    void resend(long frame, long nowNs, ObservationLog log) {
        count();
        waiting = false;
        inOrder = false;
        resending = true;
        resentPsn = psn;
        long waited = nowNs - sinceNs;
        log.add(Kind.RNR_WAIT, frame, waited);
        if (this.waited.size() < MAX_WAITS) {
            this.waited.add(waited);
        }
        longestWaitNs = Math.max(longestWaitNs, waited);
        if (goingBack) {
            return;
        }
        waits++;
        shortestWaitNs = Math.min(shortestWaitNs, waited);
        if (waited < leastPromiseNs - leastPromiseNs / DRIFT - JITTER_NS) {
            log.add(Kind.RNR_WAIT_SHORT, frame, leastPromiseNs - waited, text(waited));
        } else if (waited >= 2 * promisedNs && waited - promisedNs >= SLOW_NS) {
            log.add(Kind.RNR_WAIT_SLOW, frame, waited, text(waited));
        }
    }

    private String text(long waitedNs) {
        return Durations.text(waitedNs) + " after an RNR NAK that asked for "
                + Durations.text(leastPromiseNs);
    }

    /** The sender goes on with new packets; what it left out after the wait is a fault of its. */
    void resumed(int leftOut, long frame, ObservationLog log) {
        if (resending && leftOut > 0) {
            log.add(Kind.PARTIAL_RESEND, frame, leftOut, LossRecovery.Why.RNR.text);
        }
        resending = false;
    }

    /** The capture ends and the resend is not complete, although the receiver took its start. */
    void ended(int leftOut, int taken, ObservationLog log) {
        if (resending && leftOut > 0 && Psn.diff(taken, resentPsn) > 0) {
            log.add(Kind.PARTIAL_RESEND, nakFrame, leftOut, LossRecovery.Why.RNR.text);
        }
    }

    void progress(int taken) {
        if (psn >= 0 && Psn.diff(taken, psn) > 0) {
            count();
            outlived = waiting;
            psn = -1;
            rounds = 0;
            counted = 0;
            waiting = false;
        }
    }

    /**
     * Whether the end of a wait may be why the sender goes back, although what it waited for has been
     * received: it goes on behind that.
     */
    boolean outlives(long nowNs) {
        boolean ends = outlived && nowNs - sinceNs <= 2 * promisedNs + JITTER_NS;
        outlived = false;
        return ends;
    }

    void resendDone() {
        resending = false;
    }

    /** Between the rounds for the present PSN; at most the first 16. */
    List<Long> waitsNs() {
        return List.copyOf(waited);
    }

    /** Of {@link #rounds}, the fewest that the sender counts. */
    int leastRounds() {
        return counted + (countedFrame == 0 ? 0 : 1);
    }

    /** Those for one packet without progress: the most, and their NAKs. */
    Evidence.Rounds mostRounds() {
        if (leastRounds() <= most) {
            return new Evidence.Rounds(most, List.copyOf(mostFrames));
        }
        List<Long> all = new ArrayList<>(frames);
        if (all.size() < ObservationLog.MAX_FRAMES) {
            all.add(countedFrame);
        }
        return new Evidence.Rounds(leastRounds(), List.copyOf(all));
    }
}
