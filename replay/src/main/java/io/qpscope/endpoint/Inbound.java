package io.qpscope.endpoint;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/**
 * Executes requests on the local memory: SEND and WRITE packet by packet, READ, atomic, FLUSH and
 * ATOMIC WRITE as a whole. Says {@link #TAKEN}, {@link #NOT_READY}, or the code of the NAK.
 */
final class Inbound {
    static final int TAKEN = -1;
    static final int NOT_READY = -2;

    /** NAK 3 because the receive request names memory that is not there. */
    private static final int LOCAL_PROTECTION = 1 << 8;

    private final QueuePair qp;
    private final ReceiveQueue.Entry receive = new ReceiveQueue.Entry();
    /** A receive request is taken from the queue and not complete. */
    private boolean holds;

    private boolean sending;
    private boolean writing;
    private long offset;
    private MemoryRegion region;
    private long address;
    private long left;
    private boolean tooLong;

    Inbound(QueuePair qp) {
        this.qp = qp;
    }

    void clear() {
        holds = false;
        sending = false;
        writing = false;
        tooLong = false;
        region = null;
    }

    boolean inMessage() {
        return sending || writing;
    }

    /** Forgets the message begun; its receive request waits for the message to come anew. */
    void again() {
        sending = false;
        writing = false;
    }

    /** Takes over the receive request that an error ends; false when none is held. */
    boolean release() {
        boolean held = holds;
        holds = false;
        return held;
    }

    long heldId() {
        return receive.id;
    }

    /** To empty a receive queue with, once nothing is held. */
    ReceiveQueue.Entry spare() {
        return receive;
    }

    /** A packet of a SEND or WRITE with the expected PSN. */
    int take(PacketReader packet) {
        boolean send = packet.has(Opcode.IS_SEND);
        boolean starts = packet.has(Opcode.STARTS) || (send && begunWithoutFirst());
        boolean inSequence = starts ? !inMessage() : send ? sending : writing;
        if (!inSequence || !(send || packet.has(Opcode.IS_WRITE)) || !lengthFits(packet)) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        return send ? send(packet, starts) : write(packet, starts);
    }

    /** {@link Defect#INVALID_OPCODE_TAKEN}. */
    private boolean begunWithoutFirst() {
        return !inMessage() && qp.profile.has(Defect.INVALID_OPCODE_TAKEN);
    }

    /** IBA vol 1, 9.7.4.1.6: FIRST and MIDDLE are full, LAST is not empty. */
    private boolean lengthFits(PacketReader packet) {
        int mtu = qp.attributes.pathMtu;
        boolean ends = packet.has(Opcode.ENDS);
        boolean only = ends && packet.has(Opcode.STARTS);
        int length = packet.payloadLength;
        boolean full = length == mtu || (length < mtu && qp.profile.has(Defect.SHORT_PACKET_TAKEN));
        return ends ? length <= mtu && (only || length > 0) : full;
    }

    private int send(PacketReader packet, boolean starts) {
        if (starts) {
            if (!holds && !qp.receives.take(receive)) {
                return NOT_READY;
            }
            holds = true;
            offset = 0;
            if (!receive.sges.resolve(qp.memory, Access.LOCAL_WRITE)) {
                return Aeth.NAK_REMOTE_OPERATIONAL_ERROR | LOCAL_PROTECTION;
            }
        }
        if (offset + packet.payloadLength > receive.sges.total()) {
            tooLong = true;
            return qp.profile.has(Quirk.LONG_SEND_IS_OPERATION_ERROR)
                    ? Aeth.NAK_REMOTE_OPERATIONAL_ERROR
                    : Aeth.NAK_INVALID_REQUEST;
        }
        receive.sges.scatter(offset, packet.payloadLength, packet.buffer, packet.payload);
        offset += packet.payloadLength;
        sending = !packet.has(Opcode.ENDS);
        if (packet.has(Opcode.HAS_IETH) && !invalidate((int) packet.ieth.rKey())) {
            return Aeth.NAK_REMOTE_ACCESS_ERROR;
        }
        return TAKEN;
    }

