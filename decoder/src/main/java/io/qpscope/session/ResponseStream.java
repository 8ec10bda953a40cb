package io.qpscope.session;

import io.qpscope.wire.Psn;

import java.util.Arrays;

/**
 * READ and ATOMIC responses to one requester, whose PSNs lie in the requester's space (IBA vol 1,
 * 9.7.5.1.4): the ranges asked for, what passed the tap of them, and what the requester must have
 * taken.
 */
final class ResponseStream {
    /** READs and ATOMICs in flight that are told apart; the oldest goes beyond. */
    static final int MAX_OUTSTANDING = 1 << 8;

    private static final int HISTORY = 64;
    private static final int MAX_HOLES = 1 << 10;
    private static final int INITIAL = 4;

    /** First arrival, in order. */
    static final int NEW = 0;
    /** First arrival of a PSN that was skipped: late, or sent again. */
    static final int FILLED = 1;
    /** A PSN that passed before. */
    static final int AGAIN = 2;
    /** No request for it was seen. */
    static final int ORPHAN = 3;
    /** In order, but PSNs before it were skipped. */
    static final int BEHIND_GAP = 4;

    final PsnCounter counts = new PsnCounter();
    long completed;
    long payloadBytes;

    private int[] psns = new int[INITIAL];
    private int[] lengths = new int[INITIAL];
    private int[] missing = new int[INITIAL];
    private int size;
    /** Ranges that miss a response. */
    private int open;

    /** Index of the range that {@link #next} lies in or behind. */
    private int current;

    private int next;
    private boolean started;
    /** What the requester expects, had it got exactly what passed the tap. */
    private int accepted;

    /** Behind the response that passed last, and the first PSN that was skipped in this run. */
    private int run;

    private boolean restarted;
    /** Skipped PSNs that frames with a bad ICRC explain. */
    private int corrupted;

    private int lastSkipped;
    private boolean overtaken;
    private int overtakenBy;

    private int runGap;
    private boolean hasRunGap;

    private int[] holePsns = new int[INITIAL];
    private int[] holeLengths = new int[INITIAL];
    private int holes;
    private long gapFrame;

    /** A READ or ATOMIC request passed for the first time. */
    void expect(int psn, int length) {
        if (size == psns.length) {
            if (size < MAX_OUTSTANDING) {
                psns = Arrays.copyOf(psns, size * 2);
                lengths = Arrays.copyOf(lengths, size * 2);
                missing = Arrays.copyOf(missing, size * 2);
            } else {
                open -= missing[0] > 0 ? 1 : 0;
                removeFirst(1);
            }
        }
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
        if (size == 1 && holes == 0) {
            current = 0;
            // Not nearer: a lost READ sent again may yet come to lie before this one.
            if (!started || Psn.diff(psn, next) > Requester.JUMP) {
                next = psn;
                accepted = psn;
            }
        } else if (Psn.diff(psn, next) >= 0) {
            current = Math.min(current, at);
        } else if (at <= current && at < size - 1) {
            current++;
        }
    }

    /** The length of a range was a guess: this is what it is. */
    void correct(int psn, int length) {
        int index = rangeOf(psn);
        if (index >= 0) {
            missing[index] += length - lengths[index];
            lengths[index] = length;
        }
    }

    /**
     * A response passed.
     *
     * @param late whether the packet was sent before others that passed already
     * @return one of the constants
     */
    int onResponse(int psn, int bytes, boolean late, long frame) {
        int index = rangeOf(psn);
        if (index < 0) {
            if (started && Psn.diff(psn, next) < 0) {
                counts.retransmitted++;
                counts.duplicates++;
                return AGAIN;
            }
            return ORPHAN;
        }
        counts.start(psn);
        if (!started || Psn.diff(psn, next) >= 0) {
            return onNew(index, psn, bytes, frame);
        }
        followRun(psn);
        counts.startsAt(psn);
        int hole = holeOf(psn);
        if (hole < 0) {
            counts.retransmitted++;
            take(psn);
            return AGAIN;
        }
        fillHole(hole, psn);
        payloadBytes += bytes;
        if (late) {
            counts.outOfOrder++;
        } else {
            counts.retransmitted++;
            if (corrupted > 0) {
                corrupted--;
            } else {
                counts.lostBeforeTap++;
            }
        }
        accept(psn);
        count(index);
        return FILLED;
    }

