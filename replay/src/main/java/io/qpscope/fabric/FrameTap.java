package io.qpscope.fabric;

import java.nio.ByteBuffer;

/** Sees the frames of a port, flow control among them. */
@FunctionalInterface
public interface FrameTap {
    /**
     * One frame passes.
     *
     * @param sent by the port, its first bit leaving now; else received, its last bit arriving now
     * @param frame belongs to the network; valid during the call
     * @param length bytes from index 0 on: Ethernet header to ICRC without frame check sequence, or
     *     LRH to VCRC, or a flow-control packet of InfiniBand
     * @param now nanoseconds since the start
     */
    void see(Port port, boolean sent, ByteBuffer frame, int length, long now);
}
