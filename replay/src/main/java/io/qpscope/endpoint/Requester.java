package io.qpscope.endpoint;

import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.Psn;

import java.nio.ByteBuffer;

/**
 * The sending half of a reliable queue pair: cuts work requests into packets, keeps what may be in
 * flight, goes back when it must (IBA vol 1, 9.7.2 to 9.7.5).
 *
 * <pre>
 *  unacked     oldest PSN without an answer
 *  cursor      next PSN to send; behind {@code next} while going back
 *  next        next PSN never sent
 * </pre>
 *
 * What the answers mean, {@link Completer} decides.
 */
final class Requester {
    /** No PSN: nothing to repair alone. */
    private static final int NONE = -1;

    private final QueuePair qp;
    final SendQueue queue;

    int unacked;
    int next;
    /** Position of the entry that {@link #cursor} lies in. */
    private long cursorAt;

    private int cursor;
    /** Selective repeat: the one PSN to send before going on. */
    private int repair = NONE;

    private int ssn;
    /** SSN up to which SENDs may go; with {@link #unlimited} as far as one likes. */
    private int limit;

    private boolean unlimited;
    /** READs and atomics in flight. */
    int asking;

    int retries;
    int rnrRetries;
    private int sinceAckReq;
    private int roundsWithoutProgress;

    private long ackDeadline = Long.MAX_VALUE;
    long rnrUntil = Long.MIN_VALUE;

    Requester(QueuePair qp, int capacity) {
        this.qp = qp;
        queue = new SendQueue(capacity);
    }

    void start(int psn) {
        unacked = psn;
        next = psn;
        cursor = psn;
        cursorAt = queue.head;
        ssn = 0;
        limit = 0;
        unlimited = qp.profile.has(Quirk.NO_CREDITS);
        asking = 0;
        repair = NONE;
        rnrUntil = Long.MIN_VALUE;
        ackDeadline = Long.MAX_VALUE;
        retries = qp.attributes.retryCnt;
        rnrRetries = qp.attributes.rnrRetry;
        roundsWithoutProgress = 0;
    }

    /** Progress: both counters begin anew (IBA vol 1, 9.7.5.2.8). */
    void reload() {
        if (!qp.profile.has(Defect.RETRY_COUNTER_KEPT)) {
            retries = qp.attributes.retryCnt;
        }
        if (!qp.profile.has(Defect.RNR_COUNTER_KEPT)) {
            rnrRetries = qp.attributes.rnrRetry;
        }
        roundsWithoutProgress = 0;
    }

    boolean outstanding() {
        return unacked != next;
    }

    /** How far the credits of an ACK reach (IBA vol 1, 9.7.7.2.5). */
    void credit(int msn, int credits) {
        unlimited = credits < 0;
        limit = Psn.add(msn, Math.max(credits, 0));
    }

    /** When {@link #expire} or {@link #transmit} has something to do. */
    long deadline() {
        return rnrUntil != Long.MIN_VALUE ? Math.min(rnrUntil, ackDeadline) : ackDeadline;
    }

    void expire(long now) {
        if (rnrUntil != Long.MIN_VALUE && now >= rnrUntil) {
            rnrUntil = Long.MIN_VALUE;
            armTimer(now);
        } else if (now >= ackDeadline) {
            rnrUntil = Long.MIN_VALUE;
            ackDeadline = Long.MAX_VALUE;
            qp.counters.completerRetryErr++;
            retry(unacked, now);
        }
    }

    /** One more round from a PSN on, or the end of the queue pair. */
    void retry(int psn, long now) {
        boolean forEver = qp.attributes.retryCnt == 7 && qp.profile.has(Quirk.RETRY_SEVEN_FOR_EVER);
        if (!forEver && --retries < 0) {
            qp.counters.retryExceededErr++;
            qp.fail(queue.head, WcStatus.RETRY_EXC_ERR);
            return;
        }
        roundsWithoutProgress++;
        goBack(psn);
        armTimer(now);
    }

    /** Sends again from a PSN on, as the profile has it. */
    void goBack(int psn) {
        boolean alone = qp.profile.recovery() == Recovery.SELECTIVE_REPEAT
                || qp.profile.has(Defect.ONE_PACKET_RESENT);
        if (alone && !inRead(psn)) {
            repair = psn;
            return;
        }
        seek(psn);
    }

    private boolean inRead(int psn) {
        return queue.at(positionOf(psn)).verb.asks();
    }

    private void seek(int psn) {
        if (Psn.diff(psn, cursor) > 0) {
            return;
        }
        cursorAt = positionOf(psn);
        SendEntry entry = queue.at(cursorAt);
        boolean whole = qp.profile.recovery() == Recovery.GO_BACK_0 && !entry.verb.asks();
        cursor = whole ? entry.firstPsn : psn;
        repair = NONE;
    }

    /** Of the started entry that holds a PSN; behind them all where none does. */
    private long positionOf(int psn) {
        long at = queue.head;
        while (at < queue.started && Psn.diff(psn, queue.at(at).lastPsn()) > 0) {
            at++;
        }
        return at;
    }

    /** Answers may have overtaken what is being sent again; that need not be sent, then. */
    void acknowledged() {
        if (Psn.diff(unacked, cursor) > 0) {
            cursor = unacked;
            cursorAt = positionOf(unacked);
        }
        if (repair != NONE && Psn.diff(unacked, repair) > 0) {
            repair = NONE;
        }
    }

