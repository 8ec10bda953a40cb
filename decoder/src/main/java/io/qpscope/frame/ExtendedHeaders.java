package io.qpscope.frame;

import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

/** Which header behind the BTH a packet was too short for: off the fast path. */
final class ExtendedHeaders {
    /** In the order of the wire, with the trait that calls for it. */
    private static final Layer[] LAYERS = {
        Layer.RDETH,
        Layer.DETH,
        Layer.XRCETH,
        Layer.FETH,
        Layer.RETH,
        Layer.ATOMIC_ETH,
        Layer.AETH,
        Layer.ATOMIC_ACK_ETH,
        Layer.IMM_DT,
        Layer.IETH
    };

    private static final int[] TRAITS = {
        Opcode.HAS_RDETH,
        Opcode.HAS_DETH,
        Opcode.HAS_XRCETH,
        Opcode.HAS_FETH,
        Opcode.HAS_RETH,
        Opcode.HAS_ATOMIC_ETH,
        Opcode.HAS_AETH,
        Opcode.HAS_ATOMIC_ACK_ETH,
        Opcode.HAS_IMM_DT,
        Opcode.HAS_IETH
    };

    private static final int[] LENGTHS = {4, 8, 4, 4, 16, 28, 4, 8, 4, 4};

    private ExtendedHeaders() {}

    /**
     * Names the first header, pad or ICRC that is not whole.
     *
     * @param end of the UDP payload by the UDP header
     */
    static Kind stop(FrameView view, int end) {
        int limit = Math.min(end, view.offset + view.captured);
        int traits = Opcode.traits(view.opcode());
        int at = view.extendedOffset();
        for (int i = 0; i < LAYERS.length; i++) {
            if ((traits & TRAITS[i]) != 0) {
                if (limit - at < LENGTHS[i]) {
                    return view.tooShort(LAYERS[i], at, LENGTHS[i], end);
                }
                at += LENGTHS[i];
            }
        }
        if (limit < view.payloadOffset) {
            return view.tooShort(Layer.CNP, at, view.payloadOffset - at, end);
        }
        int rest = end - view.payloadOffset;
        if (rest < Icrc.LENGTH) {
            return view.malformed(Layer.ICRC, view.payloadOffset, Icrc.LENGTH, rest);
        }
        int pad = (view.bthFlags() >> 4) & 3;
        return view.malformed(Layer.PAYLOAD, view.payloadOffset, pad, rest - Icrc.LENGTH);
    }
}
