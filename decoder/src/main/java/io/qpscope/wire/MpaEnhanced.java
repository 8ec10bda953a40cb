package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * First four bytes of the private data of a revision 2 frame with the enhanced flag (RFC 6581,
 * 5.1).
 *
 * <pre>
 * 0..1    peer_to_peer(1) zero_length_send(1) ird(14)
 * 2..3    zero_length_write(1) zero_length_read(1) ord(14)
 * </pre>
 */
public final class MpaEnhanced {
    public static final int LENGTH = 4;
    static final int PEER_TO_PEER_OFFSET = 0;
    static final int ZERO_LENGTH_WRITE_OFFSET = 2;

    private ByteBuffer buffer;
    private int offset;

    public MpaEnhanced wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public boolean peerToPeer() {
        return (buffer.getShort(offset + PEER_TO_PEER_OFFSET) & 0x8000) != 0;
    }

    public boolean zeroLengthSend() {
        return (buffer.getShort(offset + PEER_TO_PEER_OFFSET) & 0x4000) != 0;
    }

    public int ird() {
        return buffer.getShort(offset + PEER_TO_PEER_OFFSET) & 0x3fff;
    }

    public boolean zeroLengthWrite() {
        return (buffer.getShort(offset + ZERO_LENGTH_WRITE_OFFSET) & 0x8000) != 0;
    }

    public boolean zeroLengthRead() {
        return (buffer.getShort(offset + ZERO_LENGTH_WRITE_OFFSET) & 0x4000) != 0;
    }

    public int ord() {
        return buffer.getShort(offset + ZERO_LENGTH_WRITE_OFFSET) & 0x3fff;
    }
}
