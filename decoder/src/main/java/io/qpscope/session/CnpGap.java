package io.qpscope.session;

/**
 * CNPs of one scope. NICs pace them by port, by address pair or by queue pair; the scope whose least
 * gap comes near the NIC's setting is the one in use. Gaps by queue pair are in {@link
 * DirectionSummary.Congestion}.
 *
 * @param from MAC address of a port, or the address that sent them
 * @param to null for a port, else the address that shall slow down
 * @param minGapNs null with fewer than two
 */
public record CnpGap(Scope scope, String from, String to, long count, Long minGapNs) {
    /** Who paces. */
    public enum Scope {
        PORT,
        ADDRESS_PAIR
    }
}
