package io.qpscope.session.taps;

import java.util.List;

/**
 * What several taps tell together. Taps are named A, B, ... in the order of the command line, those of
 * one capture by interface; they are told by their index here.
 *
 * @param samePlace all that two taps have in common bears equal times and headers
 * @param limits sentences on what was left out
 */
public record TapReport(
        List<Point> points, List<Path> paths, boolean samePlace, List<String> limits) {

    /** How a tap's clock compares to the first tap's. */
    public enum Clock {
        /** The first tap's own. */
        REFERENCE,
        /** Of the same capture, and nothing speaks against one clock. */
        ONE_CLOCK,
        /**
         * From both directions' least times, as if both ways took equally long: off by at most half
         * of the least round trip between the taps.
         */
        ESTIMATED,
        /** Packets in common went one way only: delay and offset can't be told apart. */
        ONE_WAY,
        /** The least times contradict each other: the clocks drift or the stamps are wrong. */
        CONTRADICTORY,
        /** No packet in common. */
        UNRELATED
    }

    /** What shows the order of the taps. */
    public enum OrderBy {
        /** Routers between them count the TTL down. */
        TTL,
        /** The way there takes time, and so does the way back. */
        ROUND_TRIP,
        /** The clocks, which are known to agree or by how much they differ. */
        CLOCK,
        /** The opposite direction's order. */
        REVERSE,
        /** Nothing: they are taken as the command line has them. */
        COMMAND_LINE
    }

    /**
     * One tap.
     *
     * @param tap as the matcher numbered it
     * @param interfaceId null where the capture is one tap
     * @param packets that another tap can be asked for: RoCE, InfiniBand, TCP with payload
     * @param mirrored packets recorded more than once here
     * @param firstNs of its capture, by its own clock, ns since 1970
     * @param offsetNs its clock minus the first tap's; null where it is not known
     * @param uncertaintyNs the offset may be off by so much either way; null where not known
     */
    public record Point(
            String name,
            int tap,
            int capture,
            Integer interfaceId,
            long frames,
            long packets,
            long mirrored,
            long firstNs,
            long lastNs,
            Clock clock,
            Long offsetNs,
            Long uncertaintyNs) {}

    /**
     * One direction of the traffic.
     *
     * @param fromPort TCP port; null for RoCE, as is the other
     * @param order taps in the order its packets pass them
     * @param packets different ones, however many taps saw them
     * @param lostBeforeFirst proved by the first tap alone, a lower bound; null where it can't tell
     * @param lostBehindLast proved by the last tap alone, a lower bound; null where it can't tell
     * @param duplicatedBefore transmissions that passed the first tap twice
     * @param undecided packets whose fate the taps don't tell: a recording had not begun or has ended
     */
    public record Path(
            String from,
            Integer fromPort,
            String to,
            Integer toPort,
            List<Integer> order,
            OrderBy orderBy,
            long packets,
            Long lostBeforeFirst,
            Long lostBehindLast,
            long duplicatedBefore,
            long undecided,
            List<Segment> segments) {
        public long lostBetween() {
            return segments.stream().mapToLong(Segment::lost).sum();
        }
    }

    /**
     * Between two taps that follow each other on a path.
     *
     * @param both packets that passed both
     * @param lostByKind passed the first and not the second, by {@link PacketKind}; without those that
     *     the second tap's capture only missed
     * @param lostPackets at most the first 20
     * @param missedBySecond passed the first and arrived: their receiver answered them, and only the
     *     second tap's capture lacks them; a lower bound
     * @param missedByFirst passed the second and not the first
     * @param missedFrames of these, in the second tap's capture, at most the first 20
     * @param duplicated transmissions that passed the second tap more often than the first
     * @param reordered that passed the second tap behind one that the first saw after them (RFC 4737)
     * @param corrupted whole at the first tap, with a wrong ICRC at the second
     * @param ceMarked marked congested (ECN CE) in between
     * @param withoutIcrc matched by headers alone, since a capture lacks the ICRC
     * @param delay null where the clocks' offset is not known
     * @param variation delay above the least; null without packets in common
     */
    public record Segment(
            int first,
            int second,
            long both,
            List<Long> lostByKind,
            List<LostPacket> lostPackets,
            long missedBySecond,
            long missedByFirst,
            List<Long> missedFrames,
            long duplicated,
            List<Long> duplicatedFrames,
            long reordered,
            long corrupted,
            List<Long> corruptedFrames,
            long ceMarked,
            long withoutIcrc,
            Delay delay,
            Delay variation) {
        public long lost() {
            return lostByKind.stream().mapToLong(Long::longValue).sum();
        }

        public long lost(PacketKind kind) {
            return lostByKind.get(kind.ordinal());
        }
    }

    /** ns. */
    public record Delay(long least, long p50, long p99, long most) {}
}
