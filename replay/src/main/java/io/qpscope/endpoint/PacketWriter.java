package io.qpscope.endpoint;

import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/**
 * Writes one RoCEv2 packet from the IP header to the ICRC: {@link #begin}, {@link #bth}, extended
 * headers and payload through {@link #buffer}, {@link #end}. As Linux does: IPv4 with Don't Fragment,
 * UDP checksum zero.
 */
final class PacketWriter {
    /** Room for any packet: IPv6, UDP, BTH, the longest extended headers, 4 KiB and the ICRC. */
    static final int MOST = 40 + 8 + 12 + 32 + 4096 + 4;

    /** Destination port of RoCEv2. */
    static final int ROCE_PORT = 4791;

    private static final int UDP_PROTOCOL = 17;
    private static final int DONT_FRAGMENT = 0x4000;

    private final Icrc icrc = new Icrc();
    /** SE stays clear; M as the device has it. */
    private final int flagsAndPkey;

    private ByteBuffer out = ByteBuffer.allocate(0);
    private int ip;
    private int udp;
    private boolean ipv4;

    /**
     * @param migReq the M bit of every packet
     */
    PacketWriter(int pkey, boolean migReq) {
        flagsAndPkey = pkey | (migReq ? 0x40_0000 : 0);
    }

    ByteBuffer buffer() {
        return out;
    }

    /** Begins at the buffer's position. */
    PacketWriter begin(ByteBuffer buffer, Path path, int identification) {
        out = buffer;
        ip = buffer.position();
        ipv4 = path.isIpv4();
        if (ipv4) {
            out.putInt(0x4500_0000 | path.trafficClass() << 16);
            out.putShort((short) identification).putShort((short) DONT_FRAGMENT);
            out.putInt(path.hopLimit() << 24 | UDP_PROTOCOL << 16);
            out.putInt((int) path.sourceLow()).putInt((int) path.destinationLow());
        } else {
            out.putInt(0x6000_0000 | path.trafficClass() << 20);
            out.putInt(UDP_PROTOCOL << 8 | path.hopLimit());
            out.putLong(path.sourceHigh()).putLong(path.sourceLow());
            out.putLong(path.destinationHigh()).putLong(path.destinationLow());
        }
        udp = out.position();
        out.putShort((short) path.sourcePort()).putShort((short) ROCE_PORT).putInt(0);
        return this;
    }

    /**
     * @param solicited the SE bit
     */
    PacketWriter bth(int opcode, int destQp, int psn, boolean ackReq, boolean solicited) {
        out.putInt(opcode << 24 | (solicited ? 0x80_0000 : 0) | flagsAndPkey);
        out.putInt(destQp).putInt(ackReq ? psn | 1 << 31 : psn);
        return this;
    }

    /** Pads, fills in lengths and checksums, and leaves the position behind the packet. */
    void end() {
        int bth = udp + Udp.LENGTH;
        int opcode = out.get(bth) & 0xff;
        int headers = Bth.LENGTH + Opcode.headerLength(opcode);
        int pad = -(out.position() - bth - headers) & 3;
        for (int i = 0; i < pad; i++) {
            out.put((byte) 0);
        }
        out.put(bth + 1, (byte) (out.get(bth + 1) | pad << 4));
        int end = out.position();
        int length = end + Icrc.LENGTH - ip;
        out.putShort(udp + 4, (short) (end + Icrc.LENGTH - udp));
        if (ipv4) {
            out.putShort(ip + 2, (short) length);
            out.putShort(ip + 10, (short) headerChecksum());
        } else {
            out.putShort(ip + 4, (short) (length - Ipv6.LENGTH));
        }
        out.position(end + Icrc.LENGTH);
        Icrc.store(out, end, icrc.compute(out, ip, udp, end));
    }

    /** RFC 1071. */
    private int headerChecksum() {
        int sum = 0;
        for (int i = 0; i < Ipv4.LENGTH; i += 2) {
            sum += out.getShort(ip + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~sum & 0xffff;
    }
}
