package io.qpscope.scenario;

import io.qpscope.endpoint.WcStatus;

import java.util.List;

/**
 * What the requester of a flow was told.
 *
 * @param firstError of its requests that did not succeed; null for none
 * @param completed messages that succeeded
 * @param refused whether connection management brought no connection about
 * @param endNs when the last of them did, or the run ended for a flow that has not; since the start
 * @param violations what became of memory and completions that should not, a line each; only {@link
 *     FlowPlan#work} is looked at
 * @param breakouts those of them that not even forged packets may bring about
 * @param ending how an iWARP stream has ended, as {@link StreamLink#ending} says it; null for RoCE
 */
public record FlowResult(
        FlowPlan plan,
        WcStatus firstError,
        long completed,
        boolean refused,
        boolean done,
        long endNs,
        List<String> violations,
        List<String> breakouts,
        List<String> ending) {
    /** In place of a status: not all requests have ended. */
    public static final String UNFINISHED = "UNFINISHED";

    /** In place of a status: connection management brought no connection about. */
    public static final String NOT_CONNECTED = "NOT_CONNECTED";

    private static final double NANOS = 1e9;

    /** Of a flow of RoCE's. */
    FlowResult(
            FlowPlan plan,
            WcStatus firstError,
            long completed,
            boolean refused,
            boolean done,
            long endNs,
            List<String> violations,
            List<String> breakouts) {
        this(plan, firstError, completed, refused, done, endNs, violations, breakouts, null);
    }

    /**
     * Name of {@code ibv_wc_status}, of the first that failed; or {@link #NOT_CONNECTED} or {@link
     * #UNFINISHED}.
     */
    public String status() {
        if (firstError != null) {
            return firstError.name();
        }
        if (refused) {
            return NOT_CONNECTED;
        }
        return done ? WcStatus.SUCCESS.name() : UNFINISHED;
    }

    /** Of messages that succeeded. */
    public double bytes() {
        return plan.bytes(completed);
    }

    /** From its start to the end of its last message; NaN for one that has not ended. */
    public double durationNs() {
        return done || refused || firstError != null ? endNs - plan.startNs() : Double.NaN;
    }

    /** Since the start of the run; NaN for one that has not ended. */
    public double finishedNs() {
        return done || refused || firstError != null ? endNs : Double.NaN;
    }

    /** Payload of messages that succeeded, bits a second. */
    public double throughput() {
        long ns = endNs - plan.startNs();
        return ns <= 0 ? 0 : bytes() * 8 * NANOS / ns;
    }
}
