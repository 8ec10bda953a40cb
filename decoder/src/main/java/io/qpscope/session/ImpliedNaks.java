package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * First responses that a requester lacked when an acknowledgement beyond them came: each is an
 * implied NAK (IBA vol 1, 9.7.5.1.4), though nothing was lost. The sender may go back for one while
 * the next is under way already. Bounded: the oldest goes.
 */
final class ImpliedNaks {
    private static final int MAX_PENDING = 16;

    /** Null until the first; most requesters never need it. */
    private int[] psns;

    private int size;

    void add(int psn) {
        if (size > 0 && psns[size - 1] == psn) {
            return;
        }
        if (psns == null) {
            psns = new int[MAX_PENDING];
        }
        if (size == MAX_PENDING) {
            remove(1);
        }
        psns[size++] = psn;
    }

    /** Whether a step back to the PSN is what one asked for; those before it are done. */
    boolean explain(int psn) {
        for (int i = 0; i < size; i++) {
            if (psns[i] == psn) {
                remove(i + 1);
                return true;
            }
        }
        while (size > 0 && Psn.diff(psns[0], psn) < 0) {
            remove(1);
        }
        return false;
    }

    private void remove(int count) {
        size -= count;
        System.arraycopy(psns, count, psns, 0, size);
    }
}
