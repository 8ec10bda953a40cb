package io.qpscope.wire;

/**
 * Packet sequence numbers: 24 bits, compared by their signed difference (IBA vol 1, 9.7.2), so that
 * half the space lies ahead and half behind.
 */
public final class Psn {
    public static final int MASK = 0xff_ffff;

    private Psn() {}

    /** How far {@code a} lies ahead of {@code b}: -2^23 to 2^23 - 1. */
    public static int diff(int a, int b) {
        return ((a - b) << 8) >> 8;
    }

    public static int add(int psn, int count) {
        return (psn + count) & MASK;
    }
}
