package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Segments;
import io.qpscope.fuzz.oracle.iwarp.Unit.Lie;
import io.qpscope.fuzz.oracle.iwarp.Unit.Stag;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapAtomicRequest;
import io.qpscope.wire.RdmapImmediate;
import io.qpscope.wire.RdmapReadRequest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a responder makes of FPDUs: what it must refuse, and what it answers (RFC 5040 and 5041). */
final class ResponderModel {
    private static final int WORD = 8;

    private final Flow flow;
    private final int depth;
    private final List<Item> items;
    /** Items that use up a receive, in their order. */
    private final List<Integer> receiving = new ArrayList<>();

    private RtrKind opening;
    private boolean valid = true;
    private long sendMsn = 1;
    private long requestMsn = 1;
    private int atomicMsn = 1;
    private boolean held;
    private int heldOpcode;
    private long offset;
    private int receives;

    final List<Unit> answers = new ArrayList<>();
    /** Whether something else was done than the messages say. */
    boolean strays;

    boolean anything;
    boolean terminated;

    /**
     * @param depth READs and atomics that it takes
     */
    ResponderModel(Flow flow, int depth) {
        this.flow = flow;
        this.depth = depth;
        items = flow.work().items();
        opening = Segments.opening(flow.stream());
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).verb().consumesReceive()) {
                receiving.add(i);
            }
        }
    }

    /** Takes one FPDU; what may be said of it in a Terminate, nothing when it is in order. */
    Set<String> take(Unit unit) {
        Set<String> wrong = new TreeSet<>();
        if (!Codes.frame(unit, wrong)) {
            return wrong;
        }
        if (unit.lie == Lie.ANYTHING) {
            anything = true;
            return wrong;
        }
        if (opening != null && !isTerminate(unit)) {
            RtrKind kind = opening;
            opening = null;
            if (!opens(kind, unit)) {
                wrong.add(Codes.OPENING);
            }
            if (wrong.isEmpty() && kind == RtrKind.EMPTY_FPDU && unit.empty) {
                return wrong;
            }
            if (wrong.isEmpty() && kind == RtrKind.EMPTY_FPDU) {
                // An empty SEND opens as well, and takes no receive request.
                Codes.control(unit, wrong);
                sendMsn++;
                strays = true;
                return wrong;
            }
        }
        Codes.control(unit, wrong);
        if (wrong.isEmpty()) {
            judge(unit, wrong);
        }
        if (wrong.isEmpty()) {
            apply(unit);
        }
        return wrong;
    }

    private static boolean isTerminate(Unit unit) {
        return !unit.empty && !unit.tagged && unit.opcode == Rdmap.TERMINATE;
    }

    private static boolean opens(RtrKind kind, Unit unit) {
        return switch (kind) {
            case EMPTY_FPDU ->
                unit.empty
                        || (!unit.tagged
                                && unit.opcode == Rdmap.SEND
                                && unit.length == 0
                                && unit.msn == 1);
            case WRITE ->
                !unit.empty && unit.tagged && unit.opcode == Rdmap.WRITE && unit.length == 0;
            case READ ->
                !unit.empty && !unit.tagged && unit.opcode == Rdmap.READ_REQUEST && unit.size == 0;
        };
    }

    private void judge(Unit unit, Set<String> wrong) {
        if (unit.opcode == Rdmap.WRITE) {
            write(unit, wrong);
        } else if (unit.tagged) {
            wrong.add(Codes.OPCODE);
        } else if (Rdmap.isSend(unit.opcode)) {
            send(unit, wrong);
        } else {
            single(unit, wrong);
        }
    }

    private void write(Unit unit, Set<String> wrong) {
        if (unit.length == 0) {
            return;
        }
        if (unit.recast) {
            // A READ request's or a response's first bytes as STag and offset.
            wrong.add(Codes.STAG);
        } else if (unit.stag == Stag.NOTHING || !valid(unit.stag)) {
            wrong.add(Codes.STAG);
        } else if (unit.stag == Stag.UNFIT) {
            wrong.add(Codes.ACCESS);
        } else if (!inside(unit.to, unit.length)) {
            wrong.add(Codes.BOUNDS);
            wrong.add(Codes.WRAP);
        }
    }

    /** A SEND with Invalidate takes one of two keys away. */
    private boolean valid(Stag stag) {
        return stag != Stag.RIGHT || valid;
    }

    private boolean inside(long at, long length) {
        return at >= 0 && at <= flow.work().memory() && length <= flow.work().memory() - at;
    }

    private void send(Unit unit, Set<String> wrong) {
        if (unit.msn != sendMsn) {
            wrong.add(Codes.MSN);
        }
        if (unit.mo != (held ? offset : 0)) {
            wrong.add(Codes.MO);
        }
        if (!held && receives == receiving.size()) {
            wrong.add(Codes.NO_BUFFER);
            return;
        }
        if (held && unit.opcode != heldOpcode) {
            wrong.add(Codes.OPCODE);
        }
        if (unit.length > room() - (held ? offset : 0)) {
            wrong.add(Codes.TOO_LONG);
        }
        boolean takes = unit.last && Rdmap.invalidates(unit.opcode);
        boolean known = unit.stag == Stag.RIGHT && valid;
        if (wrong.isEmpty() && takes && !known) {
            wrong.add(Codes.INVALIDATE);
        }
    }

    private int room() {
        Item item = items.get(receiving.get(receives));
        return item.verb().isSend() ? item.room() : 0;
    }

    /** What is one segment long. */
    private void single(Unit unit, Set<String> wrong) {
        if (unit.mo != 0) {
            wrong.add(Codes.MO);
        }
        boolean fits = switch (unit.opcode) {
            case Rdmap.READ_REQUEST -> unit.length == RdmapReadRequest.LENGTH;
            case Rdmap.ATOMIC_REQUEST -> unit.length == RdmapAtomicRequest.LENGTH;
            case Rdmap.IMMEDIATE, Rdmap.IMMEDIATE_SE -> unit.length == RdmapImmediate.LENGTH;
            default -> true;
        };
        if (!unit.last || !fits) {
            wrong.add(Codes.UNSPECIFIED);
        }
        switch (unit.opcode) {
            case Rdmap.READ_REQUEST, Rdmap.ATOMIC_REQUEST -> ask(unit, wrong);
            case Rdmap.IMMEDIATE, Rdmap.IMMEDIATE_SE -> {
                if (held || unit.msn != sendMsn) {
                    wrong.add(Codes.MSN);
                }
                if (receives == receiving.size()) {
                    wrong.add(Codes.NO_BUFFER);
                }
            }
            case Rdmap.TERMINATE -> {
                // Ends the stream whatever is in it.
            }
            default -> wrong.add(Codes.OPCODE);
        }
    }

    private void ask(Unit unit, Set<String> wrong) {
        if (unit.msn != requestMsn) {
            wrong.add(Codes.MSN);
        }
        if (unit.recast) {
            anything = wrong.isEmpty();
            return;
        }
        if (unit.size == 0) {
            return;
        }
        boolean atomic = unit.opcode == Rdmap.ATOMIC_REQUEST;
        if (depth == 0) {
            wrong.add(Codes.NO_BUFFER);
            wrong.add(Codes.CATASTROPHIC);
        }
        if (unit.source == Stag.NOTHING || !valid(unit.source)) {
            wrong.add(Codes.READ_STAG);
        } else if (unit.source == Stag.UNFIT) {
            wrong.add(Codes.ACCESS);
        } else if (!inside(unit.sourceTo, unit.size)) {
            wrong.add(Codes.READ_BOUNDS);
            wrong.add(Codes.READ_WRAP);
        } else if (atomic && (unit.sourceTo & (WORD - 1)) != 0) {
            wrong.add(Codes.CATASTROPHIC);
        }
    }

    private void apply(Unit unit) {
        strays |= unit.misplaced;
        if (unit.opcode == Rdmap.TERMINATE) {
            terminated = true;
        } else if (Rdmap.isSend(unit.opcode)) {
            placed(unit);
        } else if (unit.opcode == Rdmap.READ_REQUEST || unit.opcode == Rdmap.ATOMIC_REQUEST) {
            requestMsn++;
            answers.addAll(Sender.answers(unit, flow.stream(), atomicMsn));
            atomicMsn += unit.opcode == Rdmap.ATOMIC_REQUEST ? 1 : 0;
        } else if (!unit.tagged) {
            sendMsn++;
            strays |= unit.recast || receiving.get(receives) != unit.item;
            receives++;
        }
    }

    private void placed(Unit unit) {
        if (!held) {
            held = true;
            heldOpcode = unit.opcode;
            offset = 0;
        }
        offset += unit.length;
        int meant = receiving.get(receives);
        strays |= unit.item != meant;
        if (unit.last) {
            held = false;
            sendMsn++;
            receives++;
            Verb verb = Rdmap.invalidates(unit.opcode) ? Verb.SEND_WITH_INV : Verb.SEND;
            valid &= verb == Verb.SEND;
            Item item = items.get(meant);
            strays |= item.verb() != verb || offset != item.size();
        }
    }

    /** Whether part of a SEND is here, for ever if no more comes. */
    boolean isMidMessage() {
        return held;
    }
}
