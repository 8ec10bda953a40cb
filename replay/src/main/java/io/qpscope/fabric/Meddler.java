package io.qpscope.fabric;

import java.nio.ByteBuffer;

/** Decides the fate of packets, and may change their bytes. */
@FunctionalInterface
public interface Meddler {
    /** Lets everything pass. */
    Meddler NONE = (fromA, packet, at, length, now, fate) -> {};

    /**
     * Sees one packet before it leaves.
     *
     * @param fromA the direction
     * @param at first byte of the IP header
     */
    void meddle(boolean fromA, ByteBuffer packet, int at, int length, long now, Fate fate);
}
