package io.qpscope.fuzz.corpus;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.scenario.FrameSink;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;
import io.qpscope.wire.Rdmap;

import org.agrona.collections.Long2LongHashMap;

import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * What kinds of conversation have been seen on a wire: for each packet, what its sender said before,
 * what it heard since, and how it answers now. Needs nothing of the device but its packets. A packet's
 * PSN counts as new, repeated, old or far.
 */
public final class Coverage implements FrameSink {
    /** Tuples are told apart by so many bits; two rare ones may be taken for one. */
    private static final int BITS = 18;

    private static final long SPREAD = 0x9e3779b97f4a7c15L;
    private static final int NOTHING = -1;
    private static final int NEAR = 1 << 16;

    private static final int MOST_UNITS = 8;
    private static final int CONTROL = 2;
    private static final int TCP_FLAGS = 13;
    /** Behind the length field and an untagged header. */
    private static final int TERMINATE_CODE = 20;

    private final BitSet seen = new BitSet(1 << BITS);
    /** Of the run under way. */
    private final BitSet current = new BitSet(1 << BITS);
    /** Highest PSN, by the direction's queue pair. */
    private final Long2LongHashMap highest = new Long2LongHashMap(NOTHING);

    /** What each side said last. */
    private final int[] last = new int[2];

    private int novel;

    /** Another run begins. */
    public Coverage begin() {
        current.clear();
        highest.clear();
        last[0] = 0;
        last[1] = 0;
        novel = 0;
        return this;
    }

    @Override
    public void frame(int tap, FrameView frame) {
        if (tap != 0) {
            return;
        }
        int side = Long.compareUnsigned(frame.sourceLow(), frame.destinationLow()) < 0 ? 0 : 1;
        if (frame.kind() == Kind.ROCE_V2) {
            tell((what(frame) << 2) | place(frame, side), side);
        } else if (frame.kind() == Kind.TCP) {
            segments(frame, side);
        }
    }

    /** FPDUs of a TCP segment, as far as they can be read without knowing of markers. */
    private void segments(FrameView frame, int side) {
        ByteBuffer bytes = frame.buffer();
        int at = frame.transportPayloadOffset();
        int end = at + frame.transportPayloadLength();
        for (int i = 0; i < MOST_UNITS && at + CONTROL + 2 * Short.BYTES <= end; i++) {
            int length = bytes.getShort(at) & 0xffff;
            int control = bytes.getShort(at + CONTROL) & 0xffff;
            boolean ends = (control & 0xf) == Rdmap.TERMINATE && at + TERMINATE_CODE + 2 <= end;
            int code = ends ? bytes.getShort(at + TERMINATE_CODE) & 0xffff : Math.min(length, 64);
            tell((control << 16) | code, side);
            at += Mpa.frameLength(length);
        }
        if (end == frame.transportPayloadOffset()) {
            tell(frame.buffer().get(frame.transportOffset() + TCP_FLAGS) & 7, side);
        }
    }

    private void tell(int event, int side) {
        long before = ((long) last[side] << 32) ^ ((long) last[1 - side] << 16);
        long tuple = before ^ ((long) event << 1) ^ side;
        last[side] = event;
        int bit = (int) ((tuple * SPREAD) >>> (Long.SIZE - BITS));
        current.set(bit);
        if (!seen.get(bit)) {
            seen.set(bit);
            novel++;
        }
    }

    private static int what(FrameView frame) {
        int code = frame.opcode() & 0xff;
        boolean answers = Opcode.traits(code) != 0 && (Opcode.traits(code) & Opcode.HAS_AETH) != 0;
        int syndrome = answers && frame.extendedOffset() < frame.offset() + frame.captured()
                ? frame.buffer().get(frame.extendedOffset()) & 0x7f
                : 0;
        int type = Aeth.type(syndrome);
        int detail = type == Aeth.TYPE_NAK ? syndrome & 7 : 0;
        int asked = (code << 1) | (frame.ackReq() ? 1 : 0);
        return (asked << 5) | (type << 3) | detail;
    }

    private int place(FrameView frame, int side) {
        long key = ((long) frame.destQp() << 1) | side;
        long top = highest.get(key);
        int ahead = top == NOTHING ? 1 : Psn.diff(frame.psn(), (int) top);
        if (ahead > 0) {
            highest.put(key, frame.psn());
        }
        if (ahead > NEAR || ahead < -NEAR) {
            return 3;
        }
        return ahead > 0 ? 0 : ahead == 0 ? 1 : 2;
    }

    /** Tuples of the run under way that no run had before. */
    public int novel() {
        return novel;
    }

    /** Tuples of all runs. */
    public int size() {
        return seen.cardinality();
    }
}