    private boolean invalidate(int key) {
        return qp.profile.has(Defect.KEY_KEPT)
                ? qp.memory.region(key) != null
                : qp.memory.invalidate(key);
    }

    private int write(PacketReader packet, boolean starts) {
        if (starts) {
            if (!qp.allows(Access.REMOTE_WRITE)) {
                return Aeth.NAK_INVALID_REQUEST;
            }
            left = packet.reth.dmalen();
            address = packet.reth.va();
            region = find(packet, Access.REMOTE_WRITE);
            if (region == null && left > 0) {
                return Aeth.NAK_REMOTE_ACCESS_ERROR;
            }
            offset = 0;
        }
        boolean ends = packet.has(Opcode.ENDS);
        boolean wrongEnd =
                packet.payloadLength != left && !qp.profile.has(Defect.WRONG_LAST_LENGTH);
        if (ends ? wrongEnd : packet.payloadLength >= left) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        if (packet.has(Opcode.HAS_IMM_DT) && !holds) {
            if (!qp.receives.take(receive)) {
                return NOT_READY;
            }
            holds = true;
        }
        if (packet.payloadLength > 0) {
            if (region == null || !region.valid()) {
                return Aeth.NAK_REMOTE_ACCESS_ERROR;
            }
            region.put(address, packet.buffer, packet.payload, packet.payloadLength);
        }
        address += packet.payloadLength;
        left -= packet.payloadLength;
        offset += packet.payloadLength;
        writing = !ends;
        return TAKEN;
    }

    private MemoryRegion find(PacketReader packet, int rights) {
        int rkey = (int) packet.reth.rKey();
        long length = packet.reth.dmalen();
        boolean moves = packet.has(Opcode.IS_WRITE) || packet.operation() == Opcode.READ_REQUEST;
        if (moves && length > 0 && qp.profile.has(Defect.RKEY_BOUND)) {
            length--;
        }
        return qp.memory.find(rkey, packet.reth.va(), length, rights);
    }

    /** Completes the receive request that the message has consumed, if it consumes one. */
    void complete(PacketReader packet) {
        if (!holds) {
            return;
        }
        holds = false;
        qp.counters.rdmaRecvs++;
        boolean send = packet.has(Opcode.IS_SEND);
        boolean immediate = packet.has(Opcode.HAS_IMM_DT);
        Verb verb;
        if (!send) {
            verb = Verb.RDMA_WRITE_WITH_IMM;
        } else if (packet.has(Opcode.HAS_IETH)) {
            verb = Verb.SEND_WITH_INV;
        } else {
            verb = immediate ? Verb.SEND_WITH_IMM : Verb.SEND;
        }
        Completion completion = qp.received(receive.id, verb, WcStatus.SUCCESS, offset);
        if (immediate) {
            completion.immediate((int) packet.immDt.immdt());
        } else if (packet.has(Opcode.HAS_IETH)) {
            completion.invalidated((int) packet.ieth.rKey());
        }
        qp.receiveCompletions.push(completion);
    }

    /** {@link Defect#DUPLICATE_WRITE_APPLIED}: what a duplicate brings, if it says where to. */
    void writeAgain(PacketReader packet) {
        MemoryRegion target = null;
        if (packet.has(Opcode.HAS_RETH) && qp.allows(Access.REMOTE_WRITE)) {
            target = find(packet, Access.REMOTE_WRITE);
        }
        if (target != null) {
            target.put(packet.reth.va(), packet.buffer, packet.payload, packet.payloadLength);
        }
    }

    /** {@link Defect#RECEIVE_TWICE}: a receive request ends without a message of its own. */
    void completeAgain(PacketReader packet) {
        if (packet.has(Opcode.ENDS) && !inMessage() && !holds && qp.receives.take(receive)) {
            holds = true;
            offset = packet.payloadLength;
            complete(packet);
        }
    }

