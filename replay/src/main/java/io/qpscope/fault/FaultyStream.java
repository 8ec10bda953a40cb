package io.qpscope.fault;

import io.qpscope.fault.plan.Action;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.MpaFrame;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * One iWARP stream whose bytes pass, both directions, in whatever pieces. Bytes change where they
 * are, none are added or lost. A CRC fits a wrong marker or length when the FPDU passes in one piece,
 * as it does at its sender.
 */
public final class FaultyStream {
    /** One direction. */
    private static final class Direction {
        /** The MPA request or reply, as far as it has come. */
        final ByteBuffer frame = ByteBuffer.allocate(MpaFrame.LENGTH);

        int privateData = UNKNOWN;
        boolean established;
        /** Whether FPDUs have a CRC: its sender asked for it, or was asked. */
        boolean crc;
        /** Whether its sender was asked for markers. */
        boolean markers;
        /** Bytes behind the MPA frame, before this FPDU. */
        long position;
        /** Bytes of this FPDU that have passed. */
        int passed;

        int lengthHigh;
        int total = UNKNOWN;
        long number;
        boolean breaksCrc;
        /** Whether the CRC is to fit what has been changed. */
        boolean signs;
        /** Where in this FPDU a marker's pointer will be changed. */
        int breaksMarker;
    }

    private static final int UNKNOWN = -1;
    /** The pointer is the marker's second half; its last byte. */
    private static final int POINTER_END = 3;

    private final FaultEngine engine;
    private final List<ActiveRule> rules;
    private final int number;
    private final Direction a = new Direction();
    private final Direction b = new Direction();
    private final MpaFrame view = new MpaFrame();
    private final MpaCrc sum = new MpaCrc();
    private final UnitBytes unit = new UnitBytes();
    /** Whether the bytes at hand have passed already. */
    private boolean late;
    /** Behind the bytes at hand. */
    private int pieceEnd;

    FaultyStream(FaultEngine engine, List<ActiveRule> rules, int number) {
        this.engine = engine;
        this.rules = rules;
        this.number = number;
    }

    /**
     * Bytes pass.
     *
     * @param fromA whether the one who opened the stream sends them
     * @param bytes may be changed from {@code at} on
     */
    public void pass(boolean fromA, ByteBuffer bytes, int at, int length, long now) {
        Direction direction = fromA ? a : b;
        int end = at + length;
        pieceEnd = end;
        int next = direction.established ? at : frame(direction, fromA, bytes, at, end, now);
        while (next < end) {
            next = direction.total == UNKNOWN
                    ? head(direction, fromA, bytes, at, next, now)
                    : body(direction, bytes, at, next, end);
        }
    }

    /** The number of the FPDU that passes next, where others were added or taken away. */
    void next(boolean fromA, long fpdu) {
        (fromA ? a : b).number = fpdu - 1;
    }

    /** Bytes of FPDUs that have passed in a direction. */
    long position(boolean fromA) {
        return (fromA ? a : b).position;
    }

    boolean hasMarkers(boolean fromA) {
        return (fromA ? a : b).markers;
    }

    boolean hasCrc(boolean fromA) {
        return (fromA ? a : b).crc;
    }

    boolean isEstablished(boolean fromA) {
        return (fromA ? a : b).established;
    }

    int number() {
        return number;
    }

    /**
     * Bytes that have passed already, behind a gap that is closed now: no FPDU that begins in them is
     * changed.
     */
    public void follow(boolean fromA, ByteBuffer bytes, int at, int length, long now) {
        late = true;
        pass(fromA, bytes, at, length, now);
        late = false;
    }

    /** The MPA frame tells whether markers and CRCs follow (RFC 5044, 7.1.1). */
    private int frame(
            Direction direction, boolean fromA, ByteBuffer bytes, int at, int end, long now) {
        int next = at;
        if (direction.frame.position() == 0 && end - at >= MpaFrame.LENGTH) {
            direction.crc |= view.wrap(bytes, at).crc();
            if (!late && UnitBytes.setupLength(bytes, at) <= end - at) {
                judgeSetup(fromA, bytes, at, now);
            }
        }
        while (next < end && direction.frame.hasRemaining()) {
            direction.frame.put(bytes.get(next++));
        }
        if (direction.frame.hasRemaining()) {
            return next;
        }
        if (direction.privateData == UNKNOWN) {
            view.wrap(direction.frame, 0);
            direction.privateData = view.privateDataLength();
            Direction back = fromA ? b : a;
            direction.crc |= view.crc();
            back.crc |= view.crc();
            back.markers = view.markers();
        }
        int skipped = Math.min(direction.privateData, end - next);
        direction.privateData -= skipped;
        direction.established = direction.privateData == 0;
        return next + skipped;
    }

