package io.qpscope.session.taps;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Host;
import io.qpscope.session.Packet;
import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.OrderBy;
import io.qpscope.session.taps.TapReport.Point;

import org.junit.jupiter.api.Test;

/** In which order packets pass the taps, how far clocks are apart, and how long the way takes. */
class TapOrderTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    @Test
    void theRoundTripTellsTheOrderOfEachDirectionWhateverTheClocks() {
        for (long clock : new long[] {0, HOUR_NS, -HOUR_NS, 7_000}) {
            Scene scene = new Scene(0, clock);
            scene.talk(0, 100, 20);
            TapReport report = scene.finish();
            assertThat(Scene.path(report, 1, 2).order()).as("clock " + clock).containsExactly(0, 1);
            assertThat(Scene.path(report, 2, 1).order()).as("clock " + clock).containsExactly(1, 0);
            assertThat(Scene.path(report, 1, 2).orderBy()).isEqualTo(OrderBy.ROUND_TRIP);
        }
    }

    @Test
    void theOffsetIsTheMiddleOfBothWaysAndOffByHalfTheirDifference() {
        Scene scene = new Scene(0, HOUR_NS);
        scene.talk(0, 100, 20);
        TapReport report = scene.finish();
        Point second = report.points().get(1);
        assertThat(second.clock()).isEqualTo(Clock.ESTIMATED);
        // There 10 us, back 14 us: the middle is 2 us short, within half of the 24 us.
        assertThat(second.offsetNs()).isEqualTo(HOUR_NS - 2_000);
        assertThat(second.uncertaintyNs()).isEqualTo(12_000);
        assertThat(Scene.forth(report).delay())
                .isEqualTo(new TapReport.Delay(12_000, 12_000, 12_000, 12_000));
        assertThat(Scene.back(report).delay())
                .isEqualTo(new TapReport.Delay(12_000, 12_000, 12_000, 12_000));
    }

    @Test
    void delaysAreToldAsPercentiles() {
        Scene scene = new Scene(0, 0);
        for (int i = 0; i < 100; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.at(0, i * 200_000L, packet);
            scene.at(1, i * 200_000L + 12_000 + i * 1_000L, packet);
            Packet answer = scene.b.ack(100 + i);
            scene.at(1, i * 200_000L + 150_000, answer);
            scene.at(0, i * 200_000L + 162_000, answer);
        }
        TapReport report = scene.finish();
        // Both ways take 12 us at least, so the offset is right: 12, 13, ... 111 us.
        assertThat(Scene.forth(report).delay())
                .isEqualTo(new TapReport.Delay(12_000, 61_000, 110_000, 111_000));
        assertThat(Scene.forth(report).variation())
                .isEqualTo(new TapReport.Delay(0, 49_000, 98_000, 99_000));
    }

    @Test
    void oneWayTrafficTellsNeitherOffsetNorDelayButItsVariation() {
        Scene scene = new Scene(0, HOUR_NS);
        for (int i = 0; i < 10; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.at(0, i * 100_000L, packet);
            scene.at(1, i * 100_000L + 10_000 + i * 100L, packet);
        }
        TapReport report = scene.finish();
        assertThat(report.points().get(1).clock()).isEqualTo(Clock.ONE_WAY);
        assertThat(report.points().get(1).offsetNs()).isNull();
        assertThat(Scene.path(report, 1, 2).orderBy()).isEqualTo(OrderBy.COMMAND_LINE);
        assertThat(Scene.forth(report).delay()).isNull();
        assertThat(Scene.forth(report).variation().most()).isEqualTo(900);
    }

    @Test
    void theTtlTellsTheOrderOfOneWayTraffic() {
        Scene scene = new Scene(0, HOUR_NS);
        for (int i = 0; i < 10; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.at(1, i * 100_000L, packet);
            scene.at(0, i * 100_000L + 10_000, packet.routed());
        }
        TapReport report = scene.finish();
        assertThat(Scene.path(report, 1, 2).order()).containsExactly(1, 0);
        assertThat(Scene.path(report, 1, 2).orderBy()).isEqualTo(OrderBy.TTL);
        assertThat(report.points().get(1).clock()).isEqualTo(Clock.ONE_WAY);
    }

    @Test
    void interfacesOfOneCaptureHaveOneClockUnlessThePacketsSpeakAgainstIt() {
        for (long ahead : new long[] {0, 50_000}) {
            Scene scene = new Scene(0);
            for (int i = 0; i < 10; i++) {
                Packet packet = scene.a.send(100 + i);
                scene.atInterface(0, i * 100_000L, packet);
                scene.atInterface(1, i * 100_000L + 10_000 + ahead, packet);
                Packet answer = scene.b.ack(100 + i);
                scene.atInterface(1, i * 100_000L + 30_000 + ahead, answer);
                scene.atInterface(0, i * 100_000L + 44_000, answer);
            }
            TapReport report = scene.finish();
            Point second = report.points().get(1);
            assertThat(second.interfaceId()).isEqualTo(1);
            if (ahead == 0) {
                assertThat(second.clock()).isEqualTo(Clock.ONE_CLOCK);
                assertThat(second.offsetNs()).isZero();
                assertThat(Scene.forth(report).delay().p50()).isEqualTo(10_000);
                assertThat(Scene.back(report).delay().p50()).isEqualTo(14_000);
            } else {
                assertThat(second.clock()).isEqualTo(Clock.ESTIMATED);
                assertThat(second.offsetNs()).isEqualTo(ahead - 2_000);
            }
        }
    }

    @Test
    void oneWayTrafficOfOneCaptureIsOrderedByItsClock() {
        Scene scene = new Scene(0);
        for (int i = 0; i < 10; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.atInterface(1, i * 100_000L, packet);
            scene.atInterface(0, i * 100_000L + 10_000, packet);
        }
        TapReport report = scene.finish();
        // Named by interface, though interface 1 was the first to see one.
        assertThat(report.points()).extracting(Point::interfaceId).containsExactly(0, 1);
        assertThat(Scene.path(report, 1, 2).order()).containsExactly(1, 0);
        assertThat(Scene.path(report, 1, 2).orderBy()).isEqualTo(OrderBy.CLOCK);
        assertThat(Scene.forth(report).delay().p50()).isEqualTo(10_000);
    }

    @Test
    void threeTapsAreOrderedAndALossIsNamedByItsSegment() {
        Scene scene = new Scene(0, HOUR_NS, -HOUR_NS);
        // On the way from a: tap 1, tap 0, tap 2.
        for (int i = 0; i < 20; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.at(1, i * 200_000L, packet);
            scene.at(0, i * 200_000L + 10_000, packet);
            if (i != 7) {
                scene.at(2, i * 200_000L + 30_000, packet);
            }
            Packet answer = scene.b.ack(100 + i);
            scene.at(2, i * 200_000L + 100_000, answer);
            scene.at(0, i * 200_000L + 120_000, answer);
            if (i != 9) {
                scene.at(1, i * 200_000L + 130_000, answer);
            }
        }
        TapReport report = scene.finish();
        TapReport.Path forth = Scene.path(report, 1, 2);
        TapReport.Path back = Scene.path(report, 2, 1);
        assertThat(forth.order()).containsExactly(1, 0, 2);
        assertThat(back.order()).containsExactly(2, 0, 1);
        // The receiver acknowledged the eighth, so only tap 2's capture lacks it.
        assertThat(forth.segments()).extracting(TapReport.Segment::lost).containsExactly(0L, 0L);
        assertThat(forth.segments().get(1).missedBySecond()).isEqualTo(1);
        assertThat(back.segments()).extracting(TapReport.Segment::lost).containsExactly(0L, 1L);
        assertThat(forth.segments().get(1).delay().p50()).isEqualTo(20_000);
    }

    @Test
    void aDirectionOfWhichNothingComesThroughIsOrderedAsTheWayBack() {
        Scene scene = new Scene(0);
        for (int i = 0; i < 10; i++) {
            scene.atInterface(0, i * 100_000L, scene.a.send(100));
            Packet asked = scene.b.send(900 + i);
            scene.atInterface(1, i * 100_000L + 50_000, asked);
            scene.atInterface(0, i * 100_000L + 60_000, asked);
        }
        TapReport report = scene.finish();
        assertThat(Scene.path(report, 2, 1).order()).containsExactly(1, 0);
        assertThat(Scene.path(report, 2, 1).orderBy()).isEqualTo(OrderBy.CLOCK);
        assertThat(Scene.path(report, 1, 2).order()).containsExactly(0, 1);
        assertThat(Scene.path(report, 1, 2).orderBy()).isEqualTo(OrderBy.REVERSE);
        assertThat(Scene.forth(report).both()).isZero();
        assertThat(Scene.forth(report).lost()).isEqualTo(10);
    }

    @Test
    void copiesOfOneRecordingHaveNoPathBetweenThem() {
        Scene scene = new Scene(0, 0);
        for (int i = 0; i < 10; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.at(0, i * 100_000L, packet);
            scene.at(1, i * 100_000L, packet);
            Packet answer = scene.b.ack(100 + i);
            scene.at(0, i * 100_000L + 20_000, answer);
            scene.at(1, i * 100_000L + 20_000, answer);
        }
        TapReport report = scene.finish();
        assertThat(report.samePlace()).isTrue();
        assertThat(Scene.path(report, 1, 2).orderBy()).isEqualTo(OrderBy.COMMAND_LINE);
        assertThat(Scene.forth(report).lost()).isZero();
        Scene moved = new Scene(0, 0);
        moved.talk(0, 100, 10);
        assertThat(moved.finish().samePlace()).isFalse();
    }

    @Test
    void recordingsOfOtherTrafficAreUnrelated() {
        Scene scene = new Scene(0, 0);
        Host c = new Host("c", 3, 3);
        Host.connect(c, new Host("d", 4, 4));
        for (int i = 0; i < 10; i++) {
            scene.at(0, i * 1_000L, scene.a.send(100 + i));
            scene.at(1, i * 1_000L, c.send(100 + i));
        }
        TapReport report = scene.finish();
        assertThat(report.points().get(1).clock()).isEqualTo(Clock.UNRELATED);
        assertThat(report.paths())
                .allSatisfy(path -> assertThat(path.segments()).isEmpty());
    }

    @Test
    void clocksThatDriftFurtherThanTheDelaysContradictThemselves() {
        Scene scene = new Scene(0, 0);
        for (int i = 0; i < 10; i++) {
            long drift = i * 100_000L;
            Packet packet = scene.a.send(100 + i);
            scene.at(0, i * 10_000_000L, packet);
            scene.at(1, i * 10_000_000L + 10_000 + drift, packet);
            Packet answer = scene.b.ack(100 + i);
            scene.at(1, i * 10_000_000L + 50_000 + drift, answer);
            scene.at(0, i * 10_000_000L + 64_000, answer);
        }
        TapReport report = scene.finish();
        assertThat(report.points().get(1).clock()).isEqualTo(Clock.CONTRADICTORY);
        assertThat(report.points().get(1).offsetNs()).isNull();
        assertThat(Scene.path(report, 1, 2).order()).containsExactly(0, 1);
        assertThat(Scene.forth(report).lost()).isZero();
    }
}
