package io.qpscope.fabric;

import io.qpscope.fabric.CnpOptions.Scope;

import org.agrona.collections.Long2LongHashMap;

/** The notification point of DCQCN: says which Congestion Experienced is answered. */
public final class CnpPacer {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final CnpOptions options;
    private final Long2LongHashMap last = new Long2LongHashMap(NEVER);

    public CnpPacer(CnpOptions options) {
        this.options = options;
    }

    /**
     * Whether to send a CNP now; if so, the gap of its scope begins.
     *
     * @param source lower half of the sender's address
     * @param destination lower half of the receiver's address
     * @param qpn of the receiver's queue pair
     */
    public boolean mayNotify(long source, long destination, int qpn, long now) {
        long key = key(source, destination, qpn);
        long before = last.get(key);
        if (before != NEVER && now - before < options.gapNs()) {
            return false;
        }
        last.put(key, now);
        return true;
    }

    private long key(long source, long destination, int qpn) {
        Scope scope = options.scope();
        return switch (scope) {
            case PORT -> 0;
            case IP -> source;
            // IPv4 addresses make distinct keys; IPv6 ones all but surely.
            case PAIR -> source * MULTIPLIER + destination;
            case QP -> qpn;
        };
    }
}
