package io.qpscope.bridge;

import io.qpscope.wire.Ethernet;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.VlanTag;

import java.nio.ByteBuffer;

/** Where the IP packet is in an Ethernet frame. One object serves for all frames. */
final class IpFrame {
    static final int TCP = 6;
    static final int UDP = 17;

    private static final int TYPE_OFFSET = 12;
    private static final int TYPE_IPV4 = 0x0800;
    private static final int TYPE_IPV6 = 0x86dd;
    private static final int MOST_TAGS = 3;
    private static final long MAPPED = 0xffffL << 32;

    ByteBuffer frame = ByteBuffer.allocate(0);
    /** First byte of the IP header. */
    int ip;
    /** Of the IP packet, by its header. */
    int length;

    boolean v4;
    /** Of what follows the IP header; -1 for a fragment. */
    int protocol;
    /** First byte of what follows. */
    int transport;

    /** Whether it is one that carries an IP packet whole. */
    boolean read(ByteBuffer bytes, int captured) {
        frame = bytes;
        if (captured < Ethernet.LENGTH) {
            return false;
        }
        ip = Ethernet.LENGTH;
        int type = bytes.getShort(TYPE_OFFSET) & 0xffff;
        for (int tags = 0; isTag(type) && tags < MOST_TAGS; tags++) {
            if (captured < ip + VlanTag.LENGTH) {
                return false;
            }
            type = bytes.getShort(ip + 2) & 0xffff;
            ip += VlanTag.LENGTH;
        }
        boolean whole = switch (type) {
            case TYPE_IPV4 -> ipv4(captured - ip);
            case TYPE_IPV6 -> ipv6(captured - ip);
            default -> false;
        };
        return whole && length <= captured - ip && transport <= ip + length;
    }

    /** A packet without link header. */
    void bare(ByteBuffer bytes, int available) {
        frame = bytes;
        ip = 0;
        boolean six = (bytes.get(0) & 0xf0) == 0x60;
        if (six) {
            ipv6(available);
        } else {
            ipv4(available);
        }
    }

    /** Bytes that a frame may have on top of its interface's MTU: one tag does not count. */
    static int overhead(byte[] frame) {
        boolean tagged = frame.length > Ethernet.LENGTH
                && frame[TYPE_OFFSET] == (byte) 0x81
                && frame[TYPE_OFFSET + 1] == 0;
        return Ethernet.LENGTH + (tagged ? VlanTag.LENGTH : 0);
    }

    private static boolean isTag(int type) {
        return type == 0x8100 || type == 0x88a8 || type == 0x9100;
    }

    private boolean ipv4(int available) {
        v4 = true;
        if (available < Ipv4.LENGTH || (frame.get(ip) & 0xf0) != 0x40) {
            return false;
        }
        int header = 4 * (frame.get(ip) & 0xf);
        length = frame.getShort(ip + 2) & 0xffff;
        transport = ip + header;
        boolean fragment = (frame.getShort(ip + 6) & 0x3fff) != 0;
        protocol = fragment ? -1 : frame.get(ip + 9) & 0xff;
        return header >= Ipv4.LENGTH;
    }

    private boolean ipv6(int available) {
        v4 = false;
        if (available < Ipv6.LENGTH || (frame.get(ip) & 0xf0) != 0x60) {
            return false;
        }
        length = Ipv6.LENGTH + (frame.getShort(ip + 4) & 0xffff);
        transport = ip + Ipv6.LENGTH;
        protocol = frame.get(ip + 6) & 0xff;
        return true;
    }

    /** Behind the IP packet. */
    int end() {
        return ip + length;
    }

    /** Whether a UDP datagram goes to a port. */
    boolean isUdpTo(int port) {
        return protocol == UDP
                && transport + 4 <= end()
                && (frame.getShort(transport + 2) & 0xffff) == port;
    }

    /** Upper half of the source address, 0 with IPv4. */
    long sourceHigh() {
        return v4 ? 0 : frame.getLong(ip + Ipv6.SOURCE_OFFSET);
    }

    /** Lower half, of IPv4 as {@code ::ffff:a.b.c.d}. */
    long sourceLow() {
        return v4
                ? MAPPED | (frame.getInt(ip + Ipv4.SOURCE_OFFSET) & 0xffff_ffffL)
                : frame.getLong(ip + Ipv6.SOURCE_OFFSET + Long.BYTES);
    }

    long destinationHigh() {
        return v4 ? 0 : frame.getLong(ip + Ipv6.DESTINATION_OFFSET);
    }

    long destinationLow() {
        return v4
                ? MAPPED | (frame.getInt(ip + Ipv4.DESTINATION_OFFSET) & 0xffff_ffffL)
                : frame.getLong(ip + Ipv6.DESTINATION_OFFSET + Long.BYTES);
    }
}
