package io.qpscope.frame;

import java.nio.ByteBuffer;

/** IP over InfiniBand (RFC 4391) and RDS; from memory, not verified against the documents. */
final class DatagramMessages {
    static final int IPOIB_LENGTH = 4;
    static final int RDS_LENGTH = 48;

    private static final int RDS_PADDING = 26;
    private static final int IPV4 = 0x0800;
    private static final int ARP = 0x0806;
    private static final int IPV6 = 0x86dd;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;
    private static final int ARP_LENGTH = 56;
    /** InfiniBand hardware, IPv4, addresses of 20 and 4 bytes. */
    private static final long ARP_START = 0x0020_0800_1404L;

    private DatagramMessages() {}

    /** The packet behind must be one of IP or ARP, and end where the message does. */
    static boolean acceptsIpoib(ByteBuffer buffer, int at, int length, boolean whole) {
        if (!whole || buffer.getShort(at + 2) != 0) {
            return false;
        }
        int inner = at + IPOIB_LENGTH;
        int there = length - IPOIB_LENGTH;
        return switch (buffer.getShort(at) & 0xffff) {
            case IPV4 ->
                there >= IPV4_LENGTH
                        && (buffer.get(inner) & 0xf0) == 0x40
                        && (buffer.get(inner) & 0xf) >= 5
                        && (buffer.getShort(inner + 2) & 0xffff) == there;
            case IPV6 ->
                there >= IPV6_LENGTH
                        && (buffer.get(inner) & 0xf0) == 0x60
                        && (buffer.getShort(inner + 4) & 0xffff) + IPV6_LENGTH == there;
            case ARP -> there == ARP_LENGTH && buffer.getLong(inner) >>> 16 == ARP_START;
            default -> false;
        };
    }

    /** The header's own checksum decides, and the padding before it, which is zero. */
    static boolean acceptsRds(ByteBuffer buffer, int at, int length) {
        if (length < RDS_LENGTH || buffer.getInt(at + RDS_PADDING) != 0) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < RDS_LENGTH; i += 2) {
            sum += buffer.getShort(at + i) & 0xffff;
        }
        return (sum & 0xffff) + (sum >>> 16) == 0xffff;
    }
}
