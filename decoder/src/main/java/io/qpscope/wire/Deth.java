package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Datagram extended transport header (IBA vol 1, 9.3).
 *
 * <pre>
 * 0..3  q_key
 * 4..7  reserved(8) srcqp(24)
 * </pre>
 */
public final class Deth {
    public static final int LENGTH = 8;
    static final int Q_KEY_OFFSET = 0;
    public static final int SRCQP_WORD_OFFSET = 4;

    private ByteBuffer buffer;
    private int offset;

    public Deth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long qKey() {
        return buffer.getInt(offset + Q_KEY_OFFSET) & 0xffff_ffffL;
    }

    public int reserved() {
        return buffer.getInt(offset + SRCQP_WORD_OFFSET) >>> 24;
    }

    public int srcqp() {
        return buffer.getInt(offset + SRCQP_WORD_OFFSET) & 0xff_ffff;
    }
}
