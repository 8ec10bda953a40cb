package io.qpscope.endpoint.iwarp;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapReadRequest;
import io.qpscope.wire.RdmapTerminate;

import java.nio.ByteBuffer;

/**
 * Makes the body of a Terminate (RFC 5040, 4.8), in the RFC's order of bits or siw's. Kept from the
 * moment the error is found, as the segment that was wrong does not stay.
 */
final class TerminateWriter {
    private static final int LENGTH_FIELD = 2;
    private static final int MOST =
            RdmapTerminate.LENGTH + LENGTH_FIELD + DdpUntagged.LENGTH + RdmapReadRequest.LENGTH;
    private static final int MSN_OFFSET = 10;
    private static final int READ_SIZE_OFFSET = DdpUntagged.LENGTH + 12;

    private final boolean siw;
    private final ByteBuffer body = ByteBuffer.allocate(MOST);

    TerminateWriter(IwarpProfile profile) {
        siw = profile.siwTerminates();
    }

    /** Of an error that no segment is to blame for. */
    void make(int fault) {
        body.clear();
        control(fault, false, false);
    }

    /**
     * @param segment null for none
     * @param length of the segment, a whole DDP header or more
     */
    void make(int fault, ByteBuffer segment, int at, int length) {
        if (segment == null || !Fault.hasSegment(fault)) {
            make(fault);
            return;
        }
        boolean tagged = segment.get(at) < 0;
        int header = tagged ? DdpTagged.LENGTH : DdpUntagged.LENGTH;
        boolean read = !tagged
                && Fault.layer(fault) == 0
                && (segment.get(at + 1) & 0xf) == Rdmap.READ_REQUEST
                && length >= header + RdmapReadRequest.LENGTH;
        body.clear();
        control(fault, true, read);
        body.putShort((short) (!siw ? length : read ? 0 : length - header));
        int from = body.position();
        int count = header + (read ? RdmapReadRequest.LENGTH : 0);
        body.put(from, segment, at, count).position(from + count);
        if (siw && read) {
            body.putInt(from + MSN_OFFSET, segment.getInt(at + READ_SIZE_OFFSET));
        }
    }

    private void control(int fault, boolean ddp, boolean rdmap) {
        int layer = Fault.layer(fault);
        int type = Fault.type(fault);
        body.put((byte) (siw ? type << 4 | layer : layer << 4 | type));
        body.put((byte) Fault.code(fault));
        int bits =
                siw ? (ddp ? 0x03 : 0) | (rdmap ? 0x04 : 0) : (ddp ? 0xc0 : 0) | (rdmap ? 0x20 : 0);
        body.put((byte) bits).put((byte) 0);
    }

    void write(FpduWriter writer, ByteBuffer out) {
        ByteBuffer to = writer.untagged(true, Rdmap.TERMINATE, 0, Rdmap.TERMINATE_QUEUE, 1, 0);
        to.put(body.flip());
        writer.end(out);
    }

    /** The control field. */
    int control() {
        return body.getInt(0);
    }
}
