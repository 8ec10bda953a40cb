package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Body of an atomic response (RFC 7306, 5.2).
 *
 * <pre>
 * 0..3    request_id
 * 4..11   original_value
 * </pre>
 */
public final class RdmapAtomicResponse {
    public static final int LENGTH = 12;
    static final int REQUEST_ID_OFFSET = 0;
    static final int ORIGINAL_VALUE_OFFSET = 4;

    private ByteBuffer buffer;
    private int offset;

    public RdmapAtomicResponse wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long requestId() {
        return buffer.getInt(offset + REQUEST_ID_OFFSET) & 0xffff_ffffL;
    }

    public long originalValue() {
        return buffer.getLong(offset + ORIGINAL_VALUE_OFFSET);
    }
}
