package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Linux cooked capture header, version 2 (LINKTYPE_LINUX_SLL2).
 *
 * <pre>
 * 0..1    protocol
 * 2..3    reserved
 * 4..7    interface_index
 * 8..9    hardware_type
 * 10      packet_type
 * 11      address_length
 * 12..17  address
 * 18..19  address_rest
 * </pre>
 */
public final class Sll2 {
    public static final int LENGTH = 20;
    static final int PROTOCOL_OFFSET = 0;
    static final int INTERFACE_INDEX_OFFSET = 4;
    static final int HARDWARE_TYPE_OFFSET = 8;
    static final int PACKET_TYPE_OFFSET = 10;
    static final int ADDRESS_LENGTH_OFFSET = 11;
    static final int ADDRESS_OFFSET = 12;

    private ByteBuffer buffer;
    private int offset;

    public Sll2 wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int protocol() {
        return buffer.getShort(offset + PROTOCOL_OFFSET) & 0xffff;
    }

    public long interfaceIndex() {
        return buffer.getInt(offset + INTERFACE_INDEX_OFFSET) & 0xffff_ffffL;
    }

    public int hardwareType() {
        return buffer.getShort(offset + HARDWARE_TYPE_OFFSET) & 0xffff;
    }

    public int packetType() {
        return buffer.get(offset + PACKET_TYPE_OFFSET) & 0xff;
    }

    public int addressLength() {
        return buffer.get(offset + ADDRESS_LENGTH_OFFSET) & 0xff;
    }

    public long address() {
        int at = offset + ADDRESS_OFFSET;
        return ((buffer.getShort(at) & 0xffffL) << 32) | (buffer.getInt(at + 2) & 0xffff_ffffL);
    }
}
