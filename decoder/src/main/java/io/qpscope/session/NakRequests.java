package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * What sequence NAKs asked for and the sender has not yet gone back to. Several may be under way,
 * and each may bring a rewind of its own.
 */
final class NakRequests {
    private static final int MAX_PENDING = 8;

    private final int[] psns = new int[MAX_PENDING];
    /** The sender has gone back for another one since, or sent this one in order. */
    private final boolean[] passedOver = new boolean[MAX_PENDING];

    private int size;

    void add(int psn) {
        if (size == MAX_PENDING) {
            remove(0);
        }
        psns[size] = psn;
        passedOver[size++] = false;
    }

    /** Whether a step back to the PSN is what a NAK asked for; the oldest such one is served. */
    boolean explain(int psn) {
        for (int i = 0; i < size; i++) {
            if (Psn.diff(psn, psns[i]) >= 0) {
                remove(i);
                for (int rest = 0; rest < size; rest++) {
                    passedOver[rest] = true;
                }
                return true;
            }
        }
        return false;
    }

    /** The PSN goes again in order: once it is received, the NAK for it asks for nothing more. */
    void resentInOrder(int psn) {
        for (int i = 0; i < size; i++) {
            passedOver[i] |= psns[i] == psn;
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether one asks for exactly this PSN. */
    boolean asks(int psn) {
        for (int i = 0; i < size; i++) {
            if (psns[i] == psn) {
                return true;
            }
        }
        return false;
    }

    /** Everything before the PSN is received: a NAK that the rewind for another served is done. */
    void progress(int taken) {
        for (int i = size - 1; i >= 0; i--) {
            if (passedOver[i] && Psn.diff(taken, psns[i]) > 0) {
                remove(i);
            }
        }
    }

    void clear() {
        size = 0;
    }

    private void remove(int index) {
        size--;
        System.arraycopy(psns, index + 1, psns, index, size - index);
        System.arraycopy(passedOver, index + 1, passedOver, index, size - index);
    }
}
