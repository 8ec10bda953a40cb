package io.qpscope.session;

/** How often CNPs leave one scope: a port, an address pair or a queue pair. */
final class CnpPace {
    long count;
    private long lastNs;
    private long minGapNs = Long.MAX_VALUE;

    void cnp(long nowNs) {
        if (count++ > 0) {
            minGapNs = Math.min(minGapNs, Math.max(0, nowNs - lastNs));
        }
        lastNs = nowNs;
    }

    /** Null before the second. */
    Long minGapNs() {
        return count < 2 ? null : (Long) minGapNs;
    }
}
