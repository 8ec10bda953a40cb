package io.qpscope.endpoint;

/** The work queues of one queue pair, whatever transport carries them. */
public interface WorkQueues {
    /**
     * Posts a work request ({@code ibv_post_send}).
     *
     * @return false when the send queue is full, or can't send
     */
    boolean post(WorkRequest request);

    /** Posts a receive request of one piece; false when the queue is full. */
    boolean postReceive(long id, int lkey, long address, int length);

    /** Work requests posted and not complete. */
    int pending();
}
