package io.qpscope.endpoint;

import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * The answering half of a reliable queue pair (IBA vol 1, 9.7.4 and 9.9.3). Checks go in rxe's
 * order: PSN, opcode sequence, operation allowed, resource, length, rkey; then the request is
 * executed and acknowledged.
 */
final class Responder {
    private static final int RNR = Aeth.TYPE_RNR_NAK << 5;
    private static final int NAK = Aeth.TYPE_NAK << 5;

    private final QueuePair qp;
    final Answers answers;
    final Inbound inbound;
    private final ResponderResource[] resources;
    private final ReorderBuffer reorder;
    private int nextResource;
    /** Resources in use: max_dest_rd_atomic. */
    private int depth;

    private int expected;
    private int msn;
    /** One NAK a gap: nothing more is said until the expected PSN comes. */
    private boolean nakSent;

    private boolean rnrSent;
    private int messagePsn;

    Responder(QueuePair qp, int resources) {
        this.qp = qp;
        this.resources = new ResponderResource[resources];
        answers = new Answers(qp, 2 * resources + 8);
        inbound = new Inbound(qp);
        reorder = qp.profile.recovery() == Recovery.SELECTIVE_REPEAT ? new ReorderBuffer() : null;
    }

    void start(int psn) {
        expected = psn;
        msn = 0;
        nakSent = false;
        rnrSent = false;
        nextResource = 0;
        depth = Math.min(resources.length, qp.attributes.maxDestRdAtomic);
        answers.clear();
        inbound.clear();
        for (int i = 0; i < resources.length && (i < depth || resources[i] != null); i++) {
            if (resources[i] == null) {
                resources[i] = new ResponderResource();
            }
            resources[i].clear();
        }
        if (reorder != null) {
            reorder.clear();
        }
    }

    ResponderResource resource(int index) {
        return resources[index];
    }

    void receive(PacketReader packet) {
        int ahead = qp.profile.has(Defect.PSN_WITHOUT_WRAP)
                ? packet.psn - expected
                : Psn.diff(packet.psn, expected);
        if (ahead > 0) {
            gap(packet, ahead);
        } else if (ahead < 0) {
            qp.counters.duplicateRequest++;
            duplicate(packet);
        } else {
            inOrder(packet);
            if (reorder != null) {
                drain();
            }
        }
    }

    private void gap(PacketReader packet, int ahead) {
        if (reorder != null) {
            reorder.keep(packet, ahead);
        }
        if (nakSent || (rnrSent && !qp.profile.has(Quirk.NAK_BEHIND_RNR))) {
            return;
        }
        if (qp.profile.recovery() == Recovery.GO_BACK_0 && inbound.inMessage()) {
            expected = messagePsn;
            inbound.again();
        }
        missing();
    }

    /** Asks for the expected PSN. */
    private void missing() {
        nakSent = true;
        if (inbound.inMessage() && qp.profile.has(Defect.NAK_LOST)) {
            return;
        }
        qp.counters.outOfSeqRequest++;
        answers.refuse(expected, msn, NAK | Aeth.NAK_PSN_SEQUENCE_ERROR);
        if (qp.profile.has(Defect.NAK_TWICE)) {
            answers.refuse(expected, msn, NAK | Aeth.NAK_PSN_SEQUENCE_ERROR);
        }
    }

    private void drain() {
        PacketReader kept = reorder.at(expected);
        while (kept != null && qp.state().receives()) {
            int before = expected;
            inOrder(kept);
            if (expected == before) {
                return; // not ready: it will come again
            }
            kept = reorder.at(expected);
        }
        if (reorder.holdsBehind(expected) && !nakSent && !rnrSent) {
            missing();
        }
    }

    private void inOrder(PacketReader packet) {
        nakSent = false;
        rnrSent = false;
        if (packet.has(Opcode.STARTS)) {
            messagePsn = packet.psn;
        }
        int verdict = packet.has(Opcode.WANTS_RESPONSE) ? asked(packet) : inbound.take(packet);
        if (verdict == Inbound.TAKEN) {
            taken(packet);
        } else if (verdict == Inbound.NOT_READY) {
            rnrSent = true;
            qp.counters.sendRnrErr++;
            answers.refuse(expected, msn, RNR | qp.attributes.minRnrTimer);
        } else {
            answers.refuse(expected, msn, NAK | verdict);
            qp.failReceive(inbound.statusOf(verdict));
        }
    }

