package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Linux cooked capture header (LINKTYPE_LINUX_SLL).
 *
 * <pre>
 * 0..1    packet_type
 * 2..3    hardware_type
 * 4..5    address_length
 * 6..11   address
 * 12..13  address_rest
 * 14..15  protocol
 * </pre>
 */
public final class Sll {
    public static final int LENGTH = 16;
    static final int PACKET_TYPE_OFFSET = 0;
    static final int HARDWARE_TYPE_OFFSET = 2;
    static final int ADDRESS_LENGTH_OFFSET = 4;
    static final int ADDRESS_OFFSET = 6;
    static final int PROTOCOL_OFFSET = 14;

    private ByteBuffer buffer;
    private int offset;

    public Sll wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int packetType() {
        return buffer.getShort(offset + PACKET_TYPE_OFFSET) & 0xffff;
    }

    public int hardwareType() {
        return buffer.getShort(offset + HARDWARE_TYPE_OFFSET) & 0xffff;
    }

    public int addressLength() {
        return buffer.getShort(offset + ADDRESS_LENGTH_OFFSET) & 0xffff;
    }

    public long address() {
        int at = offset + ADDRESS_OFFSET;
        return ((buffer.getShort(at) & 0xffffL) << 32) | (buffer.getInt(at + 2) & 0xffff_ffffL);
    }

    public int protocol() {
        return buffer.getShort(offset + PROTOCOL_OFFSET) & 0xffff;
    }
}
