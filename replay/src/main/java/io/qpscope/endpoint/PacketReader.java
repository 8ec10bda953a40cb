package io.qpscope.endpoint;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.AtomicAckEth;
import io.qpscope.wire.AtomicEth;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Deth;
import io.qpscope.wire.Feth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ieth;
import io.qpscope.wire.ImmDt;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Reth;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/**
 * A received packet, from the IP header to the ICRC: checked once, then read through the views of
 * {@code wire}. One object serves for all packets.
 */
final class PacketReader {
    /** What stands in the way of taking a packet. */
    enum Verdict {
        GOOD,
        MALFORMED,
        BAD_ICRC
    }

    private static final int UDP_PROTOCOL = 17;
    private static final long MAPPED = 0xffffL << 32;

    final Reth reth = new Reth();
    final AtomicEth atomicEth = new AtomicEth();
    final Aeth aeth = new Aeth();
    final AtomicAckEth atomicAckEth = new AtomicAckEth();
    final Deth deth = new Deth();
    final ImmDt immDt = new ImmDt();
    final Ieth ieth = new Ieth();
    final Feth feth = new Feth();

    private final Ipv4 ipv4 = new Ipv4();
    private final Ipv6 ipv6 = new Ipv6();
    private final Bth bth = new Bth();
    private final Icrc icrc = new Icrc();
    /** Made when a sender's identification is not known for the first time. */
    private IdentificationFree anyId;

    ByteBuffer buffer = ByteBuffer.allocate(0);
    int ip;
    int end;
    long sourceHigh;
    long sourceLow;
    long destinationHigh;
    long destinationLow;
    int sourcePort;
    int ecn;

    /** Behind the last byte that the IP header speaks of. */
    private int ipEnd;

    int opcode;
    int traits;
    int destQp;
    int psn;
    int pkey;
    boolean ackReq;
    boolean solicited;
    int payload;
    int payloadLength;

    /**
     * @param at first byte of the IP header
     * @param length bytes from there on
     * @param idKnown whether the IPv4 identification is that of the wire; a UDP socket can't tell,
     *     and then any identification that makes the ICRC fit will do
     */
    Verdict read(ByteBuffer packet, int at, int length, boolean idKnown) {
        buffer = packet;
        ip = at;
        int udp = ip(length);
        if (udp < 0) {
            return Verdict.MALFORMED;
        }
        int udpLength = buffer.getShort(udp + 4) & 0xffff;
        int port = buffer.getShort(udp + 2) & 0xffff;
        end = udp + udpLength - Icrc.LENGTH;
        if (port != PacketWriter.ROCE_PORT
                || udpLength > ipEnd - udp
                || end - udp - Udp.LENGTH < Bth.LENGTH
                || !transport(udp + Udp.LENGTH)) {
            return Verdict.MALFORMED;
        }
        sourcePort = buffer.getShort(udp) & 0xffff;
        int stored = Icrc.stored(buffer, end);
        int computed = icrc.compute(buffer, ip, udp, end);
        boolean fits = stored == computed
                || (!idKnown && ipv4() && anyId().explains(stored ^ computed, end - ip));
        return fits ? Verdict.GOOD : Verdict.BAD_ICRC;
    }

    /** First byte of UDP, or -1. */
    private int ip(int length) {
        if (length < Ipv4.LENGTH + Udp.LENGTH) {
            return -1;
        }
        if (ipv4()) {
            ipv4.wrap(buffer, ip);
            boolean whole = ipv4.ihl() == 5
                    && ipv4.totalLength() <= length
                    && !ipv4.moreFragments()
                    && ipv4.fragmentOffset() == 0
                    && ipv4.protocol() == UDP_PROTOCOL;
            sourceHigh = 0;
            sourceLow = MAPPED | ipv4.source();
            destinationHigh = 0;
            destinationLow = MAPPED | ipv4.destination();
            ecn = ipv4.ecn();
            ipEnd = ip + ipv4.totalLength();
            return whole ? ip + Ipv4.LENGTH : -1;
        }
        ipv6.wrap(buffer, ip);
        if (ipv6.version() != 6
                || length < Ipv6.LENGTH + Udp.LENGTH
                || ipv6.nextHeader() != UDP_PROTOCOL) {
            return -1;
        }
        sourceHigh = ipv6.sourceHigh();
        sourceLow = ipv6.sourceLow();
        destinationHigh = ipv6.destinationHigh();
        destinationLow = ipv6.destinationLow();
        ecn = ipv6.ecn();
        ipEnd = ip + Ipv6.LENGTH + ipv6.payloadLength();
        return ipEnd <= ip + length ? ip + Ipv6.LENGTH : -1;
    }

    boolean ipv4() {
        return (buffer.get(ip) & 0xf0) == 0x40;
    }

    private boolean transport(int at) {
        bth.wrap(buffer, at);
        opcode = bth.opcode();
        traits = Opcode.traits(opcode);
        destQp = bth.destqp();
        psn = bth.psn();
        pkey = bth.pKey();
        ackReq = bth.a();
        solicited = bth.se();
        payload = at + Bth.LENGTH + Opcode.headerLength(opcode);
        payloadLength = end - payload - bth.padcnt();
        if ((traits & Opcode.KNOWN) == 0 || bth.tver() != 0 || payloadLength < 0) {
            return false;
        }
        views(at + Bth.LENGTH);
        return true;
    }

    /** In the order of the wire (IBA vol 1, 5.2). */
    private void views(int first) {
        int at = first;
        if ((traits & Opcode.HAS_DETH) != 0) {
            deth.wrap(buffer, at);
            at += Deth.LENGTH;
        }
        if ((traits & Opcode.HAS_FETH) != 0) {
            feth.wrap(buffer, at);
            at += Feth.LENGTH;
        }
        if ((traits & Opcode.HAS_RETH) != 0) {
            reth.wrap(buffer, at);
            at += Reth.LENGTH;
        }
        if ((traits & Opcode.HAS_ATOMIC_ETH) != 0) {
            atomicEth.wrap(buffer, at);
            at += AtomicEth.LENGTH;
        }
        if ((traits & Opcode.HAS_AETH) != 0) {
            aeth.wrap(buffer, at);
            at += Aeth.LENGTH;
        }
        if ((traits & Opcode.HAS_ATOMIC_ACK_ETH) != 0) {
            atomicAckEth.wrap(buffer, at);
            at += AtomicAckEth.LENGTH;
        }
        if ((traits & Opcode.HAS_IMM_DT) != 0) {
            immDt.wrap(buffer, at);
            at += ImmDt.LENGTH;
        }
        if ((traits & Opcode.HAS_IETH) != 0) {
            ieth.wrap(buffer, at);
        }
    }

    int service() {
        return opcode & Opcode.SERVICE_MASK;
    }

    int operation() {
        return opcode & Opcode.OPERATION_MASK;
    }

    /** A positive acknowledgement without data. */
    boolean isAck() {
        return has(Opcode.IS_ACKNOWLEDGE) && aeth.isAck();
    }

    boolean has(int trait) {
        return (traits & trait) != 0;
    }

    private IdentificationFree anyId() {
        if (anyId == null) {
            anyId = new IdentificationFree();
        }
        return anyId;
    }
}
