package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Internet Protocol version 4 header (RFC 791, 3.1).
 *
 * <pre>
 * 0       version(4) ihl(4)
 * 1       dscp(6) ecn(2)
 * 2..3    total_length
 * 4..5    identification
 * 6..7    reserved(1) dont_fragment(1) more_fragments(1) fragment_offset(13)
 * 8       ttl
 * 9       protocol
 * 10..11  checksum
 * 12..15  source
 * 16..19  destination
 * </pre>
 *
 * Options follow up to {@code ihl * 4} bytes.
 */
public final class Ipv4 {
    public static final int LENGTH = 20;
    static final int VERSION_OFFSET = 0;
    static final int TRAFFIC_CLASS_OFFSET = 1;
    static final int TOTAL_LENGTH_OFFSET = 2;
    static final int IDENTIFICATION_OFFSET = 4;
    static final int FRAGMENT_OFFSET = 6;
    static final int TTL_OFFSET = 8;
    static final int PROTOCOL_OFFSET = 9;
    public static final int CHECKSUM_OFFSET = 10;
    public static final int SOURCE_OFFSET = 12;
    public static final int DESTINATION_OFFSET = 16;

    private ByteBuffer buffer;
    private int offset;

    public Ipv4 wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int version() {
        return (buffer.get(offset + VERSION_OFFSET) >> 4) & 0xf;
    }

    public int ihl() {
        return buffer.get(offset + VERSION_OFFSET) & 0xf;
    }

    public int dscp() {
        return (buffer.get(offset + TRAFFIC_CLASS_OFFSET) >> 2) & 0x3f;
    }

    public int ecn() {
        return buffer.get(offset + TRAFFIC_CLASS_OFFSET) & 0x3;
    }

    public int totalLength() {
        return buffer.getShort(offset + TOTAL_LENGTH_OFFSET) & 0xffff;
    }

    public int identification() {
        return buffer.getShort(offset + IDENTIFICATION_OFFSET) & 0xffff;
    }

    public boolean dontFragment() {
        return (buffer.getShort(offset + FRAGMENT_OFFSET) & 0x4000) != 0;
    }

    public boolean moreFragments() {
        return (buffer.getShort(offset + FRAGMENT_OFFSET) & 0x2000) != 0;
    }

    public int fragmentOffset() {
        return buffer.getShort(offset + FRAGMENT_OFFSET) & 0x1fff;
    }

    public int ttl() {
        return buffer.get(offset + TTL_OFFSET) & 0xff;
    }

    public int protocol() {
        return buffer.get(offset + PROTOCOL_OFFSET) & 0xff;
    }

    public int checksum() {
        return buffer.getShort(offset + CHECKSUM_OFFSET) & 0xffff;
    }

    public long source() {
        return buffer.getInt(offset + SOURCE_OFFSET) & 0xffff_ffffL;
    }

    public long destination() {
        return buffer.getInt(offset + DESTINATION_OFFSET) & 0xffff_ffffL;
    }
}
