package io.qpscope.cli.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Numbers frames as if all captures were read as one: by time, equal times in the order of the
 * captures, the frames of one capture in their own order.
 */
final class Order {
    private static final Comparator<Head> FIRST =
            Comparator.comparingLong(Head::timeNs).thenComparingInt(head -> head.slice.capture());

    private Order() {}

    /** One capture's part of a slice, as far as it has been taken. */
    private static final class Head {
        final TimeSlice slice;
        private int[] runs = new int[2];
        private int used;
        private int at;
        private int end;

        Head(TimeSlice slice) {
            this.slice = slice;
        }

        long timeNs() {
            return slice.times()[at];
        }

        /** Takes what comes before another's next frame; returns the rank behind it. */
        int take(Head other, int rank) {
            int from = at;
            do {
                at++;
            } while (at < slice.times().length
                    && (other == null || FIRST.compare(this, other) < 0));
            if (used == runs.length) {
                runs = Arrays.copyOf(runs, 2 * runs.length);
            }
            runs[used++] = rank - end;
            runs[used++] = at - from;
            end = rank + at - from;
            return end;
        }

        boolean isOver() {
            return at == slice.times().length;
        }

        Ranks ranks() {
            return new Ranks(slice.capture(), slice.slice(), Arrays.copyOf(runs, used));
        }
    }

    /** The parts of one slice, one of each capture that has any. */
    static List<Ranks> merge(Iterable<TimeSlice> parts) {
        List<Head> heads = new ArrayList<>();
        parts.forEach(part -> heads.add(new Head(part)));
        PriorityQueue<Head> queue = new PriorityQueue<>(FIRST);
        queue.addAll(heads);
        int rank = 0;
        while (!queue.isEmpty()) {
            Head head = queue.remove();
            rank = head.take(queue.peek(), rank);
            if (!head.isOver()) {
                queue.add(head);
            }
        }
        return heads.stream().map(Head::ranks).toList();
    }
}
