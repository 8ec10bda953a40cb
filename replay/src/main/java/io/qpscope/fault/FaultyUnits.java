package io.qpscope.fault;

import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.Action.Mpa.Part;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * One iWARP stream as its senders write it, a whole unit at a time: the MPA request or reply, then
 * FPDUs. They may be lost, doubled and swapped; markers and CRCs then fit again, as if their sender had
 * made it so. Rules number FPDUs as their sender does.
 */
public final class FaultyUnits {
    private static final class Lane {
        long number;
        /** Bytes of FPDUs that were written. */
        long sent;

        final ByteBuffer held;
        long heldNumber;

        Lane(int most) {
            held = ByteBuffer.allocate(most);
        }
    }

    private final FaultEngine engine;
    private final List<ActiveRule> rules;
    private final FaultyStream stream;
    private final Lane a;
    private final Lane b;
    private final ByteBuffer plain;
    private final MpaCrc sum = new MpaCrc();
    /** Whether FPDUs may be added, taken away or moved. */
    private final boolean fates;

    private boolean cut;

    FaultyUnits(FaultEngine engine, List<ActiveRule> rules, FaultyStream stream, int most) {
        this.engine = engine;
        this.rules = rules;
        this.stream = stream;
        fates = rules.stream()
                .anyMatch(rule -> !((Action.Mpa) rule.rule.action()).part().inPlace());
        a = new Lane(fates ? most : 0);
        b = new Lane(fates ? most : 0);
        plain = ByteBuffer.allocate(fates ? most : 0);
    }

    /** Bytes that one unit may become, one that was held back included. */
    public static int room(int unit) {
        return 2 * (unit + unit / Mpa.MARKER_INTERVAL * Mpa.MARKER_LENGTH + 2 * Mpa.MARKER_LENGTH);
    }

    /**
     * One unit passes.
     *
     * @param unit from {@code at} on; stays as it is
     * @param out gets what arrives in its place, at its position
     */
    public void pass(boolean fromA, ByteBuffer unit, int at, int length, long now, ByteBuffer out) {
        if (!fates || !stream.isEstablished(fromA)) {
            int start = out.position();
            out.put(start, unit, at, length).position(start + length);
            stream.pass(fromA, out, start, length, now);
            return;
        }
        Lane lane = fromA ? a : b;
        lane.number++;
        unmark(fromA, lane.sent, unit, at, length);
        lane.sent += length;
        Part fate = fate(fromA, lane.number, now);
        if (fate == Part.CUT) {
            cut = true;
        } else if (fate == Part.SWAP && lane.heldNumber == 0) {
            lane.held.clear().put(plain);
            lane.heldNumber = lane.number;
            return;
        } else if (fate != Part.DROP) {
            emit(fromA, plain, lane.number, now, out);
        }
        if (fate == Part.DUPLICATE) {
            emit(fromA, plain.rewind(), lane.number, now, out);
        }
        flush(fromA, now, out);
    }

    /** Nothing follows at once: what was held back for it goes on. */
    public void flush(boolean fromA, long now, ByteBuffer out) {
        Lane lane = fromA ? a : b;
        if (lane.heldNumber != 0) {
            long number = lane.heldNumber;
            lane.heldNumber = 0;
            emit(fromA, lane.held.flip(), number, now, out);
        }
    }

    /** Whether the connection is to be reset. */
    public boolean isCut() {
        return cut;
    }

    /** Null for none. */
    private Part fate(boolean fromA, long fpdu, long now) {
        for (ActiveRule rule : rules) {
            Part part = ((Action.Mpa) rule.rule.action()).part();
            if (!part.inPlace()
                    && rule.means(stream.number(), fpdu, fromA, now - engine.start())
                    && rule.chooses()) {
                rule.fired();
                return part;
            }
        }
        return null;
    }

    /** Takes the markers out. */
    private void unmark(boolean fromA, long position, ByteBuffer unit, int at, int length) {
        plain.clear();
        int toMarker = stream.hasMarkers(fromA) ? Mpa.toMarker(position) : length;
        int from = 0;
        while (from < length) {
            int end = Math.min(toMarker, length);
            plain.put(plain.position(), unit, at + from, end - from);
            plain.position(plain.position() + end - from);
            from = end + Mpa.MARKER_LENGTH;
            toMarker = end + Mpa.MARKER_INTERVAL;
        }
        plain.flip();
    }

    private void emit(boolean fromA, ByteBuffer fpdu, long number, long now, ByteBuffer out) {
        int start = out.position();
        if (stream.hasMarkers(fromA)) {
            mark(stream.position(fromA), fpdu, out);
            if (stream.hasCrc(fromA)) {
                int field = out.position() - Mpa.CRC_LENGTH;
                MpaCrc.store(out, field, sum.compute(out, start, field));
            }
        } else {
            out.put(fpdu);
        }
        stream.next(fromA, number);
        stream.pass(fromA, out, start, out.position() - start, now);
    }

    /** Puts markers between, each with its distance from the length field (RFC 5044, 4.3). */
    private static void mark(long position, ByteBuffer fpdu, ByteBuffer out) {
        int start = out.position();
        int field = Mpa.toMarker(position) == 0 ? Mpa.MARKER_LENGTH : 0;
        while (fpdu.hasRemaining()) {
            int room = Mpa.toMarker(position + out.position() - start);
            if (room == 0) {
                out.putInt(Math.max(0, out.position() - start - field));
                room = Mpa.MARKER_INTERVAL - Mpa.MARKER_LENGTH;
            }
            int count = Math.min(room, fpdu.remaining());
            out.put(out.position(), fpdu, fpdu.position(), count);
            out.position(out.position() + count);
            fpdu.position(fpdu.position() + count);
        }
    }
}
