package io.qpscope.fault;

import io.qpscope.fault.plan.StreamField;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaEnhanced;
import io.qpscope.wire.MpaFrame;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapReadRequest;
import io.qpscope.wire.RdmapTerminate;

import java.nio.ByteBuffer;

/** One FPDU, or one MPA request or reply, where its bytes are: read and changed field by field. */
final class UnitBytes {
    private static final int DATA_BETWEEN = Mpa.MARKER_INTERVAL - Mpa.MARKER_LENGTH;
    private static final int BYTE = 8;
    private static final int CONTROL = 2;
    private static final int TAGGED_HEADER = 14;
    private static final int UNTAGGED_HEADER = 18;

    private ByteBuffer bytes;
    private int at;
    /** Up to the first marker in it; no less than its length where there is none. */
    private int unmarked;

    private int ulpdu;
    private boolean setup;

    /**
     * An FPDU.
     *
     * @param first of its bytes, a marker in front included
     * @param toMarker bytes before the first marker; {@link Integer#MAX_VALUE} without markers
     */
    UnitBytes fpdu(ByteBuffer buffer, int first, int toMarker) {
        bytes = buffer;
        at = first;
        unmarked = toMarker;
        setup = false;
        ulpdu = (int) get(0, 2 * BYTE);
        return this;
    }

    /** An MPA request or reply, with its private data. */
    UnitBytes setup(ByteBuffer buffer, int first) {
        bytes = buffer;
        at = first;
        unmarked = Integer.MAX_VALUE;
        setup = true;
        return this;
    }

    /** Whether it has the field. */
    boolean has(StreamField field) {
        if (setup != field.form().ofSetup()) {
            return false;
        }
        boolean tagged = !setup && ulpdu >= TAGGED_HEADER && get(CONTROL * BYTE, 1) == 1;
        boolean untagged = !setup && ulpdu >= UNTAGGED_HEADER && !tagged;
        return switch (field.form()) {
            case SETUP, FPDU -> true;
            case ENHANCED ->
                get(StreamField.ENHANCED_FLAG) == 1
                        && get(StreamField.PDLENGTH) >= MpaEnhanced.LENGTH;
            case SEGMENT -> ulpdu >= TAGGED_HEADER;
            case TAGGED -> tagged;
            case UNTAGGED -> untagged;
            case READ_REQUEST -> untagged && is(Rdmap.READ_REQUEST, RdmapReadRequest.LENGTH);
            case TERMINATE -> untagged && is(Rdmap.TERMINATE, RdmapTerminate.LENGTH);
        };
    }

    private boolean is(int opcode, int body) {
        return get(StreamField.OPCODE) == opcode && ulpdu >= UNTAGGED_HEADER + body;
    }

    long get(StreamField field) {
        return get(field.bitOffset(), field.bits());
    }

    /** Bits beyond the field's width fall away. */
    void set(StreamField field, long value) {
        for (int bit = 0; bit < field.bits(); bit++) {
            int place = field.bitOffset() + field.bits() - 1 - bit;
            int index = index(place / BYTE);
            int mask = 0x80 >> (place % BYTE);
            int old = bytes.get(index);
            bytes.put(index, (byte) (((value >>> bit) & 1) == 0 ? old & ~mask : old | mask));
        }
    }

    private long get(int bitOffset, int bits) {
        long value = 0;
        for (int place = bitOffset; place < bitOffset + bits; place++) {
            int byteOfIt = bytes.get(index(place / BYTE));
            value = (value << 1) | ((byteOfIt >> (BYTE - 1 - place % BYTE)) & 1);
        }
        return value;
    }

    /** Where a byte lies, counted without the markers. */
    private int index(int number) {
        if (number < unmarked) {
            return at + number;
        }
        int markers = 1 + (number - unmarked) / DATA_BETWEEN;
        return at + number + markers * Mpa.MARKER_LENGTH;
    }

    /** Of a whole request or reply that begins there. */
    static int setupLength(ByteBuffer buffer, int first) {
        return MpaFrame.LENGTH + (buffer.getShort(first + MpaFrame.LENGTH - 2) & 0xffff);
    }
}
