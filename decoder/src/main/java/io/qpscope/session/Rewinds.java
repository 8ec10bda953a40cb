package io.qpscope.session;

import io.qpscope.wire.Psn;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Timeout rewinds whose cause the answers have yet to tell. A request seen, not answered and seen
 * again may have been lost behind the tap, or its answer before it. A receiver that had it answers
 * the copy with the latest PSN, or once more; one that had not answers each resent packet in turn.
 */
final class Rewinds {
    private static final int MAX_PENDING = 64;

    /** One rewind. */
    static final class Rewind {
        int psn;
        /** First PSN not sent again in this rewind. */
        int top;
        /** What the shadow receiver expected when it began. */
        int expected;

        long frame;
        long waitedNs;
        /** First resent PSN that asks for an ACK, or -1. */
        int ackReqPsn = -1;

        boolean wantsResponse;
        /** Resent packets that are duplicates if the first sending had arrived. */
        int duplicates;
        /** Behind the last of them. */
        int duplicatesEnd;

        /** Whether an answer was due at all: a packet had asked for one. */
        boolean asked;

        int answers;
        Verdict verdict = Verdict.OPEN;
    }

    enum Verdict {
        /** No answer yet. */
        OPEN,
        /** One answer that fits both. */
        UNDECIDED,
        /** Answers climb with the resent packets: the first sending was lost behind the tap. */
        LOST,
        ARRIVED
    }

    private final Deque<Rewind> pending = new ArrayDeque<>(1);
    private Rewind current;
    private int copies;

    boolean isEmpty() {
        return pending.isEmpty();
    }

    Rewind begin(int psn, int expected, long frame, long waitedNs) {
        if (pending.size() == MAX_PENDING) {
            pending.removeFirst();
        }
        current = new Rewind();
        current.psn = psn;
        current.top = psn;
        current.expected = expected;
        current.frame = frame;
        current.waitedNs = waitedNs;
        pending.addLast(current);
        return current;
    }

    /** The rewind that packets are being resent in, or null. */
    Rewind current() {
        return current;
    }

    void endCurrent() {
        current = null;
    }

    /**
     * An acknowledgement that moved the receiver's progress.
     *
     * @param psn last PSN acknowledged
     * @param asked whether that packet asked for an acknowledgement
     * @param each whether the receiver answers each packet that asks; one that merges its answers
     *     proves nothing by jumping ahead
     * @return true when it proves that what was resent had arrived before
     */
    boolean onProgress(int psn, boolean asked, boolean each) {
        Rewind newest = pending.peekLast();
        if (newest == null || Psn.diff(psn, newest.psn) < 0) {
            return false;
        }
        boolean beyond = Psn.diff(psn, newest.top) >= 0;
        boolean last = psn == Psn.add(newest.expected, -1);
        boolean jumped = last && newest.ackReqPsn >= 0 && Psn.diff(psn, newest.ackReqPsn) > 0;
        if (each && !newest.wantsResponse && newest.answers == 0 && (beyond || !asked || jumped)) {
            return true;
        }
        boolean climbs = !newest.wantsResponse && psn == newest.ackReqPsn && !last;
        for (Rewind rewind : pending) {
            if (Psn.diff(psn, rewind.psn) >= 0 && rewind.answers++ == 0) {
                rewind.verdict = climbs ? Verdict.LOST : Verdict.UNDECIDED;
            }
        }
        return false;
    }

    /** An answer that moved nothing: each copy that arrives draws one. Settles the newest rewind. */
    Rewind onGhost(int psn) {
        if (copies > 0) {
            copies--;
            return null;
        }
        Iterator<Rewind> each = pending.descendingIterator();
        while (each.hasNext()) {
            Rewind rewind = each.next();
            if (rewind.answers > 0 && Psn.diff(psn, rewind.psn) >= 0) {
                each.remove();
                rewind.verdict = Verdict.ARRIVED;
                return rewind;
            }
        }
        return null;
    }

    /** The network delivered a packet twice: the second answer will be the copy's. */
    void copied(int psn) {
        Rewind newest = pending.peekLast();
        if (newest != null && Psn.diff(psn, newest.psn) >= 0) {
            copies++;
        }
    }

    /** Whether the newest rewind's answers prove that its packets had not arrived before. */
    boolean climbing() {
        Rewind newest = pending.peekLast();
        return newest != null && newest.verdict == Verdict.LOST;
    }

    /** Takes out the oldest, or null. */
    Rewind settle() {
        Rewind oldest = pending.pollFirst();
        copies = 0;
        if (oldest == current) {
            current = null;
        }
        return oldest;
    }
}
