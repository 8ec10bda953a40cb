package io.qpscope.cli.truth;

import io.qpscope.session.Verb;

/** One message that a program asked for. */
record Message(Verb verb, int size) {
    boolean isRead() {
        return verb == Verb.READ;
    }

    boolean isAtomic() {
        return verb == Verb.CMP_SWAP || verb == Verb.FETCH_ADD;
    }

    /** PSNs it takes; for a READ those of its response. */
    int psns(int pathMtu) {
        return isAtomic() ? 1 : Math.max(1, (size + pathMtu - 1) / pathMtu);
    }

    /** Request packets. */
    int packets(int pathMtu) {
        return isRead() ? 1 : psns(pathMtu);
    }

    int requestBytes() {
        return isRead() || isAtomic() ? 0 : size;
    }
}
