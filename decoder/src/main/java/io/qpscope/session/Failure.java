package io.qpscope.session;

/** The NAK that ended a requester's queue pair: AETH codes 1 to 3. */
final class Failure {
    int code;
    int psn;
    /** The refused request, 0 when it never passed. */
    long requestFrame;

    long nakFrame;

    boolean happened() {
        return nakFrame != 0;
    }

    /** The first one counts: everything behind it is flushed. */
    void nak(int code, int psn, long requestFrame, long nakFrame) {
        if (!happened()) {
            this.code = code;
            this.psn = psn;
            this.requestFrame = requestFrame;
            this.nakFrame = nakFrame;
        }
    }
}
