package io.qpscope.wire;

/**
 * The five-bit time code of ACK timeouts and CM response timeouts: 4.096 us x 2^n (IBA vol 1,
 * 9.7.6.1.3 and 12.7).
 */
public final class AckTimeout {
    private static final long UNIT_NS = 4096;

    private AckTimeout() {}

    /**
     * Nanoseconds of the lower five bits; 0 for code 0, which switches an ACK timer off. Adapters
     * may wait up to four times as long.
     */
    public static long ns(int exponent) {
        int n = exponent & 0x1f;
        return n == 0 ? 0 : UNIT_NS << n;
    }
}
