package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Segments;
import io.qpscope.fuzz.oracle.iwarp.Unit.Lie;
import io.qpscope.fuzz.oracle.iwarp.Unit.Stag;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.wire.Rdmap;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a requester makes of the answers to its READs and atomics. */
final class RequesterModel {
    private final List<Item> items;
    /** Numbers of READs and atomics that are not answered, from 0. */
    private final ArrayDeque<Integer> open = new ArrayDeque<>();

    private boolean opens;
    private long moved;
    private long atomicMsn = 1;

    boolean anything;
    boolean terminated;
    /** Whether an answer came as something that needs none. */
    boolean overlooks;

    RequesterModel(Flow flow) {
        opens = Segments.opening(flow.stream()) == RtrKind.READ;
        items = flow.work().items();
        for (int i = 0; i < items.size(); i++) {
            if (Sender.asks(items.get(i))) {
                open.add(i);
            }
        }
    }

    /** Whether nothing is still to be answered. */
    boolean isIdle() {
        return open.isEmpty() && !opens;
    }

    /** Whether the READ that opened the stream was never answered, and nothing else is missing. */
    boolean awaitsOpening() {
        return open.isEmpty() && opens;
    }

    Set<String> take(Unit unit) {
        Set<String> wrong = new TreeSet<>();
        if (!Codes.frame(unit, wrong)) {
            return wrong;
        }
        if (unit.lie == Lie.ANYTHING) {
            anything = true;
            return wrong;
        }
        Codes.control(unit, wrong);
        if (!wrong.isEmpty()) {
            return wrong;
        }
        if (unit.opcode == Rdmap.READ_RESPONSE) {
            response(unit, wrong);
        } else if (unit.opcode == Rdmap.ATOMIC_RESPONSE) {
            atomic(unit, wrong);
        } else if (unit.opcode == Rdmap.TERMINATE && unit.last && unit.mo == 0) {
            terminated = true;
        } else if (unit.opcode == Rdmap.WRITE) {
            // The sink's key is there, and grants no WRITE.
            if (unit.length > 0) {
                wrong.add(Codes.ACCESS);
                wrong.add(Codes.STAG);
            }
            overlooks = true;
        } else {
            anything = true;
        }
        return wrong;
    }

    /** Null for none. */
    private Item oldest() {
        return open.isEmpty() ? null : items.get(open.peek());
    }

    private void response(Unit unit, Set<String> wrong) {
        if (opens) {
            opens = false;
            if (!unit.last || unit.length > 0) {
                wrong.add(Codes.UNSPECIFIED);
            }
            return;
        }
        Item item = oldest();
        if (item == null || item.verb() != Verb.RDMA_READ || unit.recast) {
            wrong.add(Codes.OPCODE);
            return;
        }
        if (unit.length > 0 && unit.stag != Stag.RIGHT) {
            wrong.add(Codes.STAG);
        }
        boolean elsewhere = unit.to != moved || unit.item != open.peek();
        if (unit.length > 0 && (elsewhere || unit.length > item.size() - moved)) {
            wrong.add(Codes.BOUNDS);
        }
        if (unit.last != (moved + unit.length == item.size())) {
            wrong.add(Codes.UNSPECIFIED);
        }
        if (wrong.isEmpty()) {
            moved += unit.length;
            if (unit.last) {
                open.remove();
                moved = 0;
            }
        }
    }

    private void atomic(Unit unit, Set<String> wrong) {
        if (unit.mo != 0) {
            wrong.add(Codes.MO);
        }
        if (!unit.last || unit.length != 12) {
            wrong.add(Codes.UNSPECIFIED);
        }
        Item item = oldest();
        if (opens || item == null || !item.verb().isAtomic()) {
            wrong.add(Codes.OPCODE);
        }
        if (unit.msn != atomicMsn) {
            wrong.add(Codes.MSN);
        }
        if (wrong.isEmpty()) {
            atomicMsn++;
            open.remove();
        }
    }
}
