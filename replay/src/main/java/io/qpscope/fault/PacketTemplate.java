package io.qpscope.fault;

import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/** The headers that packets of one side bear, to make more of them. */
final class PacketTemplate {
    private static final int MOST_HEADERS = Ipv6.LENGTH + Udp.LENGTH;
    /** Without FECN, BECN and AckReq. */
    private static final int FLAGS = 0x40_ffff;

    private final ByteBuffer headers = ByteBuffer.allocate(MOST_HEADERS);
    private int length;
    /** Of IPv4; 0 where the sender, as a socket does, gives none. */
    private int identification;

    private int flagsAndKey;
    /** 0 while not known. */
    private int destQp;

    /** Whether all is known that a packet needs. */
    boolean complete() {
        return length > 0 && destQp != 0;
    }

    boolean seen() {
        return length > 0;
    }

    void destQp(int number) {
        destQp = number;
    }

    int destQp() {
        return destQp;
    }

    /** As of a packet of this side. */
    void take(PacketFacts facts) {
        length = facts.udp + Udp.LENGTH - facts.ip;
        headers.clear().put(0, facts.packet, facts.ip, length);
        identification = identification();
        flagsAndKey = facts.packet.getInt(facts.bth) & FLAGS;
    }

    /** As the other side's packets, turned round. */
    void mirror(PacketTemplate other) {
        length = other.length;
        flagsAndKey = other.flagsAndKey;
        headers.clear().put(0, other.headers, 0, length);
        boolean ipv4 = length == Ipv4.LENGTH + Udp.LENGTH;
        int size = ipv4 ? 4 : 16;
        int source = ipv4 ? 12 : 8;
        headers.put(source, other.headers, source + size, size);
        headers.put(source + size, other.headers, source, size);
        identification = identification();
    }

    /** Far from those that the sender will use next: equal packets pass for copies of one. */
    private int identification() {
        int seen = headers.getShort(4) & 0xffff;
        return length != Ipv4.LENGTH + Udp.LENGTH || seen == 0 ? 0 : seen ^ 0x8000;
    }

    /** Begins a packet at 0: all but the lengths, up to the BTH's end; the position is there. */
    void begin(ByteBuffer out, int opcode, int psn) {
        out.clear();
        out.put(0, headers, 0, length).position(length);
        if (identification != 0) {
            out.putShort(4, (short) identification);
            identification = Math.max(1, (identification + 1) & 0xffff);
        }
        out.putInt(opcode << 24 | flagsAndKey).putInt(destQp).putInt(psn);
    }

    /**
     * Pads and ends it at the buffer's position.
     *
     * @return its length, which is the new limit
     */
    int end(ByteBuffer out, Icrc icrc, boolean badIcrc) {
        int headersEnd = length + Bth.LENGTH + Opcode.headerLength(out.get(length) & 0xff);
        int pad = -(out.position() - headersEnd) & 3;
        for (int i = 0; i < pad; i++) {
            out.put((byte) 0);
        }
        out.put(length + 1, (byte) (out.get(length + 1) | pad << 4));
        int end = out.position();
        Repair.lengths(out, 0, length - Udp.LENGTH, end + Icrc.LENGTH);
        int sum = icrc.compute(out, 0, length - Udp.LENGTH, end);
        out.limit(end + Icrc.LENGTH);
        Icrc.store(out, end, badIcrc ? ~sum : sum);
        return end + Icrc.LENGTH;
    }
}
