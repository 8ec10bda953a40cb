package io.qpscope.fault;

import java.nio.ByteBuffer;

/** Decides the fate of packets, may change their bytes, and may send some of its own. */
@FunctionalInterface
public interface Meddler {
    /** Lets everything pass. */
    Meddler NONE = (fromA, packet, at, length, now, fate) -> {};

    /**
     * Sees one packet before it leaves.
     *
     * @param fromA the direction
     * @param packet big-endian
     * @param at first byte of the IP header
     */
    void meddle(boolean fromA, ByteBuffer packet, int at, int length, long now, Fate fate);

    /** Where packets of its own go; told once, before the first packet. */
    default void injector(Injector into) {}

    /** When {@link #expire} has something to do without a packet; {@link Long#MAX_VALUE} never. */
    default long deadline() {
        return Long.MAX_VALUE;
    }

    default void expire(long now) {}
}
