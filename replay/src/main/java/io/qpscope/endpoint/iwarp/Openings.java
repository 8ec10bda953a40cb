package io.qpscope.endpoint.iwarp;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapReadRequest;

import java.nio.ByteBuffer;

/** Segments without data that open a peer-to-peer stream (RFC 6581, 9.2). */
final class Openings {
    private static final int READ_SIZE = DdpUntagged.LENGTH + 12;
    private static final int SEND_MSN = 10;

    private Openings() {}

    /** Whether a segment is the message agreed on; for the empty FPDU, an empty SEND as well. */
    static boolean match(RtrKind kind, ByteBuffer in, int at, int length) {
        return switch (kind) {
            case EMPTY_FPDU -> length == 0 || isSend(in, at, length);
            case WRITE -> isWrite(in, at, length);
            case READ -> isRead(in, at, length);
        };
    }

    /** Whether a segment is the peer's Terminate, which may come in the place of any other. */
    static boolean isTerminate(ByteBuffer in, int at, int length) {
        return length >= DdpUntagged.LENGTH && in.get(at) >= 0 && opcode(in, at) == Rdmap.TERMINATE;
    }

    private static boolean isWrite(ByteBuffer in, int at, int length) {
        return length == DdpTagged.LENGTH && in.get(at) < 0 && opcode(in, at) == Rdmap.WRITE;
    }

    /** The first SEND, without data. */
    private static boolean isSend(ByteBuffer in, int at, int length) {
        return length == DdpUntagged.LENGTH
                && in.get(at) >= 0
                && opcode(in, at) == Rdmap.SEND
                && in.getInt(at + SEND_MSN) == 1;
    }

    private static boolean isRead(ByteBuffer in, int at, int length) {
        return length == DdpUntagged.LENGTH + RdmapReadRequest.LENGTH
                && in.get(at) >= 0
                && opcode(in, at) == Rdmap.READ_REQUEST
                && in.getInt(at + READ_SIZE) == 0;
    }

    private static int opcode(ByteBuffer in, int at) {
        return in.get(at + 1) & 0xf;
    }
}
