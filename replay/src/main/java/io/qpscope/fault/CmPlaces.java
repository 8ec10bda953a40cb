package io.qpscope.fault;

import io.qpscope.fault.plan.Side;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Deth;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the place of messages of communication management: which connection, which side, and how
 * often. Connections are numbered by their first REQ, whose sender is side A. Bounded: of those
 * beyond the limit nothing is known.
 */
final class CmPlaces {
    private static final int MOST = 4096;
    /** Both communication ids stand at the head of each message; that of the sender comes first. */
    private static final int REMOTE_ID_AT = 4;

    private final boolean keeps;
    private final List<CmTalk> talks = new ArrayList<>();
    private final MadHeader mad = new MadHeader();

    /** Attribute of the last packet's message; 0 when it has none. */
    int attribute;
    /** First byte of its management datagram. */
    int datagram;
    /** Null when nothing is known of its connection. */
    CmTalk talk;

    Side from = Side.A;
    int round;

    /**
     * Nothing has passed yet.
     *
     * @param keeps whether messages are kept, to send them again
     */
    CmPlaces(boolean keeps) {
        this.keeps = keeps;
    }

    void forget() {
        attribute = 0;
        talk = null;
    }

    /** Looks a packet of management up. */
    void find(boolean forth, PacketFacts facts) {
        forget();
        if (facts.opcode != (Opcode.UD | Opcode.SEND_ONLY)
                || facts.payloadLength < MadHeader.LENGTH + 2 * REMOTE_ID_AT) {
            return;
        }
        datagram = facts.bth + Bth.LENGTH + Deth.LENGTH;
        mad.wrap(facts.packet, datagram);
        if (mad.managementClass() != MadHeader.CLASS_CM) {
            return;
        }
        attribute = mad.attributeId();
        int body = datagram + MadHeader.LENGTH;
        int local = facts.packet.getInt(body);
        if (attribute == MadHeader.CM_REQ) {
            requested(forth, facts, local);
        } else {
            spoken(facts, local, facts.packet.getInt(body + REMOTE_ID_AT));
        }
        if (talk != null) {
            round = talk.count(from, attribute);
            talk.learn(from, attribute, facts, body);
            if (keeps) {
                talk.keep(from, attribute, facts);
            }
        }
    }

    private void requested(boolean forth, PacketFacts facts, int local) {
        from = Side.A;
        for (int i = talks.size() - 1; i >= 0; i--) {
            CmTalk each = talks.get(i);
            if (each.idOfA == local && each.isFrom(Side.A, facts)) {
                talk = each;
                return;
            }
        }
        if (talks.size() < MOST) {
            talk = new CmTalk(talks.size() + 1, forth, facts, local);
            talks.add(talk);
        }
    }

    /** The newest connection that the ids fit. */
    private void spoken(PacketFacts facts, int local, int remote) {
        for (int i = talks.size() - 1; i >= 0 && talk == null; i--) {
            CmTalk each = talks.get(i);
            if (each.idOfA == local && each.isFrom(Side.A, facts)) {
                talk = each;
                from = Side.A;
            } else if (each.idOfA == remote && each.isFrom(Side.B, facts)) {
                talk = each;
                from = Side.B;
            }
        }
    }

    /** By number; the newest for 0; null when there is none. */
    CmTalk talk(int number) {
        int index = number == 0 ? talks.size() - 1 : number - 1;
        return index >= 0 && index < talks.size() ? talks.get(index) : null;
    }
}
