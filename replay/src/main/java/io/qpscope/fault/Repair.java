package io.qpscope.fault;

import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;

import java.nio.ByteBuffer;

/** Makes headers right again after a change. */
final class Repair {
    private static final int CHECKSUM = 10;

    private Repair() {}

    /** Lengths and IPv4 checksum of a packet that ends where it is said to. */
    static void lengths(ByteBuffer packet, int ip, int udp, int end) {
        packet.putShort(udp + 4, (short) (end - udp));
        if (udp - ip == Ipv4.LENGTH) {
            packet.putShort(ip + 2, (short) (end - ip));
            checksum(packet, ip);
        } else {
            packet.putShort(ip + 4, (short) (end - ip - Ipv6.LENGTH));
        }
    }

    /** Of an IPv4 header without options (RFC 1071). */
    static void checksum(ByteBuffer packet, int ip) {
        packet.putShort(ip + CHECKSUM, (short) 0);
        int sum = 0;
        for (int i = 0; i < Ipv4.LENGTH; i += 2) {
            sum += packet.getShort(ip + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        packet.putShort(ip + CHECKSUM, (short) ~sum);
    }
}
