package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Body of a READ request (RFC 5040, 4.4).
 *
 * <pre>
 * 0..3    sink_stag
 * 4..11   sink_offset
 * 12..15  size
 * 16..19  source_stag
 * 20..27  source_offset
 * </pre>
 */
public final class RdmapReadRequest {
    public static final int LENGTH = 28;
    static final int SINK_STAG_OFFSET = 0;
    static final int SINK_OFFSET_OFFSET = 4;
    static final int SIZE_OFFSET = 12;
    static final int SOURCE_STAG_OFFSET = 16;
    static final int SOURCE_OFFSET_OFFSET = 20;

    private ByteBuffer buffer;
    private int offset;

    public RdmapReadRequest wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long sinkStag() {
        return buffer.getInt(offset + SINK_STAG_OFFSET) & 0xffff_ffffL;
    }

    public long sinkOffset() {
        return buffer.getLong(offset + SINK_OFFSET_OFFSET);
    }

    public long size() {
        return buffer.getInt(offset + SIZE_OFFSET) & 0xffff_ffffL;
    }

    public long sourceStag() {
        return buffer.getInt(offset + SOURCE_STAG_OFFSET) & 0xffff_ffffL;
    }

    public long sourceOffset() {
        return buffer.getLong(offset + SOURCE_OFFSET_OFFSET);
    }
}
