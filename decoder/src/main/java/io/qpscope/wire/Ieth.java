package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Invalidate extended transport header (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..3  r_key
 * </pre>
 */
public final class Ieth {
    public static final int LENGTH = 4;
    public static final int R_KEY_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public Ieth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long rKey() {
        return buffer.getInt(offset + R_KEY_OFFSET) & 0xffff_ffffL;
    }
}
