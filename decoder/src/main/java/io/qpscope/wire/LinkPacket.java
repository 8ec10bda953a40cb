package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Flow-control packet of a native InfiniBand link (IBA vol 1, 7.9.4), all of it. Nothing in its
 * bytes tells it from a data packet: the capture must. What its counts mean and what its checksum
 * covers is from memory, not verified with a recording.
 *
 * <pre>
 * 0..1  op(4) fctbs(12)
 * 2..3  vl(4) fccl(12)
 * 4..5  lpcrc, least significant byte first
 * </pre>
 */
public final class LinkPacket {
    public static final int LENGTH = 6;

    public static final int OP_NORMAL = 0;
    public static final int OP_INIT = 1;

    /** Where the checksum lies, which covers what is before it. */
    public static final int LPCRC_OFFSET = 4;

    static final int FCTBS_OFFSET = 0;
    static final int FCCL_OFFSET = 2;

    private ByteBuffer buffer;
    private int offset;

    public LinkPacket wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int op() {
        return (buffer.getShort(offset + FCTBS_OFFSET) & 0xffff) >>> 12;
    }

    public int fctbs() {
        return buffer.getShort(offset + FCTBS_OFFSET) & 0xfff;
    }

    public int vl() {
        return (buffer.getShort(offset + FCCL_OFFSET) & 0xffff) >>> 12;
    }

    public int fccl() {
        return buffer.getShort(offset + FCCL_OFFSET) & 0xfff;
    }

    public int lpcrc() {
        return Vcrc.stored(buffer, offset + LPCRC_OFFSET);
    }
}
