package io.qpscope.endpoint;

/**
 * How a device behaves where the specification leaves room or the device leaves the specification.
 *
 * @param recovery what the requester sends again, and what the responder keeps
 * @param window most PSNs in flight; rxe stops at 128 (rxe_param.h)
 * @param ackEvery packets in a row without AckReq before one asks; 0 for never inside a message
 * @param credits whether ACKs tell the receive requests there are; else code 31, as rxe always
 * @param retrySevenForEver retry_cnt 7 never ends (rxe)
 * @param nakBehindRnr a PSN sequence NAK follows an RNR NAK when more packets come (rxe)
 * @param longSendIsOperationError a SEND that is longer than the receive request is answered by NAK
 *     3 and ends as LOC_QP_OP_ERR (rxe); else NAK 1 and LOC_LEN_ERR
 * @param restartKeepsPlace a restarted READ is answered by MIDDLE and LAST, not FIRST (rxe)
 * @param adaptiveTimeout the first wait is a 64th of the timeout, and each doubles up to it
 */
public record Profile(
        String name,
        Recovery recovery,
        int window,
        int ackEvery,
        boolean credits,
        boolean retrySevenForEver,
        boolean nakBehindRnr,
        boolean longSendIsOperationError,
        boolean restartKeepsPlace,
        boolean adaptiveTimeout) {

    /** The same device with another way to recover from loss. */
    public Profile with(Recovery other) {
        // Going back to a message's start needs all of it in flight, and no ACK inside it; with
        // none
        // there is no progress to see, so that counting rounds would end what only starts over.
        boolean whole = other == Recovery.GO_BACK_0;
        return new Profile(
                name,
                other,
                whole ? 1 << 16 : window,
                whole ? 0 : ackEvery,
                credits,
                whole || retrySevenForEver,
                nakBehindRnr,
                longSendIsOperationError,
                restartKeepsPlace,
                adaptiveTimeout);
    }

    /**
     * The same device with fewer packets in flight: what a socket's buffer can hold. An ACK is asked
     * for four times a window.
     *
     * @param packets 1 or more
     */
    public Profile within(int packets) {
        return new Profile(
                name,
                recovery,
                Math.min(window, packets),
                ackEvery == 0 ? 0 : Math.min(ackEvery, Math.max(1, packets / 4)),
                credits,
                retrySevenForEver,
                nakBehindRnr,
                longSendIsOperationError,
                restartKeepsPlace,
                adaptiveTimeout);
    }

    /**
     * Nanoseconds until the requester gives up waiting for an answer.
     *
     * @param timeoutNs of the queue pair, 4.096 us x 2^n
     * @param rounds gone through since the last progress
     */
    long ackWait(long timeoutNs, int rounds) {
        if (!adaptiveTimeout) {
            return timeoutNs;
        }
        return Math.min(timeoutNs, Math.max(timeoutNs >> 6, 1) << Math.min(rounds, 6));
    }

    /** What loss makes a requester send again. */
    public enum Recovery {
        /** From the missing packet on; the responder drops what lies behind a gap. */
        GO_BACK_N,
        /** From the message's first packet on; the responder forgets what it had of the message. */
        GO_BACK_0,
        /** The missing packet alone; the responder keeps what lies behind a gap. */
        SELECTIVE_REPEAT
    }

    /** As the specification has it. */
    public static final Profile IBTA = new Profile(
            "ibta", Recovery.GO_BACK_N, 1024, 128, true, false, false, false, false, false);

    /** Linux soft RoCE; observed on Linux 6.1. */
    public static final Profile RXE =
            new Profile("rxe", Recovery.GO_BACK_N, 128, 65, false, true, true, true, true, false);
}
