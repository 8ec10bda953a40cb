package io.qpscope.session;

import java.util.ArrayList;
import java.util.List;

/** Frames from one MAC address to another on one interface, by class, and when they are stopped. */
final class Lane {
    /**
     * What was under way when the pause began passes on, and clocks differ: two jumbo frames at
     * 10 Gbit/s.
     */
    static final long GRACE_NS = 20_000;

    private static final int ALL = PauseSource.ALL;
    private static final int MAX_SOURCES = 16;

    /** -1 where the link layer does not tell. */
    final long source;

    final long destination;
    /** At {@link PauseSource#ALL}: packets whose class is not known, which only PAUSE stops. */
    private final PauseClock[] clocks = new PauseClock[ALL + 1];

    private final long[] firstNs = new long[ALL + 1];
    private final long[] lastNs = new long[ALL + 1];
    private final List<PauseSource> sources = new ArrayList<>(2);
    private boolean seen;
    private boolean seenPfc;
    private boolean untimed;

    Lane(long source, long destination) {
        this.source = source;
        this.destination = destination;
        for (int i = 0; i < clocks.length; i++) {
            clocks[i] = new PauseClock();
            firstNs[i] = Long.MAX_VALUE;
            lastNs[i] = Long.MIN_VALUE;
        }
    }

    PauseClock clock(int index) {
        return clocks[index];
    }

    void forgetSources() {
        sources.clear();
    }

    /** False when there are too many to add up. */
    boolean add(PauseSource stopping) {
        return sources.size() < MAX_SOURCES && sources.add(stopping);
    }

    /** A source that stops this lane spoke of a class, or of all. */
    void spoken(int index, long nowNs, boolean timed) {
        seen = true;
        seenPfc |= index != ALL;
        untimed |= !timed;
        for (int i = 0; i <= ALL; i++) {
            if (i == index || index == ALL) {
                clocks[i].set(nowNs, untilNs(i));
            }
        }
    }

    private long untilNs(int index) {
        long until = Long.MIN_VALUE;
        for (int i = 0; i < sources.size(); i++) {
            PauseSource stopping = sources.get(i);
            until = Math.max(until, stopping.untilNs(ALL));
            until = Math.max(until, stopping.untilNs(index));
        }
        return until;
    }

    /** Traffic of a class. A pause in which it goes on is not one of it. */
    void sent(int index, long nowNs) {
        firstNs[index] = Math.min(firstNs[index], nowNs);
        lastNs[index] = Math.max(lastNs[index], nowNs);
        PauseClock clock = clocks[index];
        if (clock.pausedAt(nowNs)
                && nowNs - clock.sinceNs() > GRACE_NS
                && clock.untilNs() - nowNs > GRACE_NS) {
            clock.withdraw();
        }
    }

    /** Whether the time paused can be told: pauses were seen, and how long each was meant to be. */
    boolean isKnown(int index) {
        return seen && !untimed && (index != ALL || !seenPfc);
    }

    boolean sentBefore(int index, long ns) {
        return firstNs[index] < ns;
    }

    boolean sentAfter(int index, long ns) {
        return lastNs[index] > ns;
    }
}
