package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Ethernet II header (IEEE 802.3, 3.1.1).
 *
 * <pre>
 * 0..5    destination
 * 6..11   source
 * 12..13  type
 * </pre>
 */
public final class Ethernet {
    public static final int LENGTH = 14;
    public static final int DESTINATION_OFFSET = 0;
    public static final int SOURCE_OFFSET = 6;
    static final int TYPE_OFFSET = 12;

    private ByteBuffer buffer;
    private int offset;

    public Ethernet wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long destination() {
        return mac(offset + DESTINATION_OFFSET);
    }

    public long source() {
        return mac(offset + SOURCE_OFFSET);
    }

    public int type() {
        return buffer.getShort(offset + TYPE_OFFSET) & 0xffff;
    }

    private long mac(int at) {
        return ((buffer.getShort(at) & 0xffffL) << 32) | (buffer.getInt(at + 2) & 0xffff_ffffL);
    }
}
