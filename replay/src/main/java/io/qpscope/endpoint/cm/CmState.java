package io.qpscope.endpoint.cm;

/**
 * Where a connection stands (IBA vol 1, 12.9.7).
 *
 * <pre>
 *  active   REQ_SENT -- REP, RTU sent --> ESTABLISHED
 *  passive  REQ_RCVD -- accepted --> REP_SENT -- RTU --> ESTABLISHED
 *  both     ESTABLISHED -- disconnect --> DREQ_SENT -- DREP --> TIMEWAIT --> CLOSED
 *           ESTABLISHED or REP_SENT -- DREQ, DREP sent --> TIMEWAIT --> CLOSED
 *           any -- REJ, or retries used up --> CLOSED
 * </pre>
 */
public enum CmState {
    /** Asked, and waits for REP, MRA or REJ. */
    REQ_SENT,
    /** Asked by the peer; the application has not decided yet. */
    REQ_RCVD,
    /** Accepted, and waits for RTU. */
    REP_SENT,
    ESTABLISHED,
    DREQ_SENT,
    /** Late packets of the connection may still be under way; its queue pair number rests. */
    TIMEWAIT,
    CLOSED
}
