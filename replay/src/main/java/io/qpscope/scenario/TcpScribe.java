package io.qpscope.scenario;

import io.qpscope.fabric.Host;
import io.qpscope.wire.Ethernet;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Tcp;

import java.nio.ByteBuffer;

/** Shows the tap of a host's port the TCP segments of one connection, as they pass there. */
final class TcpScribe {
    static final int FIN = 0x01;
    static final int SYN = 0x02;
    static final int RST = 0x04;
    static final int PSH = 0x08;
    static final int ACK = 0x10;

    private static final int IP_HEADER = 20;
    private static final int HEADERS = Ethernet.LENGTH + IP_HEADER + Tcp.LENGTH;
    private static final int PROTOCOL = 6;
    private static final int WINDOW = 0xffff;
    private static final int TYPE_IPV4 = 0x0800;
    private static final int TCP_AT = Ethernet.LENGTH + IP_HEADER;
    /** Before the TCP header: both addresses, which its checksum covers. */
    private static final int ADDRESSES_AT = TCP_AT - 8;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Host here;
    private final Host there;
    private final int port;
    private final int peerPort;
    private final int second;
    private final int timeToLive;
    private final ByteBuffer frame;
    /** Next byte to send, and the next that is expected, as they are seen here. */
    private int sent;

    private int received;

    /**
     * @param room bytes of payload that a segment may have
     */
    TcpScribe(FlowPlan flow, Host here, Host there, int port, int peerPort, int first, int room) {
        this.here = here;
        this.there = there;
        this.port = port;
        this.peerPort = peerPort;
        second = flow.trafficClass();
        timeToLive = flow.ttl();
        sent = first;
        frame = ByteBuffer.allocate(HEADERS + room);
    }

    /** TCP's, of this end. */
    int port() {
        return port;
    }

    /** Sequence number of the next byte. */
    int sent() {
        return sent;
    }

    /** A segment leaves. */
    void leaves(int flags, ByteBuffer payload, long now) {
        int length = write(here, there, flags, sent, received, payload);
        here.port().show(true, frame, length, now);
        sent += payload.limit() + ((flags & (SYN | FIN)) != 0 ? 1 : 0);
    }

    /**
     * A segment arrives.
     *
     * @param acknowledged of the bytes that left here
     */
    void arrives(int flags, int acknowledged, int first, ByteBuffer payload, long now) {
        if ((flags & SYN) != 0) {
            received = first;
        }
        int length = write(there, here, flags, received, acknowledged, payload);
        here.port().show(false, frame, length, now);
        received += payload.limit() + ((flags & (SYN | FIN)) != 0 ? 1 : 0);
    }

    static ByteBuffer nothing() {
        return NOTHING;
    }

    private int write(
            Host from, Host to, int flags, int sequence, int acknowledged, ByteBuffer payload) {
        boolean leaves = from == here;
        int length = payload.limit();
        int ipLength = IP_HEADER + Tcp.LENGTH + length;
        long source = from.port().mac();
        long destination = to.port().mac();
        frame.clear();
        frame.putShort((short) (destination >>> 32)).putInt((int) destination);
        frame.putShort((short) (source >>> 32)).putInt((int) source);
        frame.putShort((short) TYPE_IPV4);
        frame.putInt(0x4500_0000 | (second << 16) | ipLength).putInt(0x4000);
        frame.putInt((timeToLive << 24) | (PROTOCOL << 16));
        frame.putInt((int) from.address().low()).putInt((int) to.address().low());
        int ip = Ethernet.LENGTH;
        frame.putShort(ip + Ipv4.CHECKSUM_OFFSET, folded(sum(ip, IP_HEADER)));
        frame.putShort((short) (leaves ? port : peerPort));
        frame.putShort((short) (leaves ? peerPort : port));
        frame.putInt(sequence).putInt((flags & ACK) == 0 ? 0 : acknowledged);
        frame.put((byte) ((Tcp.LENGTH / 4) << 4)).put((byte) flags).putShort((short) WINDOW);
        frame.putInt(0);
        frame.put(payload.duplicate().rewind());
        int segment = Tcp.LENGTH + length;
        long sum = sum(ADDRESSES_AT, 8 + segment) + PROTOCOL + segment;
        frame.putShort(TCP_AT + Tcp.CHECKSUM_OFFSET, folded(sum));
        return HEADERS + length;
    }

    private long sum(int from, int length) {
        long sum = 0;
        int at = from;
        for (; at + 1 < from + length; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        return at < from + length ? sum + ((frame.get(at) & 0xff) << 8) : sum;
    }

    private static short folded(long of) {
        long sum = of;
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (short) ~sum;
    }
}
