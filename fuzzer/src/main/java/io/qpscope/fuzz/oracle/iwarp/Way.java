package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.fault.plan.Action.Change;
import io.qpscope.fault.plan.StreamField;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.oracle.iwarp.Unit.Lie;
import io.qpscope.fuzz.oracle.iwarp.Unit.Stag;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.Rdmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One direction of a stream: what rules make of the FPDUs that pass it. */
final class Way {
    private static final int POINTER_END = 3;
    /** Fields that tell where others are. */
    private static final List<String> FORMS = List.of(
            StreamField.ULPDULENGTH.label(),
            StreamField.TAGGED_FLAG.label(),
            StreamField.OPCODE.label());

    private final List<Rule> rules;
    private final boolean crc;
    private final boolean markers;
    private final int swaps;
    private final List<Unit> arriving = new ArrayList<>();
    private long position;

    /** Whether something was taken away, or came in another order, that nobody may notice. */
    boolean loses;

    boolean cuts;
    boolean doubles;

    /**
     * @param swaps bit by bit whether an FPDU that shall go behind the next one finds one to go behind
     */
    Way(List<Rule> rules, boolean crc, boolean markers, int swaps) {
        this.rules = rules;
        this.crc = crc;
        this.markers = markers;
        this.swaps = swaps;
    }

    /** What arrives of what is sent; numbers count from 1. */
    List<Unit> pass(List<Unit> sent) {
        Unit held = null;
        int swapped = 0;
        int heldNumber = 0;
        for (int i = 0; i < sent.size() && !cuts; i++) {
            String fate = fate(i + 1);
            boolean follows = i + 1 < sent.size();
            boolean swap = fate.equals("swap") && (swaps & (1 << swapped++)) != 0;
            if (swap && held == null && follows) {
                held = sent.get(i);
                heldNumber = i + 1;
                loses = true;
                continue;
            }
            switch (fate) {
                case "cut" -> cuts = true;
                case "drop" -> loses = true;
                default -> emit(sent.get(i), i + 1);
            }
            if (fate.equals("duplicate")) {
                doubles = true;
                emit(sent.get(i), i + 1);
            }
            if (held != null) {
                emit(held, heldNumber);
                held = null;
            }
        }
        return arriving;
    }

    /** What arrives of a Terminate, wherever in the stream it comes. */
    List<Unit> terminate(int most) {
        for (int number = 1; number <= most; number++) {
            String fate = fate(number);
            if (!fate.equals("drop") && !fate.equals("cut")) {
                emit(Sender.terminate(), number);
            }
        }
        return arriving;
    }

    private String fate(int number) {
        for (Rule rule : rules) {
            if (rule.has("fate") && rule.number("fpdu", 0) == number) {
                return rule.text("fate");
            }
        }
        return "";
    }

    private void emit(Unit sent, int number) {
        Unit unit = sent.copy();
        int bytes = sent.bytes();
        int raw = markers ? Mpa.rawLength(position, bytes) : bytes;
        int meant = 0;
        boolean forms = false;
        for (Rule rule : rules) {
            if (rule.number("fpdu", 0) != number || rule.has("fate")) {
                continue;
            }
            meant++;
            forms |= rule.has("marker") || rule.has("length") || FORMS.contains(rule.text("field"));
            if (rule.has("crc")) {
                unit.badCrc |= crc;
            } else if (rule.has("marker")) {
                boolean there =
                        markers && Mpa.toMarker(position) + POINTER_END < raw - Mpa.CRC_LENGTH;
                unit.badMarker |= there;
            } else if (rule.has("length")) {
                framed(unit, sent, rule.number("length", 0));
            } else {
                edit(unit, sent, rule);
            }
        }
        // What lies, or takes another form, and is changed again, may be right in the end.
        boolean blurred = meant > 1 && forms;
        if (blurred || (unit.recast && unit.tagged != sent.tagged)) {
            unit.lie = Lie.ANYTHING;
        }
        position += raw;
        arriving.add(unit);
    }

