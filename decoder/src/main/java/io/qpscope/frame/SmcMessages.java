package io.qpscope.frame;

import java.nio.ByteBuffer;

/**
 * LLC and CDC messages of SMC-R over its queue pair (RFC 7609; from memory, not verified against
 * the document).
 */
final class SmcMessages {
    static final int LENGTH = 44;
    static final int CONFIRM_LINK = 0x01;
    static final int CDC = 0xfe;

    private static final int RESERVED = 0xf0;

    private SmcMessages() {}

    static boolean accepts(ByteBuffer buffer, int at, int length, boolean whole) {
        if (!whole || length != LENGTH || buffer.get(at + 1) != LENGTH) {
            return false;
        }
        return switch (buffer.get(at) & 0xff) {
            case CONFIRM_LINK, 0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09 ->
                (buffer.get(at + 2) & RESERVED) == 0;
            case CDC -> true;
            default -> false;
        };
    }
}
