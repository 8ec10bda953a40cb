package io.qpscope.bench;

import io.qpscope.wire.Opcode;

import java.io.IOException;
import java.util.Random;

/** Verbs of the traffic, how often and how large they are, and their packets. */
enum Request {
    SEND(Opcode.SEND_FIRST, Opcode.SEND_ONLY, false, 20),
    SEND_IMM(Opcode.SEND_FIRST, Opcode.SEND_ONLY, true, 5),
    WRITE(Opcode.WRITE_FIRST, Opcode.WRITE_ONLY, false, 40),
    WRITE_IMM(Opcode.WRITE_FIRST, Opcode.WRITE_ONLY, true, 5),
    READ(Opcode.READ_REQUEST, Opcode.READ_REQUEST, false, 25),
    CMP_SWAP(Opcode.CMP_SWAP, Opcode.CMP_SWAP, false, 2),
    FETCH_ADD(Opcode.FETCH_ADD, Opcode.FETCH_ADD, false, 3);

    private static final Request[] ALL = values();
    private static final int LARGE = 64 << 10;
    private static final int KEY = 0x1234;

    private final int first;
    private final int only;
    private final boolean immediate;
    private final int percent;

    Request(int first, int only, boolean immediate, int percent) {
        this.first = first;
        this.only = only;
        this.immediate = immediate;
        this.percent = percent;
    }

    static Request any(Random random) {
        int rest = random.nextInt(100);
        for (Request request : ALL) {
            rest -= request.percent;
            if (rest < 0) {
                return request;
            }
        }
        throw new AssertionError("more than 100 %");
    }

    boolean wantsResponse() {
        return this == READ || isAtomic();
    }

    boolean isAtomic() {
        return this == CMP_SWAP || this == FETCH_ADD;
    }

    boolean isSend() {
        return this == SEND || this == SEND_IMM;
    }

    /** Most messages are 64 KiB; the others are short. */
    int bytes(Random random) {
        if (isAtomic()) {
            return 8;
        }
        return random.nextInt(4) != 0 ? LARGE : 1 + random.nextInt(random.nextInt(1 << 13) + 1);
    }

    /** Writes the packet of a message that was begun; the last one asks for an ACK. */
    void write(FrameWriter out, int qp, int psn, int index, int packets, int bytes, int mtu)
            throws IOException {
        long address = 0x7f00_0000_0000L + (long) psn * mtu;
        if (isAtomic()) {
            out.bth(first, qp, psn, true).atomicEth(address & -8, KEY, 1, index).send(0);
        } else if (this == READ) {
            out.bth(first, qp, psn, true).reth(address, KEY, bytes).send(0);
        } else {
            boolean last = index == packets - 1;
            int opcode = FrameWriter.opcode(first, only, index, packets);
            out.bth(last && immediate ? opcode + 1 : opcode, qp, psn, last);
            if (first == Opcode.WRITE_FIRST && index == 0) {
                out.reth(address, KEY, bytes);
            }
            if (last && immediate) {
                out.word(psn);
            }
            out.send(Math.min(mtu, bytes - index * mtu));
        }
    }
}