    private void taken(PacketReader packet) {
        boolean asks = packet.has(Opcode.WANTS_RESPONSE);
        int psns = asks ? resources[nextResource].psns : 1;
        if (packet.has(Opcode.ENDS)) {
            msn = qp.profile.has(Defect.MSN_STUCK) ? msn : Psn.add(msn, 1);
            if (!asks) {
                inbound.complete(packet);
            }
        }
        if (asks) {
            ResponderResource resource = resources[nextResource];
            resource.msn = msn;
            answers.respond(nextResource);
            nextResource = (nextResource + 1) % depth;
        } else if (packet.ackReq) {
            int beyond = qp.profile.has(Defect.ACK_BEYOND) ? 1 : 0;
            answers.acknowledge(Psn.add(packet.psn, beyond), msn);
        }
        expected = Psn.add(expected, psns);
    }

    /** READ, atomics, FLUSH and ATOMIC WRITE. */
    private int asked(PacketReader packet) {
        if (inbound.inMessage() || depth == 0) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        ResponderResource resource = resources[nextResource];
        if (!resource.finished()) {
            if (!resource.answeredOnce) {
                return Aeth.NAK_INVALID_REQUEST;
            }
            // Who asks for more has got the answer that a duplicate asked for again.
            answers.withdraw(nextResource);
        }
        resource.answeredOnce = false;
        int verdict = packet.has(Opcode.HAS_ATOMIC_ETH)
                ? inbound.atomic(packet, resource)
                : inbound.region(packet, resource);
        if (verdict == Inbound.TAKEN) {
            resource.psn = packet.psn;
            resource.from = 0;
            resource.to = resource.psns;
            resource.end = resource.length;
            resource.answered = 0;
        }
        return verdict;
    }

    /** Executes nothing twice: answers again (IBA vol 1, 9.7.4.1.2). */
    private void duplicate(PacketReader packet) {
        if (!packet.has(Opcode.WANTS_RESPONSE)) {
            executeAgain(packet);
            if (packet.ackReq || !qp.profile.has(Quirk.DUPLICATES_ACKED_ON_REQUEST)) {
                answers.acknowledge(Psn.add(expected, -1), msn);
            }
            return;
        }
        for (int i = 0; i < depth; i++) {
            ResponderResource resource = resources[i];
            if (resource.holds(packet.psn)) {
                again(packet, resource, i);
                return;
            }
        }
        qp.counters.droppedUnexpected++;
    }

    /** {@link Defect}s: what a duplicate does a second time. */
    private void executeAgain(PacketReader packet) {
        if (packet.has(Opcode.IS_WRITE) && qp.profile.has(Defect.DUPLICATE_WRITE_APPLIED)) {
            inbound.writeAgain(packet);
        }
        if (packet.has(Opcode.IS_SEND) && qp.profile.has(Defect.RECEIVE_TWICE)) {
            inbound.completeAgain(packet);
        }
    }

    private void again(PacketReader packet, ResponderResource resource, int index) {
        boolean read = packet.operation() == Opcode.READ_REQUEST;
        if (read != (resource.kind == ResponderResource.Kind.READ)) {
            qp.counters.droppedUnexpected++;
            return;
        }
        int from = Psn.diff(packet.psn, resource.psn);
        int to = resource.psns;
        if (read) {
            long done = (long) from * qp.attributes.pathMtu;
            long length = packet.reth.dmalen();
            boolean within = (int) packet.reth.rKey() == resource.rkey
                    && packet.reth.va() == resource.address + done
                    && length <= resource.length - done
                    && (resource.region == null || resource.region.valid());
            if (!within) {
                qp.counters.droppedUnexpected++;
                return;
            }
            length = qp.profile.has(Defect.DUPLICATE_READ_STALE) ? resource.length : length;
            to = from + Inbound.packets(length, qp.attributes.pathMtu);
            resource.end = done + length;
        } else if (packet.has(Opcode.HAS_ATOMIC_ETH) && qp.profile.has(Defect.ATOMIC_REPLAYED)) {
            inbound.atomic(packet, resource);
        }
        resource.from = from;
        resource.answered = from;
        resource.to = to;
        answers.respondAgain(index);
    }
}
