package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * RDMA extended transport header (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..7    va
 * 8..11   r_key
 * 12..15  dmalen
 * </pre>
 */
public final class Reth {
    public static final int LENGTH = 16;
    public static final int VA_OFFSET = 0;
    public static final int R_KEY_OFFSET = 8;
    static final int DMALEN_OFFSET = 12;

    private ByteBuffer buffer;
    private int offset;

    public Reth wrap(ByteBuffer buffer, int offset) {
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

    public long dmalen() {
        return buffer.getInt(offset + DMALEN_OFFSET) & 0xffff_ffffL;
    }
}
