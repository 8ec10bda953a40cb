package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Internet Protocol version 6 header (RFC 8200, 3).
 *
 * <pre>
 * 0..3    version(4) dscp(6) ecn(2) flow_label(20)
 * 4..5    payload_length
 * 6       next_header
 * 7       hop_limit
 * 8..23   source
 * 24..39  destination
 * </pre>
 */
public final class Ipv6 {
    public static final int LENGTH = 40;
    static final int VERSION_OFFSET = 0;
    static final int PAYLOAD_LENGTH_OFFSET = 4;
    static final int NEXT_HEADER_OFFSET = 6;
    static final int HOP_LIMIT_OFFSET = 7;
    public static final int SOURCE_OFFSET = 8;
    public static final int DESTINATION_OFFSET = 24;

    private ByteBuffer buffer;
    private int offset;

    public Ipv6 wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int version() {
        return buffer.getInt(offset + VERSION_OFFSET) >>> 28;
    }

    public int dscp() {
        return (buffer.getInt(offset + VERSION_OFFSET) >> 22) & 0x3f;
    }

    public int ecn() {
        return (buffer.getInt(offset + VERSION_OFFSET) >> 20) & 0x3;
    }

    public int flowLabel() {
        return buffer.getInt(offset + VERSION_OFFSET) & 0xf_ffff;
    }

    public int payloadLength() {
        return buffer.getShort(offset + PAYLOAD_LENGTH_OFFSET) & 0xffff;
    }

    public int nextHeader() {
        return buffer.get(offset + NEXT_HEADER_OFFSET) & 0xff;
    }

    public int hopLimit() {
        return buffer.get(offset + HOP_LIMIT_OFFSET) & 0xff;
    }

    public long sourceHigh() {
        return buffer.getLong(offset + SOURCE_OFFSET);
    }

    public long sourceLow() {
        return buffer.getLong(offset + SOURCE_OFFSET + 8);
    }

    public long destinationHigh() {
        return buffer.getLong(offset + DESTINATION_OFFSET);
    }

    public long destinationLow() {
        return buffer.getLong(offset + DESTINATION_OFFSET + 8);
    }
}
