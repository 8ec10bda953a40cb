package io.qpscope.fault;

import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/** A RoCEv2 packet taken apart, so far as faults need it. One object serves for all packets. */
final class PacketFacts {
    static final int ROCE_PORT = 4791;
    private static final int UDP_PROTOCOL = 17;
    private static final long MAPPED = 0xffffL << 32;

    private final Bth view = new Bth();

    ByteBuffer packet = ByteBuffer.allocate(0);
    int ip;
    int udp;
    int bth;
    /** First byte of the ICRC. */
    int end;

    boolean ipv4;

    long sourceHigh;
    long sourceLow;
    long destinationHigh;
    long destinationLow;

    int opcode;
    int traits;
    int destQp;
    int psn;
    int payload;
    int payloadLength;

    /** False when it is none, or damaged in its lengths. */
    boolean read(ByteBuffer bytes, int at, int length) {
        packet = bytes;
        ip = at;
        if (length < Ipv4.LENGTH + Udp.LENGTH || !internet(length)) {
            return false;
        }
        bth = udp + Udp.LENGTH;
        int udpLength = bytes.getShort(udp + 4) & 0xffff;
        end = udp + udpLength - Icrc.LENGTH;
        if ((bytes.getShort(udp + 2) & 0xffff) != ROCE_PORT
                || udp + udpLength > at + length
                || end - bth < Bth.LENGTH) {
            return false;
        }
        view.wrap(bytes, bth);
        opcode = view.opcode();
        traits = Opcode.traits(opcode);
        destQp = view.destqp();
        psn = view.psn();
        payload = bth + Bth.LENGTH + Opcode.headerLength(opcode);
        payloadLength = end - payload - view.padcnt();
        return (traits & Opcode.KNOWN) != 0 && payloadLength >= 0;
    }

    private boolean internet(int length) {
        int version = (packet.get(ip) & 0xff) >>> 4;
        ipv4 = version == 4;
        if (ipv4) {
            udp = ip + Ipv4.LENGTH;
            sourceHigh = 0;
            sourceLow = MAPPED | (packet.getInt(ip + 12) & 0xffff_ffffL);
            destinationHigh = 0;
            destinationLow = MAPPED | (packet.getInt(ip + 16) & 0xffff_ffffL);
            boolean fragment = (packet.getShort(ip + 6) & 0x3fff) != 0;
            return packet.get(ip) == 0x45 && packet.get(ip + 9) == UDP_PROTOCOL && !fragment;
        }
        if (version != 6 || length < Ipv6.LENGTH + Udp.LENGTH) {
            return false;
        }
        udp = ip + Ipv6.LENGTH;
        sourceHigh = packet.getLong(ip + 8);
        sourceLow = packet.getLong(ip + 16);
        destinationHigh = packet.getLong(ip + 24);
        destinationLow = packet.getLong(ip + 32);
        return packet.get(ip + 6) == UDP_PROTOCOL;
    }

    boolean has(int trait) {
        return (traits & trait) != 0;
    }

    int service() {
        return opcode & Opcode.SERVICE_MASK;
    }

    /** Whether its queue pair is one of the two that manage all others. */
    boolean management() {
        return destQp <= 1;
    }

    /** Bytes from the BTH to the header of a trait, all before it on the wire (IBA vol 1, 5.2). */
    int header(int trait) {
        int at = bth + Bth.LENGTH;
        if (trait == 0) {
            return bth;
        }
        for (int i = 0; i < HEADERS.length; i++) {
            if (HEADERS[i] == trait) {
                return at;
            }
            if (has(HEADERS[i])) {
                at += LENGTHS[i];
            }
        }
        return at;
    }

    private static final int[] HEADERS = {
        Opcode.HAS_RDETH,
        Opcode.HAS_DETH,
        Opcode.HAS_XRCETH,
        Opcode.HAS_FETH,
        Opcode.HAS_RETH,
        Opcode.HAS_ATOMIC_ETH,
        Opcode.HAS_AETH,
        Opcode.HAS_ATOMIC_ACK_ETH,
        Opcode.HAS_IMM_DT,
        Opcode.HAS_IETH,
    };

    private static final int[] LENGTHS = {4, 8, 4, 4, 16, 28, 4, 8, 4, 4};
}
