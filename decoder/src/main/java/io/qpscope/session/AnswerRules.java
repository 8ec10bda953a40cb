package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * Holds what a {@link Requester} is answered against the rules of the protocol (IBA vol 1, 9.7.5.1
 * and 9.7.5.2). Where the capture can't prove a breach there is none.
 */
final class AnswerRules {
    private static final int NO_CREDITS = 31;
    private static final int MSN_MASK = 0xff_ffff;

    /** Equal NAKs of which some are no copies that the network made. */
    private static final int COPIES = 3;

    /** A NAK this far back is of another life. */
    private static final int FAR_BACK = 1 << 12;

    /** Steps of an IP identification that show an order of sending. */
    private static final int MAX_ID_STEP = 1 << 11;

    /** No network swaps packets that lie so far apart. */
    private static final long ORDERED_NS = 10_000_000;

    private final Requester to;

    /** Of the newest acknowledgement: the last PSN it covers, its MSN, and when it was sent. */
    private boolean acknowledged;

    private int covered;
    private int msn;
    private int ackIpId;
    private long ackNs;

    /** The last sequence NAK, unless something has made another one lawful since. */
    private boolean nak;

    private int nakPsn;
    private int nakIpId;
    private int nakCopies;
    private long nakResends;

    /** Payload of FIRST and MIDDLE responses; 0 while unknown. */
    private int mtu;

    /** The READ that is being answered, or -1. */
    private long run = -1;

    /** Of a READ that is asked for again; null when there is none. */
    private ReadRestart restart;

    AnswerRules(Requester to) {
        this.to = to;
    }

    /** Another life may have begun: what was known counts no more. */
    void forget() {
        acknowledged = false;
        nak = false;
        mtu = 0;
        run = -1;
        if (restart != null) {
            restart.forget();
        }
    }

    int responseMtu() {
        return mtu;
    }

    // ---- acknowledgements ----

    /**
     * An acknowledgement, NAK or RNR NAK, before anything is made of it.
     *
     * @param from flow that it belongs to
     * @param count its MSN
     */
    void onAeth(Flow from, FrameView frame, int syndrome, int count) {
        int psn = frame.psn();
        boolean usual = syndrome == NO_CREDITS
                && acknowledged
                && Psn.diff(psn, covered) > 0
                && Psn.diff(count, msn) >= 0
                && Psn.diff(psn, to.next) < 0
                && !to.rules.isArmed()
                && !RequestRules.unaligned(frame);
        if (usual) {
            acknowledge(frame, psn, count);
        } else {
            inspect(from, frame, syndrome, count);
        }
    }

    private void acknowledge(FrameView frame, int upTo, int count) {
        covered = upTo;
        msn = count;
        ackIpId = frame.ipId();
        ackNs = frame.timeNs();
    }

    private void inspect(Flow from, FrameView frame, int syndrome, int count) {
        int type = Aeth.type(syndrome);
        int psn = frame.psn();
        boolean ack = type == Aeth.TYPE_ACK;
        int upTo = ack ? psn : Psn.add(psn, -1);
        if (RequestRules.unaligned(frame)) {
            padding(from, frame);
        }
        if (type == Aeth.TYPE_NAK && (syndrome & 0x1f) == Aeth.NAK_PSN_SEQUENCE_ERROR) {
            onNak(from, frame);
        } else if (type == Aeth.TYPE_RNR_NAK) {
            nak = false;
        }
        if (acknowledged && Psn.diff(upTo, covered) > 0 && Psn.diff(count, msn) < 0) {
            to.rules.breaches.add(
                    from.log, Kind.MSN_BACK, frame, ": MSN %d behind MSN %d", count, msn);
        }
        boolean sent = to.started && Psn.diff(upTo, to.next) < 0;
        if (sent && (!acknowledged || Psn.diff(upTo, covered) >= 0)) {
            acknowledged = true;
            acknowledge(frame, upTo, count);
        }
        if (ack && sent) {
            onAck(from, frame, syndrome & 0x1f);
        }
        covers(from, frame, upTo);
    }

    private void onAck(Flow from, FrameView frame, int code) {
        Credits credits = to.rules.credits();
        if (code == NO_CREDITS) {
            to.rules.unlimited();
        } else if (credits == null) {
            to.rules.limit(new Credits(code));
        } else {
            credits.onAcknowledge(frame.psn(), Aeth.credits(code));
        }
        if (to.rules.refused(frame.psn())) {
            to.rules.breaches.add(from.log, Kind.DATA_AFTER_ERROR, frame, ": acknowledged");
        }
    }

