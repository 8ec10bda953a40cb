package io.qpscope.fabric;

/**
 * What a switch's buffer allows (DCQCN, SIGCOMM '15, section 4): all bytes.
 *
 * @param buffer of the switch
 * @param ports that it has
 * @param priorities with PFC, of each port
 * @param headroom of each port and priority
 */
public record BufferBounds(long buffer, int ports, int priorities, long headroom) {
    private long shared() {
        return buffer - (long) ports * priorities * headroom;
    }

    /** The highest static PFC threshold with which no port can starve another of buffer. */
    public double pfcThreshold() {
        return shared() / ((double) ports * priorities);
    }

    /**
     * Below it an egress queue marks packets before any ingress is paused, with dynamic PFC
     * thresholds of {@code beta} times the free buffer, and all ports sending to one.
     */
    public double ecnThreshold(double beta) {
        return beta * shared() / (ports * priorities * (beta + 1));
    }
}
