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
        GO_BACK_N,
        CNP_LIMITED
    }

    private static final State[] STATES = State.values();

    private final long[] spent = new long[STATES.length];
    private long sinceNs = Long.MIN_VALUE;
    private long firstNs = Long.MAX_VALUE;
    private State state = State.IDLE;
    /** Of the lane that the sender's packets take; null when not known. */
    private PauseClock pauses;
    /** What it showed when the booked time ended. */
    private long pausesBefore;

    private long paused;

    /** From the sender's first packet on, time in which its class is paused is booked as such. */
    void follow(PauseClock clock, long nowNs) {
        turn(nowNs, state);
        pauses = clock;
        pausesBefore = clock.at(nowNs);
    }

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

    /** The first event booked; the largest value if there was none. */
    long firstNs() {
        return firstNs;
    }

    /** The last event booked; the smallest value if there was none. */
    long lastNs() {
        return sinceNs;
    }

    private void book(long nowNs, State under) {
        if (sinceNs == Long.MIN_VALUE) {
            sinceNs = nowNs;
            firstNs = nowNs;
        } else if (nowNs > sinceNs) {
            long part = nowNs - sinceNs;
            long stopped = pauses == null ? 0 : stopped(nowNs, part);
            spent[under.ordinal()] += part - stopped;
            paused += stopped;
            sinceNs = nowNs;
        }
    }

    private void keptBack(State from, long ns) {
        // What was paused as well is booked as that.
        long part = Math.min(ns, spent[from.ordinal()]);
        spent[from.ordinal()] -= part;
        spent[State.CNP_LIMITED.ordinal()] += part;
    }

    private long stopped(long nowNs, long part) {
        long since = pauses.at(nowNs) - pausesBefore;
        pausesBefore += since;
        if (since < 0) {
            // A pause that did not hold was withdrawn; what was booked for it becomes idle.
            paused = Math.max(0, paused + since);
            return 0;
        }
        return Math.min(part, since);
    }

    /**
     * Books the rest; what lies before this side's first event is idle.
     *
     * @param pausesAtEnd what the clock of pauses showed then; null when none is known
     * @param slowdown null without CNPs
     */
    DirectionSummary.TimeShares close(
            long startNs, long endNs, Long pausesAtEnd, Slowdown slowdown) {
        long open = Math.max(0, pausesAtEnd == null ? 0 : pausesAtEnd - pausesBefore);
        pauses = null;
        if (open > 0 && sinceNs < endNs) {
            long stopped = Math.min(open, endNs - sinceNs);
            paused += stopped;
            sinceNs += stopped;
        }
        turn(endNs, State.IDLE);
        if (slowdown != null) {
            keptBack(State.SENDING, slowdown.whileSendingNs());
            keptBack(State.IDLE, slowdown.whileIdleNs());
        }
        boolean known = pausesAtEnd != null;
        long booked = known ? paused : 0;
        for (long part : spent) {
            booked += part;
        }
        long idle = spent[State.IDLE.ordinal()] + (endNs - startNs - booked);
        return new DirectionSummary.TimeShares(
                spent[State.SENDING.ordinal()],
                spent[State.RNR_WAIT.ordinal()],
                spent[State.ACK_TIMEOUT.ordinal()],
                spent[State.GO_BACK_N.ordinal()],
                known ? (Long) paused : null,
                spent[State.CNP_LIMITED.ordinal()],
                idle);
    }
}
