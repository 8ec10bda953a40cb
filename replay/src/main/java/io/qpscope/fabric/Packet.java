package io.qpscope.fabric;

import java.nio.ByteBuffer;

/** A frame in the network, with what switches would else read from it again and again. */
final class Packet {
    /** Frame check sequence; counted, not carried. */
    static final int FCS = 4;

    /** From the first byte of the link's header on; position and limit mean nothing. */
    final ByteBuffer bytes;

    final int sizeClass;
    /** Bytes of the frame in {@link #bytes}. */
    int length;
    /** Bytes that buffers count, frame check sequence included. */
    int size;
    /** MAC control, or a flow-control packet of InfiniBand. */
    boolean control;
    /** First byte of IP; of InfiniBand, of the LRH. */
    int ip;
    /** DSCP of IP, SL of InfiniBand. */
    int codePoint;
    /** The host it goes to, or -1. */
    int destination;
    /** Of addresses, protocol and ports. */
    int flowHash;

    /** Ethernet: priority; InfiniBand: virtual lane. */
    int lane;
    /** Bit errors hit it: its frame check sequence is wrong. */
    boolean damaged;
    /** When its last bit arrives, or when it was queued. */
    long at;
    /** Where the node that holds it got it from, or null. */
    Port in;

    Packet next;

    Packet(int capacity, int sizeClass) {
        bytes = ByteBuffer.allocate(capacity);
        this.sizeClass = sizeClass;
    }
}
