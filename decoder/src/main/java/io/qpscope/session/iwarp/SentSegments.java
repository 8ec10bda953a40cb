package io.qpscope.session.iwarp;

/** The last segments of a stream, to tell a copy from a retransmission and when it went first. */
final class SentSegments {
    private static final int SIZE = 256;

    private final long[] positions = new long[SIZE];
    private final long[] times = new long[SIZE];
    /** IP id, TTL and interface. */
    private final long[] marks = new long[SIZE];

    private int next;
    private int used;

    void add(long position, long timeNs, long mark) {
        positions[next] = position;
        times[next] = timeNs;
        marks[next] = mark;
        next = (next + 1) % SIZE;
        used = Math.min(used + 1, SIZE);
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
