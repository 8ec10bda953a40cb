package io.qpscope.fabric;

/**
 * The reaction point of DCQCN (SIGCOMM '15; timer-driven as in Mellanox adapters and the "Mlx"
 * functions of HPCC's ns-3 model). Times are nanoseconds, rates bits a second.
 *
 * @param g weight of a new CNP in alpha, above 0, at most 1
 * @param alphaTimerNs alpha falls once in this time without CNP
 * @param decreaseNs CNPs are acted upon once in this time
 * @param increaseTimerNs the rate rises once in this time
 * @param increaseBytes and once behind so many bytes sent; 0 for the timer alone
 * @param fastRecovery rises that only halve the way back to the target
 * @param additiveIncrease of the target, in the next one; with a byte counter in all that follow so
 *     many of either kind
 * @param hyperIncrease of the target, in all later ones; with a byte counter in those that follow
 *     more than so many of both kinds
 * @param minimum rate
 * @param clampsTarget a cut lowers the target even before the first rise after another cut
 */
public record DcqcnOptions(
        double g,
        long alphaTimerNs,
        long decreaseNs,
        long increaseTimerNs,
        long increaseBytes,
        int fastRecovery,
        long additiveIncrease,
        long hyperIncrease,
        long minimum,
        boolean clampsTarget) {
    /** g 1/256, alpha 55 us, cuts each 4 us, rises each 300 us, 5 of them fast, 40 and 200 Mbit/s. */
    public static final DcqcnOptions DEFAULT = new DcqcnOptions(
            1.0 / 256, 55_000, 4_000, 300_000, 0, 5, 40_000_000, 200_000_000, 100_000_000, false);

    public DcqcnOptions {
        if (!(g > 0 && g <= 1)
                || alphaTimerNs < 1
                || decreaseNs < 1
                || increaseTimerNs < 1
                || increaseBytes < 0
                || fastRecovery < 0
                || minimum < 1) {
            throw new IllegalArgumentException("DCQCN with g " + g + ", times " + alphaTimerNs
                    + ", " + decreaseNs + ", " + increaseTimerNs
                    + " ns, expected 0 < g <= 1 and times of 1 or more");
        }
    }

    public DcqcnOptions increaseTimerNs(long ns) {
        return new DcqcnOptions(
                g,
                alphaTimerNs,
                decreaseNs,
                ns,
                increaseBytes,
                fastRecovery,
                additiveIncrease,
                hyperIncrease,
                minimum,
                clampsTarget);
    }

    public DcqcnOptions increaseBytes(long bytes) {
        return new DcqcnOptions(
                g,
                alphaTimerNs,
                decreaseNs,
                increaseTimerNs,
                bytes,
                fastRecovery,
                additiveIncrease,
                hyperIncrease,
                minimum,
                clampsTarget);
    }

    public DcqcnOptions increases(long additive, long hyper) {
        return new DcqcnOptions(
                g,
                alphaTimerNs,
                decreaseNs,
                increaseTimerNs,
                increaseBytes,
                fastRecovery,
                additive,
                hyper,
                minimum,
                clampsTarget);
    }

    public DcqcnOptions g(double weight) {
        return new DcqcnOptions(
                weight,
                alphaTimerNs,
                decreaseNs,
                increaseTimerNs,
                increaseBytes,
                fastRecovery,
                additiveIncrease,
                hyperIncrease,
                minimum,
                clampsTarget);
    }
}