    private int onNew(int index, int psn, int bytes, long frame) {
        int skipped = 0;
        if (psn != next) {
            skipped = skip(index, psn);
        }
        if (skipped > 0) {
            gapFrame = frame;
            lastSkipped = skipped;
            restarted = false;
        }
        started = true;
        counts.lastPsn = psn;
        payloadBytes += bytes;
        accept(psn);
        next = Psn.add(psn, 1);
        run = next;
        current = index;
        count(index);
        return skipped > 0 ? BEHIND_GAP : NEW;
    }

    /** Notes as holes what was asked for between {@link #next} and the given PSN. */
    private int skip(int index, int psn) {
        int skipped = 0;
        for (int i = Math.min(current, index); i <= index; i++) {
            int from = started || i > 0 ? later(next, psns[i]) : psns[i];
            int end = Psn.add(psns[i], lengths[i]);
            int to = i == index ? psn : end;
            int length = Psn.diff(to, from);
            if (length > 0) {
                addHole(from, length);
                skipped += length;
            }
        }
        return skipped;
    }

    private static int later(int a, int b) {
        return Psn.diff(a, b) >= 0 ? a : b;
    }

    /** Responses sent again come in order too; a gap among them is a loss before the tap. */
    private void followRun(int psn) {
        int distance = Psn.diff(psn, run);
        if (distance < 0) {
            hasRunGap = false;
        } else if (distance > 0 && !hasRunGap && !nothingAskedBetween(run, psn)) {
            runGap = run;
            hasRunGap = true;
        }
        run = Psn.add(psn, 1);
    }

    /** Moves the shadow requester over a response, if it is the one it waits for. */
    private void accept(int psn) {
        int distance = Psn.diff(psn, accepted);
        if (distance == 0 || (distance > 0 && nothingAskedBetween(accepted, psn))) {
            accepted = Psn.add(psn, 1);
        }
    }

    private void take(int psn) {
        if (Psn.diff(psn, accepted) < 0) {
            counts.duplicates++;
        } else {
            accept(psn);
        }
    }

    private boolean nothingAskedBetween(int from, int to) {
        for (int i = 0; i < size; i++) {
            int start = later(from, psns[i]);
            int end = Psn.add(psns[i], lengths[i]);
            if (Psn.diff(to, start) > 0 && Psn.diff(end, start) > 0) {
                return false;
            }
        }
        return true;
    }

    private void count(int index) {
        if (--missing[index] == 0) {
            completed++;
            open--;
        }
        if (size >= HISTORY) {
            forget();
        }
    }

