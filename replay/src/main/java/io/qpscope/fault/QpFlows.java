package io.qpscope.fault;

/** Flows by their packets; open addressing. One takes the place of another like it. */
final class QpFlows {
    private QpFlow[] slots = new QpFlow[64];
    private int size;

    int size() {
        return size;
    }

    /** Null when there is none. */
    QpFlow find(PacketFacts facts) {
        int mask = slots.length - 1;
        int at = QpFlow.hash(facts) & mask;
        while (slots[at] != null) {
            if (slots[at].is(facts)) {
                return slots[at].stale ? null : slots[at];
            }
            at = (at + 1) & mask;
        }
        return null;
    }

    void add(QpFlow flow) {
        if (2 * size >= slots.length) {
            QpFlow[] old = slots;
            slots = new QpFlow[2 * old.length];
            for (QpFlow each : old) {
                if (each != null && !each.stale) {
                    put(each);
                }
            }
        }
        if (put(flow)) {
            size++;
        }
    }

    /** False when there was one like it. */
    private boolean put(QpFlow flow) {
        int mask = slots.length - 1;
        int at = flow.hash() & mask;
        while (slots[at] != null && !slots[at].is(flow)) {
            at = (at + 1) & mask;
        }
        boolean isNew = slots[at] == null;
        slots[at] = flow;
        return isNew;
    }

    /** Packets to a queue pair belong to another one from now on, whoever sends them. */
    void retire(long high, long low, int qpn) {
        for (QpFlow flow : slots) {
            if (flow != null
                    && flow.destQp == qpn
                    && flow.destinationLow == low
                    && flow.destinationHigh == high) {
                flow.stale = true;
            }
        }
    }
}
