package io.qpscope.fault;

import java.nio.ByteBuffer;

/** Takes packets that nobody sent. */
@FunctionalInterface
public interface Injector {
    /** Loses them. */
    Injector NONE = (fromA, answer, packet, at, length, now) -> {};

    /**
     * Takes a copy of a packet.
     *
     * @param fromA the direction it goes
     * @param answer whether it stands for the answer to a packet that passes just now, and so leaves
     *     the far side when that one would have arrived
     * @param at first byte of the IP header
     */
    void inject(boolean fromA, boolean answer, ByteBuffer packet, int at, int length, long now);
}
