package io.qpscope.session;

/**
 * Where a sender's time went: disjoint parts that sum to the session's duration. Each event books
 * the time since the one before it.
 */
final class TimeLedger {
    enum State {
        IDLE,
        SENDING,
        RNR_WAIT,
        ACK_TIMEOUT,
        GO_BACK_N
    }

    private static final State[] STATES = State.values();

    private final long[] spent = new long[STATES.length];
    private long sinceNs = Long.MIN_VALUE;
    private State state = State.IDLE;

    /** Books the time up to now under the present state, then changes it. */
    void turn(long nowNs, State next) {
        book(nowNs, state);
        state = next;
    }

    /** Like {@link #turn}, for a time whose meaning only its end tells. */
    void turnAfter(long nowNs, State meaning, State next) {
        book(nowNs, meaning);
        state = next;
    }

    private void book(long nowNs, State under) {
        if (sinceNs == Long.MIN_VALUE) {
            sinceNs = nowNs;
        } else if (nowNs > sinceNs) {
            spent[under.ordinal()] += nowNs - sinceNs;
            sinceNs = nowNs;
        }
    }

    /** Books the rest; what lies before this side's first event is idle. */
    DirectionSummary.TimeShares close(long startNs, long endNs) {
        turn(endNs, State.IDLE);
        long booked = 0;
        for (long part : spent) {
            booked += part;
        }
        long idle = spent[State.IDLE.ordinal()] + (endNs - startNs - booked);
        return new DirectionSummary.TimeShares(
                spent[State.SENDING.ordinal()],
                spent[State.RNR_WAIT.ordinal()],
                spent[State.ACK_TIMEOUT.ordinal()],
                spent[State.GO_BACK_N.ordinal()],
                null,
                0,
                idle);
    }
}
