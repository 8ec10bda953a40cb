package io.qpscope.port.netty;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Looks on at one iWARP connection, on its thread, and says when its faults act. */
public interface IwarpTap {
    /** TCP is there; no byte has passed. */
    void opened(InetSocketAddress local, InetSocketAddress peer);

    /** Whether faults may act on what passes now. */
    boolean acts();

    /**
     * Bytes of the stream pass one side of the faults.
     *
     * @param sent by us
     * @param outside between the faults and the peer; else between us and the faults
     */
    void passed(boolean sent, boolean outside, ByteBuffer bytes, int at, int length);
}
