package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Local route header (IBA vol 1, 7.7).
 *
 * <pre>
 * 0     vl(4) lver(4)
 * 1     sl(4) reserved2(2) lnh(2)
 * 2..3  dlid
 * 4..5  reserved5(5) pktlen(11)
 * 6..7  slid
 * </pre>
 */
public final class Lrh {
    public static final int LENGTH = 8;

    /**
     * Virtual lane of subnet management; without flow control (IBA vol 1, 7.9; from memory, not
     * verified).
     */
    public static final int MANAGEMENT_VL = 15;

    /** Raw packet with a raw header; no invariant CRC. */
    public static final int LNH_RAW = 0;
    /** Raw IPv6 packet; no invariant CRC. */
    public static final int LNH_IPV6 = 1;
    /** BTH follows. */
    public static final int LNH_LOCAL = 2;
    /** GRH follows. */
    public static final int LNH_GLOBAL = 3;

    static final int FLAGS_OFFSET = 0;
    static final int DLID_OFFSET = 2;
    static final int PKTLEN_OFFSET = 4;
    static final int SLID_OFFSET = 6;

    private ByteBuffer buffer;
    private int offset;

    public Lrh wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int vl() {
        return flags() >>> 12;
    }

    public int lver() {
        return (flags() >> 8) & 0xf;
    }

    public int sl() {
        return (flags() >> 4) & 0xf;
    }

    public int reserved2() {
        return (flags() >> 2) & 3;
    }

    public int lnh() {
        return flags() & 3;
    }

    public int dlid() {
        return buffer.getShort(offset + DLID_OFFSET) & 0xffff;
    }

    public int reserved5() {
        return (buffer.getShort(offset + PKTLEN_OFFSET) & 0xffff) >>> 11;
    }

    /** In words of four bytes. */
    public int pktlen() {
        return buffer.getShort(offset + PKTLEN_OFFSET) & 0x7ff;
    }

    public int slid() {
        return buffer.getShort(offset + SLID_OFFSET) & 0xffff;
    }

    private int flags() {
        return buffer.getShort(offset + FLAGS_OFFSET) & 0xffff;
    }
}
