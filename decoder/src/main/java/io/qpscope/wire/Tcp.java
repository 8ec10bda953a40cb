package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Transmission Control Protocol header (RFC 9293, 3.1).
 *
 * <pre>
 * 0..1    source_port
 * 2..3    destination_port
 * 4..7    sequence
 * 8..11   acknowledgement
 * 12..13  data_offset(4) reserved(4) cwr(1) ece(1) urg(1) ack(1) psh(1) rst(1) syn(1) fin(1)
 * 14..15  window
 * 16..17  checksum
 * 18..19  urgent
 * </pre>
 *
 * Options follow up to {@code dataOffset * 4} bytes.
 */
public final class Tcp {
    public static final int LENGTH = 20;
    static final int SOURCE_PORT_OFFSET = 0;
    static final int DESTINATION_PORT_OFFSET = 2;
    static final int SEQUENCE_OFFSET = 4;
    static final int ACKNOWLEDGEMENT_OFFSET = 8;
    static final int FLAGS_OFFSET = 12;
    static final int WINDOW_OFFSET = 14;
    public static final int CHECKSUM_OFFSET = 16;
    static final int URGENT_OFFSET = 18;

    private ByteBuffer buffer;
    private int offset;

    public Tcp wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int sourcePort() {
        return buffer.getShort(offset + SOURCE_PORT_OFFSET) & 0xffff;
    }

    public int destinationPort() {
        return buffer.getShort(offset + DESTINATION_PORT_OFFSET) & 0xffff;
    }

    public long sequence() {
        return buffer.getInt(offset + SEQUENCE_OFFSET) & 0xffff_ffffL;
    }

    public long acknowledgement() {
        return buffer.getInt(offset + ACKNOWLEDGEMENT_OFFSET) & 0xffff_ffffL;
    }

    public int dataOffset() {
        return (buffer.getShort(offset + FLAGS_OFFSET) >> 12) & 0xf;
    }

    public boolean cwr() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x80) != 0;
    }

    public boolean ece() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x40) != 0;
    }

    public boolean urg() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x20) != 0;
    }

    public boolean ack() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x10) != 0;
    }

    public boolean psh() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x8) != 0;
    }

    public boolean rst() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x4) != 0;
    }

    public boolean syn() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x2) != 0;
    }

    public boolean fin() {
        return (buffer.getShort(offset + FLAGS_OFFSET) & 0x1) != 0;
    }

    public int window() {
        return buffer.getShort(offset + WINDOW_OFFSET) & 0xffff;
    }

    public int checksum() {
        return buffer.getShort(offset + CHECKSUM_OFFSET) & 0xffff;
    }

    public int urgent() {
        return buffer.getShort(offset + URGENT_OFFSET) & 0xffff;
    }
}
