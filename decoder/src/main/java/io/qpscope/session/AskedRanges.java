package io.qpscope.session;

import io.qpscope.wire.Psn;

import java.util.Arrays;

/**
 * The PSN ranges that READs and ATOMICs of one requester asked responses for, in PSN order: those
 * still open, and the last that are done, which may be asked for again. Bounded.
 */
final class AskedRanges {
    /** READs and ATOMICs in flight that are told apart; the oldest goes beyond. */
    static final int MAX_RANGES = 1 << 8;

    private static final int HISTORY = 64;
    private static final int INITIAL = 4;

    private int[] psns = new int[INITIAL];
    private int[] lengths = new int[INITIAL];
    /** Responses that have not passed. */
    private int[] missing = new int[INITIAL];

    private int size;
    private int open;
    /** Index of the range that the newest response lies in or behind. */
    private int current;

    boolean isOpen() {
        return open > 0;
    }

    int current() {
        return current;
    }

    void current(int index) {
        current = index;
    }

    int psn(int index) {
        return psns[index];
    }

    int end(int index) {
        return Psn.add(psns[index], lengths[index]);
    }

    /**
     * A request passed for the first time.
     *
     * @param next behind the newest response
     */
    void add(int psn, int length, int next) {
        makeRoom();
        int at = size++;
        while (at > 0 && Psn.diff(psn, psns[at - 1]) < 0) {
            psns[at] = psns[at - 1];
            lengths[at] = lengths[at - 1];
            missing[at] = missing[at - 1];
            at--;
        }
        psns[at] = psn;
        lengths[at] = length;
        missing[at] = length;
        open++;
        if (Psn.diff(psn, next) >= 0) {
            current = Math.min(current, at);
        } else if (at <= current && at < size - 1) {
            current++;
        }
    }

    private void makeRoom() {
        if (size < psns.length) {
            return;
        }
        if (size < MAX_RANGES) {
            psns = Arrays.copyOf(psns, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
            missing = Arrays.copyOf(missing, size * 2);
        } else {
            open -= missing[0] > 0 ? 1 : 0;
            removeFirst(1);
        }
    }

    /** The length of a range was a guess: this is what it is. */
    void correct(int psn, int length) {
        int index = find(psn);
        if (index >= 0) {
            missing[index] += length - lengths[index];
            lengths[index] = length;
        }
    }

    /** Index of the range that covers the PSN, or -1. */
    int find(int psn) {
        if (current < size && within(current, psn)) {
            return current;
        }
        if (current + 1 < size && within(current + 1, psn)) {
            return current + 1;
        }
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int distance = Psn.diff(psn, psns[middle]);
            if (distance < 0) {
                high = middle - 1;
            } else if (distance >= lengths[middle]) {
                low = middle + 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    private boolean within(int index, int psn) {
        int distance = Psn.diff(psn, psns[index]);
        return distance >= 0 && distance < lengths[index];
    }

    /** The first PSN that is asked for, the given one or behind it; -1 if there is none. */
    int firstFrom(int psn) {
        int low = 0;
        int high = size;
        if (current < size && Psn.diff(psn, psns[current]) >= 0) {
            // Nearly always that one or the next.
            low = Psn.diff(end(current), psn) > 0 ? current : current + 1;
            high = low < size && Psn.diff(end(low), psn) > 0 ? low : size;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Psn.diff(end(middle), psn) > 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == size ? -1 : Requester.later(psn, psns[low]);
    }

    boolean nothingBetween(int from, int to) {
        for (int i = 0; i < size; i++) {
            int start = Requester.later(from, psns[i]);
            if (Psn.diff(to, start) > 0 && Psn.diff(end(i), start) > 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Responses passed for the first time.
     *
     * @return whether the range is complete with them
     */
    boolean passed(int index, int count) {
        boolean wasOpen = missing[index] > 0;
        missing[index] -= count;
        boolean complete = wasOpen && missing[index] <= 0;
        open -= complete ? 1 : 0;
        return complete;
    }

    /** Like {@link #passed} for all ranges that a hole lies in; tells how many are complete. */
    int holePassed(int psn, int length) {
        int end = Psn.add(psn, length);
        int complete = 0;
        for (int i = 0; i < size; i++) {
            int inside = Psn.diff(Requester.earlier(end, end(i)), Requester.later(psn, psns[i]));
            if (inside > 0 && passed(i, inside)) {
                complete++;
            }
        }
        return complete;
    }

    /** Lets the oldest go that are done and that the requester has, once there are many. */
    void forget(int accepted) {
        if (size < HISTORY) {
            return;
        }
        int done = 0;
        while (done < HISTORY / 2 && missing[done] <= 0 && Psn.diff(accepted, end(done)) >= 0) {
            done++;
        }
        removeFirst(done);
    }

    private void removeFirst(int count) {
        size -= count;
        System.arraycopy(psns, count, psns, 0, size);
        System.arraycopy(lengths, count, lengths, 0, size);
        System.arraycopy(missing, count, missing, 0, size);
        current = Math.max(0, current - count);
    }
}
