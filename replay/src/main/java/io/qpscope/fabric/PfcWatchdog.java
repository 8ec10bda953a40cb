package io.qpscope.fabric;

import io.qpscope.fabric.WatchdogOptions.Action;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a switch's lossless queues in turn and ends storms, as SONiC's {@code pfcwd} does
 * (sonic-swss, pfc_detect_*.lua and pfc_restore.lua). A queue is stormed when it has sent nothing
 * and been paused for the detection time with packets waiting, or met {@link
 * WatchdogOptions.Criterion} while empty, and well again when no pause has come for the restoration
 * time. Each is found after that time, and before one more interval between looks is over, which is
 * what sonic-mgmt's timer test allows. SONiC knows only the counters of two looks: there, a queue
 * that had nothing to send in the interval before may count as stormed sooner.
 */
public final class PfcWatchdog {
    private static final int MOST_EVENTS = 4096;

    private final Switch owner;
    private final WatchdogOptions options;
    private final int lossless;
    private final List<WatchdogEvent> events = new ArrayList<>();
    private long eventCount;
    private final long[] sent;
    private final long[] stops;
    private final long[] pausedNs;
    /** How long looks have met the criterion for an empty queue. */
    private final long[] emptyNs;
    /** Quiet time that a stormed queue still needs. */
    private final long[] left;

    private final boolean[] stormed;

    private final Timer poll = new Timer(true) {
        @Override
        void fire(long now) {
            look(now);
            owner.network.events.arm(this, now + options.pollNs());
        }
    };

    PfcWatchdog(Switch owner, WatchdogOptions options, int lossless) {
        this.owner = owner;
        this.options = options;
        this.lossless = lossless;
        int queues = owner.ports.size() * Port.PRIORITIES;
        sent = new long[queues];
        stops = new long[queues];
        pausedNs = new long[queues];
        left = new long[queues];
        emptyNs = new long[queues];
        stormed = new boolean[queues];
        owner.network.events.arm(poll, owner.network.now() + options.pollNs());
    }

    /** The first few thousand, in order. */
    public List<WatchdogEvent> events() {
        return List.copyOf(events);
    }

    public long eventCount() {
        return eventCount;
    }

    public boolean isStormed(int port, int priority) {
        return stormed[port * Port.PRIORITIES + priority];
    }

    /** Whether a packet on this way is to be dropped. */
    boolean drops(Port in, Port out, int priority) {
        return options.action() == Action.DROP
                && (isStormed(out.index(), priority) || isStormed(in.index(), priority));
    }

    private void look(long now) {
        for (Port port : owner.ports) {
            boolean skipped =
                    owner.options().watchdogAtHostsOnly && port.peer().node() instanceof Switch;
            if (skipped || port.isInfiniband()) {
                continue;
            }
            for (int priority = 0; priority < Port.PRIORITIES; priority++) {
                if ((lossless & 1 << priority) != 0) {
                    look(port, priority, now);
                }
            }
        }
    }

    private void look(Port port, int priority, long now) {
        int queue = port.index() * Port.PRIORITIES + priority;
        PauseControl pauses = port.pauses();
        long sentBefore = sent[queue];
        long stopsBefore = stops[queue];
        long pausedBefore = pausedNs[queue];
        sent[queue] = port.counters.sentPackets(priority);
        stops[queue] = pauses.stopsHeard(priority);
        pausedNs[queue] = pauses.pausedNs(priority, now);
        boolean quiet = stops[queue] == stopsBefore;
        if (stormed[queue]) {
            if (!quiet) {
                left[queue] = options.restorationNs();
            } else if (left[queue] <= options.pollNs()) {
                restore(port, priority, queue, now);
            } else {
                left[queue] -= options.pollNs();
            }
            return;
        }
        boolean still = sent[queue] == sentBefore;
        long share = options.pollNs() * options.criterion().percent / 100;
        emptyNs[queue] = still && pausedNs[queue] - pausedBefore > share
                ? emptyNs[queue] + options.pollNs()
                : 0;
        boolean stormy;
        if (port.queuedBytes(priority) > 0) {
            long since = Math.max(pauses.pausedSince(priority), port.counters.lastSent(priority));
            stormy = !quiet && pauses.isPaused(priority) && now - since >= options.detectionNs();
        } else {
            stormy = emptyNs[queue] >= options.detectionNs();
        }
        if (stormy) {
            storm(port, priority, queue, now);
        }
    }

    private void storm(Port port, int priority, int queue, long now) {
        stormed[queue] = true;
        left[queue] = options.restorationNs();
        note(port, priority, true, now);
        switch (options.action()) {
            case DROP -> port.purge(priority, DropCause.PFC_WATCHDOG, now);
            case FORWARD -> port.pauses().ignore(priority, true, now);
            case ALERT -> {
                // The event is all.
            }
        }
    }

    private void restore(Port port, int priority, int queue, long now) {
        stormed[queue] = false;
        emptyNs[queue] = 0;
        note(port, priority, false, now);
        if (options.action() == Action.FORWARD) {
            port.pauses().ignore(priority, false, now);
        }
    }

    private void note(Port port, int priority, boolean storm, long now) {
        eventCount++;
        if (events.size() < MOST_EVENTS) {
            events.add(new WatchdogEvent(now, port, priority, storm));
        }
    }
}
