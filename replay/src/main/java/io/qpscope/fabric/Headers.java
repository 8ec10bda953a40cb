package io.qpscope.fabric;

import io.qpscope.wire.Ethernet;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;

import java.nio.ByteBuffer;

/** What nodes read and change in a frame that carries IP. The ICRC covers none of what changes. */
final class Headers {
    static final int TYPE_IPV4 = 0x0800;
    static final int TYPE_IPV6 = 0x86dd;

    private static final int UDP = 17;
    private static final int CONGESTION = 3;

    private static final int V4_CLASS = 1;
    private static final int V4_TTL = 8;
    private static final int V4_PROTOCOL = 9;
    private static final int V4_CHECKSUM = 10;
    private static final int V4_SOURCE = 12;
    private static final int V4_DESTINATION = 16;
    private static final int V6_NEXT = 6;
    private static final int V6_HOPS = 7;
    private static final int V6_SOURCE = 8;
    private static final int V6_DESTINATION = 24;

    private Headers() {}

    static boolean isIpv6(Packet packet) {
        return (packet.bytes.get(packet.ip) & 0xf0) == 0x60;
    }

    /** Writes the Ethernet header before an IP packet that begins at {@link Ethernet#LENGTH}. */
    static void ethernet(ByteBuffer out, long destination, long source) {
        boolean ipv6 = (out.get(Ethernet.LENGTH) & 0xf0) == 0x60;
        out.putLong(0, destination << 16 | source >>> 32);
        out.putInt(8, (int) source);
        out.putShort(12, (short) (ipv6 ? TYPE_IPV6 : TYPE_IPV4));
    }

    /** Six bits of DSCP and two of ECN. */
    static int trafficClass(Packet packet) {
        ByteBuffer bytes = packet.bytes;
        return isIpv6(packet)
                ? bytes.getShort(packet.ip) >> 4 & 0xff
                : bytes.get(packet.ip + V4_CLASS) & 0xff;
    }

    /** Lower half of the source, IPv4 mapped. */
    static long sourceLow(ByteBuffer bytes, int ip) {
        return (bytes.get(ip) & 0xf0) == 0x60
                ? bytes.getLong(ip + V6_SOURCE + 8)
                : Host.MAPPED | (bytes.getInt(ip + V4_SOURCE) & 0xffff_ffffL);
    }

    static long sourceHigh(ByteBuffer bytes, int ip) {
        return (bytes.get(ip) & 0xf0) == 0x60 ? bytes.getLong(ip + V6_SOURCE) : 0;
    }

    /** Lower half of the destination, IPv4 mapped. */
    static long destinationLow(Packet packet) {
        return isIpv6(packet)
                ? packet.bytes.getLong(packet.ip + V6_DESTINATION + 8)
                : Host.MAPPED | (packet.bytes.getInt(packet.ip + V4_DESTINATION) & 0xffff_ffffL);
    }

    static long destinationHigh(Packet packet) {
        return isIpv6(packet) ? packet.bytes.getLong(packet.ip + V6_DESTINATION) : 0;
    }

    /** Of addresses, protocol and ports. */
    static int flowHash(Packet packet) {
        ByteBuffer bytes = packet.bytes;
        int ip = packet.ip;
        long addresses;
        int protocol;
        int ports;
        if (isIpv6(packet)) {
            addresses = bytes.getLong(ip + V6_SOURCE)
                    ^ Long.rotateLeft(bytes.getLong(ip + V6_SOURCE + 8), 17)
                    ^ Long.rotateLeft(bytes.getLong(ip + V6_DESTINATION), 31)
                    ^ Long.rotateLeft(bytes.getLong(ip + V6_DESTINATION + 8), 47);
            protocol = bytes.get(ip + V6_NEXT);
            ports = bytes.getInt(ip + Ipv6.LENGTH);
        } else {
            addresses = bytes.getLong(ip + V4_SOURCE);
            protocol = bytes.get(ip + V4_PROTOCOL);
            ports = bytes.getInt(ip + Ipv4.LENGTH);
        }
        int folded = (int) (addresses ^ addresses >>> 32);
        int both = (int) (addresses >>> 32) * 0x9e37_79b1 + folded;
        return mix(both ^ (protocol == UDP ? mix(ports) : protocol));
    }

    /** Every bit of the result depends on every bit (the finaliser of MurmurHash3). */
    static int mix(int value) {
        int hash = (value ^ value >>> 16) * 0x85eb_ca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2_ae35;
        return hash ^ hash >>> 16;
    }

    /** False when time to live, or the hop limit, is over. */
    static boolean decrementTtl(Packet packet) {
        ByteBuffer bytes = packet.bytes;
        if (isIpv6(packet)) {
            int hops = bytes.get(packet.ip + V6_HOPS) & 0xff;
            bytes.put(packet.ip + V6_HOPS, (byte) (hops - 1));
            return hops > 1;
        }
        int at = packet.ip + V4_TTL;
        int before = bytes.getShort(at) & 0xffff;
        if (before >>> 8 <= 1) {
            return false;
        }
        bytes.putShort(at, (short) (before - 0x100));
        adjust(bytes, packet.ip, before, before - 0x100);
        return true;
    }

    /** Sets Congestion Experienced; false on a packet that is not ECN capable (RFC 3168, 5). */
    static boolean markCongestion(Packet packet) {
        ByteBuffer bytes = packet.bytes;
        int ecn = trafficClass(packet) & CONGESTION;
        if (ecn == 0) {
            return false;
        }
        if (isIpv6(packet)) {
            bytes.put(packet.ip + 1, (byte) (bytes.get(packet.ip + 1) | CONGESTION << 4));
        } else {
            int before = bytes.getShort(packet.ip) & 0xffff;
            bytes.putShort(packet.ip, (short) (before | CONGESTION));
            adjust(bytes, packet.ip, before, before | CONGESTION);
        }
        return true;
    }

    /** The header checksum after one word has changed (RFC 1624, 3). */
    private static void adjust(ByteBuffer bytes, int ip, int before, int after) {
        int checksum = bytes.getShort(ip + V4_CHECKSUM) & 0xffff;
        int sum = (~checksum & 0xffff) + (~before & 0xffff) + after;
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        bytes.putShort(ip + V4_CHECKSUM, (short) ~sum);
    }
}
