package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Reliable datagram extended transport header (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..3  reserved(8) eecnxt(24)
 * </pre>
 */
public final class Rdeth {
    public static final int LENGTH = 4;
    static final int EECNXT_WORD_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public Rdeth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int reserved() {
        return buffer.getInt(offset + EECNXT_WORD_OFFSET) >>> 24;
    }

    public int eecnxt() {
        return buffer.getInt(offset + EECNXT_WORD_OFFSET) & 0xff_ffff;
    }
}
