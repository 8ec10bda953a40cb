package io.qpscope.fabric;

/**
 * Which queue of a port sends next: strict ones first, the highest of them; the others share by
 * deficit round robin (Shreedhar and Varghese, SIGCOMM '95).
 */
final class EgressScheduler {
    /** A weight's worth of bytes: the longest frame, so that every visit lets one pass. */
    private static final int QUANTUM = 4480;

    private final int strict;
    private final int[] quanta;
    private final long[] deficits;
    private int current;
    private boolean visited;

    /**
     * @param strict a bit a queue
     * @param weights 1 or more, of the queues that are not strict
     */
    EgressScheduler(int strict, int[] weights) {
        this.strict = strict;
        quanta = new int[weights.length];
        deficits = new long[weights.length];
        for (int i = 0; i < weights.length; i++) {
            quanta[i] = weights[i] * QUANTUM;
        }
    }

    /**
     * @param eligible queues with a packet that may go, at least one; a bit a queue
     */
    int pick(int eligible, PacketQueue[] queues) {
        int first = eligible & strict;
        if (first != 0) {
            return 31 - Integer.numberOfLeadingZeros(first);
        }
        if ((eligible & eligible - 1) == 0) {
            // Alone: nobody to share with.
            return Integer.numberOfTrailingZeros(eligible);
        }
        while (true) {
            if ((eligible & 1 << current) != 0) {
                if (!visited) {
                    deficits[current] += quanta[current];
                    visited = true;
                }
                int size = queues[current].peek().size;
                if (deficits[current] >= size) {
                    deficits[current] -= size;
                    return current;
                }
            } else {
                deficits[current] = 0;
            }
            current = (current + 1) % quanta.length;
            visited = false;
        }
    }
}
