package io.qpscope.fault;

import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.PacketField;
import io.qpscope.frame.CmField;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/** Changes packets: bits, lengths, marks. Each operation says first whether it can. */
final class PacketSurgeon {
    private static final int BYTE = 8;

    private final Icrc icrc = new Icrc();

    /** Whether the packet has what is to be changed. */
    static boolean has(PacketFacts facts, Action.Corrupt what) {
        PacketField field = what.field();
        if (field == null) {
            return facts.bth + what.offset() < facts.end + Icrc.LENGTH;
        }
        if (field == PacketField.PAYLOAD) {
            return what.offset() < facts.payloadLength;
        }
        return field.trait() == 0 || facts.has(field.trait());
    }

    /**
     * Changes a field.
     *
     * @param sign whether the ICRC becomes right
     */
    void corrupt(PacketFacts facts, Action.Corrupt what, boolean sign) {
        PacketField field = what.field();
        int first = BYTE * start(facts, field, what.offset());
        int bits = BYTE;
        if (field != null) {
            first += field.bitOffset();
            bits = field.bits();
        }
        long old = read(facts.packet, first, bits);
        write(facts.packet, first, bits, what.change().apply(old, what.operand()));
        boolean ofIp = field == PacketField.IP_SRC || field == PacketField.IP_LEN;
        if (ofIp && facts.ipv4) {
            Repair.checksum(facts.packet, facts.ip);
        }
        if (sign) {
            sign(facts.packet, facts.ip, facts.udp, facts.end);
        }
    }

    /**
     * Changes a field of communication management; the ICRC stays as it is.
     *
     * @param datagram first byte of the management datagram
     */
    static void change(
            ByteBuffer packet, int datagram, CmField field, Action.Change change, long operand) {
        int first = BYTE * datagram + field.bitOffset();
        long old = read(packet, first, field.bits());
        write(packet, first, field.bits(), change.apply(old, operand));
    }

    /** Makes the ICRC right. */
    void sign(PacketFacts facts) {
        sign(facts.packet, facts.ip, facts.udp, facts.end);
    }

    private static int start(PacketFacts facts, PacketField field, int offset) {
        if (field == null) {
            return facts.bth + offset;
        }
        return switch (field) {
            case PAYLOAD -> facts.payload + offset;
            case INVARIANT_CRC -> facts.end;
            case IP_SRC -> facts.ip + (facts.ipv4 ? Ipv4.LENGTH - 8 : Ipv6.LENGTH - 20);
            case IP_LEN -> facts.ip + (facts.ipv4 ? 2 : 4);
            case UDP_LENGTH -> facts.udp + 4;
            default -> facts.header(field.trait());
        };
    }

    private static long read(ByteBuffer packet, int first, int bits) {
        long value = 0;
        for (int i = first; i < first + bits; i++) {
            value = value << 1 | (packet.get(i / BYTE) >> (7 - i % BYTE) & 1);
        }
        return value;
    }

    private static void write(ByteBuffer packet, int first, int bits, long value) {
        for (int i = 0; i < bits; i++) {
            int at = (first + i) / BYTE;
            int mask = 0x80 >> (first + i) % BYTE;
            boolean set = (value >>> (bits - 1 - i) & 1) != 0;
            int old = packet.get(at);
            packet.put(at, (byte) (set ? old | mask : old & ~mask));
        }
    }

    /** Bytes behind the UDP header that are left; as many as there are when none can go. */
    static int left(PacketFacts facts, Action.Truncate what) {
        int whole = facts.end + Icrc.LENGTH - facts.udp - Udp.LENGTH;
        return what.by() > 0 ? Math.max(0, whole - what.by()) : Math.min(whole, what.to());
    }

    static boolean shortens(PacketFacts facts, Action.Truncate what) {
        return left(facts, what) < facts.end + Icrc.LENGTH - facts.udp - Udp.LENGTH;
    }

    /**
     * Shortens the packet.
     *
     * @param sign whether its last bytes become its ICRC
     * @return its new length from the IP header on
     */
    int truncate(PacketFacts facts, Action.Truncate what, boolean sign) {
        int left = left(facts, what);
        int end = facts.udp + Udp.LENGTH + left;
        Repair.lengths(facts.packet, facts.ip, facts.udp, end);
        if (sign && left >= Bth.LENGTH + Icrc.LENGTH) {
            sign(facts.packet, facts.ip, facts.udp, end - Icrc.LENGTH);
        }
        return end - facts.ip;
    }

    static void mark(PacketFacts facts, Action.Mark what) {
        ByteBuffer packet = facts.packet;
        int ip = facts.ip;
        int old = facts.ipv4 ? packet.get(ip + 1) & 0xff : packet.getInt(ip) >>> 20 & 0xff;
        int dscp = what.dscp() < 0 ? old >> 2 : what.dscp();
        int mark = dscp << 2 | (what.ecn() < 0 ? old & 3 : what.ecn());
        if (facts.udp - ip == Ipv4.LENGTH) {
            packet.put(ip + 1, (byte) mark);
            Repair.checksum(packet, ip);
        } else {
            packet.putInt(ip, (packet.getInt(ip) & ~(0xff << 20)) | mark << 20);
        }
    }

    private void sign(ByteBuffer packet, int ip, int udp, int end) {
        Icrc.store(packet, end, icrc.compute(packet, ip, udp, end));
    }
}
