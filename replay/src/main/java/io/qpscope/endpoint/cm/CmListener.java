package io.qpscope.endpoint.cm;

/**
 * What happens to connections ({@code rdma_cm_event_type}). Called from within {@link
 * ConnectionManager#receive} and {@link ConnectionManager#expire}.
 */
public interface CmListener {
    /**
     * The peer asks for a connection to a port that is listened on. {@link
     * ConnectionManager#accept} or {@link ConnectionManager#reject} answers, now or later.
     */
    void requested(Connection connection, long now);

    /** Both sides are ready; the queue pair may send. */
    void established(Connection connection, long now);

    /** The peer refused, or fell silent before the connection stood: {@code rejectReason} is -1. */
    void failed(Connection connection, long now);

    /** The peer asked for the end, or answered ours; the queue pair is in ERR. */
    void disconnected(Connection connection, long now);

    /** TIMEWAIT is over, or the connection never stood: the queue pair may be destroyed. */
    void closed(Connection connection, long now);
}
