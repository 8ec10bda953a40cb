package io.qpscope.fabric;

import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/** Writes and knows congestion notification packets (RoCEv2 annex A17.9.4). */
final class CnpWriter {
    private static final int ROCE_PORT = 4791;
    private static final int UDP_PROTOCOL = 17;
    private static final int OPCODE = 0x81;
    private static final int PARTITION = 0xffff;
    private static final int BECN = 1 << 30;
    private static final int RESERVED = 16;
    private static final int CHECKSUM = 10;
    private static final int DONT_FRAGMENT = 0x4000;

    private final Icrc icrc = new Icrc();

    /**
     * To the peer of a queue pair, from its own address.
     *
     * @param at where the IP header begins
     * @return length from there on
     */
    int write(ByteBuffer out, int at, QueuePair qp, int dscp) {
        Path path = qp.path();
        int udpLength = Udp.LENGTH + Bth.LENGTH + RESERVED + Icrc.LENGTH;
        int udp = path.isIpv4()
                ? ipv4(out, at, path, dscp, udpLength)
                : ipv6(out, at, path, dscp, udpLength);
        out.putShort(udp, (short) path.sourcePort()).putShort(udp + 2, (short) ROCE_PORT);
        out.putShort(udp + 4, (short) udpLength).putShort(udp + 6, (short) 0);
        int bth = udp + Udp.LENGTH;
        out.putInt(bth, OPCODE << 24 | PARTITION);
        out.putInt(bth + 4, BECN | qp.destQpNum()).putInt(bth + 8, 0);
        out.putLong(bth + Bth.LENGTH, 0).putLong(bth + Bth.LENGTH + 8, 0);
        int end = bth + Bth.LENGTH + RESERVED;
        Icrc.store(out, end, icrc.compute(out, at, udp, end));
        return end + Icrc.LENGTH - at;
    }

    private static int ipv4(ByteBuffer out, int at, Path path, int dscp, int udpLength) {
        int length = Ipv4.LENGTH + udpLength;
        out.putInt(at, 0x4500_0000 | dscp << 18 | length).putInt(at + 4, DONT_FRAGMENT);
        out.putInt(at + 8, path.hopLimit() << 24 | UDP_PROTOCOL << 16);
        out.putInt(at + 12, (int) path.sourceLow()).putInt(at + 16, (int) path.destinationLow());
        int sum = 0;
        for (int i = 0; i < Ipv4.LENGTH; i += 2) {
            sum += out.getShort(at + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        out.putShort(at + CHECKSUM, (short) ~sum);
        return at + Ipv4.LENGTH;
    }

    private static int ipv6(ByteBuffer out, int at, Path path, int dscp, int udpLength) {
        out.putInt(at, 0x6000_0000 | dscp << 22);
        out.putInt(at + 4, udpLength << 16 | UDP_PROTOCOL << 8 | path.hopLimit());
        out.putLong(at + 8, path.sourceHigh()).putLong(at + 16, path.sourceLow());
        out.putLong(at + 24, path.destinationHigh()).putLong(at + 32, path.destinationLow());
        return at + Ipv6.LENGTH;
    }

    static boolean isCnp(Packet packet) {
        int bth = bth(packet);
        return bth >= 0 && (packet.bytes.get(bth) & 0xff) == OPCODE;
    }

    /** Of a RoCEv2 packet; -1 for any other. */
    static int destinationQp(Packet packet) {
        int bth = bth(packet);
        return bth < 0 ? -1 : packet.bytes.getInt(bth + 4) & 0xff_ffff;
    }

    private static int bth(Packet packet) {
        int header = Headers.isIpv6(packet) ? Ipv6.LENGTH : Ipv4.LENGTH;
        int udp = packet.ip + header;
        boolean roce = packet.length >= udp + Udp.LENGTH + Bth.LENGTH
                && (packet.bytes.getShort(udp + 2) & 0xffff) == ROCE_PORT;
        return roce ? udp + Udp.LENGTH : -1;
    }
}
