package io.qpscope.fault;

/**
 * What the caller knows of connected queue pairs; asked once for each. Without it they are found by
 * the CM messages that pass, and by acknowledgements that fit only one.
 */
@FunctionalInterface
public interface QpDirectory {
    /** Knows nothing. */
    QpDirectory NONE = (high, low, qpn) -> 0;

    /**
     * The number of the queue pair at the other end; 0 when not known.
     *
     * @param high upper half of the IPv6 address of the queue pair's host, 0 with IPv4
     * @param low lower half, of IPv4 as {@code ::ffff:a.b.c.d}
     */
    int peer(long high, long low, int qpn);
}
