package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;

/**
 * Messages of one kind between two hosts over one pair of queue pairs; or packets that nobody
 * answers.
 *
 * @param verb null for plain UDP packets; of the first message where {@code work} has several
 * @param size bytes of a message, or of an IP packet; of the longest one of {@code work}
 * @param count messages; 0 for as many as the time allows
 * @param depth messages posted and not complete, at most
 * @param startNs when the first is posted
 * @param dscp of its packets; its upper three bits are the priority
 * @param ecnCapable whether they may be marked
 * @param ttl or hop limit
 * @param qp attributes of both queue pairs
 * @param receives the receive side of SENDs
 * @param wrongKey whether the requester names memory by a key that the peer does not know
 * @param bitsPerSecond of plain packets, with all that the wire adds
 * @param forNs how long plain packets are sent; {@link Long#MAX_VALUE} for the whole run
 * @param work messages one by one; null for one kind of message again and again
 * @param cm how communication management connects it; null for queue pairs that are connected at the
 *     start
 * @param stream how its iWARP stream is set up; null for RoCE
 */
public record FlowPlan(
        String name,
        String from,
        String to,
        Verb verb,
        int size,
        long count,
        int depth,
        long startNs,
        int dscp,
        boolean ecnCapable,
        int ttl,
        Qp qp,
        Receives receives,
        boolean wrongKey,
        long bitsPerSecond,
        long forNs,
        WorkPlan work,
        Cm cm,
        StreamPlan stream) {
    /**
     * As a REQ has them.
     *
     * @param timeout exponent of the time that a message may stay unanswered, 4.096 us x 2^n
     * @param retries how often it is sent again
     */
    public record Cm(int timeout, int retries) {}

    /**
     * As {@code ibv_qp_attr} has them.
     *
     * @param udpPort source port of its packets, by which switches spread flows; 0 for the next
     * @param startPsn of the requester's first packet; {@link #DRAWN} for one of the seed's
     */
    public record Qp(
            int pathMtu,
            int timeout,
            int retryCount,
            int rnrRetryCount,
            int minRnrTimer,
            int readDepth,
            int udpPort,
            int startPsn) {
        static final int DRAWN = -1;
    }

    /**
     * What the responder posts.
     *
     * @param count receive requests in all; -1 for as many as are used up
     * @param depth posted at a time, at most
     * @param delayNs from one's use to the next one's posting
     */
    public record Receives(long count, int depth, long delayNs) {}

    /** Whether {@link #count} is the number of messages that shall come. */
    public boolean isBounded() {
        return count > 0;
    }

    /** Payload of the first messages together. */
    double bytes(long messages) {
        return work != null ? work.bytes(messages) : (double) messages * size;
    }

    int trafficClass() {
        return dscp << 2 | (ecnCapable ? 2 : 0);
    }
}
