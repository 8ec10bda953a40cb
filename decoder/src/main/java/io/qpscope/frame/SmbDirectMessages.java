package io.qpscope.frame;

import java.nio.ByteBuffer;

/** SMB Direct (MS-SMBD; from memory, not verified against the document). Least byte first. */
final class SmbDirectMessages {
    static final int REQUEST_LENGTH = 20;
    static final int RESPONSE_LENGTH = 32;
    static final int DATA_HEADER_LENGTH = 20;

    private static final int VERSION_1 = 0x0100;
    /** A data transfer's payload begins at a multiple of eight. */
    private static final int ALIGNMENT = 8;

    private static final int FIRST_DATA = 24;

    private static final int RESPONSE_REQUESTED = 1;

    private SmbDirectMessages() {}

    static boolean accepts(
            ByteBuffer buffer, int at, int length, boolean whole, boolean fromActive) {
        boolean negotiates = fromActive
                ? isRequest(buffer, at, length, whole)
                : isResponse(buffer, at, length, whole);
        return negotiates || isData(buffer, at, length, whole);
    }

    static boolean isRequest(ByteBuffer buffer, int at, int length, boolean whole) {
        return whole
                && length == REQUEST_LENGTH
                && u2(buffer, at) == VERSION_1
                && u2(buffer, at + 2) >= VERSION_1
                && u2(buffer, at + 4) == 0
                && u2(buffer, at + 6) > 0;
    }

    static boolean isResponse(ByteBuffer buffer, int at, int length, boolean whole) {
        return whole
                && length == RESPONSE_LENGTH
                && u2(buffer, at) == VERSION_1
                && u2(buffer, at + 2) >= VERSION_1
                && u2(buffer, at + 4) <= u2(buffer, at + 2)
                && u2(buffer, at + 6) == 0;
    }

    static boolean isData(ByteBuffer buffer, int at, int length, boolean whole) {
        if (length < DATA_HEADER_LENGTH
                || u2(buffer, at) == 0
                || (u2(buffer, at + 4) & ~RESPONSE_REQUESTED) != 0
                || u2(buffer, at + 6) != 0) {
            return false;
        }
        long offset = u4(buffer, at + 12);
        long data = u4(buffer, at + 16);
        if (data == 0) {
            // Credits alone, with or without the padding before data that is not there.
            boolean bare = length == DATA_HEADER_LENGTH || length == FIRST_DATA;
            return whole && bare && offset == 0 && u4(buffer, at + 8) == 0;
        }
        return offset > DATA_HEADER_LENGTH
                && offset % ALIGNMENT == 0
                && (whole ? offset + data == length : offset + data > length);
    }

    private static int u2(ByteBuffer buffer, int at) {
        return Short.reverseBytes(buffer.getShort(at)) & 0xffff;
    }

    private static long u4(ByteBuffer buffer, int at) {
        return Integer.reverseBytes(buffer.getInt(at)) & 0xffff_ffffL;
    }
}
