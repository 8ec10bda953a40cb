package io.qpscope.fuzz;

import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.List;

/**
 * The messages of one pair of queue pairs.
 *
 * @param forth from host {@code a} to host {@code b}; else the other way
 * @param cm how connection management connects it; null for a pair connected from the start
 * @param stream how its iWARP stream is set up; null for RoCE
 */
public record Flow(
        boolean forth, Qp qp, Receives receives, WorkPlan work, Cm cm, StreamPlan stream) {
    /** What a scenario has for a flow that names none of it. */
    private static final Qp NO_QP = new Qp(1024, 14, 7, 7, 12, 16, 0, -1);

    /** Over RoCE, connected from the start. */
    public Flow(boolean forth, Qp qp, Receives receives, WorkPlan work) {
        this(forth, qp, receives, work, null, null);
    }

    /** Over iWARP. */
    public static Flow of(boolean forth, Receives receives, WorkPlan work, StreamPlan stream) {
        return new Flow(forth, NO_QP, receives, work, null, stream);
    }

    /** PSNs that all its messages take, of a READ one a response; over iWARP, the requester's FPDUs. */
    public int psns() {
        return work.items().stream().mapToInt(this::psns).sum();
    }

    /** The same of one message. */
    public int psns(Item item) {
        if (stream != null) {
            return Segments.of(stream, item);
        }
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
        return new Flow(forth, qp, receives, new WorkPlan(items, work.memory()), cm, stream);
    }

    public Flow with(Qp other) {
        return new Flow(forth, other, receives, work, cm, stream);
    }

    public Flow with(StreamPlan other) {
        return new Flow(forth, qp, receives, work, cm, other);
    }

    public Flow with(Receives other) {
        return new Flow(forth, qp, other, work, cm, stream);
    }

    public Flow withMemory(int bytes) {
        return new Flow(forth, qp, receives, new WorkPlan(work.items(), bytes), cm, stream);
    }

    /** The same, connected in another way; null for from the start. */
    public Flow connectedBy(Cm other) {
        return new Flow(forth, qp, receives, work, other, stream);
    }
}
