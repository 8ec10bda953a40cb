package io.qpscope.endpoint;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * Reads the answers to what a {@link Requester} asked (IBA vol 1, 9.7.5 and 9.9.2): completes work
 * requests, and says from where on the requester must send again.
 */
final class Completer {
    private static final int NONE = -1;

    private final QueuePair qp;
    private final Requester requester;
    private final SendQueue queue;

    /** PSN of the last restart by implied NAK: the answers behind it are no reason for another. */
    private int restartedAt = NONE;

    Completer(QueuePair qp, Requester requester) {
        this.qp = qp;
        this.requester = requester;
        queue = requester.queue;
    }

    void start() {
        restartedAt = NONE;
    }

    void receive(PacketReader packet, long now) {
        int psn = packet.psn;
        if (!expected(psn)) {
            if (!unsent(packet, now) && !late(packet, now)) {
                ghost(packet);
            }
        } else if (packet.has(Opcode.IS_ACKNOWLEDGE)) {
            acknowledgement(psn, packet.aeth.syndrome(), packet.aeth.msn(), now);
        } else {
            response(packet, psn, now);
        }
    }

    private boolean expected(int psn) {
        if (qp.profile.has(Defect.ACK_WITHOUT_WRAP)) {
            return psn >= requester.unacked && psn < requester.next;
        }
        return Psn.diff(psn, requester.unacked) >= 0 && Psn.diff(psn, requester.next) < 0;
    }

    /** {@link Defect#ACK_UNSENT_TAKEN}; false where the packet is none to take so. */
    private boolean unsent(PacketReader packet, long now) {
        boolean taken = qp.profile.has(Defect.ACK_UNSENT_TAKEN)
                && packet.isAck()
                && Psn.diff(packet.psn, requester.next) >= 0
                && queue.head < queue.started;
        if (taken) {
            SendEntry newest = queue.at(queue.started - 1);
            requester.pretendSent(newest);
            upTo(newest.lastPsn(), now);
        }
        return taken;
    }

    /**
     * {@link Defect#LATE_NAK_OBEYED}: of a message that is done nothing is left to send. False where the
     * packet is none to obey.
     */
    private boolean late(PacketReader packet, long now) {
        boolean obeyed = qp.profile.has(Defect.LATE_NAK_OBEYED)
                && packet.has(Opcode.IS_ACKNOWLEDGE)
                && packet.aeth.syndrome() == (Aeth.TYPE_NAK << 5 | Aeth.NAK_PSN_SEQUENCE_ERROR)
                && Psn.diff(packet.psn, requester.unacked) < 0
                && queue.head < queue.started
                && requester.rnrUntil == Long.MIN_VALUE;
        if (obeyed) {
            int oldest = queue.at(queue.head).firstPsn;
            qp.counters.rcvdSeqErr++;
            requester.retry(Psn.diff(packet.psn, oldest) < 0 ? oldest : packet.psn, now);
        }
        return obeyed;
    }

    /** An answer from before the last rewind may bring credits, nothing else. */
    private void ghost(PacketReader packet) {
        boolean latest = packet.psn == Psn.add(requester.unacked, -1);
        if (latest && packet.isAck()) {
            requester.credit(packet.aeth.msn(), packet.aeth.creditCount());
        } else if (!latest && Psn.diff(packet.psn, requester.next) >= 0) {
            qp.counters.droppedUnexpected++;
        }
    }

    private void acknowledgement(int psn, int syndrome, int msn, long now) {
        switch (Aeth.type(syndrome)) {
            case Aeth.TYPE_ACK -> {
                requester.credit(msn, Aeth.credits(syndrome));
                upTo(psn, now);
            }
            case Aeth.TYPE_RNR_NAK -> notReady(psn, syndrome, now);
            case Aeth.TYPE_NAK -> refused(psn, syndrome & 0x1f, now);
            default -> qp.counters.droppedUnexpected++; // reserved
        }
    }

    /** A NAK says that everything before it arrived, unless a READ among it waits for data. */
    private boolean before(int psn, long now) {
        return Psn.diff(psn, requester.unacked) <= 0 || upTo(Psn.add(psn, -1), now);
    }

    private void notReady(int psn, int syndrome, long now) {
        if (requester.rnrUntil != Long.MIN_VALUE || !before(psn, now)) {
            return; // waiting already: IBA lets the second one fall
        }
        qp.counters.rcvdRnrErr++;
        boolean forEver = qp.attributes.rnrRetry == 7;
        if (!forEver && --requester.rnrRetries < 0) {
            qp.counters.retryRnrExceededErr++;
            qp.fail(queue.head, WcStatus.RNR_RETRY_EXC_ERR);
            return;
        }
        requester.goBack(psn);
        if (!qp.profile.has(Defect.RNR_WAIT_CUT)) {
            requester.stopTimer();
        }
        requester.rnrUntil = now + Aeth.rnrTimerNs(syndrome);
    }

    private void refused(int psn, int code, long now) {
        WcStatus status;
        switch (code) {
            case Aeth.NAK_PSN_SEQUENCE_ERROR -> {
                qp.counters.rcvdSeqErr++;
                if (requester.rnrUntil == Long.MIN_VALUE && before(psn, now)) {
                    requester.retry(psn, now);
                }
                return;
            }
            case Aeth.NAK_INVALID_REQUEST -> status = WcStatus.REM_INV_REQ_ERR;
            case Aeth.NAK_REMOTE_ACCESS_ERROR ->
                status = qp.profile.has(Defect.WRONG_STATUS)
                        ? WcStatus.REM_OP_ERR
                        : WcStatus.REM_ACCESS_ERR;
            case Aeth.NAK_REMOTE_OPERATIONAL_ERROR -> status = WcStatus.REM_OP_ERR;
            default -> {
                qp.counters.droppedUnexpected++;
                return;
            }
        }
        if (!before(psn, now)) {
            return;
        }
        if (status == WcStatus.REM_ACCESS_ERR && qp.profile.has(Defect.ERROR_CONTINUES)) {
            passOver(status, now);
        } else {
            qp.fail(queue.head, status);
        }
    }

