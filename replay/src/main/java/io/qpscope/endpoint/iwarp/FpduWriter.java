package io.qpscope.endpoint.iwarp;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;

import java.nio.ByteBuffer;

/**
 * Frames DDP segments: length field, pad, markers where the peer wants them, CRC32C (RFC 5044, 4).
 * Allocates only at {@link #start}.
 */
final class FpduWriter {
    private static final int MOST_ULPDU = 0xfffe;
    private static final int OVERHEAD = Mpa.LENGTH_FIELD + Mpa.CRC_LENGTH;
    private static final byte LAST = 0x40;
    private static final byte TAGGED = (byte) 0x80;
    private static final byte DDP_VERSION = 1;
    private static final byte RDMAP_VERSION = 0x40;

    private final MpaCrc sum = new MpaCrc();
    private final boolean losesCount;
    private ByteBuffer plain = ByteBuffer.allocate(0);
    private ByteBuffer marked = plain;
    private boolean markers;
    private boolean crc;
    private int mulpdu;
    /** Bytes sent behind the MPA frame. */
    private long position;

    FpduWriter(IwarpProfile profile) {
        losesCount = profile.has(StreamDefect.MARKER_POSITION);
    }

    /**
     * @param mss bytes of a TCP segment
     */
    void start(boolean markers, boolean crc, int mss) {
        this.markers = markers;
        this.crc = crc;
        mulpdu = mulpdu(markers, mss);
        plain = ByteBuffer.allocate(Mpa.frameLength(mulpdu));
        marked = markers
                ? ByteBuffer.allocate(Mpa.rawLength(0, plain.capacity()) + Mpa.MARKER_LENGTH)
                : plain;
        position = 0;
    }

    /** Longest ULPDU whose FPDU fits a TCP segment, wherever markers fall (RFC 5044, 4.5). */
    static int mulpdu(boolean markers, int mss) {
        int most = mss - (mss & 3) - OVERHEAD;
        if (markers) {
            int count = (mss + Mpa.MARKER_INTERVAL - 1) / Mpa.MARKER_INTERVAL;
            most -= count * Mpa.MARKER_LENGTH;
        }
        return Math.min(most, MOST_ULPDU);
    }

    /** Payload that fits a tagged segment. */
    int mostTagged() {
        return mulpdu - DdpTagged.LENGTH;
    }

    /** Payload that fits an untagged segment. */
    int mostUntagged() {
        return mulpdu - DdpUntagged.LENGTH;
    }

    /** Bytes {@link #end} may write. */
    int most() {
        return marked.capacity();
    }

    /** Begins an FPDU; its content goes to the position of what this returns. */
    ByteBuffer begin() {
        return plain.clear().position(Mpa.LENGTH_FIELD);
    }

    ByteBuffer tagged(boolean last, int opcode, int stag, long offset) {
        begin().put((byte) (TAGGED | (last ? LAST : 0) | DDP_VERSION));
        return plain.put((byte) (RDMAP_VERSION | opcode)).putInt(stag).putLong(offset);
    }

    ByteBuffer untagged(boolean last, int opcode, int ulp, int queue, int msn, int offset) {
        begin().put((byte) ((last ? LAST : 0) | DDP_VERSION));
        plain.put((byte) (RDMAP_VERSION | opcode)).putInt(ulp);
        return plain.putInt(queue).putInt(msn).putInt(offset);
    }

    /** Writes the FPDU that has been begun. */
    void end(ByteBuffer out) {
        int ulpdu = plain.position() - Mpa.LENGTH_FIELD;
        plain.putShort(0, (short) ulpdu);
        for (int pad = Mpa.padLength(ulpdu); pad > 0; pad--) {
            plain.put((byte) 0);
        }
        if (markers) {
            mark();
        }
        int length = marked.position();
        marked.putInt(0);
        if (crc) {
            MpaCrc.store(marked, length, sum.compute(marked, 0, length));
        }
        position += marked.position();
        if (losesCount && position >= StreamDefect.COUNTED_BYTES) {
            position = 0;
        }
        out.put(marked.flip());
    }

    /** Puts markers between, up to one that stands just before the CRC. */
    private void mark() {
        int length = plain.position();
        marked.clear();
        int field = Mpa.toMarker(position) == 0 ? Mpa.MARKER_LENGTH : 0;
        for (int at = 0; at < length; ) {
            int room = Mpa.toMarker(position + marked.position());
            if (room == 0) {
                marked.putInt(Math.max(0, marked.position() - field));
                continue;
            }
            int here = Math.min(room, length - at);
            marked.put(marked.position(), plain, at, here);
            marked.position(marked.position() + here);
            at += here;
        }
        if (Mpa.toMarker(position + marked.position()) == 0) {
            marked.putInt(marked.position() - field);
        }
    }
}
