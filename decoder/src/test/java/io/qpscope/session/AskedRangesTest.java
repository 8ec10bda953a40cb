package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.wire.Psn;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;
import java.util.TreeMap;

/** Ranges of PSNs beside a map that has every PSN. */
class AskedRangesTest {
    private static final int SPAN = 400;

    private final AskedRanges ranges = new AskedRanges();
    private final PsnHoles holes = new PsnHoles();
    /** By offset: the range's number; and how many of each have not passed. */
    private final TreeMap<Integer, Integer> covered = new TreeMap<>();

    private final TreeMap<Integer, Integer> missing = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 0xff_ff80, 0x7f_ffff, 12_345})
    void rangesAreFoundAsInAMap(int base) {
        SplittableRandom random = new SplittableRandom(base);
        boolean[] taken = new boolean[SPAN];
        for (int i = 0; i < 60; i++) {
            int from = random.nextInt(SPAN - 10);
            int length = 1 + random.nextInt(5);
            boolean free = true;
            for (int at = from; at < from + length; at++) {
                free &= !taken[at];
            }
            if (!free) {
                continue;
            }
            for (int at = from; at < from + length; at++) {
                taken[at] = true;
                covered.put(at, from);
            }
            missing.put(from, length);
            ranges.add(Psn.add(base, from), length, Psn.add(base, 0));
            check(base);
        }
        for (int at : covered.keySet().stream().sorted().toList()) {
            int from = covered.get(at);
            boolean last = missing.merge(from, -1, Integer::sum) == 0;
            int index = ranges.find(Psn.add(base, at));
            assertThat(ranges.passed(index, 1)).as("offset " + at).isEqualTo(last);
            assertThat(ranges.passed(index, 0)).as("told once").isFalse();
            if (random.nextBoolean()) {
                ranges.current(index);
            }
            check(base);
        }
        assertThat(ranges.isOpen()).isFalse();
    }

    private void check(int base) {
        assertThat(ranges.isOpen()).isEqualTo(missing.values().stream().anyMatch(left -> left > 0));
        for (int at = 0; at < SPAN; at += 3) {
            int psn = Psn.add(base, at);
            Integer from = covered.get(at);
            int index = ranges.find(psn);
            assertThat(index >= 0).isEqualTo(from != null);
            if (from != null) {
                assertThat(ranges.psn(index)).isEqualTo(Psn.add(base, from));
            }
            Integer next = covered.ceilingKey(at);
            assertThat(ranges.firstFrom(psn)).isEqualTo(next == null ? -1 : Psn.add(base, next));
            int to = Math.min(SPAN, at + 7);
            assertThat(ranges.nothingBetween(psn, Psn.add(base, to)))
                    .isEqualTo(covered.subMap(at, to).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0xff_ff80})
    void aHoleCompletesTheRangesThatItEnds(int base) {
        ranges.add(Psn.add(base, 10), 3, base);
        ranges.add(Psn.add(base, 20), 2, base);
        ranges.add(Psn.add(base, 30), 2, base);
        ranges.passed(0, 1);
        // The rest of the first, all of the second, half of the third.
        assertThat(ranges.holePassed(Psn.add(base, 11), 20)).isEqualTo(2);
        assertThat(ranges.isOpen()).isTrue();
        assertThat(ranges.holePassed(Psn.add(base, 31), 1)).isEqualTo(1);
        assertThat(ranges.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0xff_fff0})
    void theOldestGoWhereThereAreTooMany(int base) {
        for (int i = 0; i < AskedRanges.MAX_RANGES + 10; i++) {
            ranges.add(Psn.add(base, 2 * i), 1, base);
        }
        assertThat(ranges.find(Psn.add(base, 18))).isEqualTo(-1);
        assertThat(ranges.find(Psn.add(base, 20))).isZero();
        for (int i = 0; i < AskedRanges.MAX_RANGES; i++) {
            assertThat(ranges.isOpen()).isTrue();
            ranges.passed(i, 1);
        }
        assertThat(ranges.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0xff_fff0})
    void onlyWhatIsDoneAndTakenIsForgotten(int base) {
        for (int i = 0; i < 64; i++) {
            ranges.add(Psn.add(base, 2 * i), 1, base);
        }
        for (int i = 0; i < 64; i++) {
            if (i != 10) {
                ranges.passed(i, 1);
            }
        }
        ranges.forget(Psn.add(base, 2 * 5));
        // Those that end before PSN 10: five.
        assertThat(ranges.find(Psn.add(base, 8))).isEqualTo(-1);
        assertThat(ranges.find(Psn.add(base, 10))).isZero();
        ranges.forget(Psn.add(base, 200));
        assertThat(ranges.find(Psn.add(base, 10))).as("fewer than are kept").isZero();
        for (int i = 64; i < 69; i++) {
            ranges.add(Psn.add(base, 2 * i), 1, base);
        }
        ranges.forget(Psn.add(base, 200));
        assertThat(ranges.find(Psn.add(base, 18))).isEqualTo(-1);
        assertThat(ranges.find(Psn.add(base, 20))).as("not passed").isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0xff_ff80, 0x7f_fff0})
    void holesAreFilledAsInASet(int base) {
        SplittableRandom random = new SplittableRandom(base + 1L);
        boolean[] open = new boolean[SPAN];
        for (int from = 5; from < SPAN - 20; from += 12) {
            int length = 1 + random.nextInt(8);
            holes.add(Psn.add(base, from), length);
            java.util.Arrays.fill(open, from, from + length, true);
        }
        int left = 0;
        for (boolean each : open) {
            left += each ? 1 : 0;
        }
        while (left > 0) {
            assertThat(holes.total()).isEqualTo(left);
            assertThat(holes.isEmpty()).isFalse();
            int at = random.nextInt(SPAN);
            int index = holes.find(Psn.add(base, at));
            assertThat(index >= 0).as("offset " + at).isEqualTo(open[at]);
            if (open[at]) {
                holes.fill(index, Psn.add(base, at));
                open[at] = false;
                left--;
            }
        }
        assertThat(holes.isEmpty()).isTrue();
        assertThat(holes.total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0xff_fff8})
    void aHoleLiesWithinIfItBeginsThere(int base) {
        holes.add(Psn.add(base, 10), 3);
        assertThat(holes.within(Psn.add(base, 9), Psn.add(base, 11))).isTrue();
        assertThat(holes.within(Psn.add(base, 9), Psn.add(base, 10))).isFalse();
        assertThat(holes.within(Psn.add(base, 10), Psn.add(base, 20))).isFalse();
        for (int i = 1; i < 2000; i++) {
            holes.add(Psn.add(base, 100 + 2 * i), 1);
        }
        assertThat(holes.size()).as("bounded").isEqualTo(1024);
    }
}
