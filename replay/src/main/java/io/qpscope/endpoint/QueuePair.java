package io.qpscope.endpoint;

import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/**
 * One queue pair: its state, its queues, and the halves that speak. Made by {@link
 * Endpoint#createQp}; commands go in by {@link #modify} and {@link #post}, packets by the endpoint.
 */
public final class QueuePair implements WorkQueues {
    /** Longest message, 2^31 bytes (IBA vol 1, 9.4.3). */
    static final long MOST_MESSAGE = 1L << 31;

    /** A place that none has. */
    static final int NOWHERE = -1;

    private static final int RESOURCES = 128;

    private final Endpoint endpoint;
    private final QpType type;
    private final int qpn;
    final Profile profile;
    final Memory memory;
    final Counters counters;
    final PacketWriter writer;
    final CompletionQueue sendCompletions;
    final CompletionQueue receiveCompletions;
    final ReceiveQueue receives;
    final RequestPackets requests;
    final Requester requester;
    final Completer completer;
    final Responder responder;
    private final DatagramHalf datagrams;

    QpAttributes attributes = new QpAttributes();
    private QpState state = QpState.RESET;
    /** In the endpoint's list of those that may have something to send. */
    boolean listed;
    /** Among the endpoint's queue pairs; {@link #NOWHERE} when it was destroyed. */
    int place;

    QueuePair(Endpoint endpoint, int qpn, QpOptions options) {
        this.endpoint = endpoint;
        this.qpn = qpn;
        type = options.type;
        profile = endpoint.profile();
        memory = endpoint.memory();
        counters = endpoint.counters();
        writer = endpoint.writer;
        sendCompletions = options.sendCompletions;
        receiveCompletions = options.receiveCompletions;
        receives = options.shared != null ? options.shared : ReceiveQueue.of(options.maxReceives);
        requests = new RequestPackets(this, type == QpType.UC ? Opcode.UC : Opcode.RC);
        requester = new Requester(this, options.maxSends);
        completer = new Completer(this, requester);
        responder = new Responder(this, RESOURCES);
        datagrams = new DatagramHalf(this);
    }

    public int qpn() {
        return qpn;
    }

    public QpType type() {
        return type;
    }

    public QpState state() {
        return state;
    }

    /** Where its packets go; null before RTR, and for UD. */
    public Path path() {
        return attributes.path;
    }

    /** Number of the peer's queue pair, as its attributes name it. */
    public int destQpNum() {
        return attributes.destQpNum;
    }

    /** Whether what it sends next is an ACK or NAK. */
    boolean isAcknowledging() {
        return responder.answers.isAcknowledging();
    }

    @Override
    public int pending() {
        return (int) (requester.queue.tail - requester.queue.head);
    }

    /**
     * Moves to another state ({@code ibv_modify_qp}). Attributes take effect on the way to RTR;
     * those of the sending half are the same object's.
     *
     * @throws IllegalArgumentException with an attribute out of its range, or a way that {@link
     *     QpState} does not show
     */
    public void modify(QpState to, QpAttributes values) {
        String wrong = values.wrong();
        boolean known = switch (to) {
            case RESET, ERR -> true;
            case INIT -> state == QpState.RESET;
            case RTR -> state == QpState.INIT;
            case RTS -> state == QpState.RTR || state == QpState.RTS;
        };
        if (wrong != null || !known) {
            throw new IllegalArgumentException("QP " + qpn + " from " + state + " to " + to
                    + (wrong == null ? "" : ": " + wrong));
        }
        if (to == QpState.RTR) {
            attributes = values;
            responder.start(values.rqPsn);
        } else if (to == QpState.RTS && state == QpState.RTR) {
            requester.start(values.sqPsn);
            completer.start();
            datagrams.start(values.sqPsn);
        } else if (to == QpState.RESET) {
            requester.queue.clear();
            responder.start(0);
        }
        state = to;
        if (to == QpState.ERR) {
            flush();
        }
        endpoint.wake(this);
    }

