package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Communication management MRA (IBA vol 1, 12.6.6).
 *
 * <pre>
 * 0..3     local_comm_id
 * 4..7     remote_comm_id
 * 8        message_mraed(2) reserved0(6)
 * 9        service_timeout(5) reserved1(3)
 * 10..231  private_data
 * </pre>
 *
 * Offsets count from the first byte behind the management datagram header.
 */
public final class CmMra {
    public static final int LENGTH = 232;
    static final int LOCAL_COMM_ID_OFFSET = 0;
    static final int REMOTE_COMM_ID_OFFSET = 4;
    static final int MESSAGE_MRAED_OFFSET = 8;
    static final int SERVICE_TIMEOUT_OFFSET = 9;
    public static final int PRIVATE_DATA_OFFSET = 10;
    public static final int PRIVATE_DATA_LENGTH = 222;

    private ByteBuffer buffer;
    private int offset;

    public CmMra wrap(ByteBuffer buffer, int offset) {
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

    public int messageMraed() {
        return (buffer.get(offset + MESSAGE_MRAED_OFFSET) >> 6) & 0x3;
    }

    public int serviceTimeout() {
        return (buffer.get(offset + SERVICE_TIMEOUT_OFFSET) >> 3) & 0x1f;
    }
}
