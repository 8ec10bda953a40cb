package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Random;

/** Bytes behind a gap, beside a model of one byte a place. */
class HeldBytesTest {
    private static final int LENGTH = 400_000;
    private static final int MANY = 256;

    private final Budget budget = new Budget(4 << 20);
    private final HeldBytes held = new HeldBytes(budget);
    /** -1 where nothing is held. */
    private final int[] model = new int[LENGTH];

    HeldBytesTest() {
        java.util.Arrays.fill(model, -1);
    }

    private static ByteBuffer copy(int number, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length + 3);
        for (int i = 0; i < length; i++) {
            bytes.put(3 + i, (byte) (number * 31 + i));
        }
        return bytes;
    }

    private void hold(int number, int start, int length, long next) {
        assertThat(held.hold(copy(number, length), 3, start, length, next)).isTrue();
        for (int i = 0; i < length; i++) {
            if (model[start + i] < 0) {
                model[start + i] = ((byte) (number * 31 + i)) & 0xff;
            }
        }
    }

    private boolean modelHolds(int start, int end) {
        for (int i = start; i < end; i++) {
            if (model[i] >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes the first range out; returns the position behind it. */
    private long take() {
        int first = (int) held.first();
        int end = (int) held.firstEnd();
        assertThat(modelHolds(0, first)).isFalse();
        for (int i = first; i < end; i++) {
            assertThat(held.buffer().get(held.indexOf(i)) & 0xff).isEqualTo(model[i]);
            model[i] = -1;
        }
        assertThat(model[end]).as("the range ends here").isEqualTo(-1);
        held.drop(end);
        return end;
    }

    @Test
    void rangesInAnyOrderAreHeldAsTheModelHoldsThem() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            int next = random.nextInt(100);
            for (int i = 0; i < 120; i++) {
                int start = next + 1 + random.nextInt(1 + random.nextInt(4_000));
                int length = 1 + random.nextInt(1 + random.nextInt(300));
                boolean there = modelHolds(start, start + length);
                assertThat(held.overlaps(start, start + length)).isEqualTo(there);
                hold(i, start, length, next);
                if (random.nextInt(10) == 0) {
                    next = (int) take();
                }
            }
            while (!held.isEmpty()) {
                take();
            }
            assertThat(modelHolds(0, LENGTH)).as("seed %d", seed).isFalse();
        }
    }

    @Test
    void oneByteMoreOrLessDecidesWhatOverlapsAndWhatJoins() {
        hold(1, 100, 50, 0);
        assertThat(held.overlaps(50, 100)).isFalse();
        assertThat(held.overlaps(50, 101)).isTrue();
        assertThat(held.overlaps(149, 160)).isTrue();
        assertThat(held.overlaps(150, 160)).isFalse();
        hold(2, 151, 10, 0);
        assertThat(held.firstEnd()).isEqualTo(150);
        hold(3, 150, 1, 0);
        assertThat(held.firstEnd()).isEqualTo(161);
        hold(4, 90, 10, 0);
        assertThat(held.first()).isEqualTo(90);
        assertThat(held.firstEnd()).isEqualTo(161);
    }

    @Test
    void whatIsPassedIsDroppedAndTheRestOfARangeStays() {
        hold(1, 10, 10, 0);
        hold(2, 30, 10, 0);
        held.drop(5);
        assertThat(held.first()).isEqualTo(10);
        held.drop(20);
        assertThat(held.first()).isEqualTo(30);
        held.drop(39);
        assertThat(held.first()).isEqualTo(39);
        assertThat(held.firstEnd()).isEqualTo(40);
        held.drop(40);
        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    void bytesFurtherThanTheBoundFindNoRoom() {
        int last = HeldBytes.CAPACITY - 10;
        ByteBuffer bytes = copy(1, 11);
        assertThat(held.hold(bytes, 3, last, 11, 0)).isFalse();
        assertThat(held.isEmpty()).isTrue();
        assertThat(held.hold(bytes, 3, last, 10, 0)).isTrue();
        assertThat(held.hold(bytes, 3, last, 11, 0)).isFalse();
        // Once the stream has come nearer the same bytes do.
        assertThat(held.hold(bytes, 3, last, 11, 1)).isTrue();
        for (int i = 0; i < 10; i++) {
            assertThat(held.buffer().get(held.indexOf(last + i))).isEqualTo(bytes.get(3 + i));
        }
    }

    @Test
    void whatIsHeldMovesWithTheStream() {
        int window = 1 << 16;
        int at = window - 100;
        hold(1, at, 100, 0);
        for (int step = 1; step <= 5; step++) {
            int next = at - 50;
            at += window - 200;
            hold(step, at, 100, next);
            held.drop(take());
        }
        take();
        assertThat(held.isEmpty()).isTrue();
        held.release();
        assertThat(budget.take(4 << 20)).isTrue();
    }

    @Test
    void soManyGapsAreKeptAndNoMore() {
        for (int i = 0; i < MANY; i++) {
            hold(i, 10 + 2 * i, 1, 0);
        }
        assertThat(held.hold(copy(1, 1), 3, 5_000, 1, 0)).isFalse();
        held.drop(11);
        assertThat(held.hold(copy(1, 1), 3, 5_000, 1, 11)).isTrue();
    }

    @Test
    void withoutMemoryThereIsNoRoomAndReleaseGivesAllBack() {
        Budget tight = new Budget(1 << 16);
        HeldBytes poor = new HeldBytes(tight);
        assertThat(poor.hold(copy(1, 10), 3, (1 << 16) - 9, 10, 0)).isFalse();
        assertThat(poor.isEmpty()).isTrue();
        assertThat(poor.hold(copy(1, 10), 3, (1 << 16) - 10, 10, 0)).isTrue();
        assertThat(tight.take(1)).isFalse();
        poor.release();
        assertThat(poor.isEmpty()).isTrue();
        assertThat(tight.take(1 << 16)).isTrue();
        assertThat(tight.refused()).isEqualTo(2);
    }

    @Test
    void spareMemoryEndsAtHalf() {
        Budget half = new Budget(100);
        assertThat(half.takeSpare(51)).isFalse();
        assertThat(half.takeSpare(50)).isTrue();
        assertThat(half.takeSpare(1)).isFalse();
        assertThat(half.take(51)).isFalse();
        assertThat(half.take(50)).isTrue();
        assertThat(half.refused()).isEqualTo(3);
    }
}
