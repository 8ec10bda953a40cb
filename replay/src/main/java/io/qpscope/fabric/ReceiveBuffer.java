package io.qpscope.fabric;

/**
 * The receive side of an adapter: with a limited rate, packets wait here, and the peer is paused per
 * priority when too many do.
 */
public final class ReceiveBuffer {
    private static final long BITS_BY_NANOS = 8 * 1_000_000_000L;
    private static final int PERCENT = 100;

    private final Host host;
    private final HostOptions options;
    private final PacketQueue waiting = new PacketQueue();
    private final long[] bytes = new long[Port.LANES];
    /** Of each priority. */
    private final long capacity;

    /** Until when frames that the buffer did not cause hold the peer. */
    private long forcedUntil = -1;

    private boolean minor;
    private boolean gaveUp;
    private long minorEvents;

    private final Timer drain = new Timer() {
        @Override
        void fire(long now) {
            workOff(now);
        }
    };
    private final Timer stall = new Timer() {
        @Override
        void fire(long now) {
            stalled(now);
        }
    };

    ReceiveBuffer(Host host, HostOptions options) {
        this.host = host;
        this.options = options;
        CableOptions cable = host.port().cable().options();
        NetworkOptions network = host.network.options;
        long needed = Headroom.bytes(
                cable.bitsPerSecond,
                cable.delayNs,
                network.pauseReactionNs,
                network.longestFrame,
                Headroom.SHORTEST_FRAME,
                1);
        capacity = options.receiveBufferBytes < 0
                ? options.receiveXoff + needed
                : options.receiveBufferBytes;
    }

    int packets() {
        return waiting.count();
    }

    /** Bytes that wait to be worked off. */
    public long bytes() {
        return waiting.bytes();
    }

    /** Whether the adapter has paused for so long that it pauses no more. */
    public boolean hasStalled() {
        return gaveUp;
    }

    /** Times that a pause lasted for most of what is allowed. */
    public long minorStalls() {
        return minorEvents;
    }

    void take(Packet packet, long now) {
        if (options.receiveBitsPerSecond == 0) {
            host.deliver(packet, now);
            return;
        }
        boolean credited = host.port().isInfiniband();
        if (!credited && bytes[packet.lane] + packet.size > capacity) {
            host.port().counters.dropped++;
            host.network.drop(packet, DropCause.RECEIVE_BUFFER_FULL);
            return;
        }
        waiting.add(packet);
        bytes[packet.lane] += packet.size;
        if (!drain.armed()) {
            host.network.events.arm(drain, now + takes(packet));
        }
        if (!credited && bytes[packet.lane] > options.receiveXoff) {
            calm(now);
            host.port().pauses().stop(packet.lane, now);
            watch(now);
        }
    }

    private long takes(Packet packet) {
        return Math.max(1, packet.size * BITS_BY_NANOS / options.receiveBitsPerSecond);
    }

    private void workOff(long now) {
        Packet packet = waiting.remove();
        bytes[packet.lane] -= packet.size;
        if (!waiting.isEmpty()) {
            host.network.events.arm(drain, now + takes(waiting.peek()));
        }
        if (!host.port().isInfiniband() && bytes[packet.lane] <= options.receiveXon) {
            PauseControl pauses = host.port().pauses();
            pauses.go(packet.lane, now);
            calm(now);
        }
        host.deliver(packet, now);
    }

    /**
     * The adapter has asked its peer to stop, or to go on, whatever its buffer holds: to the guard a
     * pause is a pause, whoever caused it.
     *
     * @param lastsNs how long the peer is held; 0 for no longer
     */
    void forced(long lastsNs, long now) {
        calm(now);
        if (lastsNs > 0) {
            forcedUntil = now + lastsNs;
            watch(now);
        } else {
            forcedUntil = now - 1;
            calm(now);
        }
    }

    /** A pause has begun, or goes on: the stall timer runs while it lasts. */
    private void watch(long now) {
        if (options.stallNs != 0 && !stall.armed() && !gaveUp) {
            minor = false;
            long first = options.stallNs * options.stallMinorPercent / PERCENT;
            host.network.events.arm(stall, now + first);
        }
    }

    /** The pause is over, if nothing holds the peer any more. */
    private void calm(long now) {
        if (!holds(now)) {
            host.network.events.disarm(stall);
            minor = false;
        }
    }

    private boolean holds(long now) {
        return host.port().pauses().stopping() != 0 || now <= forcedUntil;
    }

    private void stalled(long now) {
        if (!holds(now)) {
            minor = false;
        } else if (!minor) {
            minor = true;
            minorEvents++;
            long rest = options.stallNs * (PERCENT - options.stallMinorPercent) / PERCENT;
            host.network.events.arm(stall, now + rest);
        } else {
            gaveUp = true;
            host.port().pauses().mute(true);
        }
    }
}
