package io.qpscope.endpoint.service;

import java.nio.ByteBuffer;

/**
 * What a port drives: {@link #receive} what has come, {@link #turn}, {@link #transmit} until it says
 * 0, and again at {@link #deadline}. For one thread.
 */
public interface Station {
    /** See {@link io.qpscope.endpoint.Endpoint#receive}. */
    void receive(ByteBuffer packet, int ip, int length, boolean idKnown, long now);

    /** Lets go on what does so by time. */
    void turn(long now);

    /** When {@link #turn} has something to do without a packet. */
    long deadline();

    /** See {@link io.qpscope.endpoint.Endpoint#transmit}. */
    int transmit(ByteBuffer out, long now);
}
