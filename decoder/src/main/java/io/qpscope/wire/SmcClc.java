package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * CLC accept and confirm of SMC-R (RFC 7609, appendix A, and version 2 as Linux sends it), without
 * what version 2 adds behind.
 *
 * <pre>
 * 0..3    eyecatcher, "SMCR" in EBCDIC
 * 4       type
 * 5..6    length
 * 7       version(4) first_contact(1) reserved(1) path(2)
 * 8..15   peer id
 * 16..31  GID
 * 32..37  MAC
 * 38..40  QPN
 * 41..60  memory for the peer's data
 * 61..63  first PSN of the sender
 * </pre>
 */
public final class SmcClc {
    public static final int LENGTH = 64;
    public static final int PROPOSAL = 1;
    public static final int ACCEPT = 2;
    public static final int CONFIRM = 3;
    public static final int DECLINE = 4;
    static final int MESSAGE_TYPE_OFFSET = 4;
    static final int LENGTH_OFFSET = 5;
    static final int VERSION_OFFSET = 7;
    static final int GID_OFFSET = 16;
    static final int QPN_OFFSET = 38;
    static final int PSN_OFFSET = 61;

    private static final int EYECATCHER = 0xe2d4_c3d9;
    private static final int EYECATCHER_LENGTH = 4;
    private static final int PROPOSAL_LENGTH = 52;
    private static final int ACCEPT_LENGTH = LENGTH + EYECATCHER_LENGTH;
    private static final int DECLINE_LENGTH = 28;
    private static final int PATH_MASK = 3;
    private static final int MAX_VERSION = 2;

    private ByteBuffer buffer;
    private int offset;

    public SmcClc wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int messageType() {
        return buffer.get(offset + MESSAGE_TYPE_OFFSET) & 0xff;
    }

    public int length() {
        return buffer.getShort(offset + LENGTH_OFFSET) & 0xffff;
    }

    public long gidHigh() {
        return buffer.getLong(offset + GID_OFFSET);
    }

    public long gidLow() {
        return buffer.getLong(offset + GID_OFFSET + 8);
    }

    public int qpn() {
        return buffer.getInt(offset + QPN_OFFSET) >>> 8;
    }

    public int psn() {
        return buffer.getInt(offset + PSN_OFFSET - 1) & 0xff_ffff;
    }

    /**
     * Length of the CLC message that begins here and ends, with its second eyecatcher, within what
     * is there.
     *
     * @return 0 when there is none
     */
    public static int lengthAt(ByteBuffer buffer, int at, int available) {
        if (available < DECLINE_LENGTH || buffer.getInt(at) != EYECATCHER) {
            return 0;
        }
        int length = buffer.getShort(at + LENGTH_OFFSET) & 0xffff;
        int version = (buffer.get(at + VERSION_OFFSET) & 0xf0) >>> 4;
        if (length < minimum(buffer, at) || length > available) {
            return 0;
        }
        boolean closed = buffer.getInt(at + length - EYECATCHER_LENGTH) == EYECATCHER;
        return closed && version >= 1 && version <= MAX_VERSION ? length : 0;
    }

    /** SMC-D has accepts of its own; what isn't RDMA is none of ours. */
    private static int minimum(ByteBuffer buffer, int at) {
        return switch (buffer.get(at + MESSAGE_TYPE_OFFSET)) {
            case PROPOSAL -> PROPOSAL_LENGTH;
            case ACCEPT, CONFIRM -> {
                boolean rdma = (buffer.get(at + VERSION_OFFSET) & PATH_MASK) == 0;
                yield rdma ? ACCEPT_LENGTH : Integer.MAX_VALUE;
            }
            case DECLINE -> DECLINE_LENGTH;
            default -> Integer.MAX_VALUE;
        };
    }
}
