package io.qpscope.session;

import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/**
 * One frame of a dialogue, sent by a {@link Host} and not yet passed by the tap. What differs from
 * the usual is said before it passes; its IP id is drawn when it is made, so the order of making is
 * the order of sending.
 */
public final class Packet {
    private static final Icrc ICRC = new Icrc();
    private static final int UDP = 17;
    private static final int TCP = 6;
    private static final int ETHERNET_LENGTH = 12;

    public final Host from;
    public final Host to;
    public final int ipId;
    public int opcode;
    public int psn;
    public int destQp;
    public boolean ackReq;
    /** Between BTH and payload. */
    public byte[] headers = {};

    public byte[] payload = {};
    /** Instead of UDP: a TCP header and its data. */
    public byte[] tcp;

    public int sourcePort;
    public int ttl;
    public int tos;
    public int vlan;
    public boolean migReq;
    public int interfaceId;
    public int macs;
    private int version;
    private boolean unpadded;
    private int flipByte = -1;
    private int flipBit;
    private int keep = Integer.MAX_VALUE;

    public Packet(Host from, Host to) {
        this.from = from;
        this.to = to;
        ipId = from.nextIpId();
        destQp = to.qpn;
        sourcePort = from.sourcePort;
        ttl = from.ttl;
        tos = from.tos;
        vlan = from.vlan;
        migReq = from.migReq;
    }

    private Packet(Packet other) {
        from = other.from;
        to = other.to;
        ipId = other.ipId;
        opcode = other.opcode;
        psn = other.psn;
        destQp = other.destQp;
        ackReq = other.ackReq;
        headers = other.headers;
        payload = other.payload;
        tcp = other.tcp;
        sourcePort = other.sourcePort;
        ttl = other.ttl;
        tos = other.tos;
        vlan = other.vlan;
        migReq = other.migReq;
        interfaceId = other.interfaceId;
        macs = other.macs;
        version = other.version;
        unpadded = other.unpadded;
    }

    /** Does not ask for an acknowledgement. */
    public Packet quiet() {
        ackReq = false;
        return this;
    }

    public Packet asking() {
        ackReq = true;
        return this;
    }

    public Packet bytes(int length) {
        payload = Host.data(length, psn);
        return this;
    }

    /** Remote address, key and length: what the RETH tells. */
    public Packet remote(long address, int key, int length) {
        boolean immediate = (Opcode.traits(opcode) & Opcode.HAS_IMM_DT) != 0;
        int at = headers.length - (immediate ? 4 : 0) - 16;
        ByteBuffer.wrap(headers).putLong(at, address).putInt(at + 8, key).putInt(at + 12, length);
        return this;
    }

    /** Whatever the length of the payload. */
    public Packet unpadded() {
        unpadded = true;
        return this;
    }

    /** Marked by a congested switch. */
    public Packet marked() {
        tos |= 3;
        return this;
    }

    public Packet fromPort(int port) {
        sourcePort = port;
        return this;
    }

    /** The same transmission seen at another interface of the capture. */
    public Packet atInterface(int id) {
        Packet copy = new Packet(this);
        copy.interfaceId = id;
        return copy;
    }

    /** The same transmission seen behind a router. */
    public Packet routed() {
        Packet copy = new Packet(this);
        copy.ttl--;
        copy.macs++;
        return copy;
    }

    /** The same transmission seen with another VLAN tag. */
    public Packet tagged(int id) {
        Packet copy = new Packet(this);
        copy.vlan = id;
        return copy;
    }

    /** Of this transport version, its ICRC good. */
    public Packet version(int tver) {
        version = tver;
        return this;
    }

    /** A bit of the payload, or of the ICRC without one, is flipped on the way. */
    public Packet corrupt() {
        return flip(UDP_AND_BTH + headers.length, 3);
    }

    /** A bit of the destination queue pair number is flipped on the way. */
    public Packet misled() {
        return flip(8 + 7, 2);
    }

    private static final int UDP_AND_BTH = 8 + 12;

    private Packet flip(int behindIp, int bit) {
        Packet copy = new Packet(this);
        copy.flipByte = behindIp;
        copy.flipBit = bit;
        return copy;
    }

    /** The capture keeps only the first bytes. */
    public Packet cut(int bytes) {
        keep = bytes;
        return this;
    }

    public int captured() {
        return Math.min(keep, original());
    }

    private int original() {
        int transport = tcp != null ? tcp.length : udpLength();
        return ETHERNET_LENGTH + (vlan > 0 ? 4 : 0) + 2 + ipLength() + transport;
    }

    private int ipLength() {
        return from.ipv6() ? 40 : 20;
    }

    private int pad() {
        return unpadded ? 0 : -payload.length & 3;
    }

    private int udpLength() {
        return UDP_AND_BTH + headers.length + payload.length + pad() + Icrc.LENGTH;
    }

    public byte[] frame() {
        ByteBuffer frame = ByteBuffer.allocate(original());
        frame.putShort((short) 0x0200).putInt(to.mac + macs);
        frame.putShort((short) 0x0200).putInt(from.mac + macs);
        if (vlan > 0) {
            frame.putShort((short) 0x8100).putShort((short) vlan);
        }
        frame.putShort((short) (from.ipv6() ? 0x86dd : 0x0800));
        int ip = frame.position();
        ip(frame);
        int udp = frame.position();
        if (tcp != null) {
            frame.put(tcp);
            return frame.array();
        }
        frame.putShort((short) sourcePort).putShort((short) Host.ROCE_PORT);
        frame.putShort((short) udpLength()).putShort((short) 0);
        frame.put((byte) opcode).put((byte) ((migReq ? 0x40 : 0) | (pad() << 4) | version));
        frame.putShort((short) 0xffff).putInt(destQp);
        frame.putInt((ackReq ? 0x8000_0000 : 0) | (psn & 0xff_ffff));
        frame.put(headers).put(payload).position(frame.position() + pad());
        int end = frame.position();
        Icrc.store(frame, end, ICRC.compute(frame, ip, udp, end));
        if (flipByte >= 0) {
            int at = udp + flipByte;
            frame.put(at, (byte) (frame.get(at) ^ (1 << flipBit)));
        }
        return frame.array();
    }

    private void ip(ByteBuffer frame) {
        int transport = tcp != null ? tcp.length : udpLength();
        int protocol = tcp != null ? TCP : UDP;
        if (from.ipv6()) {
            frame.putInt(0x6000_0000 | (tos << 20)).putShort((short) transport);
            frame.put((byte) protocol).put((byte) ttl);
            frame.putLong(from.addressHigh).putLong(from.addressLow);
            frame.putLong(to.addressHigh).putLong(to.addressLow);
        } else {
            frame.put((byte) 0x45).put((byte) tos).putShort((short) (20 + transport));
            frame.putShort((short) ipId).putShort((short) 0x4000);
            frame.put((byte) ttl).put((byte) protocol).putShort((short) 0);
            frame.putInt((int) from.addressLow).putInt((int) to.addressLow);
        }
    }

    @Override
    public String toString() {
        return from.name
                + ' '
                + (tcp != null ? "TCP" : Opcode.name(opcode) + ' ' + psn)
                + (ackReq ? " AckReq" : "");
    }
}
