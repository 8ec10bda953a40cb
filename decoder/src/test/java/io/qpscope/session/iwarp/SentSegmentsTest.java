package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which transmission a segment repeats, and when its bytes went first. */
class SentSegmentsTest {
    private static final long NEVER = Long.MIN_VALUE;
    private static final int MOST = 256;

    private final SentSegments sent = new SentSegments();

    private static long mark(int place, int ipId) {
        return ((long) place << 32) | ipId;
    }

    @Test
    void aCopyHasTheSamePositionAndIpId() {
        sent.add(100, 1, mark(64, 7));
        sent.add(200, 2, mark(64, 8));
        assertThat(sent.copyOf(100, mark(64, 7))).as("by the network").isEqualTo(1);
        assertThat(sent.copyOf(200, mark(63, 8))).as("by another tap").isEqualTo(2);
        assertThat(sent.copyOf(200, mark(64, 7))).as("another segment's id").isZero();
        assertThat(sent.copyOf(100, mark(64, 9))).as("sent again").isZero();
        assertThat(sent.copyOf(150, mark(64, 7))).isZero();
    }

    @Test
    void aByteWentFirstWithTheNearestSegmentThatBeginsBeforeIt() {
        assertThat(sent.firstSent(0)).isEqualTo(NEVER);
        sent.add(200, 20, 1);
        sent.add(100, 30, 2);
        sent.add(300, 40, 3);
        assertThat(sent.firstSent(99)).isEqualTo(NEVER);
        assertThat(sent.firstSent(100)).isEqualTo(30);
        assertThat(sent.firstSent(199)).isEqualTo(30);
        assertThat(sent.firstSent(200)).isEqualTo(20);
        assertThat(sent.firstSent(1_000)).isEqualTo(40);
    }

    @Test
    void ofSeveralTransmissionsTheEarliestCounts() {
        sent.add(100, 50, 1);
        sent.add(100, 30, 2);
        sent.add(100, 70, 3);
        assertThat(sent.firstSent(100)).isEqualTo(30);
    }

    @Test
    void theLastOnesAreKeptAndOlderOnesForgotten() {
        for (int i = 0; i <= MOST; i++) {
            sent.add(10L * i, 1_000 + i, mark(1, i));
        }
        assertThat(sent.copyOf(0, mark(1, 0))).as("forgotten").isZero();
        assertThat(sent.firstSent(0)).isEqualTo(NEVER);
        for (int i = 1; i <= MOST; i++) {
            assertThat(sent.copyOf(10L * i, mark(1, i))).as("segment %d", i).isEqualTo(1);
            assertThat(sent.firstSent(10L * i + 9)).isEqualTo(1_000 + i);
        }
        sent.add(9_999, 5, mark(1, 999));
        assertThat(sent.copyOf(10, mark(1, 1))).as("the next to go").isZero();
        assertThat(sent.copyOf(20, mark(1, 2))).isEqualTo(1);
    }
}
