package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Atomic extended transport header (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..7    va
 * 8..11   r_key
 * 12..19  swapdt
 * 20..27  cmpdt
 * </pre>
 */
public final class AtomicEth {
    public static final int LENGTH = 28;
    public static final int VA_OFFSET = 0;
    public static final int R_KEY_OFFSET = 8;
    static final int SWAPDT_OFFSET = 12;
    static final int CMPDT_OFFSET = 20;

    private ByteBuffer buffer;
    private int offset;

    public AtomicEth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long va() {
        return buffer.getLong(offset + VA_OFFSET);
    }

    public long rKey() {
        return buffer.getInt(offset + R_KEY_OFFSET) & 0xffff_ffffL;
    }

    public long swapdt() {
        return buffer.getLong(offset + SWAPDT_OFFSET);
    }

    public long cmpdt() {
        return buffer.getLong(offset + CMPDT_OFFSET);
    }
}
