package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.taps.LostPacket;
import io.qpscope.session.taps.PacketKind;
import io.qpscope.session.taps.TapMatcher;
import io.qpscope.session.taps.TapReport;
import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.OrderBy;
import io.qpscope.session.taps.TapReport.Path;
import io.qpscope.session.taps.TapReport.Segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What both taps of a recording tell together, and that no tap by itself claims otherwise. Between
 * the taps lies the bridge, which the kernels' counters surround: what one guest sent and the other
 * did not get was lost before the first tap (netem) or between them (bridge), never behind.
 */
final class TapClaims {
    private final Recording recording;
    private final List<View> views;
    private final Claims claims;
    private TapReport report;
    private List<TrackerResult> results;

    private TapClaims(Recording recording, List<View> views, Claims claims) {
        this.recording = recording;
        this.views = views;
        this.claims = claims;
    }

    /**
     * @param views of tap A and tap B, each by itself
     */
    static void add(Recording recording, List<View> views, Claims claims) {
        TapClaims taps = new TapClaims(recording, views, claims);
        for (Guest guest : Guest.values()) {
            taps.path(guest);
            taps.alone(guest);
        }
        taps.clocks();
    }

    private void path(Guest guest) {
        View near = views.get(guest.tap());
        View far = views.get(1 - guest.tap());
        long between = near.seen(guest) - far.seen(guest);
        claims.add("what " + guest + " sends passes its own tap first", () -> {
            assertThat(from(guest).order()).containsExactly(guest.tap(), 1 - guest.tap());
            assertThat(from(guest).orderBy()).isEqualTo(OrderBy.ROUND_TRIP);
        });
        claims.add("between the taps " + between + " packets of " + guest + " are lost", () -> {
            Segment segment = from(guest).segments().get(0);
            assertThat(segment.lost()).isEqualTo(between);
            assertThat(segment.both()).isEqualTo(far.seen(guest));
            assertThat(from(guest).packets()).isEqualTo(near.seen(guest));
            assertThat(from(guest).undecided()).isZero();
        });
        claims.add("all that reached the other tap of " + guest + " arrived", () -> {
            assertThat(far.seen(guest)).isEqualTo(recording.received(guest.other()));
            assertThat(from(guest).lostBehindLast()).isZero();
        });
        claims.add("before the taps " + guest + " lost no more than it sent unseen", () -> {
            long lost = from(guest).lostBeforeFirst();
            assertThat(lost).isLessThanOrEqualTo(near.lostBefore(guest));
        });
        claims.add("the lost packets of " + guest + " are those missing at the other tap", () -> {
            Set<String> there = new HashSet<>();
            far.packets().forEach(packet -> there.add(packet.identity()));
            List<Long> missing = near.packets().stream()
                    .filter(packet -> packet.from() == guest)
                    .filter(packet -> !there.contains(packet.identity()))
                    .map(RawPacket::number)
                    .toList();
            Segment segment = from(guest).segments().get(0);
            assertThat(segment.lostPackets())
                    .extracting(LostPacket::frame)
                    .containsExactlyElementsOf(missing);
            assertThat(segment.lost(PacketKind.ACKNOWLEDGE))
                    .isEqualTo(near.count(guest, p -> p.isAck() && !there.contains(p.identity())));
        });
        claims.add("the bridge neither doubles nor turns around what " + guest + " sends", () -> {
            Segment segment = from(guest).segments().get(0);
            assertThat(segment.duplicated()).isZero();
            assertThat(segment.reordered()).isZero();
            assertThat(segment.corrupted()).isZero();
            assertThat(segment.ceMarked()).isZero();
            assertThat(segment.missedByFirst()).isZero();
            assertThat(segment.missedBySecond()).isZero();
            assertThat(segment.withoutIcrc()).isZero();
        });
    }

    /** A tap's verdicts are about requests and responses; ACKs are never counted as lost. */
    private void alone(Guest guest) {
        claims.add("neither tap by itself blames the wrong side for losses of " + guest, () -> {
            Segment segment = from(guest).segments().get(0);
            long between = segment.lost() - segment.lost(PacketKind.ACKNOWLEDGE);
            View near = views.get(guest.tap());
            View far = views.get(1 - guest.tap());
            assertThat(near.analysis().both(guest, PsnCounts::lostAfterTap))
                    .isLessThanOrEqualTo(between);
            assertThat(near.analysis().both(guest, PsnCounts::lostBeforeTap))
                    .isLessThanOrEqualTo(near.lostBefore(guest));
            assertThat(far.analysis().both(guest, PsnCounts::lostBeforeTap))
                    .isLessThanOrEqualTo(between + near.lostBefore(guest));
            assertThat(far.analysis().both(guest, PsnCounts::lostAfterTap)).isZero();
            assertThat(near.analysis().both(guest, PsnCounts::lostByCapture)).isZero();
            assertThat(far.analysis().both(guest, PsnCounts::lostByCapture)).isZero();
        });
    }

    private void clocks() {
        claims.add("both taps have the clock of the machine that recorded them", () -> {
            TapReport told = report();
            assertThat(told.points()).hasSize(2);
            assertThat(told.points().get(1).clock()).isEqualTo(Clock.ONE_CLOCK);
            assertThat(told.samePlace()).isFalse();
            assertThat(told.limits()).isEmpty();
            for (Path path : told.paths()) {
                for (Segment segment : path.segments()) {
                    assertThat(segment.delay().least()).isPositive();
                    assertThat(segment.delay().most())
                            .isGreaterThan(segment.delay().least());
                }
            }
        });
        claims.add("each tap's frames and sessions are its own", () -> {
            report();
            for (int tap = 0; tap < 2; tap++) {
                int index = tap;
                long packets = views.get(tap).packets().size();
                TapReport.Point point = report.points().get(tap);
                assertThat(point.interfaceId()).isEqualTo(index);
                assertThat(results.get(point.tap()).protocols().roceV2()).isEqualTo(packets);
            }
        });
    }

    private Path from(Guest guest) throws IOException {
        List<Path> found = report().paths().stream()
                .filter(path -> guest.owns(path.from()))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private TapReport report() throws IOException {
        if (report != null) {
            return report;
        }
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        TapMatcher matcher = new TapMatcher(new long[1]);
        Map<Integer, SessionTracker> trackers = new HashMap<>();
        try (FrameCursor cursor = CaptureFile.open(recording.path())) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, cursor.interfaceId());
                dissector.dissect(view);
                trackers.computeIfAbsent(
                                matcher.onFrame(view, cursor.number()),
                                tap -> new SessionTracker(SessionTracker.Options.DEFAULT))
                        .onFrame(view);
            }
        }
        results = new ArrayList<>();
        for (int tap = 0; tap < trackers.size(); tap++) {
            results.add(trackers.get(tap).finish());
        }
        report = matcher.finish(results);
        return report;
    }
}
