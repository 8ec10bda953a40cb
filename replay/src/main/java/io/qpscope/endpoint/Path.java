package io.qpscope.endpoint;

/**
 * The way to a peer ({@code ibv_ah_attr}): both IP addresses and what else stands in the headers.
 * Addresses are 128 bits in two halves, IPv4 ones mapped (::ffff:a.b.c.d).
 *
 * @param sourcePort of UDP; routers spread flows by it
 * @param trafficClass DSCP and ECN bits
 * @param hopLimit or TTL
 */
public record Path(
        long sourceHigh,
        long sourceLow,
        long destinationHigh,
        long destinationLow,
        int sourcePort,
        int trafficClass,
        int hopLimit) {
    static final int HOPS = 64;

    private static final long MAPPED = 0xffffL << 32;
    private static final int FIRST_DYNAMIC_PORT = 0xc000;

    /** Between IPv4 addresses given as numbers, most significant byte first. */
    public static Path ipv4(int source, int destination) {
        return new Path(
                0,
                MAPPED | Integer.toUnsignedLong(source),
                0,
                MAPPED | Integer.toUnsignedLong(destination),
                FIRST_DYNAMIC_PORT,
                0,
                HOPS);
    }

    /** The same way with another UDP source port, 0 to 65535. */
    public Path fromPort(int port) {
        return new Path(
                sourceHigh,
                sourceLow,
                destinationHigh,
                destinationLow,
                port,
                trafficClass,
                hopLimit);
    }

    /** Whether both addresses are mapped IPv4 ones. */
    public boolean isIpv4() {
        return destinationHigh == 0 && destinationLow >>> 32 == 0xffff;
    }
}
