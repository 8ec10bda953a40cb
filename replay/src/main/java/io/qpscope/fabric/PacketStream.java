package io.qpscope.fabric;

import java.nio.ByteBuffer;

/** A packet that a host sends over and over at a rate, as long as its queue takes it. */
public final class PacketStream {
    private static final long BITS_BY_NANOS = 8 * 1_000_000_000L;

    private final Host host;
    private final ByteBuffer packet;
    private final long bitsPerSecond;
    private final long untilNs;
    private long sent;
    private long refused;
    private long remainder;

    private final Timer timer = new Timer() {
        @Override
        void fire(long now) {
            next(now);
        }
    };

    PacketStream(Host host, ByteBuffer packet, long bitsPerSecond, long untilNs) {
        this.host = host;
        this.packet =
                ByteBuffer.allocate(packet.remaining()).put(packet.duplicate()).flip();
        this.bitsPerSecond = bitsPerSecond;
        this.untilNs = untilNs;
    }

    /** Packets that the host's queue took. */
    public long sent() {
        return sent;
    }

    /** Those it did not take, for pauses held what was there. */
    public long refused() {
        return refused;
    }

    void start(long at) {
        host.network.events.arm(timer, Math.max(at, host.network.now()));
    }

    private void next(long now) {
        if (now >= untilNs) {
            return;
        }
        if (host.send(packet)) {
            sent++;
        } else {
            refused++;
        }
        long bits = host.port().wireBytes(packet.remaining()) * BITS_BY_NANOS + remainder;
        long step = bits / bitsPerSecond;
        remainder = bits - step * bitsPerSecond;
        host.network.events.arm(timer, now + Math.max(1, step));
    }
}
