package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Read depths as some revision 1 peers put them in their private data; Nothing in the frame says
 * so: a guess (MS-SMBD appendix; Wireshark iwarp_mpa.legacy).
 *
 * <pre>
 * 0..3    ird
 * 4..7    ord
 * </pre>
 */
public final class MpaLegacy {
    public static final int LENGTH = 8;
    static final int IRD_OFFSET = 0;
    static final int ORD_OFFSET = 4;

    private ByteBuffer buffer;
    private int offset;

    public MpaLegacy wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long ird() {
        return buffer.getInt(offset + IRD_OFFSET) & 0xffff_ffffL;
    }

    public long ord() {
        return buffer.getInt(offset + ORD_OFFSET) & 0xffff_ffffL;
    }
}
