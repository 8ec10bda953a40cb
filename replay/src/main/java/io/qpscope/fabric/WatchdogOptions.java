package io.qpscope.fabric;

/**
 * How a switch finds and ends a PFC storm, after SONiC's {@code pfcwd}. All times are nanoseconds.
 *
 * @param detectionNs stormed for this long: act
 * @param restorationNs quiet for this long: as before
 * @param pollNs between two looks
 * @param action what happens to a stormed queue
 * @param criterion what makes a queue count as stormed
 */
public record WatchdogOptions(
        long detectionNs, long restorationNs, long pollNs, Action action, Criterion criterion) {
    /** What happens to a stormed queue. */
    public enum Action {
        /** Its packets are dropped, those of its port's priority that come in too. */
        DROP,
        /** It sends in spite of pauses. */
        FORWARD,
        /** Nothing, but for the event. */
        ALERT
    }

    /**
     * When a queue that sends nothing counts as stormed (sonic-swss, pfc_detect_*.lua): with
     * packets waiting and pauses coming; or empty, and paused for most of the time between two
     * looks.
     */
    public enum Criterion {
        /** Paused more than 99 % of the time. */
        MELLANOX(99),
        /** Paused more than 80 % of the time. */
        BAREFOOT(80),
        /** The virtual switch, as {@link #BAREFOOT}. */
        VS(80);

        final int percent;

        Criterion(int percent) {
            this.percent = percent;
        }
    }

    private static final long DEFAULT_NS = 200_000_000;

    /** 200 ms each, drop, Mellanox. */
    public static final WatchdogOptions SONIC = new WatchdogOptions(
            DEFAULT_NS, DEFAULT_NS, DEFAULT_NS, Action.DROP, Criterion.MELLANOX);

    public WatchdogOptions {
        if (detectionNs < 1 || restorationNs < 1 || pollNs < 1) {
            throw new IllegalArgumentException("watchdog of " + detectionNs + ", " + restorationNs
                    + " and " + pollNs + " ns, expected 1 or more");
        }
    }

    public WatchdogOptions action(Action other) {
        return new WatchdogOptions(detectionNs, restorationNs, pollNs, other, criterion);
    }

    public WatchdogOptions criterion(Criterion other) {
        return new WatchdogOptions(detectionNs, restorationNs, pollNs, action, other);
    }
}
