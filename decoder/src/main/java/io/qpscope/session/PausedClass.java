package io.qpscope.session;

import io.qpscope.wire.PauseQuanta;

import java.util.ArrayList;
import java.util.List;

/** What one source said to one class, or with PAUSE to all of them. */
final class PausedClass {
    static final int MAX_FRAMES = 20;

    /**
     * Without a link speed only storms are judged, as if the link had this one: at a lower speed the
     * pauses are longer than that.
     */
    private static final long ASSUMED_SPEED = 100_000_000_000L;

    final PauseClock clock = new PauseClock();
    private final PauseClock assumed = new PauseClock();
    private final StormWatch watch = new StormWatch();
    final List<Long> frames = new ArrayList<>(2);
    long xoff;
    long xon;
    long longestNs;
    /** An XOFF came without a link speed. */
    boolean untimed;

    private long watchedNs = Long.MIN_VALUE;

    void frame(long number) {
        if (frames.size() < MAX_FRAMES) {
            frames.add(number);
        }
    }

    /** Stop, for so many quanta. */
    void xoff(long nowNs, int quanta, long speed) {
        xoff++;
        watch(nowNs);
        untimed |= speed == 0;
        if (speed > 0) {
            clock.set(nowNs, nowNs + PauseQuanta.ns(quanta, speed));
        } else {
            assumed.set(nowNs, nowNs + PauseQuanta.ns(quanta, ASSUMED_SPEED));
        }
    }

    /** Go on. */
    void xon(long nowNs) {
        xon++;
        watch(nowNs);
        clock.set(nowNs, nowNs);
        assumed.set(nowNs, nowNs);
    }

    /** Takes account of the pause up to now. */
    void watch(long nowNs) {
        PauseClock running = untimed ? assumed : clock;
        long until = Math.min(nowNs, running.untilNs());
        long since = running.sinceNs();
        if (until > since) {
            longestNs = Math.max(longestNs, until - since);
            watch.paused(since, Math.max(since, watchedNs), until);
            watchedNs = Math.max(watchedNs, until);
        }
    }

    boolean storm() {
        return watch.storm();
    }
}
