package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;

/**
 * How a READ is answered that is asked for again from one of its responses on: with FIRST or ONLY, as
 * a request of its own, or from the middle. A late response to the first asking looks like the
 * latter; that FIRST or ONLY still comes tells them apart.
 */
final class ReadRestart {
    private static final int NONE = -1;

    /** From here on it was asked for again, and no answer has come. */
    private int waitsFor = NONE;

    private long asked;
    private int resumedPsn = NONE;
    private long resumedFrame;

    /** Another life may have begun; what was told of this one can still prove wrong. */
    void forget() {
        waitsFor = NONE;
    }

    /**
     * A READ is asked for again.
     *
     * @param psn of the response it begins with; negative when answers to an earlier asking may come
     */
    void onAgain(long read, int psn) {
        boolean follows = waitsFor >= 0 && read != asked;
        if (!follows) {
            waitsFor = psn;
            asked = read;
        }
    }

    /** Whether no response concerns it. */
    boolean isOver() {
        return waitsFor < 0 && resumedPsn < 0;
    }

    /**
     * A response of the answering flow.
     *
     * @param late sent before one that has passed already: it answers no new asking
     */
    void onResponse(Flow from, FrameView frame, int traits, boolean late, Breaches breaches) {
        int psn = frame.psn();
        boolean starts = (traits & Opcode.STARTS) != 0;
        if (starts && psn == resumedPsn) {
            from.log.withdraw(Kind.READ_RESUMED, resumedFrame);
            resumedPsn = NONE;
        }
        if (psn == waitsFor && !late) {
            waitsFor = NONE;
            if (!starts) {
                long told = from.log.count(Kind.READ_RESUMED);
                breaches.add(from.log, Kind.READ_RESUMED, frame, "");
                resumedPsn = from.log.count(Kind.READ_RESUMED) > told ? psn : NONE;
                resumedFrame = frame.number();
            }
        }
    }
}
