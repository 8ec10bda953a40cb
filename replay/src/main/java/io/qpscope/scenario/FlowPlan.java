package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;

/**
 * Messages of one kind between two hosts over one pair of queue pairs; or packets that nobody
 * answers.
 *
 * @param verb null for plain UDP packets
 * @param size bytes of a message, or of an IP packet
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
        long forNs) {
    /**
     * As {@code ibv_qp_attr} has them.
     *
     * @param udpPort source port of its packets, by which switches spread flows; 0 for the next free
     */
    public record Qp(
            int pathMtu,
            int timeout,
            int retryCount,
            int rnrRetryCount,
            int minRnrTimer,
            int readDepth,
            int udpPort) {}

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

    int trafficClass() {
        return dscp << 2 | (ecnCapable ? 2 : 0);
    }
}
