package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * DDP header of an untagged segment; Bytes 1 to 5 are RDMAP's (RFC 5041, 4.3; RFC 5040, 4.1).
 *
 * <pre>
 * 0       tagged(1) last(1) reserved(4) ddp_version(2)
 * 1       rdmap_version(2) rdmap_reserved(2) opcode(4)
 * 2..5    ulp
 * 6..9    queue
 * 10..13  msn
 * 14..17  message_offset
 * </pre>
 */
public final class DdpUntagged {
    public static final int LENGTH = 18;
    static final int TAGGED_OFFSET = 0;
    static final int RDMAP_VERSION_OFFSET = 1;
    static final int ULP_OFFSET = 2;
    static final int QUEUE_OFFSET = 6;
    static final int MSN_OFFSET = 10;
    static final int MESSAGE_OFFSET_OFFSET = 14;

    private ByteBuffer buffer;
    private int offset;

    public DdpUntagged wrap(ByteBuffer buffer, int offset) {
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

    public long ulp() {
        return buffer.getInt(offset + ULP_OFFSET) & 0xffff_ffffL;
    }

    public long queue() {
        return buffer.getInt(offset + QUEUE_OFFSET) & 0xffff_ffffL;
    }

    public long msn() {
        return buffer.getInt(offset + MSN_OFFSET) & 0xffff_ffffL;
    }

    public long messageOffset() {
        return buffer.getInt(offset + MESSAGE_OFFSET_OFFSET) & 0xffff_ffffL;
    }
}
