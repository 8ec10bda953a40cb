package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Opcode;

/** Congestion as one flow shows it: marks it got, and notifications it carries. */
final class FlowCongestion {
    private static final int BECN = 0x40;

    final CnpPace pace = new CnpPace();
    /** Opcode 0x80, native InfiniBand's. */
    long infiniBand;
    /** Opcode 0x81, RoCEv2's. */
    long roce;

    long dscpBits;
    long ecnBits;
    /** From the first CE mark since the last notification to the next one. */
    final AckLatency latency = new AckLatency();

    private long markedNs = Long.MIN_VALUE;

    /** A packet of the flow came with ECN CE. */
    void marked(long nowNs) {
        if (markedNs == Long.MIN_VALUE) {
            markedNs = nowNs;
        }
    }

    /** The receiver of the flow's packets sent a notification. */
    void answered(long nowNs) {
        if (markedNs != Long.MIN_VALUE) {
            latency.record(nowNs - markedNs);
            markedNs = Long.MIN_VALUE;
        }
    }

    /** The flow carries a notification. */
    void cnp(FrameView frame) {
        if (frame.opcode() == Opcode.CNP) {
            roce++;
        } else if (frame.opcode() == Opcode.CNP_IB) {
            infiniBand++;
        }
        dscpBits |= 1L << frame.dscp();
        ecnBits |= 1L << frame.ecn();
        pace.cnp(frame.timeNs());
    }

    static boolean hasBecn(FrameView frame) {
        return (frame.buffer().get(frame.bthOffset() + 4) & BECN) != 0;
    }
}