    private void judgeSetup(boolean fromA, ByteBuffer bytes, int at, long now) {
        for (ActiveRule rule : rules) {
            Action.Mpa.Edit edit = ((Action.Mpa) rule.rule.action()).edit();
            if (edit != null
                    && unit.setup(bytes, at).has(edit.field())
                    && rule.meansSetup(number, fromA, now - engine.start())
                    && rule.chooses()) {
                rule.fired();
                change(edit);
            }
        }
    }

    private void change(Action.Mpa.Edit edit) {
        long old = unit.get(edit.field());
        unit.set(edit.field(), edit.change().apply(old, edit.operand()));
    }

    /** A marker in front, perhaps, and the length field. */
    private int head(Direction d, boolean fromA, ByteBuffer bytes, int first, int at, long now) {
        int lead = d.markers && Mpa.toMarker(d.position) == 0 ? Mpa.MARKER_LENGTH : 0;
        int value = bytes.get(at) & 0xff;
        if (d.passed == lead) {
            d.lengthHigh = value;
        } else if (d.passed == lead + 1) {
            int frame = Mpa.frameLength(d.lengthHigh << 8 | value);
            d.total = d.markers ? Mpa.rawLength(d.position, frame) : frame;
            d.number++;
            d.breaksCrc = false;
            d.breaksMarker = UNKNOWN;
            d.signs = false;
            judge(d, fromA, bytes, first, at, now);
        }
        d.passed++;
        return at + 1;
    }

    private void judge(Direction d, boolean fromA, ByteBuffer bytes, int first, int at, long now) {
        if (late) {
            return;
        }
        long since = now - engine.start();
        for (ActiveRule rule : rules) {
            Action.Mpa action = (Action.Mpa) rule.rule.action();
            if (!rule.means(number, d.number, fromA, since)) {
                continue;
            }
            int marker = marker(d, at - first);
            boolean can = switch (action.part()) {
                case CRC -> d.crc;
                case MARKER -> marker != UNKNOWN;
                case LENGTH -> at > first;
                case FIELD -> hasField(d, bytes, first, at, action);
                case DROP, DUPLICATE, SWAP, CUT -> false;
            };
            if (!can || !rule.chooses()) {
                continue;
            }
            rule.fired();
            d.signs |= d.crc && action.part() != Action.Mpa.Part.CRC;
            switch (action.part()) {
                case CRC -> d.breaksCrc = true;
                case MARKER -> breakMarker(d, bytes, marker, at);
                case LENGTH -> bytes.putShort(at - 1, (short) action.length());
                default -> change(action.edit());
            }
        }
    }

    /** Whether all of the FPDU is at hand, and the field in it. */
    private boolean hasField(Direction d, ByteBuffer bytes, int first, int at, Action.Mpa action) {
        int start = at - d.passed;
        if (start < first || start + d.total > pieceEnd) {
            return false;
        }
        int toMarker = d.markers ? Mpa.toMarker(d.position) : Integer.MAX_VALUE;
        return unit.fpdu(bytes, start, toMarker).has(action.edit().field());
    }

    /**
     * Where in this FPDU a marker's last byte stands that can still be changed.
     *
     * @param here bytes of it before the one that passes which are still there
     */
    private int marker(Direction d, int here) {
        if (!d.markers) {
            return UNKNOWN;
        }
        int at = Mpa.toMarker(d.position) + POINTER_END;
        if (at < d.passed - here) {
            at += Mpa.MARKER_INTERVAL;
        }
        return at < d.total - Mpa.CRC_LENGTH ? at : UNKNOWN;
    }

    private static void breakMarker(Direction d, ByteBuffer bytes, int marker, int at) {
        if (marker < d.passed) {
            flip(bytes, at - (d.passed - marker));
        } else {
            d.breaksMarker = marker;
        }
    }

    private int body(Direction d, ByteBuffer bytes, int first, int at, int end) {
        int taken = Math.min(end - at, d.total - d.passed);
        int start = at - d.passed;
        int marker = d.breaksMarker - d.passed;
        if (d.breaksMarker != UNKNOWN && marker >= 0 && marker < taken) {
            flip(bytes, at + marker);
        }
        d.passed += taken;
        if (d.passed == d.total) {
            if (d.signs && start >= first) {
                int field = start + d.total - Mpa.CRC_LENGTH;
                MpaCrc.store(bytes, field, sum.compute(bytes, start, field));
            }
            if (d.breaksCrc) {
                flip(bytes, at + taken - 1);
            }
            d.position += d.total;
            d.passed = 0;
            d.total = UNKNOWN;
        }
        return at + taken;
    }

    private static void flip(ByteBuffer bytes, int at) {
        bytes.put(at, (byte) ~bytes.get(at));
    }
}
