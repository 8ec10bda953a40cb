package io.qpscope.fault;

import io.qpscope.fault.plan.Side;

/** Packets from one host to one queue pair of another. */
final class QpFlow {
    final long sourceHigh;
    final long sourceLow;
    final long destinationHigh;
    final long destinationLow;
    final int destQp;
    final QpPair pair;
    final Side from;
    /** Its queue pair's number belongs to another one since. */
    boolean stale;

    /**
     * The direction of a packet.
     *
     * @param from who sends it
     */
    QpFlow(PacketFacts facts, QpPair pair, Side from) {
        sourceHigh = facts.sourceHigh;
        sourceLow = facts.sourceLow;
        destinationHigh = facts.destinationHigh;
        destinationLow = facts.destinationLow;
        destQp = facts.destQp;
        this.pair = pair;
        this.from = from;
    }

    /** The other direction, to a queue pair of the source's. */
    QpFlow(QpFlow forth, int sourceQp) {
        sourceHigh = forth.destinationHigh;
        sourceLow = forth.destinationLow;
        destinationHigh = forth.sourceHigh;
        destinationLow = forth.sourceLow;
        destQp = sourceQp;
        pair = forth.pair;
        from = forth.from.other();
    }

    boolean is(PacketFacts facts) {
        return destQp == facts.destQp
                && sourceLow == facts.sourceLow
                && destinationLow == facts.destinationLow
                && sourceHigh == facts.sourceHigh
                && destinationHigh == facts.destinationHigh;
    }

    boolean is(QpFlow other) {
        return destQp == other.destQp
                && sourceLow == other.sourceLow
                && destinationLow == other.destinationLow
                && sourceHigh == other.sourceHigh
                && destinationHigh == other.destinationHigh;
    }

    int hash() {
        return hash(sourceHigh, sourceLow, destinationHigh, destinationLow, destQp);
    }

    static int hash(PacketFacts facts) {
        return hash(
                facts.sourceHigh,
                facts.sourceLow,
                facts.destinationHigh,
                facts.destinationLow,
                facts.destQp);
    }

    private static int hash(long a, long b, long c, long d, int qp) {
        long mix = a * 0x9e3779b97f4a7c15L + b;
        mix = mix * 0x9e3779b97f4a7c15L + c;
        mix = mix * 0x9e3779b97f4a7c15L + d;
        mix = (mix ^ qp) * 0x9e3779b97f4a7c15L;
        return (int) (mix >>> 32);
    }
}
