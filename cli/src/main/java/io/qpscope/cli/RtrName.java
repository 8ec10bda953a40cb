package io.qpscope.cli;

import io.qpscope.endpoint.iwarp.RtrKind;

/** Ready-to-receive messages by short names. */
enum RtrName {
    WRITE(RtrKind.WRITE),
    READ(RtrKind.READ),
    EMPTY(RtrKind.EMPTY_FPDU);

    private final RtrKind kind;

    RtrName(RtrKind kind) {
        this.kind = kind;
    }

    RtrKind kind() {
        return kind;
    }

    @Override
    public String toString() {
        return Names.lower(this);
    }
}
