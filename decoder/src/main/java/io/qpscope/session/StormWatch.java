package io.qpscope.session;

import java.util.Arrays;

/**
 * Whether pauses amount to a storm: one unbroken pause longer than {@link #LONGEST_NS}, or more than
 * {@link #SHARE_NS} of pauses within any {@link #WINDOW_NS}, seen in steps of {@link #STEP_NS}.
 *
 * <p>Pauses of a working network take microseconds. The first bound is that of the stall guard in
 * mlx5 NICs (100 ms, mlx5 en_ethtool.c). The second is milder than switch watchdogs, which act on a
 * queue paused for 80 or 99 per cent of 200 ms (SONiC's pfc_detect scripts), since a capture may lack
 * some of the frames.
 */
final class StormWatch {
    static final long LONGEST_NS = 100_000_000;
    static final long WINDOW_NS = 1_000_000_000;
    static final long SHARE_NS = 500_000_000;
    static final long STEP_NS = 10_000_000;

    private static final int STEPS = (int) (WINDOW_NS / STEP_NS);

    private final long[] paused = new long[STEPS];
    private long sum;
    private long step = Long.MIN_VALUE;
    private boolean storm;

    /** A piece of an unbroken pause that began at {@code sinceNs}; pieces come in order. */
    void paused(long sinceNs, long fromNs, long toNs) {
        storm |= toNs - sinceNs > LONGEST_NS;
        long from = fromNs;
        while (!storm && from < toNs) {
            long at = Math.floorDiv(from, STEP_NS);
            forget(at);
            long part = Math.min(toNs, (at + 1) * STEP_NS) - from;
            paused[(int) Math.floorMod(at, (long) STEPS)] += part;
            sum += part;
            from += part;
            storm = sum > SHARE_NS;
        }
    }

    /** Moves the window up to a step. */
    private void forget(long to) {
        if (step == Long.MIN_VALUE || to - step > STEPS) {
            Arrays.fill(paused, 0);
            sum = 0;
            step = to;
        }
        while (step < to) {
            int oldest = (int) Math.floorMod(++step, (long) STEPS);
            sum -= paused[oldest];
            paused[oldest] = 0;
        }
    }

    boolean storm() {
        return storm;
    }
}
