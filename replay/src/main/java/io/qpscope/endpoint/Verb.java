package io.qpscope.endpoint;

import io.qpscope.wire.Opcode;

/** What a work request asks for ({@code ibv_wr_opcode}). */
public enum Verb {
    SEND(Opcode.SEND_FIRST, Opcode.SEND_LAST, Opcode.SEND_ONLY),
    SEND_WITH_IMM(Opcode.SEND_FIRST, Opcode.SEND_LAST_IMM, Opcode.SEND_ONLY_IMM),
    SEND_WITH_INV(Opcode.SEND_FIRST, Opcode.SEND_LAST_INV, Opcode.SEND_ONLY_INV),
    RDMA_WRITE(Opcode.WRITE_FIRST, Opcode.WRITE_LAST, Opcode.WRITE_ONLY),
    RDMA_WRITE_WITH_IMM(Opcode.WRITE_FIRST, Opcode.WRITE_LAST_IMM, Opcode.WRITE_ONLY_IMM),
    RDMA_READ(Opcode.READ_REQUEST),
    ATOMIC_CMP_AND_SWP(Opcode.CMP_SWAP),
    ATOMIC_FETCH_AND_ADD(Opcode.FETCH_ADD),
    FLUSH(Opcode.FLUSH),
    ATOMIC_WRITE(Opcode.ATOMIC_WRITE);

    private final int first;
    private final int last;
    private final int only;
    private final boolean asks;

    Verb(int first, int last, int only) {
        this.first = first;
        this.last = last;
        this.only = only;
        asks = false;
    }

    Verb(int request) {
        first = request;
        last = request;
        only = request;
        asks = true;
    }

    /** Operation bits of the opcode of one of the packets that carry the message. */
    int operation(boolean isFirst, boolean isLast) {
        if (isFirst) {
            return isLast ? only : first;
        }
        // MIDDLE stands behind FIRST in both families.
        return isLast ? last : first + 1;
    }

    /** Answered by READ responses or an ATOMIC acknowledgement, which a plain ACK can't stand for. */
    boolean asks() {
        return asks;
    }

    /** SEND and its variants. */
    public boolean isSend() {
        return first == Opcode.SEND_FIRST && !asks;
    }

    /** WRITE, with immediate data or without. */
    public boolean isWrite() {
        return first == Opcode.WRITE_FIRST;
    }

    /** Compares and swaps, or adds. */
    public boolean isAtomic() {
        return this == ATOMIC_CMP_AND_SWP || this == ATOMIC_FETCH_AND_ADD;
    }

    /** Carries immediate data. */
    public boolean hasImmediate() {
        return this == SEND_WITH_IMM || this == RDMA_WRITE_WITH_IMM;
    }

    /** Takes a receive request of the peer, and with it a credit. */
    public boolean consumesReceive() {
        return isSend() || this == RDMA_WRITE_WITH_IMM;
    }
}
