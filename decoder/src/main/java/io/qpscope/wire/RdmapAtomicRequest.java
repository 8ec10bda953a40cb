package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Body of an atomic request; Sources differ in the operation's code points, see AtomicCodes (RFC
 * 7306, 5.1).
 *
 * <pre>
 * 0..3    reserved(28) operation(4)
 * 4..7    request_id
 * 8..11   remote_stag
 * 12..19  remote_offset
 * 20..27  data
 * 28..35  mask
 * 36..43  compare_data
 * 44..51  compare_mask
 * </pre>
 */
public final class RdmapAtomicRequest {
    public static final int LENGTH = 52;
    static final int RESERVED_OFFSET = 0;
    static final int REQUEST_ID_OFFSET = 4;
    static final int REMOTE_STAG_OFFSET = 8;
    static final int REMOTE_OFFSET_OFFSET = 12;
    static final int DATA_OFFSET = 20;
    static final int MASK_OFFSET = 28;
    static final int COMPARE_DATA_OFFSET = 36;
    static final int COMPARE_MASK_OFFSET = 44;

    private ByteBuffer buffer;
    private int offset;

    public RdmapAtomicRequest wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int reserved() {
        return (buffer.getInt(offset + RESERVED_OFFSET) >> 4) & 0xfffffff;
    }

    public int operation() {
        return buffer.getInt(offset + RESERVED_OFFSET) & 0xf;
    }

    public long requestId() {
        return buffer.getInt(offset + REQUEST_ID_OFFSET) & 0xffff_ffffL;
    }

    public long remoteStag() {
        return buffer.getInt(offset + REMOTE_STAG_OFFSET) & 0xffff_ffffL;
    }

    public long remoteOffset() {
        return buffer.getLong(offset + REMOTE_OFFSET_OFFSET);
    }

    public long data() {
        return buffer.getLong(offset + DATA_OFFSET);
    }

    public long mask() {
        return buffer.getLong(offset + MASK_OFFSET);
    }

    public long compareData() {
        return buffer.getLong(offset + COMPARE_DATA_OFFSET);
    }

    public long compareMask() {
        return buffer.getLong(offset + COMPARE_MASK_OFFSET);
    }
}
