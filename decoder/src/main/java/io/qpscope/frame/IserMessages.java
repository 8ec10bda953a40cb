package io.qpscope.frame;

import java.nio.ByteBuffer;

/** iSER (RFC 7145; from memory, not verified against the document). */
final class IserMessages {
    static final int HEADER_LENGTH = 28;
    static final int CONTROL = 1;
    static final int HELLO = 2;
    static final int HELLO_REPLY = 3;
    static final int BHS_LENGTH = 48;

    private static final int LOWER_24 = 0xff_ffff;
    private static final int PADDING = 3;

    private IserMessages() {}

    static boolean accepts(
            ByteBuffer buffer, int at, int length, boolean whole, boolean fromActive) {
        if (length < HEADER_LENGTH) {
            return false;
        }
        int first = buffer.get(at) & 0xff;
        return switch (first >>> 4) {
            case CONTROL -> isControl(buffer, at, length, whole, first);
            case HELLO -> fromActive && isHello(buffer, at, length, whole) && (first & 0xf) == 0;
            case HELLO_REPLY ->
                !fromActive && isHello(buffer, at, length, whole) && (first & 0xe) == 0;
            default -> false;
        };
    }

    /** Reserved bits are zero, and the iSCSI PDU behind ends where the message does. */
    private static boolean isControl(
            ByteBuffer buffer, int at, int length, boolean whole, int first) {
        if ((first & 3) != 0
                || (buffer.getInt(at) & LOWER_24) != 0
                || length < HEADER_LENGTH + BHS_LENGTH) {
            return false;
        }
        int lengths = buffer.getInt(at + HEADER_LENGTH + 4);
        int needed = HEADER_LENGTH + BHS_LENGTH + (lengths >>> 24) * 4 + (lengths & LOWER_24);
        return whole ? needed <= length && length <= needed + PADDING : needed > length;
    }

    private static boolean isHello(ByteBuffer buffer, int at, int length, boolean whole) {
        if (!whole || length != HEADER_LENGTH) {
            return false;
        }
        for (int i = 4; i < HEADER_LENGTH; i += 4) {
            if (buffer.getInt(at + i) != 0) {
                return false;
            }
        }
        return true;
    }
}
