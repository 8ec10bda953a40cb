package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Body of an immediate data message; Its eight bytes are from memory, not verified (RFC 7306,
 * 6.1).
 *
 * <pre>
 * 0..7    data
 * </pre>
 */
public final class RdmapImmediate {
    public static final int LENGTH = 8;
    static final int DATA_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public RdmapImmediate wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long data() {
        return buffer.getLong(offset + DATA_OFFSET);
    }
}