    /** READ, FLUSH, ATOMIC WRITE. */
    int region(PacketReader packet, ResponderResource resource) {
        int operation = packet.operation();
        boolean read = operation == Opcode.READ_REQUEST;
        boolean flush = operation == Opcode.FLUSH;
        int rights = read ? Access.REMOTE_READ : Access.REMOTE_WRITE;
        if (flush) {
            rights = flushRights(packet.feth.placement());
        }
        long length = packet.reth.dmalen();
        boolean wrongLength = length > QueuePair.MOST_MESSAGE
                || (!read && !flush && (length != 8 || packet.payloadLength != 8));
        if (!qp.allows(rights) || wrongLength) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        MemoryRegion target = find(packet, rights);
        if (target == null && length > 0) {
            return Aeth.NAK_REMOTE_ACCESS_ERROR;
        }
        if (!read && !flush) {
            if (isOdd(packet.reth.va())) {
                return Aeth.NAK_INVALID_REQUEST;
            }
            target.bytes().put(target.index(packet.reth.va()), packet.buffer, packet.payload, 8);
        }
        resource.kind = read ? ResponderResource.Kind.READ : ResponderResource.Kind.PLACED;
        resource.rkey = (int) packet.reth.rKey();
        resource.address = packet.reth.va();
        resource.length = length;
        resource.region = target;
        resource.psns = read ? packets(length, qp.attributes.pathMtu) : 1;
        return TAKEN;
    }

    /** Placement types of FETH: bit 0 global visibility, bit 1 persistence (IBA 1.6, A19). */
    private static int flushRights(int placement) {
        return ((placement & 1) != 0 ? Access.FLUSH_GLOBAL : 0)
                | ((placement & 2) != 0 ? Access.FLUSH_PERSISTENT : 0);
    }

    /** PSNs that a READ of so many bytes takes. */
    static int packets(long length, int pathMtu) {
        return (int) Math.max(1, (length + pathMtu - 1) / pathMtu);
    }

    /** Whether no word begins there. */
    private boolean isOdd(long va) {
        return (va & 7) != 0 && !qp.profile.has(Defect.ODD_ADDRESS_TAKEN);
    }

    int atomic(PacketReader packet, ResponderResource resource) {
        long va = packet.atomicEth.va();
        if (!qp.allows(Access.REMOTE_ATOMIC) || isOdd(va)) {
            return Aeth.NAK_INVALID_REQUEST;
        }
        int rkey = (int) packet.atomicEth.rKey();
        MemoryRegion target = qp.memory.find(rkey, va, 8, Access.REMOTE_ATOMIC);
        if (target == null) {
            return Aeth.NAK_REMOTE_ACCESS_ERROR;
        }
        ByteBuffer bytes = target.bytes();
        int index = target.index(va);
        long original = bytes.getLong(index);
        if (packet.operation() == Opcode.FETCH_ADD) {
            bytes.putLong(index, original + packet.atomicEth.swapdt());
        } else if (isEqual(original, packet.atomicEth.cmpdt())) {
            bytes.putLong(index, packet.atomicEth.swapdt());
        }
        resource.kind = ResponderResource.Kind.ATOMIC;
        resource.psns = 1;
        resource.original = original;
        return TAKEN;
    }

    private boolean isEqual(long one, long other) {
        return qp.profile.has(Defect.COMPARE_HALF) ? (int) one == (int) other : one == other;
    }

    /** How the held receive request ends when the requester gets this NAK. */
    WcStatus statusOf(int verdict) {
        if ((verdict & LOCAL_PROTECTION) != 0) {
            return WcStatus.LOC_PROT_ERR;
        }
        if (tooLong) {
            return qp.profile.has(Quirk.LONG_SEND_IS_OPERATION_ERROR)
                            || qp.profile.has(Quirk.SHORT_RECEIVE_IS_OPERATION_ERROR)
                    ? WcStatus.LOC_QP_OP_ERR
                    : WcStatus.LOC_LEN_ERR;
        }
        return verdict == Aeth.NAK_REMOTE_ACCESS_ERROR
                ? WcStatus.LOC_ACCESS_ERR
                : WcStatus.LOC_QP_OP_ERR;
    }
}
