package io.qpscope.fault;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * One side's requests and the answers to them, in the requester's PSN space: PSNs are counted from
 * the first one on, as longs that do not wrap.
 */
final class QpLane {
    private static final int NONE = -1;

    private final QpPair pair;
    private final PsnRounds requestRounds;
    private final PsnRounds answerRounds;
    private final MessageStarts messages;

    private boolean started;
    private int first;
    /** The PSN of the next new request. */
    private long next;
    /** Behind the highest PSN of any answer. */
    private long answered;
    /** Behind the highest PSN of READ and ATOMIC responses. */
    private long responded;

    /** The newest request that responses answer, and the PSN behind its last one, when known. */
    private long asked = NONE;

    private long askedBytes;
    private long askedEnd;

    /** The PSN a responder waits for that got all that passed here whole; see {@link #awaits}. */
    private long expected;

    /** Whether that is the one behind the newest asking request, wherever that ends. */
    private boolean behindAsked;

    /** What follows this PSN is lost until it comes again; -1 for nothing. */
    private long holdAt = NONE;

    /** An answer that waits for the responses before it; -1 for none. */
    private long pendingAt = NONE;

    private int pendingSyndrome;

    QpLane(QpPair pair, boolean rounds, boolean messages) {
        this.pair = pair;
        requestRounds = rounds ? new PsnRounds(true) : null;
        answerRounds = rounds ? new PsnRounds(false) : null;
        this.messages = messages ? new MessageStarts() : null;
    }

    boolean started() {
        return started;
    }

    /** The first PSN is known beforehand. */
    void start(int psn) {
        if (!started) {
            started = true;
            first = psn;
        }
    }

    /** Relative to the first; below 0 for one before it. */
    long relative(int psn) {
        return next + Psn.diff(psn, Psn.add(first, (int) next));
    }

    /** As it goes into a header. */
    int absolute(long relative) {
        return Psn.add(first, (int) relative);
    }

    /** Whether an answer of this PSN may be one to these requests. */
    boolean expects(int psn) {
        long relative = relative(psn);
        boolean open = asked != NONE && askedEnd == asked;
        return started && relative >= answered - 1 && (relative <= next || open);
    }

    long next() {
        return next;
    }

    long answered() {
        return answered;
    }

    /** Number of messages that begin at or before a PSN; 0 when not known. */
    long message(long relative) {
        return messages == null || relative < 0 ? 0 : messages.of(relative);
    }

    /**
     * A request passes.
     *
     * @return how often it has been sent; 0 when nobody asked for that to be counted
     */
    int request(PacketFacts facts) {
        start(facts.psn);
        if (facts.has(Opcode.HAS_PAYLOAD) && !facts.has(Opcode.ENDS)) {
            pair.pathMtu = facts.payloadLength;
        }
        coverAsked();
        long psn = relative(facts.psn);
        int round = 0;
        if (requestRounds != null && psn >= 0) {
            round = requestRounds.count(psn, answered);
        }
        if (pendingAt >= psn) {
            pendingAt = NONE;
        }
        if (psn >= next) {
            begin(facts, psn);
        }
        return round;
    }

    /** A request that has not been sent before. */
    private void begin(PacketFacts facts, long psn) {
        if (messages != null && facts.has(Opcode.STARTS)) {
            messages.add(psn, answered);
        }
        if (asked != NONE && askedEnd == asked) {
            askedEnd = psn;
            resolve();
        }
        next = psn + 1;
        if (facts.has(Opcode.WANTS_RESPONSE)) {
            asked = psn;
            askedEnd = psn;
            askedBytes = bytesAsked(facts);
            coverAsked();
        }
    }

    private static long bytesAsked(PacketFacts facts) {
        boolean read = (facts.opcode & Opcode.OPERATION_MASK) == Opcode.READ_REQUEST;
        return read ? facts.packet.getInt(facts.header(Opcode.HAS_RETH) + 12) & 0xffff_ffffL : 0;
    }

    /** A READ takes as many PSNs as its responses have packets (IBA vol 1, 9.4.4). */
    private void coverAsked() {
        if (asked == NONE || askedEnd != asked) {
            return;
        }
        if (askedBytes == 0) {
            askedEnd = asked + 1;
        } else if (pair.pathMtu > 0) {
            askedEnd = asked + (askedBytes + pair.pathMtu - 1) / pair.pathMtu;
        }
        resolve();
        next = Math.max(next, askedEnd);
        if (requestRounds != null) {
            requestRounds.reach(next, answered);
        }
    }

    private void resolve() {
        if (behindAsked) {
            behindAsked = false;
            expected = Math.max(expected, askedEnd);
        }
    }

    /** A request goes on whole and at once. */
    void delivered(PacketFacts facts, long psn) {
        if (!awaits(psn)) {
            return;
        }
        if (!facts.has(Opcode.WANTS_RESPONSE)) {
            expected = psn + 1;
        } else if (psn == asked && askedEnd == asked) {
            behindAsked = true;
        } else {
            long bytes = bytesAsked(facts);
            int mtu = Math.max(1, pair.pathMtu);
            // Without a path MTU the responses tell.
            expected = psn + Math.max(1, pair.pathMtu == 0 ? 1 : (bytes + mtu - 1) / mtu);
        }
    }

    /** Whether the responder takes a request of this PSN next, as far as can be told from here. */
    boolean awaits(long psn) {
        return psn == expected && !behindAsked;
    }

    /**
     * An answer passes.
     *
     * @return how often one of this PSN has been sent; 0 when nobody asked for that to be counted
     */
    int answer(PacketFacts facts) {
        boolean response = facts.has(Opcode.IS_RESPONSE);
        if (response && !facts.has(Opcode.ENDS) && facts.payloadLength > 0) {
            pair.pathMtu = facts.payloadLength;
        }
        long psn = relative(facts.psn);
        int round = answerRounds == null || psn < 0 ? 0 : answerRounds.count(psn, answered);
        boolean refuses = facts.has(Opcode.IS_ACKNOWLEDGE)
                && Aeth.type(facts.packet.get(facts.header(Opcode.HAS_AETH))) != Aeth.TYPE_ACK;
        answered = Math.max(answered, refuses ? psn : psn + 1);
        expected = Math.max(expected, answered);
        if (answered > holdAt) {
            // The requester goes on behind it: it will not come again.
            holdAt = NONE;
        }
        if (answered > pendingAt) {
            pendingAt = NONE;
        }
        if (response) {
            responded = Math.max(responded, psn + 1);
        }
        return round;
    }

    /** Whether a request follows one that was answered in the responder's place. */
    boolean swallows(long psn) {
        if (psn == holdAt) {
            holdAt = NONE;
        }
        return holdAt != NONE && psn > holdAt;
    }

    void holdAt(long psn) {
        holdAt = psn;
    }

    /** Whether responses to requests before a PSN are still to come. */
    boolean owes(long psn) {
        return asked != NONE && asked < psn && responded < Math.min(askedEnd, psn);
    }

    void pend(long psn, int syndrome) {
        pendingAt = psn;
        pendingSyndrome = syndrome;
    }

    /** The PSN of the answer that waited and may go now; -1 for none. */
    long released() {
        if (pendingAt == NONE || owes(pendingAt)) {
            return NONE;
        }
        long psn = pendingAt;
        pendingAt = NONE;
        return psn;
    }

    int pendingSyndrome() {
        return pendingSyndrome;
    }
}
