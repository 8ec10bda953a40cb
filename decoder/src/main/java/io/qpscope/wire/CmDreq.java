package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Communication management DREQ (IBA vol 1, 12.6.10).
 *
 * <pre>
 * 0..3     local_comm_id
 * 4..7     remote_comm_id
 * 8..10    remote_qpn
 * 11       reserved
 * 12..231  private_data
 * </pre>
 *
 * Offsets count from the first byte behind the management datagram header.
 */
public final class CmDreq {
    public static final int LENGTH = 232;
    static final int LOCAL_COMM_ID_OFFSET = 0;
    static final int REMOTE_COMM_ID_OFFSET = 4;
    static final int REMOTE_QPN_OFFSET = 8;
    public static final int PRIVATE_DATA_OFFSET = 12;
    public static final int PRIVATE_DATA_LENGTH = 220;

    private ByteBuffer buffer;
    private int offset;

    public CmDreq wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long localCommId() {
        return buffer.getInt(offset + LOCAL_COMM_ID_OFFSET) & 0xffff_ffffL;
    }

    public long remoteCommId() {
        return buffer.getInt(offset + REMOTE_COMM_ID_OFFSET) & 0xffff_ffffL;
    }

    public int remoteQpn() {
        return buffer.getInt(offset + REMOTE_QPN_OFFSET) >>> 8;
    }
}
