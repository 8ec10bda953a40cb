package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Stands every 512 bytes of the TCP stream, counting itself, where the receiver asked for markers
 * (RFC 5044, 4.3).
 *
 * <pre>
 * 0..1    reserved
 * 2..3    pointer
 * </pre>
 */
public final class MpaMarker {
    public static final int LENGTH = 4;
    static final int RESERVED_OFFSET = 0;
    static final int POINTER_OFFSET = 2;

    private ByteBuffer buffer;
    private int offset;

    public MpaMarker wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int reserved() {
        return buffer.getShort(offset + RESERVED_OFFSET) & 0xffff;
    }

    public int pointer() {
        return buffer.getShort(offset + POINTER_OFFSET) & 0xffff;
    }
}