    /** Takes a request that has begun for sent, to its last PSN. */
    void pretendSent(SendEntry entry) {
        int behind = Psn.add(entry.lastPsn(), 1);
        if (Psn.diff(behind, next) > 0) {
            next = behind;
        }
    }

    void armTimer(long now) {
        long wait = AckTimeout.ns(qp.attributes.timeout);
        boolean dead = qp.profile.has(Defect.ACK_TIMER_DEAD) && roundsWithoutProgress > 0;
        boolean waits = outstanding() && wait != 0 && rnrUntil == Long.MIN_VALUE && !dead;
        ackDeadline =
                waits ? now + qp.profile.ackWait(wait, roundsWithoutProgress) : Long.MAX_VALUE;
    }

    void stopTimer() {
        ackDeadline = Long.MAX_VALUE;
    }

    /** Writes the next packet; false when nothing may be sent now. */
    boolean transmit(ByteBuffer out, long now) {
        if (rnrUntil != Long.MIN_VALUE) {
            return false;
        }
        if (repair != NONE) {
            int psn = repair;
            repair = NONE;
            SendEntry entry = queue.at(positionOf(psn));
            write(entry, Psn.diff(psn, entry.firstPsn), out, true);
            return true;
        }
        if (cursorAt == queue.tail) {
            return false;
        }
        SendEntry entry = queue.at(cursorAt);
        if (!entry.started && !begin(entry)) {
            return false;
        }
        int offset = Psn.diff(cursor, entry.firstPsn);
        boolean isNew = cursor == next;
        if (isNew && !fits(entry)) {
            return false;
        }
        boolean idle = !outstanding();
        int sent = entry.verb.asks() ? entry.psns - offset : 1;
        cursor = Psn.add(cursor, sent);
        boolean ends = offset + sent == entry.psns;
        if (ends) {
            cursorAt++;
        }
        if (Psn.diff(cursor, next) > 0) {
            next = cursor;
        }
        write(entry, offset, out, false);
        if (idle || ackDeadline == Long.MAX_VALUE) {
            armTimer(now);
        }
        return true;
    }

    /** Whether another packet fits the window; a READ larger than it goes alone. */
    private boolean fits(SendEntry entry) {
        int flying = Psn.diff(next, unacked);
        int takes = entry.verb.asks() ? entry.psns : 1;
        return flying == 0 || flying + takes <= qp.profile.window();
    }

    /** Gives an entry its PSNs when nothing holds it back. */
    private boolean begin(SendEntry entry) {
        boolean fenced = entry.fence && asking > 0;
        boolean full = entry.verb.asks()
                && qp.attributes.maxRdAtomic > 0
                && asking >= qp.attributes.maxRdAtomic
                && !qp.profile.has(Defect.READ_DEPTH_IGNORED);
        // With nothing in flight one goes out whatever the credits: only its answer brings new
        // ones.
        boolean noCredit = entry.verb.consumesReceive()
                && !unlimited
                && outstanding()
                && !qp.profile.has(Defect.CREDIT_IGNORED)
                && Psn.diff(Psn.add(ssn, 1), Psn.add(limit, 1)) > 0;
        if (fenced || full || noCredit) {
            return false;
        }
        WcStatus wrong = locallyWrong(entry);
        if (wrong != null) {
            // In its turn: what was sent before it may still succeed.
            if (queue.head == cursorAt) {
                qp.fail(cursorAt, wrong);
            }
            return false;
        }
        ssn = Psn.add(ssn, 1);
        entry.start(next, ssn, qp.attributes.pathMtu);
        queue.started = cursorAt + 1;
        if (entry.verb.asks()) {
            asking++;
        }
        return true;
    }

    private WcStatus locallyWrong(SendEntry entry) {
        boolean never = entry.verb.asks()
                && qp.attributes.maxRdAtomic == 0
                && !qp.profile.has(Defect.READ_DEPTH_IGNORED);
        if (never) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        if (!entry.sges.resolve(qp.memory, localRights(entry.verb))) {
            return WcStatus.LOC_PROT_ERR;
        }
        return entry.length > QueuePair.MOST_MESSAGE || unfit(entry) ? WcStatus.LOC_LEN_ERR : null;
    }

    /** Atomics move eight bytes. */
    private static boolean unfit(SendEntry entry) {
        return (entry.verb.isAtomic() || entry.verb == Verb.ATOMIC_WRITE) && entry.length != 8;
    }

    private static int localRights(Verb verb) {
        boolean written = verb == Verb.RDMA_READ || verb.isAtomic();
        return written ? Access.LOCAL_WRITE : 0;
    }

    private void write(SendEntry entry, int offset, ByteBuffer out, boolean alone) {
        boolean last = entry.verb.asks() || offset == entry.psns - 1;
        boolean dueAck = qp.profile.ackEvery() != 0 && ++sinceAckReq >= qp.profile.ackEvery();
        boolean windowEnds = Psn.diff(next, unacked) >= qp.profile.window();
        boolean ackReq = last || dueAck || windowEnds || alone;
        if (ackReq) {
            sinceAckReq = 0;
        }
        qp.requests.write(out, entry, offset, ackReq);
    }
}