    /** PSN sequence error. */
    private void onNak(Flow from, FrameView frame) {
        int psn = frame.psn();
        int index = to.window.find(psn);
        long resends = to.counts.retransmitted;
        int moved = SentWindow.RESENT | SentWindow.LATE;
        boolean untouched = index >= 0 && !to.window.has(index, moved);
        if (nak && psn == nakPsn && resends == nakResends && untouched) {
            nakCopies++;
            // An equal packet may be a copy that the network made of the first.
            if (frame.ipId() != nakIpId || nakCopies >= COPIES) {
                to.rules.breaches.add(from.log, Kind.NAK_REPEATED, frame, "");
            }
        } else {
            nak = untouched;
            nakPsn = psn;
            nakCopies = 1;
            nakResends = resends;
        }
        nakIpId = frame.ipId();
        int back = acknowledged ? Psn.diff(psn, covered) : 1;
        if (back <= 0 && back > -FAR_BACK && sentBehind(frame)) {
            to.rules.breaches.add(
                    from.log, Kind.ACK_TAKEN_BACK, frame, ": acknowledged before, and asked for");
        }
    }

    /** Whether a packet was sent after the newest acknowledgement. */
    private boolean sentBehind(FrameView frame) {
        int step = (short) (frame.ipId() - ackIpId);
        return (step > 0 && step <= MAX_ID_STEP) || frame.timeNs() - ackNs > ORDERED_NS;
    }

    /** Answers for what was sent, or for what was not. */
    private void covers(Flow from, FrameView frame, int upTo) {
        boolean early = Psn.diff(upTo, to.next) >= 0;
        if (!early && !to.rules.isArmed()) {
            return;
        }
        // Else it may have been sent before the capture began, or in a READ of unknown length.
        boolean whole = to.startPsn >= 0 && to.counts.firstPsn == to.startPsn;
        if (!whole || to.lengths.guessedPsn() >= 0) {
            return;
        }
        if (early) {
            to.rules.early().seen(upTo, frame.number(), frame.timeNs());
        } else if (to.rules.isProvedEarly(upTo)) {
            EarlyAnswer answer = to.rules.early();
            String what = ": PSN %d was answered in frame %d and sent later";
            to.rules.breaches.add(from.log, Kind.ACK_UNSENT, frame, what, answer.psn, answer.frame);
            from.log.also(Kind.ACK_UNSENT, answer.frame);
        }
    }

    /** NAK codes 1 to 3: both queue pairs are in error. */
    void onFatalNak(Flow from, FrameView frame) {
        if (to.awaits(frame.psn()) && !to.responses.lacksBefore(frame.psn())) {
            to.rules.onFailure(frame.psn(), frame.timeNs());
            if (from.requester.started) {
                from.requester.rules.onFailure(from.requester.next, frame.timeNs());
            }
        }
    }

    private void padding(Flow from, FrameView frame) {
        to.rules.breaches.add(
                from.log, Kind.PAD_COUNT, frame, ": payload and pad are no multiple of 4");
    }

    // ---- responses ----

    /**
     * A READ or ATOMIC response, before anything is made of it.
     *
     * @param from flow that it belongs to
     */
    void onResponse(Flow from, FrameView frame, int traits) {
        if (RequestRules.unaligned(frame)) {
            padding(from, frame);
        }
        boolean ends = (traits & Opcode.ENDS) != 0;
        if (!ends && frame.payloadLength() != mtu) {
            onOtherLength(from, frame);
        }
        if (restart != null) {
            boolean late = to.answers.isLate(frame);
            restart.onResponse(from, frame, traits, late, to.rules.breaches);
            if (restart.isOver()) {
                restart = null;
            }
        }
        if ((traits & (Opcode.STARTS | Opcode.ENDS)) != 0) {
            onEdge(from, frame, traits);
        }
    }

    private void onOtherLength(Flow from, FrameView frame) {
        int length = frame.payloadLength();
        if (mtu == 0 && RequestRules.isMtu(length)) {
            mtu = length;
            return;
        }
        String what = mtu == 0 ? RequestRules.NO_MTU : RequestRules.OTHER_MTU;
        to.rules.breaches.add(from.log, Kind.PAYLOAD_LENGTH, frame, what, length, mtu);
    }

