package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Flush extended transport header (IBA vol 1, annex A19).
 *
 * <pre>
 * 0..3  reserved(26) selectivity(2) placement(4)
 * </pre>
 */
public final class Feth {
    public static final int LENGTH = 4;
    static final int WORD_OFFSET = 0;

    private ByteBuffer buffer;
    private int offset;

    public Feth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int reserved() {
        return buffer.getInt(offset + WORD_OFFSET) >>> 6;
    }

    public int selectivity() {
        return (buffer.getInt(offset + WORD_OFFSET) >> 4) & 0x3;
    }

    public int placement() {
        return buffer.getInt(offset + WORD_OFFSET) & 0xf;
    }
}
