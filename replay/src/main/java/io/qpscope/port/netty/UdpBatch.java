package io.qpscope.port.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.DatagramPacket;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Udp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Datagrams under way to the socket, in slots that are used again: an endpoint writes a packet from
 * its IP header on, the socket sends what lies behind UDP's.
 */
final class UdpBatch {
    /** BTH, the longest extended headers, 4 KiB and the ICRC, rounded up. */
    static final int MOST_DATAGRAM = 4224;

    /** Addresses remembered; with more, all are learned anew. */
    static final int MOST_PEERS = 1024;

    private static final int SLOTS = 256;

    private final Inet6Address scope;
    /** All slots in one: what is kept for a buffer, the ICRC's view of it, is kept once. */
    private final ByteBuffer slots = ByteBuffer.allocateDirect(SLOTS * Endpoint.MOST_PACKET);

    private final DatagramPacket[] packets = new DatagramPacket[SLOTS];
    private final Map<ByteBuffer, InetSocketAddress> recipients = new HashMap<>();
    private final byte[] lastBytes = new byte[16];
    private int lastLength;
    private InetSocketAddress last;
    private int slot;

    /**
     * @param bind link-local addresses are reached through its interface
     */
    UdpBatch(InetAddress bind) {
        scope = bind instanceof Inet6Address six ? six : null;
        for (int i = 0; i < SLOTS; i++) {
            ByteBuffer bytes = slots.slice(i * Endpoint.MOST_PACKET, Endpoint.MOST_PACKET);
            ByteBuf content = Unpooled.wrappedBuffer(bytes);
            packets[i] = new DatagramPacket(content, new InetSocketAddress(0));
        }
    }

    /** Where the next packet goes; null while the socket has not taken the oldest. */
    ByteBuffer room() {
        if (packets[slot].refCnt() != 1) {
            return null;
        }
        int start = slot * Endpoint.MOST_PACKET;
        return slots.limit(start + Endpoint.MOST_PACKET).position(start);
    }

    /** The packet that was written to {@link #room}; whoever writes it out releases it. */
    DatagramPacket datagram(int length) throws UnknownHostException {
        int start = slot * Endpoint.MOST_PACKET;
        boolean ipv4 = (slots.get(start) & 0xf0) == 0x40;
        int header = (ipv4 ? Ipv4.LENGTH : Ipv6.LENGTH) + Udp.LENGTH;
        InetSocketAddress to = ipv4 ? recipient(start + 16, 4) : recipient(start + 24, 16);
        DatagramPacket packet = packets[slot];
        if (!packet.recipient().equals(to)) {
            packet = new DatagramPacket(packet.content(), to);
            packets[slot] = packet;
        }
        packet.content().setIndex(header, length);
        slot = (slot + 1) % SLOTS;
        return packet.retain();
    }

    private InetSocketAddress recipient(int at, int length) throws UnknownHostException {
        boolean same = length == lastLength;
        for (int i = 0; same && i < length; i++) {
            same = slots.get(at + i) == lastBytes[i];
        }
        if (!same) {
            slots.get(at, lastBytes, 0, length);
            lastLength = length;
            last = lookUp(Arrays.copyOf(lastBytes, length));
        }
        return last;
    }

    private InetSocketAddress lookUp(byte[] address) throws UnknownHostException {
        ByteBuffer key = ByteBuffer.wrap(address);
        InetSocketAddress known = recipients.get(key);
        if (known == null) {
            if (recipients.size() >= MOST_PEERS) {
                recipients.clear();
            }
            InetAddress to = InetAddress.getByAddress(address);
            if (scope != null && to.isLinkLocalAddress()) {
                to = Inet6Address.getByAddress(null, address, scope.getScopeId());
            }
            known = new InetSocketAddress(to, UdpPort.ROCE_PORT);
            recipients.put(key, known);
        }
        return known;
    }
}
