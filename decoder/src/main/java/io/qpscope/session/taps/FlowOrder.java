package io.qpscope.session.taps;

import java.util.Arrays;

/**
 * Tells packets that come late (RFC 4737: behind one that was sent after them), each queue pair for
 * itself, since different ones may lawfully take different ways. Of two queue pairs in one place the
 * earlier is forgotten.
 */
final class FlowOrder {
    private static final int SLOTS = 64;

    private final int[] flows = new int[SLOTS];
    private final long[] highest = new long[SLOTS];
    private long late;

    FlowOrder() {
        Arrays.fill(flows, -1);
    }

    void arrived(int flow, long sentAs) {
        int slot = flow & (SLOTS - 1);
        if (flows[slot] == flow && sentAs < highest[slot]) {
            late++;
        } else {
            flows[slot] = flow;
            highest[slot] = sentAs;
        }
    }

    long late() {
        return late;
    }
}
