package io.qpscope.port.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.service.Station;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Udp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Drives a host from a socket's event loop. In front of each datagram it puts the IP and UDP
 * headers that the socket has taken away, as far as the ICRC covers them.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a datagram that is not sent is a datagram lost
final class UdpDriver extends ChannelInboundHandlerAdapter {
    private static final int UDP_PROTOCOL = 17;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int HOPS = 64;
    /** Room in front of the payload, whichever family. */
    private static final int ROOM = Ipv6.LENGTH + Udp.LENGTH;

    private static final int FLUSH_EVERY = 32;
    /** Packets sent before the socket is read again. */
    private static final int MOST_AT_ONCE = 256;

    private static final long BLOCKED_NS = 100_000;

    private final LocalAddress address;
    private final UdpBatch batch;
    private final ByteBuffer in = ByteBuffer.allocateDirect(ROOM + UdpBatch.MOST_DATAGRAM);
    private final Map<InetAddress, byte[]> sources = new HashMap<>();
    private Station host;
    private ChannelHandlerContext context;
    /** When the loop wakes us; {@link Long#MAX_VALUE} for not at all. */
    private long wakesAt = Long.MAX_VALUE;

    private final Runnable wake = this::woken;

    UdpDriver(LocalAddress address, InetAddress bind) {
        this.address = address;
        batch = new UdpBatch(bind);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        this.context = context;
    }

    void start(Station host) {
        this.host = host;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        try {
            int length = packet.content().readableBytes();
            if (host != null && length <= UdpBatch.MOST_DATAGRAM) {
                receive(packet, length);
            }
        } finally {
            packet.release();
        }
    }

    private void receive(DatagramPacket packet, int length) {
        byte[] source = bytesOf(packet.sender().getAddress());
        if ((source.length == 4) != address.isIpv4()) {
            return;
        }
        int start = header(source, packet.sender().getPort(), length);
        ByteBuf content = packet.content();
        in.limit(ROOM + length).position(ROOM);
        content.getBytes(content.readerIndex(), in);
        in.clear();
        host.receive(in, start, ROOM + length - start, false, System.nanoTime());
    }

    /** {@link InetAddress#getAddress} copies; peers are few. */
    private byte[] bytesOf(InetAddress source) {
        byte[] known = sources.get(source);
        if (known == null) {
            if (sources.size() >= UdpBatch.MOST_PEERS) {
                sources.clear();
            }
            known = source.getAddress();
            sources.put(source, known);
        }
        return known;
    }

    /** Returns the first byte of the IP header. */
    private int header(byte[] source, int port, int length) {
        int udp = ROOM - Udp.LENGTH;
        in.clear();
        in.putShort(udp, (short) port).putShort(udp + 2, (short) address.udpPort());
        in.putInt(udp + 4, (Udp.LENGTH + length) << 16);
        if (source.length == 4) {
            int ip = udp - Ipv4.LENGTH;
            in.putInt(ip, 0x4500_0000 | Ipv4.LENGTH + Udp.LENGTH + length);
            in.putInt(ip + 4, DONT_FRAGMENT);
            in.putInt(ip + 8, HOPS << 24 | UDP_PROTOCOL << 16);
            in.put(ip + 12, source).putInt(ip + 16, (int) address.low());
            return ip;
        }
        in.putInt(0, 0x6000_0000);
        in.putInt(4, (Udp.LENGTH + length) << 16 | UDP_PROTOCOL << 8 | HOPS);
        in.put(8, source).putLong(24, address.high()).putLong(32, address.low());
        return 0;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        drive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            drive();
        }
    }

    /** ICMP errors of earlier packets; a peer that is gone shows by its silence. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        drive();
    }

    private void woken() {
        wakesAt = Long.MAX_VALUE;
        drive();
    }

    void drive() {
        if (host == null || !context.channel().isActive()) {
            return;
        }
        long now = System.nanoTime();
        host.turn(now);
        int sent = 0;
        int length = 1;
        boolean blocked = false;
        while (length > 0 && sent < MOST_AT_ONCE) {
            ByteBuffer room = context.channel().isWritable() ? batch.room() : null;
            if (room == null) {
                blocked = true;
                break;
            }
            length = host.transmit(room, now);
            if (length == 0) {
                // What was sent may be complete, and more may follow.
                host.turn(now);
                length = host.transmit(room, now);
            }
            if (length > 0) {
                write(length);
                sent++;
                if (sent % FLUSH_EVERY == 0) {
                    context.flush();
                }
            }
        }
        context.flush();
        long next = blocked ? now + BLOCKED_NS : length > 0 ? now : host.deadline();
        wakeAt(next, now);
    }

    private void write(int length) {
        try {
            context.write(batch.datagram(length), context.voidPromise());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes", e);
        }
    }

    private void wakeAt(long next, long now) {
        if (next < wakesAt) {
            wakesAt = next;
            context.executor().schedule(wake, Math.max(0, next - now), TimeUnit.NANOSECONDS);
        }
    }
}
