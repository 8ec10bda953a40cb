package io.qpscope.fabric;

import java.nio.ByteBuffer;

/** Sees the packets of a link. */
@FunctionalInterface
public interface Tap {
    /** Looks away. */
    Tap NONE = (fromA, packet, at, length, now) -> {};

    /**
     * One packet passes.
     *
     * @param fromA the direction
     * @param packet belongs to the link; valid during the call
     * @param at first byte of the IP header
     */
    void see(boolean fromA, ByteBuffer packet, int at, int length, long now);
}
