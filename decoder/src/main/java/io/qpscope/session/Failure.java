package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Psn;

/** The NAK that ended a requester's queue pair: AETH codes 1 to 3. */
final class Failure {
    int code;
    int psn;
    /** The refused request, 0 when it never passed. */
    long requestFrame;

    long nakFrame;
    long nakNs;

    boolean happened() {
        return nakFrame != 0;
    }

    /** A response from before it was missing: the requester can't have obeyed if it asks again. */
    private boolean doubted;

    /** The first one counts: everything behind it is flushed. */
    void nak(int code, int psn, long requestFrame, FrameView nak, boolean doubted) {
        if (!happened()) {
            this.doubted = doubted;
            this.code = code;
            this.psn = psn;
            this.requestFrame = requestFrame;
            nakFrame = nak.number();
            nakNs = nak.timeNs();
        }
    }

    /**
     * A request is sent again. A READ or ATOMIC without its response comes before all that is refused
     * behind it (IBA vol 1, 9.7.5.1.3): who asks for it anew has not taken the refusal in.
     */
    void resent(int psn) {
        if (doubted && Psn.diff(this.psn, psn) > 0) {
            doubted = false;
            nakFrame = 0;
        }
    }
}
