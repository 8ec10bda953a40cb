package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * QPScope's own header in front of packets of a native InfiniBand link, under LINKTYPE_USER15: it
 * tells flow-control packets from data packets, and the two directions of a link, as an ERF record
 * does. For captures that tests, simulators and link analysers write.
 *
 * <pre>
 * 0..3  magic, "QPIB"
 * 4     version, 1
 * 5     kind: 0 from the LRH on, 1 flow-control packet
 * 6     reserved(6) port(2)
 * 7     reserved7
 * </pre>
 */
public final class LinkMarker {
    public static final int LENGTH = 8;

    public static final int MAGIC = 0x5150_4942;
    public static final int VERSION = 1;

    /** A packet from the local route header on. */
    public static final int KIND_DATA = 0;
    /** A flow-control packet. */
    public static final int KIND_LINK = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int KIND_OFFSET = 5;
    static final int PORT_OFFSET = 6;
    static final int RESERVED7_OFFSET = 7;

    private ByteBuffer buffer;
    private int offset;

    public LinkMarker wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long magic() {
        return buffer.getInt(offset + MAGIC_OFFSET) & 0xffff_ffffL;
    }

    public int version() {
        return buffer.get(offset + VERSION_OFFSET) & 0xff;
    }

    public int kind() {
        return buffer.get(offset + KIND_OFFSET) & 0xff;
    }

    public int reserved() {
        return (buffer.get(offset + PORT_OFFSET) & 0xff) >>> 2;
    }

    public int port() {
        return buffer.get(offset + PORT_OFFSET) & 3;
    }

    public int reserved7() {
        return buffer.get(offset + RESERVED7_OFFSET) & 0xff;
    }
}
