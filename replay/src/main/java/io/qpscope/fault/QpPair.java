package io.qpscope.fault;

import io.qpscope.fault.plan.Side;

/** Two connected queue pairs, and what has passed between them. */
final class QpPair {
    final int number;
    final QpLane requestsOfA;
    final QpLane requestsOfB;
    /** Headers of packets that A sends, and that B sends. */
    final PacketTemplate fromA = new PacketTemplate();

    final PacketTemplate fromB = new PacketTemplate();
    /** Payload of packets that are neither last nor only; 0 when none was seen. */
    int pathMtu;

    /** Whether packets of A go in the direction that the way calls A's. */
    final boolean forth;

    QpPair(int number, boolean forth, boolean rounds, boolean messages) {
        this.number = number;
        this.forth = forth;
        requestsOfA = new QpLane(this, rounds, messages);
        requestsOfB = new QpLane(this, rounds, messages);
    }

    QpLane requestsOf(Side side) {
        return side == Side.A ? requestsOfA : requestsOfB;
    }

    PacketTemplate from(Side side) {
        return side == Side.A ? fromA : fromB;
    }
}
