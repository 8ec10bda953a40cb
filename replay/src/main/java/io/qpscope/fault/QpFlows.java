package io.qpscope.fault;

/** Flows by their packets; open addressing, nothing is ever removed. */
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
                return slots[at];
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
                if (each != null) {
                    put(each);
                }
            }
        }
        put(flow);
        size++;
    }

    private void put(QpFlow flow) {
        int mask = slots.length - 1;
        int at = flow.hash() & mask;
        while (slots[at] != null) {
            at = (at + 1) & mask;
        }
        slots[at] = flow;
    }
}