    /**
     * Posts a work request ({@code ibv_post_send}).
     *
     * @return false when the send queue is full, or the queue pair was never made ready to send
     */
    @Override
    public boolean post(WorkRequest request) {
        if (requester.queue.full() || (state != QpState.RTS && state != QpState.ERR)) {
            return false;
        }
        requester.queue.post(request);
        if (state == QpState.ERR) {
            flush();
        } else {
            endpoint.wake(this);
        }
        return true;
    }

    /** The queue that {@code ibv_post_recv} fills. */
    public ReceiveQueue receives() {
        return receives;
    }

    @Override
    public boolean postReceive(long id, int lkey, long address, int length) {
        boolean taken = receives.post(id, lkey, address, length);
        if (taken && state == QpState.ERR) {
            flush();
        }
        return taken;
    }

    void receive(PacketReader packet, long now) {
        if (!state.receives()) {
            counters.droppedWrongState++;
        } else if (type == QpType.RC) {
            if (packet.has(Opcode.IS_REQUEST)) {
                responder.receive(packet);
            } else if (packet.has(Opcode.IS_ACKNOWLEDGE | Opcode.IS_RESPONSE)) {
                answered(packet, now);
            }
            // What is left is a CNP: its PSN means nothing, and rates are for others to limit.
        } else {
            datagrams.receive(packet);
        }
    }

    private void answered(PacketReader packet, long now) {
        if (state == QpState.RTS) {
            completer.receive(packet, now);
        } else {
            counters.droppedWrongState++;
        }
    }

    boolean transmit(ByteBuffer out, long now) {
        // The last NAK of a queue pair that has failed is still said.
        if (responder.answers.any()) {
            return responder.answers.transmit(out);
        }
        if (state != QpState.RTS) {
            return false;
        }
        return type == QpType.RC ? requester.transmit(out, now) : datagrams.transmit(out);
    }

    long deadline() {
        return state == QpState.RTS ? requester.deadline() : Long.MAX_VALUE;
    }

    PacketWriter begin(ByteBuffer out) {
        return endpoint.begin(out, attributes.path);
    }

    PacketWriter begin(ByteBuffer out, Path path) {
        return endpoint.begin(out, path);
    }

    boolean allows(int rights) {
        return (attributes.accessFlags & rights) == rights;
    }

    void completeSend(SendEntry entry, WcStatus status) {
        sendCompletions.push(sendCompletions
                .scratch()
                .of(qpn, entry.id, entry.verb, status, entry.length, false));
    }

    Completion received(long id, Verb verb, WcStatus status, long bytes) {
        return receiveCompletions.scratch().of(qpn, id, verb, status, bytes, true);
    }

    /** The value that an atomic found goes to local memory. */
    void storeOriginal(SendEntry entry, long original) {
        entry.sges.scatterLong(original);
    }

    /** A work request failed: it ends with the status, everything behind it is flushed. */
    void fail(long position, WcStatus status) {
        SendEntry entry = requester.queue.at(position);
        counters.failures++;
        completeSend(entry, status);
        requester.queue.head = position + 1;
        state = QpState.ERR;
        flush();
    }

    /** A request of the peer's failed: the receive it consumes ends with the status. */
    void failReceive(WcStatus status) {
        if (responder.inbound.release()) {
            receiveCompletions.push(received(responder.inbound.heldId(), null, status, 0));
        }
        state = QpState.ERR;
        flush();
    }

    /** IBA vol 1, 10.3.1.5; completions come for unsignaled requests too. */
    private void flush() {
        requester.stopTimer();
        SendQueue queue = requester.queue;
        while (queue.head < queue.tail) {
            if (!profile.has(Defect.FLUSH_MISSING)) {
                completeSend(queue.at(queue.head), WcStatus.WR_FLUSH_ERR);
            }
            queue.head++;
        }
        queue.clear();
        if (responder.inbound.release()) {
            flushReceive(responder.inbound.heldId());
        }
        if (!receives.isShared()) {
            ReceiveQueue.Entry entry = responder.inbound.spare();
            while (receives.take(entry)) {
                flushReceive(entry.id);
            }
        }
    }

    private void flushReceive(long id) {
        receiveCompletions.push(received(id, null, WcStatus.WR_FLUSH_ERR, 0));
    }
}
