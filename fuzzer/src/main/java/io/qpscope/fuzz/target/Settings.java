package io.qpscope.fuzz.target;

/**
 * How a campaign deals with its peer.
 *
 * @param memory of the peer, told by hand; null where its greeting tells
 * @param ackTimeout exponent, 4.096 us x 2^n
 * @param packetsPerSecond that are sent, at most
 * @param connectionsPerSecond at most
 * @param destructive whether rules may act that can harm more than a case's own queue pairs
 */
public record Settings(
        PeerMemory memory,
        int ackTimeout,
        long packetsPerSecond,
        long connectionsPerSecond,
        boolean destructive) {
    /** Modest ones for a peer that tells its memory. */
    public static final Settings USUAL = new Settings(null, 14, 10_000, 100, false);
}
