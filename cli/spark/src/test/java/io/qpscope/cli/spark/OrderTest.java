package io.qpscope.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Numbers by slices are those of a merge of all captures, record by record. */
class OrderTest {
    @Test
    void equalTimesGoInTheOrderOfTheCaptures() {
        List<Ranks> ranks = Order.merge(List.of(
                new TimeSlice(1, 0, new long[] {1, 2, 2}), new TimeSlice(0, 0, new long[] {2, 3})));
        assertThat(numbers(ranks.get(0))).containsExactly(0, 2, 3);
        assertThat(numbers(ranks.get(1))).containsExactly(1, 4);
    }

    @Test
    void aCaptureAloneIsOneRun() {
        List<Ranks> ranks = Order.merge(List.of(new TimeSlice(4, 7, new long[] {1, 1, 5})));
        assertThat(ranks).hasSize(1);
        assertThat(ranks.get(0).runs()).containsExactly(0, 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void asIfMergedRecordByRecord(long seed) {
        Random random = new Random(seed);
        List<TimeSlice> parts = new ArrayList<>();
        for (int capture = 0; capture < 1 + random.nextInt(6); capture++) {
            long[] times =
                    random.longs(1 + random.nextInt(200), 0, 100).sorted().toArray();
            parts.add(new TimeSlice(capture, 0, times));
        }
        List<List<Integer>> expected = merge(parts);
        List<Ranks> ranks = Order.merge(parts);
        for (int i = 0; i < parts.size(); i++) {
            assertThat(numbers(ranks.get(i))).as("seed %d", seed).isEqualTo(expected.get(i));
        }
    }

    private static List<Integer> numbers(Ranks ranks) {
        List<Integer> numbers = new ArrayList<>();
        int rank = 0;
        for (int i = 0; i < ranks.runs().length; i += 2) {
            rank += ranks.runs()[i];
            for (int each = 0; each < ranks.runs()[i + 1]; each++) {
                numbers.add(rank++);
            }
        }
        return numbers;
    }

    /** Always the earliest of those that come next, of equal ones the first capture's. */
    private static List<List<Integer>> merge(List<TimeSlice> parts) {
        List<List<Integer>> numbers = new ArrayList<>();
        int[] next = new int[parts.size()];
        int left = 0;
        for (TimeSlice part : parts) {
            numbers.add(new ArrayList<>());
            left += part.times().length;
        }
        for (int rank = 0; rank < left; rank++) {
            int first = -1;
            for (int i = 0; i < next.length; i++) {
                boolean over = next[i] == parts.get(i).times().length;
                if (!over && (first < 0 || time(parts, next, i) < time(parts, next, first))) {
                    first = i;
                }
            }
            numbers.get(first).add(rank);
            next[first]++;
        }
        return numbers;
    }

    private static long time(List<TimeSlice> parts, int[] next, int capture) {
        return parts.get(capture).times()[next[capture]];
    }
}
