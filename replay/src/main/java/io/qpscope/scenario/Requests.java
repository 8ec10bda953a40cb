package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Opcode;

/** Reads of a packet what the watches of a port need. */
final class Requests {
    /** Where DMALen lies in a RETH. */
    private static final int LENGTH_AT = 12;

    private Requests() {}

    /** Whether a receiver looks at it at all: version 0, and the default partition (IBA 9.6.1). */
    static boolean isTaken(FrameView packet) {
        int second = packet.buffer().get(packet.bthOffset() + 1);
        int partition = packet.buffer().getShort(packet.bthOffset() + 2);
        return (second & 0xf) == 0 && (partition & 0x7fff) == 0x7fff;
    }

    /** PSNs that a READ takes by its length; 1 for all else. */
    static int psns(FrameView packet, int traits, int pathMtu) {
        boolean read = (packet.opcode() & 0x1f) == Opcode.READ_REQUEST;
        if (!read || (traits & Opcode.HAS_RETH) == 0) {
            return 1;
        }
        long length = packet.buffer().getInt(packet.extendedOffset() + LENGTH_AT) & 0xffff_ffffL;
        return (int) Math.max(1, (length + pathMtu - 1) / pathMtu);
    }

    /** Of a packet with an AETH. */
    static int syndrome(FrameView packet) {
        return packet.buffer().get(packet.extendedOffset()) & 0x7f;
    }

    /** Of a packet with an AETH. */
    static int msn(FrameView packet) {
        return packet.buffer().getInt(packet.extendedOffset()) & 0xff_ffff;
    }
}
