package io.qpscope.fault;

import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.CmMessage;
import io.qpscope.fault.plan.Side;
import io.qpscope.wire.Bth;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.Deth;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/**
 * Makes messages of communication management that nobody sent, after those of their connection. What
 * is not known of it yet is made up.
 */
final class CmMint {
    private static final int ATTRIBUTE_AT = 16;
    private static final int QPN_OF_DREQ_AT = 8;
    private static final int REASON_AT = 10;
    private static final int SERVICE_TIMEOUT_AT = 9;
    private static final int QPN_OF_REP_AT = 12;
    private static final int QPN_OF_REQ_AT = CmReq.LOCAL_QPN_OFFSET;
    private static final int CONSUMER_REJECT = 28;
    /** 4.1 ms. */
    private static final int SERVICE_TIMEOUT = 10;

    private static final int MADE_UP = 0x5157_0001;

    private final PacketFacts facts = new PacketFacts();
    private final PacketSurgeon surgeon = new PacketSurgeon();

    /** Null when nothing of the connection was kept. */
    ByteBuffer make(CmTalk talk, Action.InjectCm what) {
        byte[] same = talk.kept(what.from(), what.message().attribute());
        ByteBuffer packet = same == null ? made(talk, what) : ByteBuffer.wrap(same.clone());
        if (packet == null) {
            return null;
        }
        renumber(packet);
        if (!facts.read(packet, 0, packet.limit())) {
            return null;
        }
        int datagram = facts.bth + Bth.LENGTH + Deth.LENGTH;
        if (what.field() != null) {
            PacketSurgeon.change(packet, datagram, what.field(), what.change(), what.operand());
        }
        surgeon.sign(facts);
        return packet;
    }

    /** Far from the sender's own: equal packets pass for copies of one. */
    private static void renumber(ByteBuffer packet) {
        boolean ipv4 = packet.get(0) == 0x45;
        if (ipv4 && packet.getShort(4) != 0) {
            packet.putShort(4, (short) (packet.getShort(4) ^ 0x8000));
            Repair.checksum(packet, 0);
        }
    }

    private ByteBuffer made(CmTalk talk, Action.InjectCm what) {
        byte[] request = talk.kept(Side.A, MadHeader.CM_REQ);
        if (request == null) {
            return null;
        }
        ByteBuffer packet = ByteBuffer.wrap(request.clone());
        boolean forwards = what.from() == Side.A;
        int ip = packet.get(0) == 0x45 ? Ipv4.LENGTH : Ipv6.LENGTH;
        if (!forwards) {
            turn(packet, request, ip == Ipv4.LENGTH ? 12 : 8, ip == Ipv4.LENGTH ? 4 : 16);
        }
        int datagram = ip + Udp.LENGTH + Bth.LENGTH + Deth.LENGTH;
        packet.putShort(datagram + ATTRIBUTE_AT, (short) what.message().attribute());
        int body = datagram + MadHeader.LENGTH;
        if (what.message() != CmMessage.REQ) {
            for (int i = body; i < body + CmReq.LENGTH; i++) {
                packet.put(i, (byte) 0);
            }
            int idOfB = talk.idOfB == 0 ? MADE_UP : talk.idOfB;
            packet.putInt(body, forwards ? talk.idOfA : idOfB);
            packet.putInt(body + 4, forwards ? idOfB : talk.idOfA);
            fill(packet, body, talk, what);
        } else if (!forwards) {
            packet.putInt(body, MADE_UP);
            packet.putInt(body + QPN_OF_REQ_AT, talk.qpnOfB << 8);
            int gid = body + CmReq.PRIMARY_LOCAL_GID_OFFSET;
            turn(
                    packet,
                    request,
                    gid,
                    CmReq.PRIMARY_REMOTE_GID_OFFSET - CmReq.PRIMARY_LOCAL_GID_OFFSET);
        }
        return packet;
    }

    /** Source and destination change places. */
    private static void turn(ByteBuffer packet, byte[] from, int source, int size) {
        packet.put(source, from, source + size, size);
        packet.put(source + size, from, source, size);
    }

    private static void fill(ByteBuffer packet, int body, CmTalk talk, Action.InjectCm what) {
        boolean forwards = what.from() == Side.A;
        int peersQpn = forwards ? talk.qpnOfB : talk.qpnOfA;
        switch (what.message()) {
            case DREQ -> packet.putInt(body + QPN_OF_DREQ_AT, peersQpn << 8);
            case REJ -> packet.putShort(body + REASON_AT, (short) CONSUMER_REJECT);
            case MRA -> packet.put(body + SERVICE_TIMEOUT_AT, (byte) (SERVICE_TIMEOUT << 3));
            case REP -> packet.putInt(body + QPN_OF_REP_AT, (MADE_UP & 0xffff) << 8);
            default -> {
                // The ids say it all.
            }
        }
    }
}
