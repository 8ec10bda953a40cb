package io.qpscope.endpoint;

import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.nio.ByteBuffer;

/**
 * The unreliable services: UC, whose receiver drops a message that lacks a packet (IBA vol 1, 9.8.2),
 * and UD, whose messages are one packet with a Q_Key (9.8.3). A request is complete when it is sent.
 */
final class DatagramHalf {
    /** In front of a UD message's data: the GRH, or with IPv4 20 bytes of nothing and its header. */
    static final int GRH_ROOM = 40;

    private final QueuePair qp;
    private int psn;
    private int offset;
    private int expected;
    private boolean dropping;

    DatagramHalf(QueuePair qp) {
        this.qp = qp;
    }

    /**
     * Begins anew.
     *
     * @param first PSN sent
     */
    void start(int first) {
        psn = first;
        offset = 0;
        dropping = false;
    }

    boolean transmit(ByteBuffer out) {
        SendQueue queue = qp.requester.queue;
        if (queue.head == queue.tail) {
            return false;
        }
        SendEntry entry = queue.at(queue.head);
        if (!entry.started) {
            WcStatus wrong = wrong(entry);
            if (wrong != null) {
                qp.fail(queue.head, wrong);
                return false;
            }
            entry.start(psn, 0, qp.attributes.pathMtu);
            queue.started = queue.head + 1;
            psn = Psn.add(psn, entry.psns);
            offset = 0;
        }
        if (qp.type() == QpType.UD) {
            datagram(out, entry);
        } else {
            qp.requests.write(out, entry, offset, false);
        }
        if (++offset == entry.psns) {
            if (entry.signaled) {
                qp.completeSend(entry, WcStatus.SUCCESS);
            }
            queue.head++;
        }
        return true;
    }

    private WcStatus wrong(SendEntry entry) {
        boolean datagram = qp.type() == QpType.UD;
        if (entry.verb.asks() || (datagram && !entry.verb.isSend())) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        boolean tooLong = entry.length > QueuePair.MOST_MESSAGE
                || (datagram && entry.length > qp.attributes.pathMtu);
        if (tooLong) {
            return WcStatus.LOC_LEN_ERR;
        }
        return entry.sges.resolve(qp.memory, 0) ? null : WcStatus.LOC_PROT_ERR;
    }

    private void datagram(ByteBuffer out, SendEntry entry) {
        int opcode = Opcode.UD | entry.verb.operation(true, true);
        PacketWriter writer = qp.begin(out, entry.path);
        writer.bth(opcode, entry.remoteQpn, entry.firstPsn, false, entry.solicited);
        out.putInt(entry.remoteQkey).putInt(qp.qpn());
        if (entry.verb.hasImmediate()) {
            out.putInt(entry.immediate);
        }
        entry.sges.gather(0, (int) entry.length, out);
        writer.end();
    }

    void receive(PacketReader packet) {
        int service = qp.type() == QpType.UD ? Opcode.UD : Opcode.UC;
        if (packet.service() != service || !packet.has(Opcode.IS_REQUEST)) {
            qp.counters.droppedUnexpected++;
        } else if (service == Opcode.UD) {
            receiveDatagram(packet);
        } else {
            receiveConnected(packet);
        }
    }

    private void receiveConnected(PacketReader packet) {
        boolean next = packet.psn == expected;
        expected = Psn.add(packet.psn, 1);
        Inbound inbound = qp.responder.inbound;
        if (packet.has(Opcode.STARTS)) {
            inbound.again();
            dropping = false;
        } else if (!next || dropping) {
            drop();
            return;
        }
        int verdict = inbound.take(packet);
        if (verdict == Inbound.TAKEN) {
            if (packet.has(Opcode.ENDS)) {
                inbound.complete(packet);
            }
        } else {
            drop();
        }
    }

    private void drop() {
        dropping = true;
        qp.counters.droppedUnexpected++;
    }

    private void receiveDatagram(PacketReader packet) {
        if ((int) packet.deth.qKey() != qp.attributes.qkey) {
            qp.counters.droppedWrongKey++;
            return;
        }
        ReceiveQueue.Entry receive = qp.responder.inbound.spare();
        if (!qp.receives.take(receive)) {
            qp.counters.droppedUnexpected++;
            return;
        }
        int length = GRH_ROOM + packet.payloadLength;
        WcStatus status = WcStatus.SUCCESS;
        if (length > receive.sges.total()) {
            status = WcStatus.LOC_LEN_ERR;
        } else if (!receive.sges.resolve(qp.memory, Access.LOCAL_WRITE)) {
            status = WcStatus.LOC_PROT_ERR;
        } else {
            scatterHeader(packet, receive.sges);
            receive.sges.scatter(GRH_ROOM, packet.payloadLength, packet.buffer, packet.payload);
        }
        boolean immediate = packet.has(Opcode.HAS_IMM_DT);
        Verb verb = immediate ? Verb.SEND_WITH_IMM : Verb.SEND;
        Completion completion =
                qp.received(receive.id, verb, status, length).from(packet.deth.srcqp());
        if (immediate) {
            completion.immediate((int) packet.immDt.immdt());
        }
        qp.receiveCompletions.push(completion);
    }

    private static void scatterHeader(PacketReader packet, SgeList sges) {
        int length = packet.ipv4() ? 20 : 40;
        sges.scatter(GRH_ROOM - length, length, packet.buffer, packet.ip);
    }
}
