package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * How long a requester that was sent congestion notifications (CNPs) kept back what it had to send:
 * the gaps inside its messages after a CNP, beyond the shortest such gap. Inside a message it has
 * data; no answer came that could have let it go on; and nothing is being sent again. Where it never
 * gets back to its full rate in the capture this is a lower bound, as the shortest gap is one of the
 * lower rate's.
 */
final class Slowdown {
    /**
     * A rate that a CNP cut has recovered: DCQCN halves alpha in about 9.7 ms without a further CNP
     * (177 periods of 55 us, Zhu et al., SIGCOMM 2015, with the timers of the HPCC simulator).
     */
    static final long HORIZON_NS = 10_000_000;

    private long cnpNs;
    private long shortest = Long.MAX_VALUE;

    /** Gaps while answers were awaited, and while all was answered. */
    private final long[] gaps = new long[2];

    private final long[] sums = new long[2];

    void onCnp(long timeNs) {
        cnpNs = timeNs;
    }

    /** A request, before the requester knows of it. */
    void onRequest(Requester to, FrameView frame, int traits) {
        boolean continues = (traits & Opcode.STARTS) == 0 && Psn.diff(frame.psn(), to.next) == 0;
        if (!continues || to.cursor != to.next) {
            return;
        }
        long now = frame.timeNs();
        long sinceAny = Math.max(0, now - to.lastNs);
        shortest = Math.min(shortest, sinceAny);
        if (now - cnpNs <= HORIZON_NS) {
            int at = to.taken == to.next ? 1 : 0;
            gaps[at]++;
            sums[at] += sinceAny;
        }
    }

    /** Of the time in which answers were awaited. */
    long whileSendingNs() {
        return keptBack(0);
    }

    /** Of the time in which nothing was under way. */
    long whileIdleNs() {
        return keptBack(1);
    }

    private long keptBack(int at) {
        return gaps[at] == 0 ? 0 : sums[at] - gaps[at] * shortest;
    }
}
