package io.qpscope.port.pcap;

import io.qpscope.endpoint.LocalAddress;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Who has which MAC address on the wire: answers ARP (RFC 826) and neighbour solicitations (RFC
 * 4861, 4.3 and 4.4) for one address, and asks for others. No sockets: frames in, frames out.
 */
final class Neighbours {
    static final int ETHERNET = 14;
    static final int MAC = 6;

    private static final int TYPE_ARP = 0x0806;
    private static final int TYPE_IPV6 = 0x86dd;
    private static final int ARP_LENGTH = 28;
    private static final long ARP_KIND = 0x0001_0800_0604L << 16;
    private static final int ARP_REQUEST = 1;
    private static final int ARP_REPLY = 2;
    private static final int ICMPV6 = 58;
    private static final int ICMP_AT = ETHERNET + 40;
    private static final int SOLICITATION = 135;
    private static final int ADVERTISEMENT = 136;
    private static final int ND_LENGTH = 32;
    private static final int SOURCE_MAC_OPTION = 1;
    private static final int TARGET_MAC_OPTION = 2;
    /** Router no, solicited yes, override yes. */
    private static final int ADVERTISED_FLAGS = 0x6000_0000;

    private static final int MOST_KNOWN = 1024;

    private final LocalAddress own;
    private final byte[] mac;
    private final Consumer<byte[]> send;
    private final Map<ByteBuffer, byte[]> known = new HashMap<>();

    /**
     * @param send takes whole frames
     */
    Neighbours(LocalAddress own, byte[] mac, Consumer<byte[]> send) {
        this.own = own;
        this.mac = mac.clone();
        this.send = send;
    }

    void learn(byte[] address, byte[] itsMac) {
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.put(ByteBuffer.wrap(address.clone()), itsMac.clone());
    }

    /** Null when it is not known; {@link #ask} may help. */
    byte[] find(byte[] address) {
        return known.get(ByteBuffer.wrap(address));
    }

    /**
     * Reads a frame that may be ARP or neighbour discovery.
     *
     * @return whether it was, so that nobody else need look at it
     */
    boolean read(byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        int type = frame.length < ETHERNET ? 0 : in.getShort(12) & 0xffff;
        if (type == TYPE_ARP) {
            if (frame.length >= ETHERNET + ARP_LENGTH && own.isIpv4()) {
                arp(in);
            }
            return true;
        }
        boolean icmp =
                type == TYPE_IPV6 && frame.length >= ICMP_AT + 24 && frame[ETHERNET + 6] == ICMPV6;
        if (icmp && !own.isIpv4()) {
            discovery(in);
        }
        return icmp;
    }

    private void arp(ByteBuffer in) {
        int operation = in.getShort(ETHERNET + 6);
        boolean ethernet = in.getLong(ETHERNET) >>> 16 == ARP_KIND >>> 16;
        byte[] sender = bytes(in, ETHERNET + 14, 4);
        byte[] senderMac = bytes(in, ETHERNET + 8, MAC);
        if (!ethernet || in.getInt(ETHERNET + 24) != (int) own.low()) {
            return;
        }
        learn(sender, senderMac);
        if (operation == ARP_REQUEST) {
            send.accept(arp(ARP_REPLY, senderMac, sender));
        }
    }

    private byte[] arp(int operation, byte[] to, byte[] address) {
        boolean asks = operation == ARP_REQUEST;
        ByteBuffer out = ByteBuffer.allocate(ETHERNET + ARP_LENGTH);
        out.put(asks ? broadcast() : to).put(mac).putShort((short) TYPE_ARP);
        out.putShort((short) 1).putShort((short) 0x0800).put((byte) MAC).put((byte) 4);
        out.putShort((short) operation).put(mac).putInt((int) own.low());
        return out.put(asks ? new byte[MAC] : to).put(address).array();
    }

    private static byte[] broadcast() {
        return new byte[] {-1, -1, -1, -1, -1, -1};
    }

    private void discovery(ByteBuffer in) {
        int type = in.get(ICMP_AT) & 0xff;
        byte[] target = bytes(in, ICMP_AT + 8, 16);
        int options = ICMP_AT + 24;
        boolean hasMac = in.capacity() >= options + 8;
        if (type == ADVERTISEMENT && hasMac && in.get(options) == TARGET_MAC_OPTION) {
            learn(target, bytes(in, options + 2, MAC));
        } else if (type == SOLICITATION && isOwn(in, ICMP_AT + 8)) {
            byte[] sender = bytes(in, ETHERNET + 8, 16);
            byte[] senderMac = bytes(in, MAC, MAC);
            if (hasMac && in.get(options) == SOURCE_MAC_OPTION) {
                learn(sender, senderMac);
            }
            ByteBuffer body = ByteBuffer.allocate(ND_LENGTH);
            body.putInt(ADVERTISEMENT << 24).putInt(ADVERTISED_FLAGS).put(target);
            body.put((byte) TARGET_MAC_OPTION).put((byte) 1).put(mac);
            send.accept(icmp(senderMac, sender, body));
        }
    }

    private boolean isOwn(ByteBuffer in, int at) {
        return in.getLong(at) == own.high() && in.getLong(at + 8) == own.low();
    }

    /** Asks who has an address; the answer comes to {@link #read}. */
    void ask(byte[] address) {
        if (own.isIpv4()) {
            send.accept(arp(ARP_REQUEST, null, address));
            return;
        }
        byte[] group = new byte[16];
        group[0] = (byte) 0xff;
        group[1] = 2;
        group[11] = 1;
        group[12] = (byte) 0xff;
        System.arraycopy(address, 13, group, 13, 3);
        byte[] groupMac = {0x33, 0x33, group[12], group[13], group[14], group[15]};
        ByteBuffer body = ByteBuffer.allocate(ND_LENGTH);
        body.putInt(SOLICITATION << 24).putInt(0).put(address);
        body.put((byte) SOURCE_MAC_OPTION).put((byte) 1).put(mac);
        send.accept(icmp(groupMac, group, body));
    }

    private byte[] icmp(byte[] toMac, byte[] to, ByteBuffer body) {
        ByteBuffer out = ByteBuffer.allocate(ICMP_AT + body.capacity());
        out.put(toMac).put(mac).putShort((short) TYPE_IPV6);
        out.putInt(0x6000_0000).putShort((short) body.capacity());
        // Hop limit 255: proof that no router was on the way.
        out.put((byte) ICMPV6).put((byte) 255);
        out.putLong(own.high()).putLong(own.low()).put(to).put(body.flip());
        out.putShort(ICMP_AT + 2, (short) checksum(out, body.capacity()));
        return out.array();
    }

    /** RFC 4443, 2.3: both addresses, length and protocol belong to it. */
    private static int checksum(ByteBuffer frame, int length) {
        int sum = length + ICMPV6;
        for (int i = ETHERNET + 8; i < frame.capacity(); i += 2) {
            sum += frame.getShort(i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~sum & 0xffff;
    }

    private static byte[] bytes(ByteBuffer in, int at, int length) {
        byte[] bytes = new byte[length];
        in.get(at, bytes);
        return bytes;
    }
}
