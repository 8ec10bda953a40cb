package io.qpscope.endpoint;

/** One way in which a device differs from the specification, or chooses where that leaves room. */
public enum Quirk {
    /** ACKs never tell how many receive requests there are: code 31 (rxe; any SRQ does so). */
    NO_CREDITS,
    /** retry_cnt 7 never ends, as rnr_retry 7 never does (rxe, rxe_comp.c). */
    RETRY_SEVEN_FOR_EVER,
    /** A PSN sequence NAK follows an RNR NAK when more packets come (rxe). */
    NAK_BEHIND_RNR,
    /**
     * A SEND that is longer than the receive request is answered by NAK 3 and ends as LOC_QP_OP_ERR
     * (rxe); else by NAK 1, and as LOC_LEN_ERR.
     */
    LONG_SEND_IS_OPERATION_ERROR,
    /** The receive that is too short for a SEND ends as LOC_QP_OP_ERR, the answer is NAK 1 (qib). */
    SHORT_RECEIVE_IS_OPERATION_ERROR,
    /** A restarted READ is answered by MIDDLE and LAST, not FIRST or ONLY (rxe, rxe_resp.c). */
    RESTART_KEEPS_PLACE,
    /** The MigReq bit is 0 (rxe; E810, from memory, not verified); else 1, the state migrated. */
    NO_MIG_REQ,
    /** A duplicate SEND or WRITE is acknowledged only when it asks (qib_rc.c). */
    DUPLICATES_ACKED_ON_REQUEST,
    /**
     * The first ACK wait is a 64th of the timeout, and each doubles up to it (adaptive
     * retransmission of ConnectX-6 Dx; the figures are from memory, not verified).
     */
    ADAPTIVE_TIMEOUT,
    /**
     * A gap in READ responses is not seen: the requester waits for its ACK timeout (E810; from memory,
     * not verified).
     */
    BLIND_TO_RESPONSE_GAPS;

    int bit() {
        return 1 << ordinal();
    }
}
