package io.qpscope.fuzz;

import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.List;

/**
 * The messages of one pair of queue pairs.
 *
 * @param forth from host {@code a} to host {@code b}; else the other way
 */
public record Flow(boolean forth, Qp qp, Receives receives, WorkPlan work) {
    /** PSNs that all its messages take; of a READ, one a response. */
    public int psns() {
        return work.items().stream().mapToInt(this::psns).sum();
    }

    /** PSNs of one message. */
    public int psns(Item item) {
        return item.verb().isAtomic() || !segmented(item)
                ? 1
                : Math.max(1, (item.size() + qp.pathMtu() - 1) / qp.pathMtu());
    }

    private static boolean segmented(Item item) {
        return switch (item.verb()) {
            case FLUSH, ATOMIC_WRITE -> false;
            default -> true;
        };
    }

    /** The same with other messages in as much memory. */
    public Flow with(List<Item> items) {
        return new Flow(forth, qp, receives, new WorkPlan(items, work.memory()));
    }

    public Flow with(Qp other) {
        return new Flow(forth, other, receives, work);
    }

    public Flow with(Receives other) {
        return new Flow(forth, qp, other, work);
    }

    public Flow withMemory(int bytes) {
        return new Flow(forth, qp, receives, new WorkPlan(work.items(), bytes));
    }
}
