package io.qpscope.session.taps;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.Path;
import io.qpscope.session.taps.TapReport.Point;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Turns what the matcher counted into the report: names, clocks, paths. */
final class TapReportBuilder {
    private final List<TapPoint> taps;
    private final List<TapDirection> directions;
    private final long[] shifts;
    private final List<TrackerResult> results;
    private final TapOrder[][] orders;
    /** Taps in the order of the command line. */
    private final List<Integer> named;

    TapReportBuilder(
            List<TapPoint> taps,
            List<TapDirection> directions,
            long[] shifts,
            List<TrackerResult> results) {
        this.taps = taps;
        this.directions = directions;
        this.shifts = shifts;
        this.results = results;
        named = IntStream.range(0, taps.size())
                .boxed()
                .sorted(Comparator.comparingInt((Integer tap) -> taps.get(tap).capture)
                        .thenComparingInt(tap -> taps.get(tap).interfaceId))
                .toList();
        pairDirections();
        orders = new TapOrder[taps.size()][taps.size()];
        for (int i = 0; i < taps.size(); i++) {
            for (int j = i + 1; j < taps.size(); j++) {
                boolean one = taps.get(i).capture == taps.get(j).capture;
                orders[i][j] = new TapOrder(directions, i, j, one);
            }
        }
    }

    private void pairDirections() {
        Map<String, TapDirection> byName = new HashMap<>();
        directions.forEach(direction -> byName.put(direction.name(false), direction));
        for (TapDirection direction : directions) {
            TapDirection reverse = byName.get(direction.name(true));
            direction.reverse = reverse == direction ? null : reverse;
        }
    }

    TapReport build(boolean samePlace, List<String> limits) {
        List<Path> paths = new ArrayList<>();
        long untold = 0;
        for (TapDirection direction : directions) {
            untold += direction.untold;
            if (!direction.tcp() || isRdma(direction)) {
                paths.add(path(direction));
            }
        }
        if (untold > 0) {
            limits.add(untold + " packets were seen in too many ways to tell them apart.");
        }
        return new TapReport(points(samePlace), paths, samePlace, limits);
    }

    private List<Point> points(boolean samePlace) {
        List<Point> points = new ArrayList<>();
        for (int tap : named) {
            TapPoint point = taps.get(tap);
            boolean alone = taps.stream()
                            .filter(other -> other.capture == point.capture)
                            .count()
                    == 1;
            Offset offset = offset(named.get(0), tap, samePlace);
            long shift = shifts[point.capture];
            points.add(new Point(
                    String.valueOf((char) ('A' + points.size())),
                    tap,
                    point.capture,
                    alone ? null : point.interfaceId,
                    point.frames,
                    point.named,
                    point.mirrored,
                    point.span.firstNs + shift,
                    point.span.lastNs + shift,
                    offset.clock,
                    offset.offsetNs,
                    offset.uncertaintyNs));
        }
        return points;
    }

    private record Offset(Clock clock, Long offsetNs, Long uncertaintyNs) {}

    /** Directly, or over one tap that both share traffic with. */
    private Offset offset(int reference, int tap, boolean samePlace) {
        if (tap == reference) {
            return new Offset(Clock.REFERENCE, 0L, 0L);
        }
        if (samePlace && order(reference, tap).clock() != Clock.UNRELATED) {
            return new Offset(Clock.ONE_CLOCK, 0L, 0L);
        }
        long shift = shifts[taps.get(tap).capture] - shifts[taps.get(reference).capture];
        TapOrder direct = order(reference, tap);
        if (direct.clockKnown()) {
            return new Offset(
                    direct.clock(), shift + offset(reference, tap), direct.uncertaintyNs());
        }
        for (int over = 0; over < taps.size(); over++) {
            if (over != reference
                    && over != tap
                    && order(reference, over).clockKnown()
                    && order(over, tap).clockKnown()) {
                return new Offset(
                        Clock.ESTIMATED,
                        shift + offset(reference, over) + offset(over, tap),
                        order(reference, over).uncertaintyNs()
                                + order(over, tap).uncertaintyNs());
            }
        }
        return new Offset(direct.clock(), null, null);
    }

    private TapOrder order(int one, int other) {
        return orders[Math.min(one, other)][Math.max(one, other)];
    }

    /** Clock of the one tap minus the other's, by shifted times. */
    private long offset(int from, int to) {
        long offset = order(from, to).offsetNs();
        return from < to ? offset : -offset;
    }

    private Path path(TapDirection direction) {
        PathOrder order = new PathOrder(direction, orders, named);
        PathTally tally = new PathTally(direction, order.taps());
        List<TapReport.Segment> segments = new ArrayList<>();
        for (int at = 0; at + 1 < order.taps().size(); at++) {
            int second = order.taps().get(at + 1);
            SegmentBuilder segment = new SegmentBuilder(
                    direction, order.taps().get(at), second, order(order.taps().get(at), second));
            segment.missed(
                    or(verdict(second, direction, d -> d.requests().lostByCapture())),
                    or(verdict(second, direction, d -> d.responses().lostByCapture())));
            segments.add(segment.build(tally, at, this::index));
        }
        int first = order.taps().get(0);
        int last = order.taps().get(order.taps().size() - 1);
        return new Path(
                direction.from(),
                direction.tcp() ? direction.fromPort() : null,
                direction.to(),
                direction.tcp() ? direction.toPort() : null,
                order.taps().stream().map(this::index).toList(),
                order.by(),
                direction.transmissions,
                lost(first, direction, PsnCounts::lostBeforeTap),
                lost(last, direction, PsnCounts::lostAfterTap),
                tally.duplicatedBefore(),
                tally.undecided(),
                segments);
    }

    private int index(int tap) {
        return named.indexOf(tap);
    }

    private static long or(Long value) {
        return value == null ? 0 : value;
    }

    private Long lost(int tap, TapDirection direction, Function<PsnCounts, Long> verdict) {
        Long requests = verdict(tap, direction, d -> verdict.apply(d.requests()));
        Long responses = verdict(tap, direction, d -> verdict.apply(d.responses()));
        return requests == null ? responses : Long.valueOf(requests + or(responses));
    }

    /** Over the sessions between the two ends; null when none of them can tell. */
    private Long verdict(
            int tap, TapDirection direction, Function<DirectionSummary, Long> verdict) {
        Long sum = null;
        if (tap >= results.size()) {
            return null;
        }
        for (SessionSummary session : results.get(tap).sessions()) {
            for (Side side : Side.values()) {
                Long lost = isOf(session, side, direction)
                        ? verdict.apply(session.direction(side))
                        : null;
                if (lost != null) {
                    sum = or(sum) + lost;
                }
            }
        }
        return sum;
    }

    private boolean isRdma(TapDirection direction) {
        return results.stream()
                .flatMap(result -> result.sessions().stream())
                .anyMatch(session ->
                        isOf(session, Side.A, direction) || isOf(session, Side.B, direction));
    }

    private static boolean isOf(SessionSummary session, Side side, TapDirection direction) {
        SessionSummary.Peer from = session.peer(side);
        SessionSummary.Peer to = session.peer(side.other());
        boolean tcp = session.transport().equals("iWARP");
        return tcp == direction.tcp()
                && from.address().equals(direction.from())
                && to.address().equals(direction.to())
                && (!tcp
                        || (from.port() == direction.fromPort()
                                && to.port() == direction.toPort()));
    }
}
