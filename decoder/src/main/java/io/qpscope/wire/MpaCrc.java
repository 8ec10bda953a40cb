package io.qpscope.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC32C of an FPDU (RFC 5044, 4.2): over length field, ULPDU, pad and all markers up to the CRC
 * itself, also one just in front of the length field. The wire's four bytes are the value's, least
 * significant first; {@link #stored} reads them so.
 *
 * <p>One object a thread. Allocates only when it meets a buffer object that is not among the last
 * few, and keeps those reachable.
 */
public final class MpaCrc {
    /** Merged captures bring several mapped windows in turn. */
    private static final int KNOWN_BUFFERS = 8;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer[] known = new ByteBuffer[KNOWN_BUFFERS];
    private final ByteBuffer[] duplicates = new ByteBuffer[KNOWN_BUFFERS];
    private int oldest;

    public static int stored(ByteBuffer buffer, int at) {
        return Integer.reverseBytes(buffer.getInt(at));
    }

    /** Writes a value as the wire has it. */
    public static void store(ByteBuffer buffer, int at, int value) {
        buffer.putInt(at, Integer.reverseBytes(value));
    }

    /** Position and limit of the buffer are neither used nor changed. */
    public int compute(ByteBuffer buffer, int from, int to) {
        crc.reset();
        crc.update(duplicateOf(buffer).limit(to).position(from));
        return (int) crc.getValue();
    }

    @SuppressWarnings("ReferenceEquality") // equals would compare megabytes
    private ByteBuffer duplicateOf(ByteBuffer buffer) {
        for (int i = 0; i < KNOWN_BUFFERS; i++) {
            if (known[i] == buffer) {
                return duplicates[i];
            }
        }
        int slot = oldest;
        oldest = (oldest + 1) % KNOWN_BUFFERS;
        known[slot] = buffer;
        duplicates[slot] = buffer.duplicate();
        return duplicates[slot];
    }
}
