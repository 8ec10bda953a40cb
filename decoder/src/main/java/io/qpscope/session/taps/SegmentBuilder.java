package io.qpscope.session.taps;

import io.qpscope.session.taps.TapReport.Delay;
import io.qpscope.session.taps.TapReport.Segment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** One segment: two taps in the order of the path. */
final class SegmentBuilder {
    private static final TapPair NOTHING = new TapPair();

    private final int first;
    private final int second;
    private final TapPair pair;
    /** The path goes from the pair's first tap to its second. */
    private final boolean forth;

    private final TapOrder clocks;
    /** What the tracker counts as requests. */
    private final PacketKind asking;

    private long missedRequests;
    private long missedResponses;

    SegmentBuilder(TapDirection direction, int first, int second, TapOrder clocks) {
        this.first = first;
        this.second = second;
        this.clocks = clocks;
        asking = direction.tcp() ? PacketKind.SEGMENT : PacketKind.REQUEST;
        forth = first < second;
        TapPair both = direction.pairs[Math.min(first, second)][Math.max(first, second)];
        pair = both == null ? NOTHING : both;
    }

    /** Arrived, though the second tap lacks them. */
    void missed(long requests, long responses) {
        missedRequests = requests;
        missedResponses = responses;
    }

    /**
     * @param index from a tap's number to its place in the report
     */
    Segment build(PathTally tally, int at, IntUnaryOperator index) {
        PathTally.Behind behind = tally.behind(at);
        long[] lost = behind.lost.clone();
        long missed = take(lost, asking, missedRequests)
                + take(lost, PacketKind.RESPONSE, missedResponses);
        List<Long> lostByKind = new ArrayList<>();
        for (long count : lost) {
            lostByKind.add(count);
        }
        List<LostPacket> packets = behind.lostPackets.stream()
                .map(p -> new LostPacket(
                        index.applyAsInt(p.tap()), p.frame(), p.kind(), p.qpn(), p.psn()))
                .sorted(Comparator.comparingLong(LostPacket::frame))
                .toList();
        return new Segment(
                index.applyAsInt(first),
                index.applyAsInt(second),
                pair.times.count(),
                lostByKind,
                packets,
                missed,
                behind.missed,
                sorted(behind.missedFrames),
                behind.duplicated,
                sorted(behind.duplicatedFrames),
                pair.late(),
                forth ? pair.badAtSecond : pair.badAtFirst,
                sorted(forth ? pair.badFramesAtSecond : pair.badFramesAtFirst),
                forth ? pair.markedAtSecond : pair.markedAtFirst,
                pair.withoutIcrc,
                clocks.clockKnown() ? delay(forth ? clocks.offsetNs() : -clocks.offsetNs()) : null,
                delay(percentile(0)));
    }

    private static long take(long[] lost, PacketKind kind, long missed) {
        long taken = Math.min(lost[kind.ordinal()], missed);
        lost[kind.ordinal()] -= taken;
        return taken;
    }

    private static List<Long> sorted(List<Long> frames) {
        return frames.stream().sorted().toList();
    }

    /** Above some base. */
    private Delay delay(long base) {
        return pair.times.count() == 0
                ? null
                : new Delay(
                        percentile(0) - base,
                        percentile(50) - base,
                        percentile(99) - base,
                        percentile(100) - base);
    }

    private long percentile(int percent) {
        Differences times = pair.times;
        if (times.count() == 0) {
            return 0;
        }
        if (percent == 0) {
            return forth ? times.least() : -times.most();
        }
        if (percent == 100) {
            return forth ? times.most() : -times.least();
        }
        return forth ? times.percentile(percent) : -times.percentileFromTop(percent);
    }
}
