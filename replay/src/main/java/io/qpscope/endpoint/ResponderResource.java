package io.qpscope.endpoint;

import io.qpscope.wire.Psn;

/** A READ or atomic that was executed, kept so that a duplicate can be answered again. */
final class ResponderResource {
    /** What to answer with. */
    enum Kind {
        NONE,
        READ,
        ATOMIC,
        /** FLUSH and ATOMIC WRITE: a READ response without data. */
        PLACED
    }

    Kind kind = Kind.NONE;
    int psn;
    int psns;
    int rkey;
    long address;
    long length;
    MemoryRegion region;
    long original;

    /** Responses sent since the last request for them. */
    int answered;
    /** The READ began again: at this response. */
    int from;
    /** Behind the last response asked for. */
    int to;
    /** READ: behind the last byte asked for, counted from its address. */
    long end;

    int msn;

    /** All of it has been sent once: the requester may have gone on since. */
    boolean answeredOnce;

    void clear() {
        kind = Kind.NONE;
        region = null;
        answered = 0;
        to = 0;
    }

    boolean holds(int psn) {
        int offset = Psn.diff(psn, this.psn);
        return kind != Kind.NONE && offset >= 0 && offset < psns;
    }

    boolean finished() {
        return kind == Kind.NONE || answered >= to;
    }
}
