package io.qpscope.endpoint.iwarp;

import java.nio.ByteBuffer;

/** FPDUs as they come: checked, the first one against what was agreed on, then placed. */
final class Arrivals {
    private final RdmaStream stream;
    private final Inbound inbound;
    private final FpduReader reader;
    private RtrKind opening;
    /** A responder sends nothing before the initiator's first FPDU (RFC 5044, 7.1.2). */
    private boolean peerSpoke;

    Arrivals(RdmaStream stream, Inbound inbound) {
        this.stream = stream;
        this.inbound = inbound;
        reader = new FpduReader(stream.profile());
    }

    /**
     * Begins behind the MPA frames.
     *
     * @param opening what the peer's first FPDU has to be, or null
     */
    void start(boolean markers, boolean crc, boolean initiator, RtrKind opening) {
        reader.start(markers, crc && !stream.profile().has(StreamDefect.MPA_CRC_UNCHECKED));
        peerSpoke = initiator;
        this.opening = opening;
    }

    boolean maySend() {
        return peerSpoke;
    }

    boolean midFpdu() {
        return reader.midFpdu();
    }

    /**
     * Takes bytes, up to the end of an FPDU at most, and does what that says.
     *
     * @return how many
     */
    int take(ByteBuffer in, int at, int length) {
        int taken = reader.take(in, at, length);
        FpduReader.Result result = reader.result();
        if (result == FpduReader.Result.GOOD) {
            stream.counters.rcvdFpdus++;
            reader.next();
            place(reader.buffer(), reader.offset(), reader.length());
        } else if (result == FpduReader.Result.BAD_CRC) {
            stream.counters.badCrcs++;
            stream.fault(Fault.CRC, null, 0, 0);
        } else if (result == FpduReader.Result.BAD_MARKER) {
            stream.fault(Fault.MARKER, null, 0, 0);
        }
        return taken;
    }

    private void place(ByteBuffer buffer, int at, int length) {
        boolean opens = !peerSpoke && opening != null && !Openings.isTerminate(buffer, at, length);
        peerSpoke = true;
        int fault;
        if (opens && !Openings.match(opening, buffer, at, length)) {
            fault = Fault.NO_MATCHING_RTR;
        } else if (opens && opening != RtrKind.READ) {
            fault = length == 0 ? 0 : Inbound.version(buffer, at);
            if (opening == RtrKind.EMPTY_FPDU && length > 0) {
                inbound.skipSend();
            }
        } else {
            fault = inbound.segment(buffer, at, length);
        }
        if (fault != 0) {
            stream.fault(fault, buffer, at, length);
        }
    }
}
