package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * DDP header of a tagged segment: WRITE and READ response; Byte 1 is RDMAP's (RFC 5041, 4.2; RFC
 * 5040, 4.1).
 *
 * <pre>
 * 0       tagged(1) last(1) reserved(4) ddp_version(2)
 * 1       rdmap_version(2) rdmap_reserved(2) opcode(4)
 * 2..5    stag
 * 6..13   tagged_offset
 * </pre>
 */
public final class DdpTagged {
    public static final int LENGTH = 14;
    static final int TAGGED_OFFSET = 0;
    static final int RDMAP_VERSION_OFFSET = 1;
    static final int STAG_OFFSET = 2;
    static final int TAGGED_OFFSET_OFFSET = 6;

    private ByteBuffer buffer;
    private int offset;

    public DdpTagged wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public boolean tagged() {
        return (buffer.get(offset + TAGGED_OFFSET) & 0x80) != 0;
    }

    public boolean last() {
        return (buffer.get(offset + TAGGED_OFFSET) & 0x40) != 0;
    }

    public int reserved() {
        return (buffer.get(offset + TAGGED_OFFSET) >> 2) & 0xf;
    }

    public int ddpVersion() {
        return buffer.get(offset + TAGGED_OFFSET) & 0x3;
    }

    public int rdmapVersion() {
        return (buffer.get(offset + RDMAP_VERSION_OFFSET) >> 6) & 0x3;
    }

    public int rdmapReserved() {
        return (buffer.get(offset + RDMAP_VERSION_OFFSET) >> 4) & 0x3;
    }

    public int opcode() {
        return buffer.get(offset + RDMAP_VERSION_OFFSET) & 0xf;
    }

    public long stag() {
        return buffer.getInt(offset + STAG_OFFSET) & 0xffff_ffffL;
    }

    public long taggedOffset() {
        return buffer.getLong(offset + TAGGED_OFFSET_OFFSET);
    }
}
