package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Segments;
import io.qpscope.fuzz.oracle.iwarp.Unit.Stag;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapAtomicRequest;
import io.qpscope.wire.RdmapImmediate;
import io.qpscope.wire.RdmapReadRequest;
import io.qpscope.wire.RdmapTerminate;

import java.util.ArrayList;
import java.util.List;

/** Which FPDUs a requester sends for its messages, one behind the other (RFC 5041, 5.3). */
final class Sender {
    private final StreamPlan plan;
    private final List<Unit> units = new ArrayList<>();
    private int sendMsn = 1;
    private int requestMsn = 1;

    private Sender(Flow flow) {
        plan = flow.stream();
    }

    /**
     * @param depth READs and atomics that may be open; with 0 the first of them ends the stream
     */
    static List<Unit> of(Flow flow, int depth) {
        Sender sender = new Sender(flow);
        RtrKind kind = Segments.opening(sender.plan);
        if (kind != null) {
            sender.open(kind);
        }
        int number = 0;
        for (Item item : flow.work().items()) {
            if (depth == 0 && asks(item)) {
                break;
            }
            sender.item(item, number++);
        }
        return sender.units;
    }

    static boolean asks(Item item) {
        return item.verb() == Verb.RDMA_READ || item.verb().isAtomic();
    }

    private void open(RtrKind kind) {
        switch (kind) {
            case EMPTY_FPDU -> add(-1).empty = true;
            case WRITE -> {
                Unit unit = tagged(-1, Rdmap.WRITE, true);
                unit.stag = Stag.NOTHING;
            }
            case READ -> {
                Unit unit = request(-1, Rdmap.READ_REQUEST, RdmapReadRequest.LENGTH);
                unit.source = Stag.NOTHING;
                unit.sink = Stag.NOTHING;
            }
        }
    }

    private Unit add(int item) {
        Unit unit = new Unit();
        unit.item = item;
        units.add(unit);
        return unit;
    }

    private Unit tagged(int item, int opcode, boolean last) {
        Unit unit = add(item);
        unit.tagged = true;
        unit.opcode = opcode;
        unit.last = last;
        return unit;
    }

    private Unit untagged(int item, int opcode, boolean last, long msn) {
        Unit unit = add(item);
        unit.opcode = opcode;
        unit.last = last;
        unit.queue = Rdmap.queue(opcode);
        unit.msn = msn;
        unit.stag = Rdmap.invalidates(opcode) ? Stag.RIGHT : Stag.NOTHING;
        return unit;
    }

    private Unit request(int item, int opcode, int length) {
        Unit unit = untagged(item, opcode, true, requestMsn++);
        unit.length = length;
        return unit;
    }

    private void item(Item item, int number) {
        switch (item.verb()) {
            case RDMA_WRITE -> write(item, number);
            case RDMA_WRITE_WITH_IMM -> {
                write(item, number);
                immediate(number);
            }
            case SEND_WITH_IMM -> immediate(number);
            case SEND -> send(item, number, Rdmap.SEND);
            case SEND_WITH_INV -> send(item, number, Rdmap.SEND_INVALIDATE);
            case RDMA_READ ->
                ask(request(number, Rdmap.READ_REQUEST, RdmapReadRequest.LENGTH), item);
            default -> ask(request(number, Rdmap.ATOMIC_REQUEST, RdmapAtomicRequest.LENGTH), item);
        }
    }

    private static void ask(Unit unit, Item item) {
        unit.source = stag(item);
        unit.sourceTo = item.at();
        unit.size = item.size();
    }

    private static Stag stag(Item item) {
        return item.key() == Rkey.RIGHT
                ? Stag.RIGHT
                : item.key() == Rkey.UNFIT ? Stag.UNFIT : Stag.NOTHING;
    }

    private void write(Item item, int number) {
        int most = Segments.tagged(plan);
        int moved = 0;
        do {
            int length = Math.min(most, item.size() - moved);
            Unit unit = tagged(number, Rdmap.WRITE, moved + length == item.size());
            unit.stag = stag(item);
            unit.to = (long) item.at() + moved;
            unit.length = length;
            moved += length;
        } while (moved < item.size());
    }

    private void immediate(int number) {
        untagged(number, Rdmap.IMMEDIATE, true, sendMsn++).length = RdmapImmediate.LENGTH;
    }

    private void send(Item item, int number, int opcode) {
        int most = Segments.untagged(plan);
        int moved = 0;
        do {
            int length = Math.min(most, item.size() - moved);
            Unit unit = untagged(number, opcode, moved + length == item.size(), sendMsn);
            unit.mo = moved;
            unit.length = length;
            moved += length;
        } while (moved < item.size());
        sendMsn++;
    }

    /** What either end says of an error. */
    static Unit terminate() {
        Unit unit = new Unit();
        unit.opcode = Rdmap.TERMINATE;
        unit.queue = Rdmap.TERMINATE_QUEUE;
        unit.msn = 1;
        unit.last = true;
        unit.length = RdmapTerminate.LENGTH;
        return unit;
    }

    /** What a responder sends for a READ or atomic it has taken. */
    static List<Unit> answers(Unit asked, StreamPlan plan, int atomicMsn) {
        List<Unit> answers = new ArrayList<>();
        if (asked.opcode == Rdmap.ATOMIC_REQUEST) {
            Unit unit = new Unit();
            unit.item = asked.item;
            unit.opcode = Rdmap.ATOMIC_RESPONSE;
            unit.queue = Rdmap.ATOMIC_RESPONSE_QUEUE;
            unit.msn = atomicMsn;
            unit.last = true;
            unit.length = 12;
            answers.add(unit);
            return answers;
        }
        long moved = 0;
        do {
            Unit unit = new Unit();
            unit.item = asked.item;
            unit.tagged = true;
            unit.opcode = Rdmap.READ_RESPONSE;
            unit.length = (int) Math.min(Segments.tagged(plan), asked.size - moved);
            unit.stag = asked.sink;
            unit.to = moved + asked.sinkShift;
            moved += unit.length;
            unit.last = moved == asked.size;
            answers.add(unit);
        } while (moved < asked.size);
        return answers;
    }
}
