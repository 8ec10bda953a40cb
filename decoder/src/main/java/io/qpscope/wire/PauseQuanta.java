package io.qpscope.wire;

/** The unit of PAUSE and PFC times: 512 bit times (IEEE 802.3, annex 31B; IEEE 802.1Qbb). */
public final class PauseQuanta {
    private static final long BITS = 512;
    private static final long NANOS = 1_000_000_000L;

    private PauseQuanta() {}

    /**
     * Nanoseconds, rounded to the nearest: 65535 quanta are 335,539 ns at 100 Gbit/s.
     *
     * @param quanta 0 to 65535, so that 64 bits hold all products
     * @param bitsPerSecond more than 0
     */
    public static long ns(int quanta, long bitsPerSecond) {
        return (quanta * BITS * NANOS + bitsPerSecond / 2) / bitsPerSecond;
    }
}
