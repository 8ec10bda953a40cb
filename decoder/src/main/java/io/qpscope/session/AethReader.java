package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Aeth;

/** Hands acknowledgements, NAKs and RNR NAKs to whom they count for and to whom they answer. */
final class AethReader {
    private static final int SYNDROME_SHIFT = 24;
    private static final int MSN_MASK = 0xff_ffff;
    private static final int NO_CREDITS = 31;

    private static final Kind[] NAK_KINDS = {
        Kind.PSN_SEQUENCE_NAK,
        Kind.INVALID_REQUEST_NAK,
        Kind.REMOTE_ACCESS_NAK,
        Kind.REMOTE_OPERATIONAL_NAK,
    };

    private AethReader() {}

    /**
     * Reads a plain acknowledgement.
     *
     * @param flow that it belongs to
     * @param asked whose request it answers; null if unknown
     */
    static void read(Flow flow, Requester asked, FrameView frame) {
        int aeth = frame.buffer().getInt(frame.extendedOffset());
        count(flow, frame, aeth >>> SYNDROME_SHIFT);
        if (asked != null) {
            answer(asked, flow, frame, aeth);
        }
    }

    private static void count(Flow flow, FrameView frame, int syndrome) {
        int type = Aeth.type(syndrome);
        int code = syndrome & 0x1f;
        if (type == Aeth.TYPE_ACK) {
            flow.acks++;
            flow.credits |= code != NO_CREDITS;
        } else if (type == Aeth.TYPE_RNR_NAK) {
            flow.rnrNaks++;
            flow.log.add(Kind.RNR_NAK, frame.number(), Aeth.rnrTimerNs(code));
        } else if (type == Aeth.TYPE_NAK && code < flow.naks.length) {
            flow.naks[code]++;
            if (code != Aeth.NAK_PSN_SEQUENCE_ERROR) {
                flow.log.add(NAK_KINDS[code], frame.number(), frame.psn());
            }
        }
    }

    private static void answer(Requester requester, Flow from, FrameView frame, int aeth) {
        int syndrome = aeth >>> SYNDROME_SHIFT;
        int code = syndrome & 0x1f;
        requester.answerRules.onAeth(from, frame, syndrome, aeth & MSN_MASK);
        switch (Aeth.type(syndrome)) {
            case Aeth.TYPE_ACK -> requester.answers.onAcknowledge(frame);
            case Aeth.TYPE_RNR_NAK -> {
                boolean waits = requester.answers.onRnrNak(Aeth.rnrTimerNs(code), frame);
                if (waits && requester.rnr.plainWrite) {
                    from.log.add(Kind.RNR_NAK_ON_WRITE, frame.number(), 0);
                }
            }
            case Aeth.TYPE_NAK -> {
                if (code == Aeth.NAK_PSN_SEQUENCE_ERROR) {
                    if (requester.answers.onSequenceNak(frame)) {
                        from.log.add(NAK_KINDS[code], frame.number(), frame.psn());
                    }
                } else if (code <= Aeth.NAK_REMOTE_OPERATIONAL_ERROR) {
                    requester.answerRules.onFatalNak(from, frame);
                    requester.answers.onFatalNak(code, frame);
                }
            }
            default -> {}
        }
    }
}