    private void framed(Unit unit, Unit sent, long length) {
        // How long a Terminate is depends on what it gives back.
        boolean terminate = sent.opcode == Rdmap.TERMINATE;
        if (length == sent.ulpdu() && !terminate) {
            return;
        }
        boolean elsewhere = terminate || Mpa.frameLength((int) length) != sent.bytes();
        unit.lie = crc && elsewhere ? Lie.MISFRAMED : Lie.ANYTHING;
    }

    static long changed(long old, Rule rule, int bits) {
        long mask = bits == Long.SIZE ? -1 : (1L << bits) - 1;
        for (Change change : Change.values()) {
            String key = change.name().toLowerCase(Locale.ROOT);
            if (rule.has(key)) {
                return change.apply(old, rule.number(key, 0)) & mask;
            }
        }
        return old;
    }

    private void edit(Unit unit, Unit sent, Rule rule) {
        StreamField field = StreamField.of(rule.text("field"));
        if (field == null || !has(sent, field)) {
            return;
        }
        int bits = field.bits();
        switch (field) {
            case ULPDULENGTH -> framed(unit, sent, changed(sent.ulpdu(), rule, bits));
            case TAGGED_FLAG -> {
                boolean other = changed(unit.tagged ? 1 : 0, rule, bits) == 1;
                unit.length += other == unit.tagged ? 0 : other ? 4 : -4;
                unit.tagged = other;
            }
            case LAST_FLAG -> unit.last = changed(unit.last ? 1 : 0, rule, bits) == 1;
            case DV -> unit.ddpVersion = (int) changed(unit.ddpVersion, rule, bits);
            case VERSION -> unit.rdmapVersion = (int) changed(unit.rdmapVersion, rule, bits);
            case OPCODE -> {
                unit.opcode = (int) changed(unit.opcode, rule, bits);
                unit.recast = unit.opcode != sent.opcode;
            }
            case STAG, INVAL_STAG -> unit.stag = other(unit.stag, rule);
            case QN -> unit.queue = changed(unit.queue, rule, bits);
            case MSN -> unit.msn = changed(unit.msn, rule, bits);
            case MO -> unit.mo = changed(unit.mo, rule, bits);
            case RDMARDSZ -> {
                unit.size = changed(unit.size, rule, bits);
                unit.misplaced |= unit.size != sent.size;
            }
            case SRCSTAG -> unit.source = other(unit.source, rule);
            case SINKSTAG -> unit.sink = other(unit.sink, rule);
            case TAGGED_OFFSET -> {
                unit.to = far(unit.to, rule);
                unit.misplaced |= unit.to != sent.to;
            }
            case SRCTO -> {
                unit.sourceTo = far(unit.sourceTo, rule);
                unit.misplaced |= unit.sourceTo != sent.sourceTo;
            }
            case SINKTO -> unit.sinkShift += far(0, rule);
            default -> {
                // Reserved bits, and what only explains an end that has come anyway.
            }
        }
    }

    /** Which keys there are is drawn: another number is none of them. */
    private static Stag other(Stag old, Rule rule) {
        boolean same =
                rule.number("xor", 1) == 0 || (rule.has("add") && rule.number("add", 0) == 0);
        return same ? old : Stag.NOTHING;
    }

    /** Where regions lie is drawn: a sum is known, anything else lies far away. */
    private static long far(long old, Rule rule) {
        return rule.has("add") ? old + rule.number("add", 0) : Long.MAX_VALUE / 2;
    }

    /** As the FPDU was sent. */
    static boolean has(Unit unit, StreamField field) {
        return switch (field.form()) {
            case SETUP, ENHANCED, TERMINATE -> false;
            case FPDU -> true;
            case SEGMENT -> !unit.empty;
            case TAGGED -> !unit.empty && unit.tagged;
            case UNTAGGED -> !unit.empty && !unit.tagged;
            case READ_REQUEST -> !unit.empty && !unit.tagged && unit.opcode == Rdmap.READ_REQUEST;
        };
    }
}
