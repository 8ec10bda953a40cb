package io.qpscope.frame;

import io.qpscope.wire.Opcode;

/** Whether messages bear a candidate out. Not thread safe. */
public final class UpperConnection {
    /** A side that never sends what proves it shall not cost more than these. */
    private static final int MAX_LOOKS = 64;

    private static final int OPERATION_MASK = 0x1f;
    private static final int SEND_FIRST = 0x00;
    private static final int SEND_ONLY = 0x04;
    private static final int SEND_ONLY_IMMEDIATE = 0x05;
    private static final int SEND_ONLY_INVALIDATE = 0x17;

    private final UpperProtocol candidate;
    private int halvesNeeded;
    private int looks;
    private boolean confirmed;
    private boolean settled;

    /**
     * @param needed messages of the active side that have to pass
     */
    public UpperConnection(UpperProtocol candidate, int needed) {
        this.candidate = candidate;
        halvesNeeded = 2 * needed;
    }

    /** What messages proved, or null. */
    public UpperProtocol proved() {
        return confirmed ? candidate : null;
    }

    /** What frames are worth a look for: the candidate unless messages spoke against it. */
    UpperProtocol candidate() {
        return settled && !confirmed ? null : candidate;
    }

    /**
     * Looks at a packet with a good ICRC. The first message that can't be one of the candidate's
     * speaks against it, however many could.
     *
     * @return whether further packets are of no use
     */
    public boolean onPacket(FrameView frame, boolean fromActive) {
        if (settled || !begins(frame.opcode())) {
            return settled;
        }
        int length = frame.payloadLength();
        if (length < UpperProtocol.MIN_LENGTH || frame.payloadCaptured() < length) {
            return false;
        }
        if (!accepts(candidate, frame, fromActive)) {
            settled = true;
        } else if (fromActive && counts(frame)) {
            confirmed = true;
            settled = true;
        } else {
            settled = ++looks >= MAX_LOOKS;
        }
        return settled;
    }

    /** Whether this message was the last one needed; a weak one is worth half. */
    private boolean counts(FrameView frame) {
        boolean strong = candidate.provesAlone(frame.buffer(), frame.payloadOffset());
        halvesNeeded -= strong ? 2 : 1;
        return halvesNeeded <= 0;
    }

    /** The payload is there, whole. */
    static boolean accepts(UpperProtocol protocol, FrameView frame, boolean fromActive) {
        boolean whole = (frame.opcode() & OPERATION_MASK) != SEND_FIRST;
        return protocol.accepts(
                frame.buffer(), frame.payloadOffset(), frame.payloadLength(), whole, fromActive);
    }

    /** The first packet of a SEND, on any service. */
    static boolean begins(int opcode) {
        if ((opcode & Opcode.SERVICE_MASK) == Opcode.CNP_CLASS) {
            return false;
        }
        return switch (opcode & OPERATION_MASK) {
            case SEND_FIRST, SEND_ONLY, SEND_ONLY_IMMEDIATE, SEND_ONLY_INVALIDATE -> true;
            default -> false;
        };
    }
}
