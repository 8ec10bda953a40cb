package io.qpscope.session;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Psn;

/**
 * What the receiver would accept next by go-back-N, had it got exactly what passed the tap. Where
 * its answers say otherwise, the difference tells where a packet was lost: behind the tap, or by the
 * capture.
 */
final class ShadowReceiver {
    /** The PSN it would accept next. */
    int expect;

    private final PsnCounter counts;
    private final SentWindow window;
    private final ObservationLog log;

    /** A NAK named a packet that had passed: lost behind the tap, unless an answer withdraws it. */
    private boolean suspecting;

    private int suspectPsn;
    private long suspectFrame;
    private int expectBefore;
    /** Packets that are duplicates if the verdict falls. */
    private int suspended;

    /** A packet behind a gap has passed, and the NAK that it asks for has not yet. */
    private boolean owesNak;

    private int owedPsn;
    /** The PSN of the last NAK: a receiver asks once for a gap (IBA vol 1, 9.7.5.2.8, from memory). */
    private int askedPsn = Integer.MIN_VALUE;

    ShadowReceiver(PsnCounter counts, SentWindow window, ObservationLog log) {
        this.counts = counts;
        this.window = window;
        this.log = log;
    }

    /** A packet passed: taken, a duplicate, or dropped behind a gap. */
    void receive(int psn, int end) {
        int distance = Psn.diff(psn, expect);
        if (distance == 0) {
            expect = end;
        } else if (distance < 0) {
            counts.duplicates++;
        } else {
            if (suspecting && Psn.diff(psn, expectBefore) < 0) {
                suspended++;
            }
            seeGap();
        }
    }

    /** A packet passed that has not been sent before: taken, or dropped behind a gap. */
    void receiveNew(int psn, int end) {
        int distance = Psn.diff(psn, expect);
        if (distance == 0) {
            expect = end;
        } else if (distance > 0) {
            seeGap();
        }
    }

    /** A packet passed behind one that it has not taken yet. */
    void seeGap() {
        if (expect != askedPsn) {
            owesNak = true;
            owedPsn = expect;
        }
    }

    /** The suspected packet passes again: it was lost indeed. */
    void resent(int psn) {
        if (suspecting && psn == suspectPsn) {
            suspecting = false;
            counts.lostAfterTap++;
            log.add(Kind.LOSS_AFTER_TAP, suspectFrame, suspectPsn);
        }
    }

    /** The receiver says that it expects the PSN (sequence NAK). */
    void onNak(int psn, long frame) {
        int distance = Psn.diff(psn, expect);
        if (distance > 0) {
            ahead(psn, frame);
        }
        // The packet asked for may have been sent again, by a timeout, while the NAK was on its
        // way.
        boolean crossed = distance < 0 && owesNak && psn == owedPsn;
        owesNak = false;
        askedPsn = psn;
        int index = window.find(psn);
        if (distance < 0 && index >= 0 && window.has(index, SentWindow.LATE)) {
            // What overtook it made the receiver ask.
            window.unmark(index, SentWindow.LATE);
        } else if (distance != 0
                && !crossed
                && index >= 0
                && window.has(index, SentWindow.SEEN)
                && !(distance > 0 && isOutdated(index))) {
            suspecting = true;
            suspectPsn = psn;
            suspectFrame = window.frame(index);
            expectBefore = expect;
            suspended = 0;
            expect = psn;
        }
    }

    /** Of the last run only the packet before passed: this one was lost before the tap, or unseen. */
    private boolean isOutdated(int index) {
        return index > 0 && window.frame(index - 1) > window.frame(index);
    }

    /** Not ready for the PSN: it drops all from there on, which is no loss. */
    void onRnr(int psn, long frame) {
        if (Psn.diff(psn, expect) > 0) {
            ahead(psn, frame);
        }
        expect = psn;
        suspecting = false;
        owesNak = false;
    }

    /** The receiver has more than the tap saw arrive. */
    void ahead(int to, long frame) {
        int missing = window.markCaptureLost(expect, to);
        if (missing > 0) {
            counts.lostByCapture += missing;
            log.add(Kind.LOSS_BY_CAPTURE, frame, missing);
        }
        progress(to);
        expect = later(to, expect);
    }

    /** A gap shows; what of it the receiver has acknowledged already, the capture lacks. */
    void gap(int from, int to, long frame) {
        if (Psn.diff(expect, from) > 0) {
            int missing = window.markCaptureLost(from, Psn.diff(expect, to) < 0 ? expect : to);
            counts.lostByCapture += missing;
            if (missing > 0) {
                log.add(Kind.LOSS_BY_CAPTURE, frame, missing);
            }
        }
    }

    /** Everything before the PSN is received: a NAK sent before that is void. */
    void progress(int taken) {
        if (suspecting && Psn.diff(taken, suspectPsn) > 0) {
            suspecting = false;
            counts.duplicates += suspended;
            // What passed behind it before the NAK was dropped.
            expect = later(expect, taken);
        }
    }

    /** Nothing from the PSN on can have been taken. */
    void atMost(int psn) {
        if (Psn.diff(psn, expect) < 0) {
            expect = psn;
        }
    }

    private static int later(int a, int b) {
        return Psn.diff(a, b) >= 0 ? a : b;
    }
}
