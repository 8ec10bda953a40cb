package io.qpscope.frame;

import java.nio.ByteBuffer;

/** SRP (T10; from memory, not verified against the document). */
final class SrpMessages {
    static final int LOGIN_REQUEST = 0x00;
    static final int LOGIN_RESPONSE = 0xc0;
    static final int LOGIN_REJECT = 0xc2;
    static final int COMMAND = 0x02;
    static final int RESPONSE = 0xc1;
    static final int COMMAND_LENGTH = 48;
    static final int RESPONSE_LENGTH = 36;

    private static final int MIN_IU = 64;
    private static final int MAX_IU = 1 << 16;
    /** Direct and indirect data buffer descriptors. */
    private static final int BUFFER_FORMATS = 0x0006;

    private SrpMessages() {}

    /** Whether a REQ's private data asks for a login; all 92 bytes are there. */
    static boolean isLoginRequest(ByteBuffer buffer, int at) {
        int longest = buffer.getInt(at + 16);
        int formats = buffer.getShort(at + 24) & 0xffff;
        return buffer.getLong(at) == LOGIN_REQUEST
                && longest >= MIN_IU
                && longest <= MAX_IU
                && buffer.getInt(at + 20) == 0
                && formats != 0
                && (formats & ~BUFFER_FORMATS) == 0
                && buffer.get(at + 27) == 0
                && buffer.getInt(at + 28) == 0
                && (buffer.getLong(at + 32) | buffer.getLong(at + 40)) != 0
                && (buffer.getLong(at + 48) | buffer.getLong(at + 56)) != 0;
    }

    static boolean accepts(
            ByteBuffer buffer, int at, int length, boolean whole, boolean fromActive) {
        return fromActive ? isCommand(buffer, at, length) : isResponse(buffer, at, length, whole);
    }

    private static boolean isCommand(ByteBuffer buffer, int at, int length) {
        return length >= COMMAND_LENGTH
                && (buffer.get(at) & 0xff) == COMMAND
                && (buffer.getInt(at + 1) & 0xff_ffff) == 0
                && buffer.getInt(at + 16) == 0
                && buffer.get(at + 28) == 0
                && buffer.get(at + 30) == 0
                && length >= COMMAND_LENGTH + (buffer.get(at + 31) & 0xfc);
    }

    /** What it says of sense and response data must fit. */
    private static boolean isResponse(ByteBuffer buffer, int at, int length, boolean whole) {
        if (!whole
                || length < RESPONSE_LENGTH
                || (buffer.get(at) & 0xff) != RESPONSE
                || buffer.getShort(at + 2) != 0
                || buffer.getShort(at + 16) != 0
                || (buffer.get(at + 18) & 0xc0) != 0) {
            return false;
        }
        long sense = buffer.getInt(at + 28) & 0xffff_ffffL;
        long response = buffer.getInt(at + 32) & 0xffff_ffffL;
        return RESPONSE_LENGTH + sense + response <= length;
    }
}
