package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * Holds what a {@link Requester} sends against the rules of the protocol (IBA vol 1, 9.7.3 to 9.7.5).
 * A first sending costs a few compares; all else is looked at only where one fails. Where the
 * capture can't prove a breach there is none.
 */
final class RequestRules {
    /** Without a packet before: what may come is not known. */
    private static final int UNKNOWN = -1;

    /** PSNs missing in a row that may be more than a loss: another life of the queue pair. */
    private static final int BREAK = 256;

    /** Requests this long after an error were not under way when it was told. */
    static final long GRACE_NS = 100_000_000;

    static final String NO_MTU = ": FIRST or MIDDLE with %d bytes, which is no path MTU";

    static final String OTHER_MTU = ": %d bytes where the path MTU is %d";

    private static final int READ_LENGTH_FROM_END = 4;
    private static final int KEY_FROM_END = 8;
    private static final int ADDRESS_FROM_END = 16;
    private static final String KEYS = ": R_Key %d, before %d";
    private static final int WRITES_KEPT = 8;

    /** A message of which the start was not seen. */
    private static final long NOT_WHOLE = Long.MIN_VALUE / 2;

    final ReadRequests reads = new ReadRequests();
    final Breaches breaches = new Breaches();
    /** READs and ATOMICs that may be open at once; null while that is not known. */
    ReadDepth depth;

    private final Requester to;

    /** Kind of the message that the next packet continues: 0 for none. */
    private int open = UNKNOWN;

    /** Payload of FIRST and MIDDLE packets; the largest value while unknown. */
    private int mtu = Integer.MAX_VALUE;

    /** Bytes of the WRITE that are still to come. */
    private long due = NOT_WHOLE;

    /** There is more to look at than what one packet shows. */
    private boolean armed;

    private boolean failed;
    private int failedPsn;
    private long failedNs;

    /** See {@link AnswerRules}: an answer for what was not sent. */
    private EarlyAnswer early;

    private Credits credits;
    /** A PSN of which another request passed first: one that the receiver need not have heeded. */
    private int otherPsn = -1;

    /** Whether all that is under way is of one life, else what is from a PSN on. */
    private boolean compared = true;

    private int comparedFrom;

    private Transmission transmission;
    /** WRITEs of several packets sent last: PSN, and key above. */
    private long[] writeKeys;

    private int writes;

    RequestRules(Requester to) {
        this.to = to;
    }

    /**
     * A packet with a PSN never sent before, and not yet counted.
     *
     * @param ahead PSNs between it and the newest
     */
    void onNew(FrameView frame, int traits, int ahead) {
        int verb = traits & (Opcode.IS_SEND | Opcode.IS_WRITE);
        int continues = (traits & Opcode.STARTS) != 0 ? 0 : verb;
        boolean ends = (traits & Opcode.ENDS) != 0;
        int length = frame.payloadLength();
        if ((traits & (Opcode.IS_WRITE | Opcode.HAS_RETH)) == (Opcode.IS_WRITE | Opcode.HAS_RETH)) {
            due = writeLength(frame, traits);
        }
        due -= length;
        boolean odd = continues != open
                || (ends ? length > mtu : length != mtu)
                || (continues != 0 && length == 0)
                || (ends && verb == Opcode.IS_WRITE && due != 0)
                || unaligned(frame)
                || ahead != 0
                || armed;
        if (odd) {
            inspect(frame, traits, ahead, continues);
        }
        open = ends ? 0 : verb;
    }

    /** Of the message begun and not ended; null if there is none. */
    Verb open() {
        Verb verb = (open & Opcode.IS_SEND) != 0 ? Verb.SEND : Verb.WRITE;
        return open > 0 ? verb : null;
    }

    static boolean unaligned(FrameView frame) {
        return ((frame.icrcOffset() - frame.bthOffset()) & 3) != 0;
    }

    /** As its RETH tells: that is the last header, but for immediate data. */
    private static long writeLength(FrameView frame, int traits) {
        int behind = (traits & Opcode.HAS_IMM_DT) != 0 ? Integer.BYTES : 0;
        int at = frame.payloadOffset() - behind - READ_LENGTH_FROM_END;
        return frame.buffer().getInt(at) & 0xffff_ffffL;
    }

    private void inspect(FrameView frame, int traits, int ahead, int continues) {
        if (ahead != 0) {
            onGap(traits, ahead);
        } else if (continues != open && open != UNKNOWN) {
            breaches.add(to.log, Kind.OPCODE_SEQUENCE, frame, sequence(continues));
            due = NOT_WHOLE;
        }
        if (unaligned(frame)) {
            breaches.add(to.log, Kind.PAD_COUNT, frame, ": payload and pad are no multiple of 4");
            due = NOT_WHOLE;
        }
        length(frame, traits, continues);
        if (armed) {
            watch(frame, traits, ahead);
        }
    }