    /** First or last response of a READ, or an ATOMIC's. */
    private void onEdge(Flow from, FrameView frame, int traits) {
        int psn = frame.psn();
        grant(frame);
        covers(from, frame, psn);
        if (to.rules.refused(psn) && Psn.diff(psn, to.next) < 0) {
            to.rules.breaches.add(from.log, Kind.DATA_AFTER_ERROR, frame, ": answered");
        }
        ReadRequests reads = to.rules.reads;
        long asked = reads.find(psn);
        if (asked >= 0 && inside(from, frame, traits, asked)) {
            follow(asked, (traits & Opcode.ENDS) != 0);
            if ((traits & Opcode.ENDS) != 0 && to.rules.depth != null) {
                to.rules.depth.onAnswered(frame, asked);
            }
            return;
        }
        int index = to.window.find(psn);
        int wanted = SentWindow.SEEN | SentWindow.WANTS_RESPONSE;
        boolean unwanted = index >= 0 && (to.window.flags(index) & wanted) == SentWindow.SEEN;
        if (unwanted && !to.rules.wasOther(psn)) {
            to.rules.breaches.add(
                    from.log, Kind.RESPONSE_OUTSIDE, frame, ": that request wants no response");
        }
    }

    /** Responses come in the order of the requests: those to the one before are over. */
    private void follow(long asked, boolean ends) {
        ReadRequests reads = to.rules.reads;
        if (run < asked && reads.isKept(run)) {
            reads.ended(run);
        }
        if (ends) {
            reads.ended(asked);
        }
        run = ends ? -1 : asked;
    }

    /** Credits that a response grants. */
    private void grant(FrameView frame) {
        Credits credits = to.rules.credits();
        int aeth = frame.buffer().getInt(frame.extendedOffset());
        int code = (aeth >>> 24) & 0x1f;
        if (code == NO_CREDITS) {
            to.rules.unlimited();
        } else if (credits == null) {
            to.rules.limit(new Credits(code));
        } else {
            int beyond = Math.max(0, Psn.diff(aeth & MSN_MASK, msn));
            credits.onResponse(beyond, Aeth.credits(code));
        }
    }

    /** Whether a request asked for the response's PSN; what is wrong with it otherwise is told. */
    private boolean inside(Flow from, FrameView frame, int traits, long asked) {
        ReadRequests reads = to.rules.reads;
        int skipped = Psn.diff(frame.psn(), reads.psn(asked));
        boolean atomic = (traits & Opcode.HAS_ATOMIC_ACK_ETH) != 0;
        boolean single = reads.kind(asked) != ReadRequests.READ;
        if (skipped > 0 && (single || mtu == 0)) {
            return !single;
        }
        long bytes = single ? 0 : reads.bytes(asked);
        // An MTU is a power of two.
        int shift = Integer.numberOfTrailingZeros(mtu | 1 << 30);
        long packets = Math.max(1, (bytes + mtu - 1) >> shift);
        if (skipped >= packets) {
            return false;
        }
        String what = null;
        long due = bytes - (long) skipped * mtu;
        if (atomic != (reads.kind(asked) == ReadRequests.ATOMIC)) {
            what = ": a response of another kind than the request";
        } else if (!single && (traits & Opcode.ENDS) != 0) {
            if (skipped != packets - 1) {
                what = ": the last response, with more bytes to come";
            } else if (due != frame.payloadLength()) {
                what = ": %d bytes where %d were asked for";
            }
        }
        if (what != null) {
            to.rules.breaches.add(
                    from.log, Kind.RESPONSE_OUTSIDE, frame, what, frame.payloadLength(), due);
        }
        return true;
    }

    // ---- asked for again ----

    /** A READ is asked for again, from one of its responses on. */
    void onAgain(long asked, int psn) {
        ReadRequests reads = to.rules.reads;
        // Else responses that come may be those to an earlier asking.
        boolean certain = reads.isEnded(asked) && Psn.diff(psn, reads.psn(asked)) > 0;
        if (restart == null) {
            restart = new ReadRestart();
        }
        restart.onAgain(asked, certain ? psn : -1);
        reads.again(asked);
    }
}
