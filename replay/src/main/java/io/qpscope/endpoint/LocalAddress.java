package io.qpscope.endpoint;

import java.nio.ByteBuffer;

/**
 * Where an endpoint lives: 128 bits of IP address in two halves, IPv4 ones mapped (::ffff:a.b.c.d),
 * and the UDP port that its packets come from.
 *
 * @param udpPort 0 to 65535; a socket sends from the port it is bound to, and the ICRC covers it
 */
public record LocalAddress(long high, long low, int udpPort) {
    private static final long MAPPED = 0xffffL << 32;

    /**
     * From the bytes of an address.
     *
     * @param bytes 4 or 16, most significant first
     * @throws IllegalArgumentException for any other length
     */
    public static LocalAddress of(byte[] bytes, int udpPort) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return switch (bytes.length) {
            case 4 -> new LocalAddress(0, MAPPED | (buffer.getInt() & 0xffff_ffffL), udpPort);
            case 16 -> new LocalAddress(buffer.getLong(), buffer.getLong(), udpPort);
            default ->
                throw new IllegalArgumentException(
                        bytes.length + " bytes of address, expected 4 or 16");
        };
    }

    /** The way from here to a peer. */
    public Path to(long peerHigh, long peerLow, int trafficClass) {
        return new Path(high, low, peerHigh, peerLow, udpPort, trafficClass, Path.HOPS);
    }

    public boolean isIpv4() {
        return high == 0 && low >>> 32 == 0xffff;
    }

    /** 4 or 16, most significant first. */
    public byte[] bytes() {
        return isIpv4()
                ? ByteBuffer.allocate(4).putInt((int) low).array()
                : ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }
}
