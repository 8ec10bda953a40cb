package io.qpscope.cli;

import io.qpscope.endpoint.Verb;

/** Verbs by the names that reports use. */
enum LoadVerb {
    SEND(Verb.SEND),
    SEND_IMM(Verb.SEND_WITH_IMM),
    WRITE(Verb.RDMA_WRITE),
    WRITE_IMM(Verb.RDMA_WRITE_WITH_IMM),
    READ(Verb.RDMA_READ),
    CMP_SWAP(Verb.ATOMIC_CMP_AND_SWP),
    FETCH_ADD(Verb.ATOMIC_FETCH_AND_ADD),
    FLUSH(Verb.FLUSH),
    ATOMIC_WRITE(Verb.ATOMIC_WRITE);

    private final Verb verb;

    LoadVerb(Verb verb) {
        this.verb = verb;
    }

    Verb verb() {
        return verb;
    }

    @Override
    public String toString() {
        return Names.lower(this);
    }
}
