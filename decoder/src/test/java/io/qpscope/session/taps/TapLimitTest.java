package io.qpscope.session.taps;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Host;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Hostile input: memory stays within its bounds, and what was cut is told. */
class TapLimitTest {
    private final Dissector dissector = new Dissector(Host.ROCE_PORT, true);
    private final FrameView view = new FrameView();
    private final Host a = new Host("a", 1, 0x11);
    private final Host b = new Host("b", 2, 0x22);

    TapLimitTest() {
        Host.connect(a, b);
    }

    private int pass(TapMatcher matcher, int capture, int interfaceId, long ns, byte[] frame) {
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET);
        view.at(1, Scene.START_NS + ns, capture, interfaceId);
        dissector.dissect(view);
        return matcher.onFrame(view, 1);
    }

    @Test
    void aMillionPacketsAtOnceThatNobodyElseSawAreUndecidedAndNotLost() {
        TapMatcher matcher = new TapMatcher(new long[2]);
        byte[] frame = a.write(0).frame();
        pass(matcher, 1, 0, 0, b.ack(1).frame());
        for (int i = 0; i < 1_000_000; i++) {
            // The PSN: the frame is 14 + 20 + 8 + 9 bytes in, 24 bits.
            ByteBuffer.wrap(frame).putInt(14 + 20 + 8 + 8, i & 0xff_ffff);
            pass(matcher, 0, 0, 1 + i, frame);
        }
        pass(matcher, 1, 0, 2_000_000, b.ack(2).frame());
        TapReport report = matcher.finish(List.of());
        TapReport.Path path = Scene.path(report, 1, 2);
        assertThat(path.packets()).isEqualTo(1_000_000);
        assertThat(path.segments().get(0).lost() + path.undecided()).isEqualTo(1_000_000);
        // The last of those kept is the second answer.
        assertThat(path.undecided()).isEqualTo(1_000_000 - (TapMatcher.MAX_SIGHTINGS - 1));
    }

    @Test
    void aHundredThousandEqualPacketsTakeLinearTime() {
        TapMatcher matcher = new TapMatcher(new long[2]);
        a.ipIds = Host.IpIds.ZERO;
        byte[] frame = a.write(5).frame();
        for (int i = 0; i < 100_000; i++) {
            pass(matcher, 0, 0, i * 9_000L, frame);
        }
        assertThat(Scene.path(matcher.finish(List.of()), 1, 2).packets()).isEqualTo(100_000);
    }

    @Test
    void moreTapsThanCanBeComparedAreLeftOutAndTold() {
        TapMatcher matcher = new TapMatcher(new long[1]);
        byte[] frame = a.send(1).frame();
        for (int i = 0; i < 10; i++) {
            int tap = pass(matcher, 0, i, i, frame);
            assertThat(tap).isEqualTo(i < TapMatcher.MAX_TAPS ? i : -1);
        }
        TapReport report = matcher.finish(List.of());
        assertThat(report.points()).hasSize(TapMatcher.MAX_TAPS);
        assertThat(report.limits()).singleElement().asString().contains("2 frames");
    }

    @Test
    void addressPairsAreBoundedAndTheRestIsTold() {
        TapMatcher matcher = new TapMatcher(new long[2]);
        for (int i = 0; i < 5000; i++) {
            Host other = new Host("x", 100 + i, 7);
            other.peer = b;
            pass(matcher, 0, 0, i, other.send(1).frame());
        }
        TapReport report = matcher.finish(List.of());
        assertThat(report.paths()).hasSize(4096);
        assertThat(report.limits()).singleElement().asString().contains("904 packets");
    }

    @Test
    void anyBytesAreBorne() {
        long seed = Long.getLong("qpscope.seed", 4711);
        SplittableRandom random = new SplittableRandom(seed);
        TapMatcher matcher = new TapMatcher(new long[] {0, 5});
        byte[][] good = {
            a.send(1).frame(), a.tcp(1, 2, 16, "data").frame(), b.cnp().frame()
        };
        for (int i = 0; i < 20_000; i++) {
            byte[] frame = good[random.nextInt(good.length)].clone();
            int flips = random.nextInt(8);
            for (int flip = 0; flip < flips; flip++) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            long time = random.nextLong(4_000_000_000L);
            pass(matcher, random.nextInt(2), random.nextInt(3), time, frame);
        }
        TapReport report = matcher.finish(List.of());
        for (TapReport.Path path : report.paths()) {
            for (TapReport.Segment segment : path.segments()) {
                assertThat(segment.lost()).as("seed " + seed).isNotNegative();
                assertThat(segment.both()).isLessThanOrEqualTo(path.packets());
            }
        }
    }
}
