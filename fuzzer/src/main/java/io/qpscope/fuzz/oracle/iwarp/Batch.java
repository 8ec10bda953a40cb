package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Segments;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.Rdmap;

import java.util.List;

/**
 * What a requester may send at once: READs and atomics that reach the responder together, in one TCP
 * segment, are open there together. More of them than its IRD it must refuse.
 */
final class Batch {
    private final int depth;
    private final int ird;
    private final long asks;
    private int firstExcess = -1;

    /**
     * @param sent all that the requester sends
     * @param depth READs and atomics that it has open at most
     */
    Batch(Flow flow, List<Unit> sent, int depth) {
        this.depth = depth;
        ird = flow.stream().ird();
        boolean opens = Segments.opening(flow.stream()) == RtrKind.READ;
        asks = flow.work().items().stream().filter(Sender::asks).count() + (opens ? 1 : 0);
        look(flow, sent);
    }

    /** Only what goes out before any answer is looked at. */
    private void look(Flow flow, List<Unit> sent) {
        StreamPlan plan = flow.stream();
        List<Item> items = flow.work().items();
        int room = Math.max(plan.mss(), LEAST_SEGMENT);
        long position = 0;
        int filled = 0;
        int together = 0;
        int open = 0;
        for (int i = 0; i < sent.size() && firstExcess < 0; i++) {
            Unit unit = sent.get(i);
            boolean asking = !unit.empty
                    && !unit.tagged
                    && (unit.opcode == Rdmap.READ_REQUEST || unit.opcode == Rdmap.ATOMIC_REQUEST);
            boolean fenced = unit.item >= 0 && items.get(unit.item).fence() && open > 0;
            if (fenced || (asking && unit.item >= 0 && open >= depth)) {
                return;
            }
            int bytes = unit.bytes();
            int raw = plan.markers() ? Mpa.rawLength(position, bytes) : bytes;
            position += raw;
            if (filled + raw > room) {
                filled = 0;
                together = 0;
            }
            filled += raw;
            if (asking) {
                open++;
                together++;
                if (together > Math.max(1, ird)) {
                    firstExcess = i;
                }
            }
        }
    }

    private static final int LEAST_SEGMENT = 532;

    /** The number of the FPDU that is too much, from 0. */
    int firstExcess() {
        return firstExcess;
    }

    boolean isCertain() {
        return firstExcess >= 0;
    }

    boolean isPossible() {
        return Math.min(asks, depth) > Math.max(1, ird);
    }
}
