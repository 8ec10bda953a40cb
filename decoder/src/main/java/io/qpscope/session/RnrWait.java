package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Psn;

/** A requester told that the receiver was not ready, until it goes on. */
final class RnrWait {
    int psn = -1;
    /** RNR NAKs for this PSN so far; a second one during one wait counts once. */
    int rounds;

    long promisedNs;
    long longestPromiseNs;
    long longestWaitNs;
    long nakFrame;
    long nakNs;
    boolean plainWrite;

    private boolean waiting;
    private boolean resending;
    private int resentPsn;

    void onNak(long promisedNs, boolean plainWrite, FrameView frame) {
        int psn = frame.psn();
        this.plainWrite = plainWrite;
        if (psn != this.psn) {
            this.psn = psn;
            rounds = 0;
        }
        if (!waiting) {
            rounds++;
        }
        waiting = true;
        resending = false;
        this.promisedNs = promisedNs;
        longestPromiseNs = Math.max(longestPromiseNs, promisedNs);
        nakFrame = frame.number();
        nakNs = frame.timeNs();
    }

    boolean waiting() {
        return waiting;
    }

    /** Whether a rewind to the PSN is the one the RNR NAK asked for. */
    boolean explains(int psn) {
        return waiting && Psn.diff(psn, this.psn) >= 0;
    }

    /** The sender goes back; tells how long it waited, nanoseconds. */
    long resend(long nowNs) {
        waiting = false;
        resending = true;
        resentPsn = psn;
        long waited = nowNs - nakNs;
        longestWaitNs = Math.max(longestWaitNs, waited);
        return waited;
    }

    /** The sender goes on with new packets; what it left out after the wait is a fault of its. */
    void resumed(int leftOut, long frame, ObservationLog log) {
        if (resending && leftOut > 0) {
            log.add(Kind.PARTIAL_RESEND, frame, leftOut);
        }
        resending = false;
    }

    /** The capture ends and the resend is not complete, although the receiver took its start. */
    void ended(int leftOut, int taken, ObservationLog log) {
        if (resending && leftOut > 0 && Psn.diff(taken, resentPsn) > 0) {
            log.add(Kind.PARTIAL_RESEND, nakFrame, leftOut);
        }
    }

    void progress(int taken) {
        if (psn >= 0 && Psn.diff(taken, psn) > 0) {
            psn = -1;
            rounds = 0;
            waiting = false;
        }
    }

    void resendDone() {
        resending = false;
    }
}
