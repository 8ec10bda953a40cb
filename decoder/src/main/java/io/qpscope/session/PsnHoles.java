package io.qpscope.session;

import io.qpscope.wire.Psn;

import java.util.Arrays;

/** PSN ranges that were skipped and may yet be filled. Few at a time, and bounded. */
final class PsnHoles {
    private static final int MAX_HOLES = 1 << 10;
    private static final int INITIAL = 4;

    private int[] psns = new int[INITIAL];
    private int[] lengths = new int[INITIAL];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    int psn(int index) {
        return psns[index];
    }

    int length(int index) {
        return lengths[index];
    }

    /** PSNs in all of them. */
    long total() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += lengths[i];
        }
        return sum;
    }

    void add(int psn, int length) {
        if (size == MAX_HOLES) {
            return;
        }
        if (size == psns.length) {
            psns = Arrays.copyOf(psns, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
        }
        psns[size] = psn;
        lengths[size++] = length;
    }

    /** Index of the hole that the PSN lies in, or -1. */
    int find(int psn) {
        for (int i = 0; i < size; i++) {
            int distance = Psn.diff(psn, psns[i]);
            if (distance >= 0 && distance < lengths[i]) {
                return i;
            }
        }
        return -1;
    }

    /** Whether one begins between the two PSNs, the first of which lies in none. */
    boolean within(int from, int end) {
        for (int i = 0; i < size; i++) {
            if (Psn.diff(psns[i], from) > 0 && Psn.diff(end, psns[i]) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes one PSN out; what is left on either side stays. */
    void fill(int index, int psn) {
        int start = psns[index];
        int end = Psn.add(start, lengths[index]);
        int before = Psn.diff(psn, start);
        int after = Psn.diff(end, psn) - 1;
        remove(index);
        if (before > 0) {
            add(start, before);
        }
        if (after > 0) {
            add(Psn.add(psn, 1), after);
        }
    }

    void remove(int index) {
        size--;
        psns[index] = psns[size];
        lengths[index] = lengths[size];
    }
}
