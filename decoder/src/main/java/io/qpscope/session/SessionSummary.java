package io.qpscope.session;

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
        List<DirectionSummary> directions,
        List<Episode> episodes,
        Outcome outcome) {

    /**
     * One end.
     *
     * @param port UDP port the end is addressed by, or its TCP port
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
