package io.qpscope.fabric;

/** A cable: how fast, how long, how good, and what flow control its ports speak. */
public final class CableOptions {
    /** Nanoseconds a metre: light in fibre, and in copper about the same. */
    private static final double NS_PER_METRE = 5;

    final long bitsPerSecond;
    final long delayNs;
    boolean infiniband;
    double loss;
    double bitErrorRate;

    /**
     * @param bitsPerSecond 1 or more, of data: without line coding
     * @param delayNs from a bit's leaving to its arrival, 0 or more
     */
    public CableOptions(long bitsPerSecond, long delayNs) {
        if (bitsPerSecond < 1 || delayNs < 0) {
            throw new IllegalArgumentException(bitsPerSecond + " bit/s and " + delayNs
                    + " ns, expected 1 or more and 0 or more");
        }
        this.bitsPerSecond = bitsPerSecond;
        this.delayNs = delayNs;
    }

    /** Of a length in metres. */
    public static CableOptions metres(long bitsPerSecond, double metres) {
        return new CableOptions(bitsPerSecond, Math.round(metres * NS_PER_METRE));
    }

    /** Native InfiniBand: virtual lanes with credits in place of priorities with pauses. */
    public CableOptions infiniband() {
        infiniband = true;
        return this;
    }

    /** Share of frames that are lost, 0 to 1; each way, flow control too. */
    public CableOptions loss(double share) {
        loss = share(share);
        return this;
    }

    /** Share of bits that arrive wrong, 0 to 1; a frame with one of them is dropped on arrival. */
    public CableOptions bitErrorRate(double share) {
        bitErrorRate = share(share);
        return this;
    }

    private static double share(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(share + ", expected 0 to 1");
        }
        return share;
    }

    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    public long delayNs() {
        return delayNs;
    }

    public boolean isInfiniband() {
        return infiniband;
    }
}
