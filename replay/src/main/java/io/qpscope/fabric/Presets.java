package io.qpscope.fabric;

/**
 * Switches and adapters as published models and products have them. Each is made anew and may be
 * changed. Sources: read in the named sources unless it says from memory.
 */
public final class Presets {
    private static final int CELL = 1030;
    private static final long KB = 1_000;
    private static final long GBIT = 1_000_000_000L;
    private static final int LOSSLESS = 3;

    private Presets() {}

    /**
     * The switch of the ns3-rdma model: 9 MB in cells of 1030 bytes, pauses above 20 cells and goes
     * on 2 below, headroom of 100 cells, marks from 40 to 1000 cells (its units are cells: from
     * memory) up to always.
     */
    public static SwitchOptions ns3Rdma() {
        return new SwitchOptions()
                .bufferBytes(9_000 * KB)
                .cellBytes(CELL)
                .staticXoff(20L * CELL)
                .xonOffset(2L * CELL)
                .headroom(100L * CELL)
                .ecn(LOSSLESS, new EcnCurve(40L * CELL, 1000L * CELL, 1));
    }

    /** The same with thresholds of 16 times the free buffer. */
    public static SwitchOptions ns3RdmaDynamic() {
        return ns3Rdma().alpha(16);
    }

    /** DCQCN of ns3-rdma: CNPs each 50 us, alpha each 55 us, 5 fast steps, 40 and 200 Mbit/s. */
    public static HostOptions ns3RdmaHost() {
        return new HostOptions().dcqcn(DcqcnOptions.DEFAULT.increaseTimerNs(55_000));
    }

    /**
     * The switch of HPCC's model: marks in proportion to the speed of the links (100 to 400 KB at 25
     * Gbit/s), at most 20 %; headroom of three times rate by delay; thresholds of an eighth of the
     * free buffer; goes on 3 KB below. 32 MB of buffer.
     *
     * @param bitsPerSecond of its links
     * @param delayNs of its links
     */
    public static SwitchOptions hpcc(long bitsPerSecond, long delayNs) {
        long kMin = 100 * KB * bitsPerSecond / (25 * GBIT);
        // Bits a second by nanoseconds, in bytes.
        long inFlight = (long) (bitsPerSecond / 8e9 * delayNs);
        return new SwitchOptions()
                .bufferBytes(32_000 * KB)
                .alpha(1.0 / 8)
                .xonOffset(3 * KB)
                .headroom(3 * inFlight)
                .ecn(LOSSLESS, new EcnCurve(kMin, 4 * kMin, 0.2));
    }

    /** The switch of the DCQCN paper: 12 MB, marks from 5 to 200 KB, at most 1 % (from memory). */
    public static SwitchOptions dcqcn() {
        return new SwitchOptions()
                .bufferBytes(12_000 * KB)
                .alpha(8)
                .headroom(22_400)
                .ecn(LOSSLESS, new EcnCurve(5 * KB, 200 * KB, 0.01));
    }

    /** Its adapters: as {@link DcqcnOptions#DEFAULT}, with rises each 55 us. */
    public static HostOptions dcqcnHost() {
        return new HostOptions().dcqcn(DcqcnOptions.DEFAULT.increaseTimerNs(55_000));
    }

    /** PFC watchdog on, dynamic thresholds of an eighth, lossless priorities 3 and 4. */
    public static SwitchOptions sonic() {
        return new SwitchOptions()
                .bufferBytes(32_000 * KB)
                .lossless(3, 4)
                .alpha(1.0 / 8)
                .watchdog(WatchdogOptions.SONIC);
    }

    /** IRN's port: 240 KB, pauses above 220 KB (SIGCOMM '18, from memory). */
    public static SwitchOptions irn(int ports) {
        return new SwitchOptions()
                .bufferBytes(240 * KB * ports)
                .staticXoff(220 * KB)
                .headroom(20 * KB);
    }

    /** The same without PFC. */
    public static SwitchOptions irnWithoutPfc(int ports) {
        return new SwitchOptions().bufferBytes(240 * KB * ports).lossless();
    }
}
