package io.qpscope.wire;

import java.nio.ByteBuffer;

/** 48-bit addresses as numbers. */
public final class MacAddress {
    public static final int LENGTH = 6;

    private MacAddress() {}

    public static long at(ByteBuffer buffer, int offset) {
        return ((buffer.getShort(offset) & 0xffffL) << 32)
                | (buffer.getInt(offset + 2) & 0xffff_ffffL);
    }

    /** As {@code 02:00:00:00:00:01}. */
    public static String text(long address) {
        StringBuilder text = new StringBuilder(3 * LENGTH);
        for (int shift = 40; shift >= 0; shift -= 8) {
            int b = (int) (address >>> shift) & 0xff;
            text.append(Character.forDigit(b >> 4, 16))
                    .append(Character.forDigit(b & 0xf, 16))
                    .append(shift == 0 ? "" : ":");
        }
        return text.toString();
    }
}
