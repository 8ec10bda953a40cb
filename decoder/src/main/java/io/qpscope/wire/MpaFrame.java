package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * MPA request or reply frame: what both ends send before the first FPDU (RFC 5044, 7.1.1; RFC
 * 6581, 5).
 *
 * <pre>
 * 0..15   key
 * 16      markers(1) crc(1) reject(1) enhanced(1) reserved(4)
 * 17      revision
 * 18..19  private_data_length
 * </pre>
 */
public final class MpaFrame {
    public static final int LENGTH = 20;
    static final int KEY_OFFSET = 0;
    static final int MARKERS_OFFSET = 16;
    static final int REVISION_OFFSET = 17;
    static final int PRIVATE_DATA_LENGTH_OFFSET = 18;

    private ByteBuffer buffer;
    private int offset;

    public MpaFrame wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long keyHigh() {
        return buffer.getLong(offset + KEY_OFFSET);
    }

    public long keyLow() {
        return buffer.getLong(offset + KEY_OFFSET + 8);
    }

    public boolean markers() {
        return (buffer.get(offset + MARKERS_OFFSET) & 0x80) != 0;
    }

    public boolean crc() {
        return (buffer.get(offset + MARKERS_OFFSET) & 0x40) != 0;
    }

    public boolean reject() {
        return (buffer.get(offset + MARKERS_OFFSET) & 0x20) != 0;
    }

    public boolean enhanced() {
        return (buffer.get(offset + MARKERS_OFFSET) & 0x10) != 0;
    }

    public int reserved() {
        return buffer.get(offset + MARKERS_OFFSET) & 0xf;
    }

    public int revision() {
        return buffer.get(offset + REVISION_OFFSET) & 0xff;
    }

    public int privateDataLength() {
        return buffer.getShort(offset + PRIVATE_DATA_LENGTH_OFFSET) & 0xffff;
    }
}
