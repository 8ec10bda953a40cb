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
    RKEY_BOUND,
    /** The ACK timer runs on in an RNR wait: what was refused goes again too early (9.7.5.2.8). */
    RNR_WAIT_CUT,
    /** A duplicate of a WRITE's first or only packet is written again (9.7.4.1.2). */
    DUPLICATE_WRITE_APPLIED,
    /** SENDs go beyond the receives that the responder told of (9.7.7.2.5). */
    CREDIT_IGNORED,
    /** Whose address a packet comes from is not looked at, so one of an earlier peer's counts (A17). */
    STALE_QP_TAKEN,
    /** More READs and atomics are in flight than max_rd_atomic (9.7.5.1.9). */
    READ_DEPTH_IGNORED,
    /** A WRITE may end with more or fewer bytes than its RETH promised (9.7.4.1.6). */
    WRONG_LAST_LENGTH,
    /** The ICRC is not looked at (7.8.1). */
    ICRC_UNCHECKED,
    /** The partition is not looked at (10.9.3). */
    PKEY_UNCHECKED,
    /**
     * A NAK of a PSN that was acknowledged since makes what is in flight go again, from there or from
     * the oldest message on (9.7.7.1.1).
     */
    LATE_NAK_OBEYED,
    /** No NAK is sent for a gap that lies inside a message (9.7.5.2.2). */
    NAK_LOST,
    /** A READ that is restarted behind its beginning is answered in its first length (9.7.5.1.4). */
    DUPLICATE_READ_STALE,
    /** The ACK of a new SEND or WRITE names the PSN behind it (9.7.5.1.2). */
    ACK_BEYOND,
    /** Behind an error what else is posted never completes (10.3.1.5). */
    FLUSH_MISSING,
    /** A remote access error ends its own request, and those behind it go on (9.9.2). */
    ERROR_CONTINUES,
    /** The end of a SEND that comes again completes another receive request (9.7.4.1.2). */
    RECEIVE_TWICE,
    /** Immediate data that goes again is 0 (9.7.5.1.2). */
    IMMEDIATE_LOST,
    /** A remote access error is told as a remote operational error (9.9.2). */
    WRONG_STATUS,
    /** Behind a rewind the ACK timer stands still until there is progress (9.7.6.1.3). */
    ACK_TIMER_DEAD,
    /** A SEND's MIDDLE or LAST that no FIRST came before begins a message (9.7.4.1.7). */
    INVALID_OPCODE_TAKEN,
    /** A packet before a message's last may hold less than a path MTU (9.7.4.1.6). */
    SHORT_PACKET_TAKEN,
    /** An atomic's or ATOMIC WRITE's address need not be a multiple of 8 (9.4.5). */
    ODD_ADDRESS_TAKEN,
    /** Of a comparison, the lower half of the words decides (9.4.5). */
    COMPARE_HALF,
    /** A SEND with Invalidate completes as such, and its key stays good (9.4.1.1). */
    KEY_KEPT,
    /** A REQ that comes again is another connection, with a queue pair of its own (12.9.8.3). */
    CM_REQUEST_TWICE,
    /** A REQ that comes again is not answered: only the side's own timer repeats the REP (12.9.7). */
    CM_REPLY_ONCE,
    /** Who has sent a REP takes the connection for established, and repeats nothing (12.9.7). */
    CM_READY_UNNEEDED,
    /** A REJ ends a connection that is established already (12.9.7). */
    CM_REJECT_OBEYED,
    /** A DREQ is obeyed whatever queue pair and whose identifier it names (12.9.7). */
    CM_DREQ_UNCHECKED,
    /** In TIMEWAIT a DREQ that comes again is not answered (12.9.8.4). */
    CM_DREP_ONCE,
    /** A connection is forgotten at once when it ends: what comes late begins another (12.9.8.5). */
    CM_TIMEWAIT_SKIPPED,
    /** What is not answered is sent for ever, not as often as max_cm_retries says (12.9.7). */
    CM_RETRIES_ENDLESS,
    /** A connection that never stood, and its queue pair, are kept for good (12.9.7). */
    CM_FAILED_KEPT;

    /** Whether it is one of connection management, not of queue pairs. */
    public boolean isOfManagement() {
        return ordinal() >= CM_REQUEST_TWICE.ordinal();
    }

    long bit() {
        return 1L << ordinal();
    }
}
