package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Extended reliable connection header (IBA vol 1, annex A14).
 *
 * <pre>
 * 0..3  reserved(8) srqn(24)
 * </pre>
 */
public final class Xrceth {
    public static final int LENGTH = 4;
    static final int SRQN_WORD_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public Xrceth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int reserved() {
        return buffer.getInt(offset + SRQN_WORD_OFFSET) >>> 24;
    }

    public int srqn() {
        return buffer.getInt(offset + SRQN_WORD_OFFSET) & 0xff_ffff;
    }
}
