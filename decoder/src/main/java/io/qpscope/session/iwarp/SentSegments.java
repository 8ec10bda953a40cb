package io.qpscope.session.iwarp;

import java.util.Arrays;

/** The last segments of a stream, to tell a copy from a retransmission and when it went first. */
final class SentSegments {
    private static final int FIRST_SIZE = 8;
    private static final int MAX_SIZE = 256;

    /** A connection that never carries data needs none. */
    private long[] positions = new long[0];

    private long[] times = new long[0];
    /** IP id, TTL and interface. */
    private long[] marks = new long[0];

    private int next;
    private int used;

    void add(long position, long timeNs, long mark) {
        if (used == positions.length && used < MAX_SIZE) {
            grow();
        }
        positions[next] = position;
        times[next] = timeNs;
        marks[next] = mark;
        next++;
        used = Math.max(used, next);
        next = next == MAX_SIZE ? 0 : next;
    }

    /** Only before the first turn, so that all stay where they are. */
    private void grow() {
        int size = Math.max(FIRST_SIZE, used * 2);
        positions = Arrays.copyOf(positions, size);
        times = Arrays.copyOf(times, size);
        marks = Arrays.copyOf(marks, size);
    }

    /** The same transmission seen before; 0 if none, 1 with equal marks, 2 when they differ. */
    int copyOf(long position, long mark) {
        for (int i = 0; i < used; i++) {
            if (positions[i] == position && (int) marks[i] == (int) mark) {
                return marks[i] == mark ? 1 : 2;
            }
        }
        return 0;
    }

    /** When the byte went first; Long.MIN_VALUE when that is too long ago. */
    long firstSent(long position) {
        long earliest = Long.MIN_VALUE;
        long nearest = Long.MIN_VALUE;
        for (int i = 0; i < used; i++) {
            boolean covers = positions[i] <= position && positions[i] >= nearest;
            if (covers && (positions[i] > nearest || times[i] < earliest)) {
                nearest = positions[i];
                earliest = times[i];
            }
        }
        return earliest;
    }
}
