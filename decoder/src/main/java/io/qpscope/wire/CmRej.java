package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Communication management REJ (IBA vol 1, 12.6.7).
 *
 * <pre>
 * 0..3     local_comm_id
 * 4..7     remote_comm_id
 * 8        message_rejected(2) reserved0(6)
 * 9        reject_info_length(7) reserved1(1)
 * 10..11   reason
 * 12..83   additional_info
 * 84..231  private_data
 * </pre>
 *
 * Offsets count from the first byte behind the management datagram header.
 */
public final class CmRej {
    public static final int LENGTH = 232;
    static final int LOCAL_COMM_ID_OFFSET = 0;
    static final int REMOTE_COMM_ID_OFFSET = 4;
    static final int MESSAGE_REJECTED_OFFSET = 8;
    static final int REJECT_INFO_LENGTH_OFFSET = 9;
    static final int REASON_OFFSET = 10;
    public static final int ADDITIONAL_INFO_OFFSET = 12;
    public static final int ADDITIONAL_INFO_LENGTH = 72;
    public static final int PRIVATE_DATA_OFFSET = 84;
    public static final int PRIVATE_DATA_LENGTH = 148;
    private static final String[] REASONS = {
        null,
        "no queue pair available",
        "no end-to-end context available",
        "no resources",
        "timeout",
        "unsupported request",
        "unknown communication id",
        "unknown communication instance",
        "no listener on the service id",
        "transport service type not supported",
        "stale connection",
        "no reliable datagram channel",
        "primary GID rejected",
        "primary LID rejected",
        "primary service level rejected",
        "primary traffic class rejected",
        "primary hop limit rejected",
        "primary packet rate rejected",
        "alternate GID rejected",
        "alternate LID rejected",
        "alternate service level rejected",
        "alternate traffic class rejected",
        "alternate hop limit rejected",
        "alternate packet rate rejected",
        "redirected to another port and manager",
        "redirected to another port",
        "path MTU rejected",
        "responder resources insufficient",
        "refused by the application",
        "RNR retry count rejected",
        "communication id already in use",
        "class version not supported",
        "primary flow label rejected",
        "alternate flow label rejected",
        null,
        "vendor option not supported",
    };

    private ByteBuffer buffer;
    private int offset;

    public CmRej wrap(ByteBuffer buffer, int offset) {
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

    public int messageRejected() {
        return (buffer.get(offset + MESSAGE_REJECTED_OFFSET) >> 6) & 0x3;
    }

    public int rejectInfoLength() {
        return (buffer.get(offset + REJECT_INFO_LENGTH_OFFSET) >> 1) & 0x7f;
    }

    public int reason() {
        return buffer.getShort(offset + REASON_OFFSET) & 0xffff;
    }

    /** What {@link #reason} means (IBA vol 1, 12.6.7.2), in words. */
    public static String reasonText(int reason) {
        String text = reason >= 0 && reason < REASONS.length ? REASONS[reason] : null;
        return text != null ? text : "reserved reason " + reason;
    }
}
