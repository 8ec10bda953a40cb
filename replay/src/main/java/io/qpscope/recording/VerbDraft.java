package io.qpscope.recording;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.service.ScriptStep;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Message;
import io.qpscope.wire.AtomicEth;
import io.qpscope.wire.Feth;
import io.qpscope.wire.ImmDt;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Reth;

/** One message, while what only its packets tell is being read. */
final class VerbDraft {
    private static final int SELECTIVITY_SHIFT = 4;

    final Message message;
    /** Key and address of the peer's memory; only when {@link #hasMemory}. */
    int rkey;

    long va;
    boolean hasMemory;
    private boolean begun;
    private int immediate;
    private long compareAdd;
    private long swap;
    private int flush;
    private long length;

    VerbDraft(Message message) {
        this.message = message;
        length = message.payloadBytes() == null ? -1 : message.payloadBytes();
    }

    /** -1 when the capture does not tell. */
    long length() {
        return length;
    }

    /** Whether the packet that begins it was seen, when it names memory. */
    boolean readable() {
        return begun && length >= 0;
    }

    /** The packet that begins it. */
    void begins(FrameView view) {
        begun = true;
        int traits = Opcode.traits(view.opcode());
        int at = view.extendedOffset();
        if ((traits & Opcode.HAS_FETH) != 0) {
            Feth feth = new Feth().wrap(view.buffer(), at);
            flush = feth.placement() | feth.selectivity() << SELECTIVITY_SHIFT;
            at += Feth.LENGTH;
        }
        if ((traits & Opcode.HAS_RETH) != 0) {
            Reth reth = new Reth().wrap(view.buffer(), at);
            rkey = (int) reth.rKey();
            va = reth.va();
            hasMemory = true;
            boolean flushes = (traits & Opcode.HAS_FETH) != 0;
            // A WRITE that was never finished is known by what it announced.
            length = flushes || length < 0 ? reth.dmalen() : length;
        }
        if ((traits & Opcode.HAS_ATOMIC_ETH) != 0) {
            AtomicEth atomic = new AtomicEth().wrap(view.buffer(), at);
            rkey = (int) atomic.rKey();
            va = atomic.va();
            hasMemory = true;
            // CMP_SWAP compares with one and puts the other there; FETCH_ADD adds the latter.
            boolean add = (view.opcode() & Opcode.OPERATION_MASK) == Opcode.FETCH_ADD;
            compareAdd = add ? atomic.swapdt() : atomic.cmpdt();
            swap = atomic.swapdt();
        }
    }

    /** The packet that ends it: immediate data stands last of its headers. */
    void ends(FrameView view) {
        if ((Opcode.traits(view.opcode()) & Opcode.HAS_IMM_DT) != 0) {
            int at = view.extendedOffset() + Opcode.headerLength(view.opcode()) - ImmDt.LENGTH;
            immediate = view.buffer().getInt(at);
        }
    }

    /** As it is asked for again. A key can't be taken away from a peer that has one for all. */
    Verb verb() {
        return switch (message.verb()) {
            case SEND, SEND_INV -> Verb.SEND;
            case SEND_IMM -> Verb.SEND_WITH_IMM;
            case WRITE -> Verb.RDMA_WRITE;
            case WRITE_IMM -> Verb.RDMA_WRITE_WITH_IMM;
            case READ -> Verb.RDMA_READ;
            case CMP_SWAP -> Verb.ATOMIC_CMP_AND_SWP;
            case FETCH_ADD -> Verb.ATOMIC_FETCH_AND_ADD;
            case FLUSH -> Verb.FLUSH;
            case ATOMIC_WRITE -> Verb.ATOMIC_WRITE;
        };
    }

    ScriptStep step(long place, long atNs, int after, boolean wrongKey) {
        return new ScriptStep(
                verb(),
                (int) length,
                place,
                atNs,
                after,
                wrongKey,
                immediate,
                compareAdd,
                swap,
                flush);
    }
}
