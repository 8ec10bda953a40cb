package io.qpscope.fabric;

/**
 * How likely a packet that leaves a queue is marked Congestion Experienced: not below {@code
 * kMin}, then rising to {@code pMax} at {@code kMax}, and always above (the RED curve of DCQCN,
 * SIGCOMM '15, 3.2).
 *
 * @param kMin bytes in the queue
 * @param kMax bytes, not below {@code kMin}
 * @param pMax 0 to 1
 */
public record EcnCurve(long kMin, long kMax, double pMax) {
    public EcnCurve {
        if (kMin < 0 || kMax < kMin || !(pMax >= 0 && pMax <= 1)) {
            throw new IllegalArgumentException(
                    "ECN from " + kMin + " to " + kMax + " bytes with probability " + pMax
                            + ", expected 0 <= kMin <= kMax and 0 <= pMax <= 1");
        }
    }

    /** Share of packets marked with so many bytes in the queue. */
    public double probability(long bytes) {
        if (bytes <= kMin) {
            return 0;
        }
        return bytes > kMax ? 1 : pMax * (bytes - kMin) / (kMax - kMin);
    }
}
