package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Global route header (IBA vol 1, 8.3); in form an IPv6 header.
 *
 * <pre>
 * 0..3    ipver(4) tclass(8) flowlabel(20)
 * 4..5    paylen
 * 6       nxthdr
 * 7       hoplmt
 * 8..23   sgid
 * 24..39  dgid
 * </pre>
 */
public final class Grh {
    public static final int LENGTH = 40;

    /** Next header of the transport. */
    public static final int NEXT_BTH = 0x1b;

    static final int VERSION_OFFSET = 0;
    static final int PAYLEN_OFFSET = 4;
    static final int NXTHDR_OFFSET = 6;
    static final int HOPLMT_OFFSET = 7;
    static final int SGID_OFFSET = 8;
    static final int DGID_OFFSET = 24;

    private ByteBuffer buffer;
    private int offset;

    public Grh wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int ipver() {
        return buffer.getInt(offset + VERSION_OFFSET) >>> 28;
    }

    public int tclass() {
        return (buffer.getInt(offset + VERSION_OFFSET) >>> 20) & 0xff;
    }

    public int flowlabel() {
        return buffer.getInt(offset + VERSION_OFFSET) & 0xf_ffff;
    }

    public int paylen() {
        return buffer.getShort(offset + PAYLEN_OFFSET) & 0xffff;
    }

    public int nxthdr() {
        return buffer.get(offset + NXTHDR_OFFSET) & 0xff;
    }

    public int hoplmt() {
        return buffer.get(offset + HOPLMT_OFFSET) & 0xff;
    }

    public long sgidHigh() {
        return buffer.getLong(offset + SGID_OFFSET);
    }

    public long sgidLow() {
        return buffer.getLong(offset + SGID_OFFSET + 8);
    }

    public long dgidHigh() {
        return buffer.getLong(offset + DGID_OFFSET);
    }

    public long dgidLow() {
        return buffer.getLong(offset + DGID_OFFSET + 8);
    }
}
