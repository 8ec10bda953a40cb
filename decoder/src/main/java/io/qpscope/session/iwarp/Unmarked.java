package io.qpscope.session.iwarp;

import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.RdmapAtomicRequest;

import java.nio.ByteBuffer;

/** The first bytes of an FPDU without the markers between them. */
final class Unmarked {
    static final int HEAD = Mpa.LENGTH_FIELD + DdpUntagged.LENGTH + RdmapAtomicRequest.LENGTH;

    private final byte[] bytes = new byte[HEAD];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    /** Holds until the next call. */
    ByteBuffer head(ByteBuffer source, int at, int raw, long position) {
        copy(source, at, raw, position, bytes);
        return buffer;
    }

    /** What is wrong with the first wrong marker of an FPDU; null when all are right. */
    static String fault(ByteBuffer source, int at, int raw, long position) {
        int first = Mpa.toMarker(position);
        int field = first == 0 ? Mpa.MARKER_LENGTH : 0;
        for (int i = first; i < raw; i += Mpa.MARKER_INTERVAL) {
            int word = source.getInt(at + i);
            int expected = i == 0 ? 0 : i - field;
            if (word != expected) {
                return "reserved and pointer are 0x" + Integer.toHexString(word) + " where 0x"
                        + Integer.toHexString(expected) + " belongs";
            }
        }
        return null;
    }

    /** Fills the target as far as there are bytes; returns how many. */
    static int copy(ByteBuffer source, int at, int raw, long position, byte[] target) {
        int from = 0;
        int filled = 0;
        while (from < raw && filled < target.length) {
            int free = Mpa.toMarker(position + from);
            if (free == 0) {
                from += Mpa.MARKER_LENGTH;
                free = Mpa.MARKER_INTERVAL - Mpa.MARKER_LENGTH;
            }
            int count = Math.min(Math.min(free, raw - from), target.length - filled);
            if (count > 0) {
                source.get(at + from, target, filled, count);
            }
            from += count;
            filled += count;
        }
        return filled;
    }
}
