package io.qpscope.session;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Psn;

import java.util.ArrayList;
import java.util.List;

/**
 * What a sender repeats tells how it recovers:
 *
 * <pre>
 *   NAK(p):  p, p+1, p+2 ...          goes back N
 *            first packet of p's message, and on from there   goes back 0
 *            p alone, and the receiver has what came behind it   repeats selectively
 *            p alone, and the receiver asks for p+1   repeats less than it must
 * </pre>
 *
 * The last two look alike until the receiver answers, so that verdict waits. Of a READ that lacks
 * response p, one from p on is no sample (whoever restarts READs does so), one from its first
 * response on goes back 0.
 */
final class LossRecovery {
    /** Why a sender goes back; the text stands in findings. */
    enum Why {
        RNR("an RNR wait"),
        NAK("a NAK"),
        TIMEOUT("an ACK timeout"),
        /** Of READ and ATOMIC responses. */
        RESPONSE_GAP("a gap in the responses");

        final String text;

        Why(String text) {
            this.text = text;
        }
    }

    /** Longer behind a NAK it may be the ACK timer that makes a sender go back. */
    private static final long PROMPT_NS = 4_000_000;

    int goBackN;
    int goBackZero;
    int selectiveRepeat;

    /** Rewinds into the middle of a message: a sender that goes back 0 makes none. */
    private int midMessage;

    private Why why;
    /** The packet behind the first one was repeated, too. */
    private boolean counted;

    /** Behind the last packet that was ever sent again. */
    private int resentTo = -1;

    private int nakPsn = -1;
    private long nakNs;
    private int messageStart;

    /** What was left out, while the receiver has not said whether it misses it; or -1. */
    private int leftFrom = -1;

    private int leftTo;
    private long leftFrame;
    private Why leftWhy;

    private List<Long> partialFrames = List.of();
    private Why partialWhy;
    private long partialMost;

    /**
     * A sequence NAK.
     *
     * @param start first PSN of the message that the wanted one lies in, or -1 if not known
     * @param passed whether the wanted packet was sent before and not again since
     */
    void onNak(int psn, int start, long timeNs, boolean passed) {
        nakPsn = psn;
        nakNs = timeNs;
        messageStart = start;
        if (leftFrom < 0) {
            return;
        }
        int distance = Psn.diff(psn, leftFrom);
        if (distance > 0) {
            takenOutOfOrder();
        } else if (distance == 0 && passed) {
            partial();
        }
        leftFrom = -1;
    }

    int nakPsn() {
        return nakPsn;
    }

    /** Whether a step back to the PSN is a whole message sent again because of the newest NAK. */
    boolean restartsMessage(int psn, long nowNs) {
        return nakPsn >= 0
                && messageStart >= 0
                && psn == messageStart
                && Psn.diff(psn, nakPsn) < 0
                && nowNs - nakNs < PROMPT_NS;
    }

    /** The sender goes back to the first packet of the message, behind what was asked for. */
    void beginMessage(Why why) {
        goBackZero++;
        begin(why);
        counted = true;
    }

    /** A READ is asked for from the response on that is missing, and not from its first. */
    void insideMessage() {
        midMessage++;
    }

    void begin(Why why) {
        this.why = why;
        counted = false;
        leftFrom = -1;
        if (why != Why.NAK) {
            nakPsn = -1;
        }
    }

    /** A resend goes on with the packet behind the one sent before. */
    void goesOn() {
        if (!counted && why != null) {
            counted = true;
            goBackN++;
            if (why == Why.NAK && messageStart >= 0 && nakPsn != messageStart) {
                midMessage++;
            }
        }
    }

    /** A packet that ends before the PSN was sent again. */
    void resent(int end) {
        if (resentTo < 0 || Psn.diff(end, resentTo) > 0) {
            resentTo = end;
        }
    }

    /**
     * The resend is over: a packet that was never sent before follows, or nothing.
     *
     * @param cursor behind the last packet sent again
     * @param next behind the last packet ever sent before
     * @param taken everything before it was received
     * @param complete whether nothing that was sent between the last resend and now can have been
     *     lost before the tap
     */
    void leave(int cursor, int next, int taken, long frame, boolean complete) {
        if (why == null) {
            return;
        }
        boolean beyond = Psn.diff(taken, cursor) > 0;
        boolean leftOut = !beyond && Psn.diff(next, cursor) > 0;
        if (beyond && why == Why.NAK && Psn.diff(taken, resentTo) > 0) {
            selectiveRepeat++;
        } else if (complete
                && leftOut
                && Psn.diff(cursor, resentTo) >= 0
                && (why == Why.NAK || why == Why.TIMEOUT)) {
            leftFrom = cursor;
            leftTo = next;
            leftFrame = frame;
            leftWhy = why;
        }
        why = null;
    }

    boolean isOpen() {
        return leftFrom >= 0;
    }

    /** Everything before the PSN is received. */
    void progress(int taken) {
        if (leftFrom >= 0 && Psn.diff(taken, leftFrom) > 0) {
            takenOutOfOrder();
            leftFrom = -1;
        }
    }

    private void takenOutOfOrder() {
        // After a timeout the first sending may have arrived, and only its answer got lost.
        if (leftWhy == Why.NAK) {
            selectiveRepeat++;
        }
    }

    private void partial() {
        if (partialFrames.isEmpty()) {
            partialFrames = new ArrayList<>(1);
        }
        if (partialFrames.size() < ObservationLog.MAX_FRAMES) {
            partialFrames.add(leftFrame);
        }
        long left = Psn.diff(leftTo, leftFrom);
        if (left > partialMost) {
            partialMost = left;
            partialWhy = leftWhy;
        }
    }

    /** A sender that repeats selectively is right to leave out what was not asked for. */
    void finish(ObservationLog log) {
        if (selectiveRepeat > 0) {
            return;
        }
        for (long frame : partialFrames) {
            log.add(Kind.PARTIAL_RESEND, frame, partialMost, partialWhy.text);
        }
    }

    /** As JSON names it; null without a sample. */
    String kind() {
        if (selectiveRepeat > 0 && selectiveRepeat >= goBackN) {
            return "SELECTIVE_REPEAT";
        }
        if (goBackZero > 0 && goBackZero >= midMessage) {
            return "GO_BACK_0";
        }
        return goBackN > 0 ? "GO_BACK_N" : null;
    }
}
