package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.wire.Opcode;

/**
 * What names one transmission at every tap of its path: addresses, IP identification and BTH, or
 * ports and sequence range of TCP. MACs, tags, TTL, ECN, tunnels and the BTH's FECN and BECN bits
 * may change on the way (the ICRC leaves them out, annex A17) and are not looked at. The ICRC is
 * compared besides where both taps have it: a capture may have cut it off.
 */
final class Transmission {
    private static final int TCP_SEQUENCE = 4;
    private static final int TCP_ACKNOWLEDGEMENT = 8;

    private Transmission() {}

    /** Pure TCP acknowledgements carry nothing that could be lost. */
    static boolean isNamed(FrameView frame) {
        return frame.kind().hasTransport()
                || (frame.kind() == Kind.TCP && frame.transportPayloadLength() > 0);
    }

    static boolean isTcp(FrameView frame) {
        return frame.kind() == Kind.TCP;
    }

    /** Whether {@link FrameView#icrcStored} is part of the name. */
    static boolean hasIcrc(FrameView frame) {
        return frame.kind().hasTransport() && frame.icrcCaptured();
    }

    static long key(FrameView frame) {
        long h = ends(frame) ^ ((long) frame.ipId() << 48);
        if (isTcp(frame)) {
            int at = frame.transportOffset();
            h = mix(h ^ ((long) frame.sourcePort() << 16 | frame.destinationPort()));
            h = mix(h ^ sequence(frame));
            h = mix(h ^ frame.buffer().getInt(at + TCP_ACKNOWLEDGEMENT));
            return mix(h ^ frame.transportPayloadLength());
        }
        int ackReq = frame.ackReq() ? 1 : 0;
        h = mix(h ^ ((long) frame.destQp() << 32 | frame.psn() << 8 | frame.opcode()));
        return mix(h ^ ((long) frame.payloadLength() << 1 | ackReq));
    }

    /** Of TCP's first byte. */
    static long sequence(FrameView frame) {
        return frame.buffer().getInt(frame.transportOffset() + TCP_SEQUENCE) & 0xffff_ffffL;
    }

    /** Of the two addresses in their order. */
    static long ends(FrameView frame) {
        long from = mix(frame.sourceLow() ^ mix(frame.sourceHigh()));
        return mix(from * 31 + frame.destinationLow() ^ mix(frame.destinationHigh()));
    }

    /** Whether the frame goes from the lower address to the higher, which both ends tell alike. */
    static boolean isUp(FrameView frame) {
        int high = Long.compareUnsigned(frame.sourceHigh(), frame.destinationHigh());
        return high != 0
                ? high < 0
                : Long.compareUnsigned(frame.sourceLow(), frame.destinationLow()) < 0;
    }

    static PacketKind kind(FrameView frame) {
        if (isTcp(frame)) {
            return PacketKind.SEGMENT;
        }
        int traits = Opcode.traits(frame.opcode());
        if ((traits & Opcode.IS_ACKNOWLEDGE) != 0) {
            return PacketKind.ACKNOWLEDGE;
        }
        if ((traits & Opcode.IS_RESPONSE) != 0) {
            return PacketKind.RESPONSE;
        }
        boolean datagram = (frame.opcode() & Opcode.SERVICE_MASK) == Opcode.UD;
        if (datagram && frame.destQp() <= 1) {
            return PacketKind.MAD;
        }
        return (traits & Opcode.IS_REQUEST) != 0 ? PacketKind.REQUEST : PacketKind.OTHER;
    }

    /** Finaliser of MurmurHash3: each bit of the input moves half of the output's. */
    static long mix(long value) {
        long h = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
        h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
        return h ^ h >>> 33;
    }
}
