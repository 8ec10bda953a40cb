package io.qpscope.endpoint;

/**
 * States of a queue pair ({@code ibv_qp_state}; IBA vol 1, 10.3.1).
 *
 * <pre>
 *  RESET -> INIT -> RTR -> RTS      by {@link QueuePair#modify}
 *  any   -> ERR                     by an error or {@code modify}; work is flushed
 *  any   -> RESET                   by {@code modify}; work is forgotten
 * </pre>
 */
public enum QpState {
    RESET,
    /** Takes receive requests; packets are dropped. */
    INIT,
    /** Ready to receive: answers, and asks nothing. */
    RTR,
    /** Ready to send. */
    RTS,
    /** Dead: everything posted comes back as {@link WcStatus#WR_FLUSH_ERR}. */
    ERR;

    boolean receives() {
        return this == RTR || this == RTS;
    }
}
