package io.qpscope.session.taps;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Host;
import io.qpscope.session.Packet;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** How far apart clocks are, from what captures have in common. */
class ClockSearchTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    private final Host a = new Host("a", 1, 0x11);
    private final Host b = new Host("b", 2, 0x22);
    private final Dissector dissector = new Dissector(Host.ROCE_PORT, false);
    private final FrameView view = new FrameView();

    ClockSearchTest() {
        Host.connect(a, b);
    }

    private FrameView frame(Packet packet, long ns) {
        byte[] bytes = packet.frame();
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, LinkType.ETHERNET)
                .at(1, ns, 0, 0);
        dissector.dissect(view);
        return view;
    }

    /** Packets from a to b (or back) that pass two captures with so much between their stamps. */
    private void both(ClockSearch search, Host from, int one, int other, long... differences) {
        for (int i = 0; i < differences.length; i++) {
            Packet packet = from.send(100 + i);
            search.head(one, frame(packet, 1_000_000L * i));
            search.head(other, frame(packet, 1_000_000L * i + differences[i]));
        }
    }

    @Test
    void theShiftIsTheMiddleOfBothWaysMedians() {
        ClockSearch search = new ClockSearch(2);
        both(search, a, 0, 1, HOUR_NS + 10, HOUR_NS + 30, HOUR_NS + 9_000);
        both(search, b, 0, 1, HOUR_NS - 9_000, HOUR_NS - 50, HOUR_NS - 10);
        search.meet();
        assertThat(search.shifts()).containsExactly(0, HOUR_NS - 10);
    }

    @Test
    void oneWayTheLeastButForStraysIsTheShift() {
        for (boolean up : new boolean[] {true, false}) {
            ClockSearch search = new ClockSearch(2);
            long[] differences = new long[100];
            for (int i = 0; i < differences.length; i++) {
                differences[i] = 1_000L - i;
            }
            both(search, up ? a : b, 0, 1, differences);
            search.meet();
            // Two per cent are below.
            assertThat(search.shifts()).containsExactly(0, 901 + 2);
        }
    }

    @Test
    void fewCommonPacketsTieIfNothingBetterDoes() {
        ClockSearch search = new ClockSearch(2);
        both(search, a, 0, 1, 500);
        search.meet();
        assertThat(search.isLost(1)).isTrue();
        assertThat(search.shifts()).containsExactly(0, 500);
    }

    @Test
    void threeEqualNamesMayBeChanceWhereFourTieToAnother() {
        ClockSearch search = new ClockSearch(3);
        both(search, a, 0, 2, 7, 7, 7);
        both(search, b, 1, 2, 400, 400, 400, 400);
        search.meet();
        // 2 belongs to 1, which nothing ties to 0.
        assertThat(search.isLost(0)).isTrue();
        assertThat(search.isLost(1)).isFalse();
        assertThat(search.isLost(2)).isFalse();
        assertThat(search.shifts()).containsExactly(0, 0, 400);
    }

    @Test
    void clocksAreReachedOverOtherCaptures() {
        ClockSearch search = new ClockSearch(3);
        both(search, a, 0, 2, HOUR_NS, HOUR_NS, HOUR_NS, HOUR_NS);
        Host other = a.queuePair(0x77);
        other.peer = b;
        both(search, other, 2, 1, 300, 300, 300, 300);
        search.meet();
        assertThat(search.shifts()).containsExactly(0, HOUR_NS + 300, HOUR_NS);
    }

    @Test
    void aCaptureAloneIsNotLost() {
        ClockSearch search = new ClockSearch(1);
        search.meet();
        assertThat(search.isLost(0)).isFalse();
        assertThat(search.shifts()).containsExactly(0);
    }

    @Test
    void nothingInCommonShiftsNothing() {
        ClockSearch search = new ClockSearch(2);
        for (int i = 0; i < 10; i++) {
            search.head(0, frame(a.send(i), i));
            search.head(1, frame(b.send(500 + i), HOUR_NS));
        }
        search.meet();
        assertThat(search.isLost(0)).isTrue();
        assertThat(search.shifts()).containsExactly(0, 0);
    }

    @Test
    void theFirstOfEqualNamesCounts() {
        a.ipIds = Host.IpIds.ZERO;
        ClockSearch search = new ClockSearch(2);
        for (int i = 0; i < 4; i++) {
            search.head(0, frame(a.send(i), i));
            search.head(1, frame(a.send(i), i + 50));
            search.head(1, frame(a.send(i), i + 9_000));
        }
        search.meet();
        assertThat(search.shifts()).containsExactly(0, 50);
    }

    @Test
    void aHeadIsLongEnoughAtSixtyFiveThousandNames() {
        ClockSearch search = new ClockSearch(2);
        // What has no name takes no room.
        assertThat(search.head(0, frame(a.tcp(1, 2, 0x10, ""), 0))).isTrue();
        for (int i = 0; i < (1 << 16) - 1; i++) {
            assertThat(search.head(0, frame(a.send(i), i))).isTrue();
        }
        assertThat(search.head(0, frame(a.send(1 << 16), 0))).isFalse();
    }

    @Test
    void moreThanEnoughInCommonIsBorne() {
        ClockSearch search = new ClockSearch(2);
        long[] differences = new long[3000];
        java.util.Arrays.fill(differences, 42);
        both(search, a, 0, 1, differences);
        search.meet();
        assertThat(search.shifts()).containsExactly(0, 42);
    }

    @Test
    void readingOnFindsWhatTheHeadsLack() {
        ClockSearch search = new ClockSearch(3);
        Packet[] common = new Packet[5];
        for (int i = 0; i < common.length; i++) {
            search.head(0, frame(a.send(i), i));
            common[i] = a.send(900 + i);
            search.head(1, frame(common[i], 1000L * i));
        }
        search.meet();
        assertThat(search.isLost(0)).isTrue();
        assertThat(search.further(0, frame(a.tcp(1, 2, 0x10, ""), 0)))
                .as("no name")
                .isTrue();
        assertThat(search.further(0, frame(a.send(700), 0))).as("only here").isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(search.further(0, frame(common[i], HOUR_NS + 1000L * i))).isTrue();
        }
        assertThat(search.further(0, frame(common[3], HOUR_NS + 3000)))
                .as("tied")
                .isFalse();
        assertThat(search.isLost(0)).isFalse();
        assertThat(search.shifts()).containsExactly(0, -HOUR_NS, 0);
    }
}
