package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Immediate data (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..3  immdt
 * </pre>
 */
public final class ImmDt {
    public static final int LENGTH = 4;
    static final int IMMDT_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public ImmDt wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long immdt() {
        return buffer.getInt(offset + IMMDT_OFFSET) & 0xffff_ffffL;
    }
}