    /** Ranges are kept a while when they are done: they may be asked for again. */
    private void forget() {
        int done = 0;
        while (done < HISTORY / 2
                && missing[done] <= 0
                && Psn.diff(accepted, Psn.add(psns[done], lengths[done])) >= 0) {
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

    private int rangeOf(int psn) {
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

    /** What the tap makes of a READ or ATOMIC that is asked for again from the given PSN on. */
    enum Restart {
        /** A response before one that passed never passed, or never reached the requester. */
        IMPLIED_NAK_BEFORE_TAP,
        IMPLIED_NAK_AFTER_TAP,
        /** An answer to a later request came before the requester had this one's. */
        IMPLIED_NAK_BY_ACK,
        /** The last response that passed was lost behind the tap, or came too late. */
        LAST_RESPONSE,
        /** No response for it passed. */
        UNANSWERED,
        /** The requester sends it only because it resends what lies before. */
        FOLLOWS
    }

    Restart onRestart(int psn) {
        restarted = true;
        int index = rangeOf(psn);
        boolean acknowledged = overtaken
                && index >= 0
                && Psn.diff(psn, next) >= 0
                && Psn.diff(overtakenBy, psn) > 0;
        if (acknowledged) {
            // An answer to a later request: this one was carried out, its responses are lost.
            overtaken = false;
            int end = Psn.add(psns[index], lengths[index]);
            skip(index, psn);
            addHole(psn, Psn.diff(end, psn));
            started = true;
            counts.start(psn);
            next = end;
            current = index;
            return Restart.IMPLIED_NAK_BEFORE_TAP;
        }
        if (hasRunGap && psn == runGap) {
            hasRunGap = false;
            counts.lostBeforeTap++;
            accepted = earlier(accepted, psn);
            return Restart.IMPLIED_NAK_BEFORE_TAP;
        }
        if (holeOf(psn) >= 0) {
            accepted = earlier(accepted, psn);
            return Restart.IMPLIED_NAK_BEFORE_TAP;
        }
        if (!started || Psn.diff(psn, next) >= 0) {
            return Restart.UNANSWERED;
        }
        if (Psn.diff(psn, accepted) >= 0) {
            boolean byAck = overtaken && Psn.diff(overtakenBy, psn) > 0;
            overtaken &= !byAck;
            return byAck ? Restart.IMPLIED_NAK_BY_ACK : Restart.FOLLOWS;
        }
        boolean laterPassed = Psn.diff(next, psn) > 1;
        accepted = psn;
        return laterPassed ? Restart.IMPLIED_NAK_AFTER_TAP : Restart.LAST_RESPONSE;
    }

    private static int earlier(int a, int b) {
        return Psn.diff(a, b) <= 0 ? a : b;
    }

    /** How many PSNs the last response skipped, if it came {@link #BEHIND_GAP}. */
    int lastSkipped() {
        return lastSkipped;
    }

    /** Of the PSNs skipped last, so many passed with a bad ICRC. */
    void corrupted(int explained) {
        corrupted += explained;
    }

    /** An acknowledgement of a later request implies that all before it were carried out. */
    void acknowledged(int psn) {
        overtaken = true;
        overtakenBy = psn;
    }

    /** Whether something was asked for again since the last gap. */
    boolean restarted() {
        return restarted;
    }

    boolean hasGap() {
        return holes > 0;
    }

    long gapFrame() {
        return gapFrame;
    }

    boolean outstanding() {
        return open > 0;
    }

    /** PSNs asked for and skipped, never seen. */
    long missingPsns() {
        long sum = 0;
        for (int i = 0; i < holes; i++) {
            sum += holeLengths[i];
        }
        return sum;
    }

    /**
     * The requester went on without asking again for what the tap missed: it had it.
     *
     * @param psn everything asked for before it is done
     */
    void doneBefore(int psn) {
        for (int i = holes - 1; i >= 0; i--) {
            if (Psn.diff(psn, Psn.add(holePsns[i], holeLengths[i])) >= 0) {
                counts.lostByCapture += holeLengths[i];
                lostByCapturePsns += holeLengths[i];
                complete(holePsns[i], holeLengths[i]);
                removeHole(i);
            }
        }
    }

    /** Takes a hole for received. */
    private void complete(int psn, int length) {
        int end = Psn.add(psn, length);
        for (int i = 0; i < size; i++) {
            int from = later(psn, psns[i]);
            int to = earlier(end, Psn.add(psns[i], lengths[i]));
            int inside = Psn.diff(to, from);
            if (inside > 0 && missing[i] > 0) {
                missing[i] -= inside;
                if (missing[i] <= 0) {
                    open--;
                    completed++;
                }
            }
        }
    }

    private long lostByCapturePsns;

    long neverSeen() {
        return missingPsns() + lostByCapturePsns;
    }

    private void addHole(int psn, int length) {
        if (holes == MAX_HOLES) {
            return;
        }
        if (holes == holePsns.length) {
            holePsns = Arrays.copyOf(holePsns, holes * 2);
            holeLengths = Arrays.copyOf(holeLengths, holes * 2);
        }
        holePsns[holes] = psn;
        holeLengths[holes++] = length;
    }

    private int holeOf(int psn) {
        for (int i = 0; i < holes; i++) {
            int distance = Psn.diff(psn, holePsns[i]);
            if (distance >= 0 && distance < holeLengths[i]) {
                return i;
            }
        }
        return -1;
    }

    private void fillHole(int hole, int psn) {
        int start = holePsns[hole];
        int end = Psn.add(start, holeLengths[hole]);
        int before = Psn.diff(psn, start);
        int after = Psn.diff(end, psn) - 1;
        removeHole(hole);
        if (before > 0) {
            addHole(start, before);
        }
        if (after > 0) {
            addHole(Psn.add(psn, 1), after);
        }
    }

    private void removeHole(int hole) {
        holes--;
        holePsns[hole] = holePsns[holes];
        holeLengths[hole] = holeLengths[holes];
    }
}
