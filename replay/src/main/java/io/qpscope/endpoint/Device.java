package io.qpscope.endpoint;

/** An RDMA device, as those see it who make queue pairs and use them. */
public interface Device {
    /** What the queue pairs can reach. */
    Memory memory();

    /**
     * Makes a reliable queue pair.
     *
     * @param completions of both queues
     * @param depth work requests of each kind at most
     * @param number 0 for the next free one
     */
    WorkQueues open(CompletionQueue completions, int depth, int number);

    /** Flushes what is posted, and lets the queue pair go. */
    void close(WorkQueues queues);
}