    private String sequence(int continues) {
        if (open == 0) {
            return ": goes on with a message that was not begun";
        }
        return continues == 0
                ? ": begins a message inside another"
                : ": goes on with a message of another kind";
    }

    private void onGap(int traits, int ahead) {
        if ((traits & Opcode.STARTS) == 0) {
            due = NOT_WHOLE;
        }
        if (ahead > BREAK) {
            forget();
        }
    }

    private void length(FrameView frame, int traits, int continues) {
        int length = frame.payloadLength();
        boolean ends = (traits & Opcode.ENDS) != 0;
        if (!ends && mtu == Integer.MAX_VALUE && isMtu(length)) {
            mtu = length;
        } else if (ends ? length > mtu : length != mtu) {
            String what = mtu == Integer.MAX_VALUE ? NO_MTU : OTHER_MTU;
            breaches.add(to.log, Kind.PAYLOAD_LENGTH, frame, what, length, mtu);
            due = NOT_WHOLE;
        } else if (continues != 0 && length == 0) {
            breaches.add(to.log, Kind.PAYLOAD_LENGTH, frame, ": LAST without a byte");
        } else if (ends && (traits & Opcode.IS_WRITE) != 0 && due != 0 && due > NOT_WHOLE / 2) {
            onWrongSum(frame);
        }
    }

    /** A WRITE's packets do not add up to the length in its RETH. */
    private void onWrongSum(FrameView frame) {
        // So few bytes too many are pad that PadCnt does not tell.
        boolean pad = due < 0 && due > -4;
        Kind kind = pad ? Kind.PAD_COUNT : Kind.PAYLOAD_LENGTH;
        String what = due < 0
                ? ": the WRITE has %d bytes more than its RETH tells"
                : ": the WRITE has %d bytes less than its RETH tells";
        breaches.add(to.log, kind, frame, what, Math.abs(due), 0);
    }

    static boolean isMtu(int bytes) {
        return bytes >= ReadLengths.SMALLEST_MTU
                && bytes <= ReadLengths.LARGEST_MTU
                && Integer.bitCount(bytes) == 1;
    }

    private void watch(FrameView frame, int traits, int ahead) {
        int psn = frame.psn();
        if (failed && ahead == 0 && frame.timeNs() - failedNs > GRACE_NS) {
            breaches.add(to.log, Kind.DATA_AFTER_ERROR, frame, "");
        }
        if (early != null) {
            early.onRequest(psn, ahead, frame.timeNs());
        }
        if (credits != null && takesCredit(traits) && credits.onMessage(psn)) {
            breaches.add(to.log, Kind.CREDITS_EXCEEDED, frame, "");
        }
    }

    /** That a WRITE has immediate data shows at its end only. */
    private static boolean takesCredit(int traits) {
        boolean begins =
                (traits & (Opcode.IS_SEND | Opcode.STARTS)) == (Opcode.IS_SEND | Opcode.STARTS);
        return begins
                || (traits & (Opcode.IS_WRITE | Opcode.HAS_IMM_DT))
                        == (Opcode.IS_WRITE | Opcode.HAS_IMM_DT);
    }

    // ---- what is remembered of a first sending ----

    /** A WRITE of several packets begins. */
    void onWriteFirst(FrameView frame) {
        if (writeKeys == null) {
            writeKeys = new long[WRITES_KEPT];
        }
        long key = frame.buffer().getInt(frame.payloadOffset() - KEY_FROM_END);
        writeKeys[writes++ & (WRITES_KEPT - 1)] = (key << Integer.SIZE) | frame.psn();
    }

    /** A READ, ATOMIC or the like is asked for. */
    void onRead(FrameView frame) {
        int kind = ReadRequests.kind(frame.opcode());
        int end = frame.payloadOffset();
        // Of a READ its RETH; for the others nobody asks.
        reads.add(
                frame.psn(),
                frame.buffer().getInt(end - READ_LENGTH_FROM_END),
                frame.buffer().getLong(end - ADDRESS_FROM_END),
                frame.buffer().getInt(end - KEY_FROM_END),
                kind);
        if (depth != null) {
            // Whether FLUSH and ATOMIC WRITE count is not known.
            depth = kind == ReadRequests.OTHER ? null : depth.onRead(frame);
        }
    }

    // ---- sent again ----

