package io.qpscope.session;

import io.qpscope.frame.UpperProtocol;

import java.util.List;

/**
 * What is known of one session when the capture ends.
 *
 * @param id 1-based, by first frame
 * @param transport {@code RoCEv2}, {@code RoCEv1}, {@code InfiniBand} or {@code iWARP}
 * @param confidence of the pairing, 0 to 1
 * @param cm what RDMA-CM said, or null
 * @param pathMtu bytes, or null when no packet shows it
 * @param srqn XRC shared receive queue, or null
 * @param carries the upper layer that messages proved, as {@link UpperProtocol#label} says it; or
 *     null
 * @param directions index 0 what {@code a} sent, index 1 what {@code b} sent
 * @param outcome the worse of the two directions'
 */
public record SessionSummary(
        int id,
        String transport,
        Service service,
        Peer a,
        Peer b,
        PairedBy pairedBy,
        double confidence,
        CmSummary cm,
        long firstFrame,
        long lastFrame,
        long firstTimeNs,
        long durationNs,
        Integer pathMtu,
        Integer srqn,
        String carries,
        List<DirectionSummary> directions,
        List<Episode> episodes,
        Outcome outcome) {

    /**
     * One end.
     *
     * @param address IPv4 or IPv6; of RoCEv1 its GID in the same form, of native InfiniBand its
     *     GID, or {@code lid N} where packets have none
     * @param port UDP port the end is addressed by, or its TCP port; 0 where there is neither
     * @param qpn null when no packet and no handshake names it
     */
    public record Peer(String address, int port, Integer qpn) {}

    SessionSummary withId(int number) {
        return new SessionSummary(
                number,
                transport,
                service,
                a,
                b,
                pairedBy,
                confidence,
                cm,
                firstFrame,
                lastFrame,
                firstTimeNs,
                durationNs,
                pathMtu,
                srqn,
                carries,
                directions,
                episodes,
                outcome);
    }

    public DirectionSummary direction(Side from) {
        return directions.get(from.ordinal());
    }

    public Peer peer(Side side) {
        return side == Side.A ? a : b;
    }
}
