package io.qpscope.fabric;

/** How much may still come behind a stop. */
public final class Headroom {
    private static final int PAUSE_FRAME = 64 + 20;
    /** Of Ethernet. */
    static final int SHORTEST_FRAME = 64;

    private static final int OVERHEAD = 20;
    private static final long NANOS = 8_000_000_000L;

    private Headroom() {}

    /**
     * Bytes that a priority needs so that nothing is ever lost, by this fabric's own delays: the
     * packet that goes over the threshold; a longest frame that the stop has to wait for, and one
     * more stop before it; the stop itself; both ways of the cable; the peer's reaction; a longest
     * frame that the peer has just begun. Frames are counted in full cells.
     *
     * @param delayNs of the cable, one way
     * @param reactionNs from a stop's arrival to its effect
     * @param frame longest frame in bytes, with its frame check sequence
     * @param shortest frame, which has the worst share of rounding up to cells
     */
    public static long bytes(
            long bitsPerSecond,
            long delayNs,
            long reactionNs,
            int frame,
            int shortest,
            int cellBytes) {
        long wire = (long) frame + OVERHEAD;
        long late = ceil((2 * delayNs + reactionNs) * bitsPerSecond, NANOS);
        // On the wire from the packet that went over to the last one that the peer begins.
        long coming = late + 2 * PAUSE_FRAME + wire;
        long each = ceil(shortest, cellBytes) * cellBytes;
        long worst = ceil(coming * each, Math.max(64, shortest) + OVERHEAD);
        long whole = ceil(frame, cellBytes) * cellBytes;
        return Math.max(worst, coming) + 2 * whole;
    }

    /**
     * What the mlx5 driver sets aside (port_buffer.c, calculate_xoff): (301 + 2.16 x metres) x
     * Gbit/s + 2.72 x MTU. A figure to compare with.
     */
    public static long mlx5(long gigabits, int metres, int mtu) {
        return ((30_100 + 216L * metres) * gigabits + 272L * mtu) / 100;
    }

    private static long ceil(long a, long b) {
        return (a + b - 1) / b;
    }
}
