package io.qpscope.fabric;

import io.qpscope.endpoint.LocalAddress;
import io.qpscope.wire.Ethernet;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Lrh;
import io.qpscope.wire.Udp;
import io.qpscope.wire.Vcrc;

import java.nio.ByteBuffer;

/**
 * Native InfiniBand packets of an endpoint's RoCEv2 ones, and back: from the BTH on both are the
 * same, but for the ICRC. Hosts have the local identifiers (LID) 1, 2, ... in the order of their
 * adding.
 */
final class InfinibandFrames {
    private static final int LNH_LOCAL = Lrh.LNH_LOCAL;
    private static final int UDP_PROTOCOL = 17;
    private static final int SOURCE_PORT = 0xc000;
    private static final int ROCE_PORT = 4791;
    private static final int HOPS = 64;
    private static final int DLID = 2;
    private static final int WORD = 4;

    private InfinibandFrames() {}

    /**
     * Makes a packet for the link.
     *
     * @param roce with the IP header at {@link Ethernet#LENGTH}
     * @param length from there on
     */
    static Packet toNative(Network network, Host from, ByteBuffer roce, int length) {
        int ip = Ethernet.LENGTH;
        boolean ipv6 = (roce.get(ip) & 0xf0) == 0x60;
        int bth = ip + (ipv6 ? Ipv6.LENGTH : Ipv4.LENGTH) + Udp.LENGTH;
        int transport = ip + length - bth;
        int trafficClass = ipv6 ? roce.getShort(ip) >> 4 & 0xff : roce.get(ip + 1) & 0xff;
        int lane = from.options.priorities[trafficClass >> 2];
        int dlid = 1
                + network.hostAt(
                        ipv6 ? roce.getLong(ip + 24) : 0,
                        ipv6
                                ? roce.getLong(ip + 32)
                                : Host.MAPPED | (roce.getInt(ip + 16) & 0xffff_ffffL));
        ByteBuffer bytes = network.scratch;
        bytes.putShort(0, (short) (lane << 12 | lane << 4 | LNH_LOCAL));
        bytes.putShort(DLID, (short) dlid);
        bytes.putShort(4, (short) ((Lrh.LENGTH + transport) / WORD));
        bytes.putShort(6, (short) (from.number + 1));
        bytes.put(Lrh.LENGTH, roce, bth, transport);
        int end = Lrh.LENGTH + transport - Icrc.LENGTH;
        Icrc.store(bytes, end, network.icrc.computeLocal(bytes, 0, end));
        Vcrc.store(bytes, end + Icrc.LENGTH, Vcrc.compute(bytes, 0, end + Icrc.LENGTH));
        Packet packet = network.pool.take(bytes, 0, Lrh.LENGTH + transport + Vcrc.LENGTH);
        packet.ip = 0;
        packet.size = packet.length;
        network.classify(packet);
        return packet;
    }

    /**
     * Makes a packet that an endpoint takes; the host's identifiers become addresses again.
     *
     * @param roce gets the IP header at {@link Ethernet#LENGTH}
     * @return length from there on; 0 for what no endpoint takes
     */
    static int toRoce(Network network, Host to, Packet packet, ByteBuffer roce) {
        ByteBuffer bytes = network.scratch.put(0, packet.bytes, 0, packet.length);
        int end = packet.length - Vcrc.LENGTH - Icrc.LENGTH;
        LocalAddress source = network.addressOf((bytes.getShort(6) & 0xffff) - 1);
        boolean local = (bytes.getShort(0) & 3) == LNH_LOCAL;
        if (!local || source == null || end < Lrh.LENGTH + 12) {
            return 0;
        }
        boolean whole = Icrc.stored(bytes, end) == network.icrc.computeLocal(bytes, 0, end);
        int transport = packet.length - Lrh.LENGTH - Vcrc.LENGTH;
        int ip = Ethernet.LENGTH;
        int udp = header(roce, ip, source, to.address(), transport + Udp.LENGTH);
        roce.putShort(udp, (short) SOURCE_PORT).putShort(udp + 2, (short) ROCE_PORT);
        roce.putShort(udp + 4, (short) (transport + Udp.LENGTH)).putShort(udp + 6, (short) 0);
        int bth = udp + Udp.LENGTH;
        roce.put(bth, bytes, Lrh.LENGTH, transport);
        int sum = network.icrc.compute(roce, ip, udp, bth + transport - Icrc.LENGTH);
        // What was broken stays broken.
        Icrc.store(roce, bth + transport - Icrc.LENGTH, whole ? sum : ~sum);
        return bth + transport - ip;
    }

    private static int header(
            ByteBuffer out, int at, LocalAddress source, LocalAddress destination, int length) {
        if (!source.isIpv4()) {
            out.putInt(at, 0x6000_0000);
            out.putInt(at + 4, length << 16 | UDP_PROTOCOL << 8 | HOPS);
            out.putLong(at + 8, source.high()).putLong(at + 16, source.low());
            out.putLong(at + 24, destination.high()).putLong(at + 32, destination.low());
            return at + Ipv6.LENGTH;
        }
        out.putInt(at, 0x4500_0000 | Ipv4.LENGTH + length).putInt(at + 4, 0);
        out.putInt(at + 8, HOPS << 24 | UDP_PROTOCOL << 16);
        out.putInt(at + 12, (int) source.low()).putInt(at + 16, (int) destination.low());
        return at + Ipv4.LENGTH;
    }

    static void classify(Packet packet, int hosts) {
        ByteBuffer bytes = packet.bytes;
        int flags = bytes.getShort(0) & 0xffff;
        int dlid = bytes.getShort(DLID) & 0xffff;
        packet.lane = flags >>> 12;
        packet.codePoint = flags >> 4 & 0xf;
        packet.destination = dlid >= 1 && dlid <= hosts ? dlid - 1 : -1;
        packet.flowHash = Headers.mix(dlid << 16 | (bytes.getShort(6) & 0xffff));
    }

    /** Whether its VCRC fits; one of the wrong length has none that does. */
    static boolean isWhole(Packet packet) {
        int end = packet.length - Vcrc.LENGTH;
        return Vcrc.stored(packet.bytes, end) == Vcrc.compute(packet.bytes, 0, end);
    }
}
