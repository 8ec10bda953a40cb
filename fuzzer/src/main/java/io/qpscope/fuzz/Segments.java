package io.qpscope.fuzz;

import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Mpa;

/** How many FPDUs the messages of an iWARP flow take (RFC 5044, 4.5). */
public final class Segments {
    private static final int OVERHEAD = Mpa.LENGTH_FIELD + Mpa.CRC_LENGTH;
    private static final int MOST_ULPDU = 0xfffe;

    private Segments() {}

    /** Longest ULPDU of an FPDU that fits a TCP segment with its markers. */
    public static int mulpdu(StreamPlan plan) {
        int most = (plan.mss() & ~3) - OVERHEAD;
        int markers = (plan.mss() + Mpa.MARKER_INTERVAL - 1) / Mpa.MARKER_INTERVAL;
        return Math.min(MOST_ULPDU, plan.markers() ? most - markers * Mpa.MARKER_LENGTH : most);
    }

    /** Payload that fits a tagged segment, in bytes. */
    public static int tagged(StreamPlan plan) {
        return mulpdu(plan) - DdpTagged.LENGTH;
    }

    /** Payload that fits an untagged segment, in bytes. */
    public static int untagged(StreamPlan plan) {
        return mulpdu(plan) - DdpUntagged.LENGTH;
    }

    /** FPDUs with which a requester sends one message. */
    public static int of(StreamPlan plan, Item item) {
        return switch (item.verb()) {
            case RDMA_WRITE -> pieces(item.size(), tagged(plan));
            case RDMA_WRITE_WITH_IMM -> pieces(item.size(), tagged(plan)) + 1;
            case SEND, SEND_WITH_INV -> pieces(item.size(), untagged(plan));
            default -> 1;
        };
    }

    private static int pieces(int size, int most) {
        return Math.max(1, (size + most - 1) / most);
    }

    /** The message that opens a stream; null for none. */
    public static RtrKind opening(StreamPlan plan) {
        for (RtrKind kind : RtrKind.values()) {
            if (plan.rtr().contains(kind)) {
                return kind;
            }
        }
        return null;
    }
}