    /** {@link Defect#ERROR_CONTINUES}. */
    private void passOver(WcStatus status, long now) {
        SendEntry entry = queue.at(queue.head);
        qp.completeSend(entry, status);
        requester.pretendSent(entry);
        if (entry.verb.asks()) {
            requester.asking--;
        }
        boolean moved = acknowledged(Psn.add(entry.lastPsn(), 1));
        queue.head++;
        progress(moved, now);
    }

    /**
     * Everything up to a PSN arrived.
     *
     * @return false when a READ or atomic among it has no answer: that is an implied NAK
     */
    private boolean upTo(int psn, long now) {
        boolean moved = false;
        while (queue.head < queue.started) {
            SendEntry entry = queue.at(queue.head);
            if (entry.verb.asks()) {
                if (Psn.diff(psn, entry.firstPsn) < 0) {
                    break;
                }
                moved |= acknowledged(entry.firstPsn);
                progress(moved, now);
                impliedNak(Psn.add(entry.firstPsn, entry.answered), now);
                return false;
            }
            if (Psn.diff(psn, entry.lastPsn()) < 0) {
                break;
            }
            moved |= acknowledged(Psn.add(entry.lastPsn(), 1));
            complete(entry);
        }
        moved |= acknowledged(Psn.add(psn, 1));
        progress(moved, now);
        return true;
    }

    private boolean acknowledged(int unacked) {
        if (Psn.diff(unacked, requester.unacked) <= 0) {
            return false;
        }
        requester.unacked = unacked;
        return true;
    }

    private void progress(boolean moved, long now) {
        if (moved) {
            requester.reload();
            restartedAt = NONE;
            requester.acknowledged();
            requester.armTimer(now);
        }
    }

    /** Starts a READ or atomic again from its first missing answer, once. */
    private void impliedNak(int psn, long now) {
        if (psn != restartedAt && !qp.profile.has(Quirk.BLIND_TO_RESPONSE_GAPS)) {
            restartedAt = psn;
            qp.counters.completerRetryErr++;
            requester.retry(psn, now);
        }
    }

    private void response(PacketReader packet, int psn, long now) {
        boolean waits = Psn.diff(psn, requester.unacked) <= 0 || upTo(Psn.add(psn, -1), now);
        if (!waits || queue.head == queue.started) {
            return;
        }
        SendEntry entry = queue.at(queue.head);
        if (!entry.verb.asks() || psn != Psn.add(entry.firstPsn, entry.answered)) {
            qp.counters.droppedUnexpected++;
            return;
        }
        if (packet.has(Opcode.HAS_AETH)) {
            if (!packet.aeth.isAck()) {
                qp.counters.droppedUnexpected++;
                return;
            }
            requester.credit(packet.aeth.msn(), packet.aeth.creditCount());
        }
        WcStatus wrong = entry.verb == Verb.RDMA_READ ? data(packet, entry) : value(packet, entry);
        if (wrong != null) {
            qp.fail(queue.head, wrong);
            return;
        }
        entry.answered++;
        boolean moved = acknowledged(Psn.add(psn, 1));
        if (entry.done()) {
            requester.asking--;
            complete(entry);
        }
        progress(moved, now);
    }

    /** Null when a READ's data is as asked for; FIRST may be MIDDLE and ONLY LAST in a restart. */
    private WcStatus data(PacketReader packet, SendEntry entry) {
        int operation = packet.operation();
        boolean read =
                operation >= Opcode.READ_RESPONSE_FIRST && operation <= Opcode.READ_RESPONSE_ONLY;
        if (!read) {
            return WcStatus.BAD_RESP_ERR;
        }
        int mtu = qp.attributes.pathMtu;
        long done = (long) entry.answered * mtu;
        boolean last = entry.answered == entry.psns - 1;
        long expected = last ? entry.length - done : mtu;
        if (packet.has(Opcode.ENDS) != last || packet.payloadLength != expected) {
            return WcStatus.LOC_LEN_ERR;
        }
        boolean again = packet.has(Opcode.STARTS) && qp.profile.has(Defect.READ_RESTART_PLACE);
        entry.sges.scatter(again ? 0 : done, packet.payloadLength, packet.buffer, packet.payload);
        return null;
    }

    private WcStatus value(PacketReader packet, SendEntry entry) {
        if (!entry.verb.isAtomic()) {
            boolean good =
                    packet.operation() == Opcode.READ_RESPONSE_ONLY && packet.payloadLength == 0;
            return good ? null : WcStatus.BAD_RESP_ERR;
        }
        if (packet.operation() != Opcode.ATOMIC_ACKNOWLEDGE) {
            return WcStatus.BAD_RESP_ERR;
        }
        qp.storeOriginal(entry, packet.atomicAckEth.origremdt());
        return null;
    }

    private void complete(SendEntry entry) {
        if (entry.signaled) {
            qp.completeSend(entry, WcStatus.SUCCESS);
        }
        if (entry.verb.isSend()) {
            qp.counters.rdmaSends++;
        }
        queue.head++;
    }
}
