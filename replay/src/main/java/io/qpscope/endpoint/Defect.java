package io.qpscope.endpoint;

/**
 * A fault that an implementation of the reliable connection may have, made on purpose: for seeing
 * that a check finds it. No named {@link Profile} has one. Clauses are those of IBA vol 1, from
 * memory and not verified.
 */
public enum Defect {
    /** A duplicate atomic is executed again, and the new original answered (9.7.4.1.2). */
    ATOMIC_REPLAYED,
    /** Each gap is answered by two NAKs, not one (9.7.5.2.2). */
    NAK_TWICE,
    /**
     * The responder compares PSNs as plain numbers: behind a gap at the wrap what comes is a
     * duplicate to it, and a duplicate from before the wrap a gap (9.7.2).
     */
    PSN_WITHOUT_WRAP,
    /**
     * The requester compares the PSNs of answers as plain numbers: while what is in flight passes
     * the wrap no answer is one to it (9.7.2).
     */
    ACK_WITHOUT_WRAP,
    /** Progress does not give the RNR retries back: they are of the queue pair's life (9.7.5.2.8). */
    RNR_COUNTER_KEPT,
    /** Progress does not give the retries back: they are of the queue pair's life (9.7.6.1.3). */
    RETRY_COUNTER_KEPT,
    /**
     * Only the packet that a NAK or a timeout is about goes again, though the responder let fall what
     * came behind it; that waits for the next NAK or timeout (9.7.5.1.2).
     */
    ONE_PACKET_RESENT,
    /** A restarted READ asks for the rest of the length, but from the first address on (9.7.5.1.4). */
    READ_RESTART_OFFSET,
    /** The first response of a restarted READ is placed where the whole READ begins (9.7.5.1.4). */
    READ_RESTART_PLACE,
    /**
     * An ACK of a PSN that was never sent counts: the work that has begun is complete, whether or not
     * its packets arrived or were even sent (9.7.7.1.1).
     */
    ACK_UNSENT_TAKEN,
    /** The MSN of answers stays 0, and with it the credits' limit (9.7.7.1). */
    MSN_STUCK,
    /**
     * WRITEs and READs may reach one byte beyond their region, and succeed: what is written there
     * falls away, what is read there is 0 (9.7.5.2.4).
     */
    RKEY_BOUND;

    long bit() {
        return 1L << ordinal();
    }
}
