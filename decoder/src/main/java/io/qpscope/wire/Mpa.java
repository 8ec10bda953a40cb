package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Arithmetic of MPA (RFC 5044, 4): the frame around a DDP segment (FPDU) and the markers between.
 *
 * <pre>
 * length(2)  ULPDU  pad to a multiple of four  CRC32C(4)
 * </pre>
 *
 * The length counts the ULPDU alone. A marker stands at every position of a direction's stream that
 * 512 divides, counted from the first byte behind the request or reply frame; one just in front of a
 * length field belongs to the FPDU behind it. All lengths are multiples of four, so no marker ever
 * splits a length field or a CRC.
 */
public final class Mpa {
    public static final int LENGTH_FIELD = 2;
    public static final int CRC_LENGTH = 4;
    public static final int MARKER_LENGTH = 4;
    public static final int MARKER_INTERVAL = 512;
    public static final int MAX_PRIVATE_DATA = 512;
    /** Bytes of a key. */
    public static final int KEY_LENGTH = 16;

    private static final int DATA_BETWEEN = MARKER_INTERVAL - MARKER_LENGTH;

    public static final int MAX_FPDU = frameLength(0xffff);

    /** The longest FPDU with its markers. */
    public static final int MAX_RAW = MAX_FPDU + (MAX_FPDU / DATA_BETWEEN + 2) * MARKER_LENGTH;

    /** CRC32C of four bytes of zero, 0x48674bc7, as the wire has it. */
    private static final int EMPTY_CRC = 0xc74b_6748;

    private static final long KEY_HIGH = 0x4d50_4120_4944_2052L; // "MPA ID R"
    private static final long KEY_REQUEST = 0x6571_2046_7261_6d65L; // "eq Frame"
    private static final long KEY_REPLY = 0x6570_2046_7261_6d65L; // "ep Frame"

    private Mpa() {}

    public static boolean isRequest(ByteBuffer buffer, int at) {
        return buffer.getLong(at) == KEY_HIGH && buffer.getLong(at + 8) == KEY_REQUEST;
    }

    public static boolean isReply(ByteBuffer buffer, int at) {
        return buffer.getLong(at) == KEY_HIGH && buffer.getLong(at + 8) == KEY_REPLY;
    }

    /** Whether eight bytes are an FPDU without content, its CRC good or zero. */
    public static boolean isEmptyFpdu(ByteBuffer buffer, int at) {
        int crc = buffer.getInt(at + 4);
        return buffer.getInt(at) == 0 && (crc == 0 || crc == EMPTY_CRC);
    }

    /** Whether the bytes there, up to 16, are the beginning of a key. */
    public static boolean beginsKey(ByteBuffer buffer, int at, int length) {
        for (int i = 0; i < Math.min(length, KEY_LENGTH); i++) {
            int shift = 56 - 8 * (i & 7);
            int seen = buffer.get(at + i);
            byte request = (byte) ((i < 8 ? KEY_HIGH : KEY_REQUEST) >>> shift);
            byte reply = (byte) ((i < 8 ? KEY_HIGH : KEY_REPLY) >>> shift);
            if (seen != request && seen != reply) {
                return false;
            }
        }
        return true;
    }

    /** Bytes of an FPDU without markers. */
    public static int frameLength(int ulpduLength) {
        return ((LENGTH_FIELD + ulpduLength + 3) & ~3) + CRC_LENGTH;
    }

    public static int padLength(int ulpduLength) {
        return -(LENGTH_FIELD + ulpduLength) & 3;
    }

    /** Bytes from the position to the next marker; 0 when one stands there. */
    public static int toMarker(long position) {
        return (int) (-position & (MARKER_INTERVAL - 1));
    }

    /** Bytes of the stream, markers included, that so many bytes of data take from a position on. */
    public static int rawLength(long position, int dataLength) {
        int before = toMarker(position);
        return dataLength <= before
                ? dataLength
                : dataLength + (1 + (dataLength - before - 1) / DATA_BETWEEN) * MARKER_LENGTH;
    }
}
