package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Atomic acknowledge extended transport header (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..7  origremdt
 * </pre>
 */
public final class AtomicAckEth {
    public static final int LENGTH = 8;
    static final int ORIGREMDT_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public AtomicAckEth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long origremdt() {
        return buffer.getLong(offset + ORIGREMDT_OFFSET);
    }
}