    /**
     * A packet with a PSN inside the range already sent, before it is counted.
     *
     * @param index of the window entry that covers it, or -1
     */
    void onOld(FrameView frame, int traits, int index) {
        int psn = frame.psn();
        boolean asks = (traits & Opcode.WANTS_RESPONSE) != 0;
        if (asks && index >= 0 && !to.window.has(index, SentWindow.WANTS_RESPONSE)) {
            otherPsn = psn;
        }
        long asked = asks ? reads.find(psn) : -1;
        if (asked < 0 && Psn.diff(psn, to.taken) < 0) {
            // A late resend, or another life of the queue pair.
            forget();
            return;
        }
        boolean read = (frame.opcode() & Opcode.OPERATION_MASK) == Opcode.READ_REQUEST;
        if (read && asked >= 0) {
            to.answerRules.onAgain(asked, psn);
        }
        // The PSN that a queue pair began with may be that of its next life.
        if (!to.answered || psn == to.counts.firstPsn) {
            return;
        }
        if (refused(psn) && frame.timeNs() - failedNs > GRACE_NS) {
            breaches.add(to.log, Kind.DATA_AFTER_ERROR, frame, "");
        }
        boolean differs = read ? asked >= 0 && otherRead(frame, asked) : otherKey(frame, traits);
        boolean whole = index >= 0
                && to.window.has(index, SentWindow.SEEN)
                && to.window.psn(index) == psn
                && (compared || Psn.diff(psn, comparedFrom) >= 0);
        if (!differs && whole && changed(frame, index)) {
            breaches.add(to.log, Kind.CONTENT_CHANGED, frame, ": another packet than before");
            to.log.also(Kind.CONTENT_CHANGED, to.window.frame(index));
        }
    }

    private boolean changed(FrameView frame, int index) {
        if (transmission == null) {
            transmission = new Transmission();
        }
        return !transmission.maybeSame(frame, to.window.word(index), to.window.stamp(index));
    }

    /** Whether a WRITE begins again with another key. */
    private boolean otherKey(FrameView frame, int traits) {
        int first = Opcode.IS_WRITE | Opcode.STARTS;
        if (writeKeys == null || (traits & (first | Opcode.ENDS)) != first) {
            return false;
        }
        int key = frame.buffer().getInt(frame.payloadOffset() - KEY_FROM_END);
        for (int i = 0; i < Math.min(writes, WRITES_KEPT); i++) {
            int before = (int) (writeKeys[i] >>> Integer.SIZE);
            if ((int) writeKeys[i] == frame.psn() && before != key) {
                breaches.add(to.log, Kind.RKEY_CHANGED, frame, KEYS, key, before);
                return true;
            }
        }
        return false;
    }

    /** Whether a READ is asked for again, or from some response on, otherwise than before. */
    private boolean otherRead(FrameView frame, long first) {
        int skipped = Psn.diff(frame.psn(), reads.psn(first));
        int size = to.answerRules.responseMtu();
        long offset = (long) skipped * size;
        boolean inside = skipped == 0 || (size > 0 && offset < reads.bytes(first));
        if (reads.kind(first) != ReadRequests.READ || !inside) {
            return false;
        }
        int end = frame.payloadOffset();
        int key = frame.buffer().getInt(end - KEY_FROM_END);
        if (key != reads.key(first)) {
            breaches.add(to.log, Kind.RKEY_CHANGED, frame, KEYS, key, reads.key(first));
            return true;
        }
        long length = frame.buffer().getInt(end - READ_LENGTH_FROM_END) & 0xffff_ffffL;
        long address = frame.buffer().getLong(end - ADDRESS_FROM_END);
        if (length == reads.bytes(first) - offset && address == reads.address(first) + offset) {
            return false;
        }
        breaches.add(to.log, Kind.CONTENT_CHANGED, frame, ": another range of the READ");
        return true;
    }

    private void forget() {
        mtu = Integer.MAX_VALUE;
        reads.clear();
        failed = false;
        if (early != null) {
            early.forget();
        }
        credits = null;
        armed = false;
        to.answerRules.forget();
        if (depth != null) {
            depth.forget();
        }
        comparedFrom = to.next;
        compared = false;
    }

    // ---- what answers tell ----

    /**
     * The queue pair is in error: a fatal NAK passed.
     *
     * @param psn that was refused
     */
    void onFailure(int psn, long timeNs) {
        if (!failed) {
            failed = true;
            failedPsn = psn;
            failedNs = timeNs;
            armed = true;
            comparedFrom = to.next;
            compared = false;
        }
    }

    /** Whether the request with the PSN, or one before it, was refused. */
    boolean refused(int psn) {
        return failed && Psn.diff(psn, failedPsn) >= 0;
    }

    /** Of the answers to this requester; somebody is about to fill it. */
    EarlyAnswer early() {
        if (early == null) {
            early = new EarlyAnswer();
        }
        armed = true;
        return early;
    }

    /** See {@link EarlyAnswer#isProvedBy}. */
    boolean isProvedEarly(int covered) {
        return early != null && early.isProvedBy(covered);
    }

    /** Whether more must be looked at than usual. */
    boolean isArmed() {
        return armed;
    }

    boolean wasOther(int psn) {
        return psn == otherPsn;
    }

    Credits credits() {
        return credits;
    }

    void limit(Credits granted) {
        credits = granted;
        armed = true;
    }

    void unlimited() {
        credits = null;
    }
}
