package io.qpscope.fault;

import io.qpscope.fault.plan.Side;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.MadHeader;

/** What two sides have said to each other about one connection. */
final class CmTalk {
    private static final int KINDS = MadHeader.CM_APR + 1;

    final int number;
    /** Whether packets of A go in the direction that the way calls A's. */
    final boolean forth;

    final int idOfA;
    /** 0 while not known. */
    int idOfB;

    int qpnOfA;
    int qpnOfB;
    private final long high;
    private final long low;
    private final long otherHigh;
    private final long otherLow;
    private final int[] fromA = new int[KINDS];
    private final int[] fromB = new int[KINDS];
    /** The last of each kind, from the IP header to the ICRC; null while nobody asks for them. */
    private byte[][] keptOfA;

    private byte[][] keptOfB;

    /**
     * Begins with its first REQ.
     *
     * @param id that its sender gives the connection
     */
    CmTalk(int number, boolean forth, PacketFacts facts, int id) {
        this.number = number;
        this.forth = forth;
        idOfA = id;
        high = facts.sourceHigh;
        low = facts.sourceLow;
        otherHigh = facts.destinationHigh;
        otherLow = facts.destinationLow;
    }

    boolean isFrom(Side side, PacketFacts facts) {
        boolean forwards = facts.sourceLow == low
                && facts.sourceHigh == high
                && facts.destinationLow == otherLow
                && facts.destinationHigh == otherHigh;
        boolean backwards = facts.sourceLow == otherLow
                && facts.sourceHigh == otherHigh
                && facts.destinationLow == low
                && facts.destinationHigh == high;
        return side == Side.A ? forwards : backwards;
    }

    /** One more of a kind; returns how many there have been from this side. */
    int count(Side from, int attribute) {
        int[] counts = from == Side.A ? fromA : fromB;
        return attribute < KINDS ? ++counts[attribute] : 0;
    }

    void learn(Side from, int attribute, PacketFacts facts, int body) {
        boolean request = from == Side.A && attribute == MadHeader.CM_REQ;
        if (request && facts.end - body >= CmReq.LENGTH) {
            qpnOfA = new CmReq().wrap(facts.packet, body).localQpn();
        } else if (from == Side.B
                && attribute == MadHeader.CM_REP
                && idOfB == 0
                && facts.end - body >= CmRep.LENGTH) {
            idOfB = facts.packet.getInt(body);
            qpnOfB = new CmRep().wrap(facts.packet, body).localQpn();
        }
    }

    void keep(Side from, int attribute, PacketFacts facts) {
        if (attribute >= KINDS) {
            return;
        }
        if (keptOfA == null) {
            keptOfA = new byte[KINDS][];
            keptOfB = new byte[KINDS][];
        }
        byte[] bytes = new byte[facts.end + Integer.BYTES - facts.ip];
        facts.packet.get(facts.ip, bytes);
        (from == Side.A ? keptOfA : keptOfB)[attribute] = bytes;
    }

    /** The last of its kind; null for none. */
    byte[] kept(Side from, int attribute) {
        if (keptOfA == null) {
            return null;
        }
        return (from == Side.A ? keptOfA : keptOfB)[attribute];
    }
}
