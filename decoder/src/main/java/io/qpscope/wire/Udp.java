package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * User Datagram Protocol header (RFC 768).
 *
 * <pre>
 * 0..1  source_port
 * 2..3  destination_port
 * 4..5  length
 * 6..7  checksum
 * </pre>
 */
public final class Udp {
    public static final int LENGTH = 8;
    static final int SOURCE_PORT_OFFSET = 0;
    static final int DESTINATION_PORT_OFFSET = 2;
    static final int LENGTH_OFFSET = 4;
    public static final int CHECKSUM_OFFSET = 6;

    private ByteBuffer buffer;
    private int offset;

    public Udp wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int sourcePort() {
        return buffer.getShort(offset + SOURCE_PORT_OFFSET) & 0xffff;
    }

    public int destinationPort() {
        return buffer.getShort(offset + DESTINATION_PORT_OFFSET) & 0xffff;
    }

    public int length() {
        return buffer.getShort(offset + LENGTH_OFFSET) & 0xffff;
    }

    public int checksum() {
        return buffer.getShort(offset + CHECKSUM_OFFSET) & 0xffff;
    }
}
