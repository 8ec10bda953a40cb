package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Variant CRC of native InfiniBand packets (IBA vol 1, 7.8.2): CRC-16 with polynomial 0x100b,
 * reflected, begun with ones, complemented, sent least significant byte first. It covers all bytes
 * from the local route header to the invariant CRC, with nothing masked. Verified with packets
 * recorded from adapters.
 *
 * <p>The LPCRC of flow-control packets is the same over their first four bytes: from memory, not
 * verified with a recorded one.
 */
public final class Vcrc {
    public static final int LENGTH = 2;

    private static final int REFLECTED = 0xd008;
    private static final int ONES = 0xffff;
    private static final short[] TABLE = table();

    private Vcrc() {}

    private static short[] table() {
        short[] table = new short[256];
        for (int i = 0; i < table.length; i++) {
            int register = i;
            for (int bit = 0; bit < 8; bit++) {
                register = register >>> 1 ^ ((register & 1) == 0 ? 0 : REFLECTED);
            }
            table[i] = (short) register;
        }
        return table;
    }

    /** The value that a packet carries at {@code offset}. */
    public static int stored(ByteBuffer buffer, int offset) {
        return Short.reverseBytes(buffer.getShort(offset)) & ONES;
    }

    /** Writes a value as the wire has it. */
    public static void store(ByteBuffer buffer, int offset, int vcrc) {
        buffer.putShort(offset, Short.reverseBytes((short) vcrc));
    }

    /**
     * What the bytes from {@code start} to {@code end} call for.
     *
     * @param buffer position and limit are neither used nor changed
     */
    public static int compute(ByteBuffer buffer, int start, int end) {
        int register = ONES;
        for (int at = start; at < end; at++) {
            register = register >>> 8 ^ (TABLE[(register ^ buffer.get(at)) & 0xff] & ONES);
        }
        return ~register & ONES;
    }
}
