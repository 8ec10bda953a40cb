package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Header of an Endace ERF record (Wireshark's wiretap/erf_record.h).
 *
 * <pre>
 * 0..7    timestamp, least significant byte first
 * 8       hasExtensions(1) type(7)
 * 9       reserved(2) dsError(1) rxError(1) truncated(1) varyingLength(1) port(2)
 * 10..11  rlen
 * 12..13  lctr
 * 14..15  wlen
 * </pre>
 */
public final class Erf {
    public static final int LENGTH = 16;

    /** Of each extension header; its first bit says that another one follows. */
    public static final int EXTENSION_LENGTH = 8;

    /** In front of the frame in records of Ethernet. */
    public static final int ETHERNET_PAD = 2;

    public static final int TYPE_ETHERNET = 2;
    public static final int TYPE_COLOR_ETHERNET = 11;
    public static final int TYPE_DSM_COLOR_ETHERNET = 16;
    public static final int TYPE_COLOR_HASH_ETHERNET = 20;
    public static final int TYPE_INFINIBAND = 21;
    public static final int TYPE_IPV4 = 22;
    public static final int TYPE_IPV6 = 23;
    public static final int TYPE_INFINIBAND_LINK = 25;

    static final int TIMESTAMP_OFFSET = 0;
    static final int TYPE_OFFSET = 8;
    static final int FLAGS_OFFSET = 9;
    static final int RLEN_OFFSET = 10;
    static final int LCTR_OFFSET = 12;
    static final int WLEN_OFFSET = 14;

    private ByteBuffer buffer;
    private int offset;

    public Erf wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public static boolean isEthernet(int type) {
        return type == TYPE_ETHERNET
                || type == TYPE_COLOR_ETHERNET
                || type == TYPE_DSM_COLOR_ETHERNET
                || type == TYPE_COLOR_HASH_ETHERNET;
    }

    /** Seconds since 1970 in the upper half, 2^-32 seconds in the lower. */
    public long timestamp() {
        return Long.reverseBytes(buffer.getLong(offset + TIMESTAMP_OFFSET));
    }

    public boolean hasExtensions() {
        return buffer.get(offset + TYPE_OFFSET) < 0;
    }

    public int type() {
        return buffer.get(offset + TYPE_OFFSET) & 0x7f;
    }

    public int reserved() {
        return flags() >>> 6;
    }

    public boolean dsError() {
        return (flags() & 0x20) != 0;
    }

    public boolean rxError() {
        return (flags() & 0x10) != 0;
    }

    public boolean truncated() {
        return (flags() & 0x08) != 0;
    }

    public boolean varyingLength() {
        return (flags() & 0x04) != 0;
    }

    public int port() {
        return flags() & 3;
    }

    public int rlen() {
        return buffer.getShort(offset + RLEN_OFFSET) & 0xffff;
    }

    public int lctr() {
        return buffer.getShort(offset + LCTR_OFFSET) & 0xffff;
    }

    public int wlen() {
        return buffer.getShort(offset + WLEN_OFFSET) & 0xffff;
    }

    private int flags() {
        return buffer.get(offset + FLAGS_OFFSET) & 0xff;
    }
}
