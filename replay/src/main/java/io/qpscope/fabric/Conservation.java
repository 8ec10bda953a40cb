package io.qpscope.fabric;

import java.util.EnumMap;
import java.util.Map;

/**
 * Where all packets went; flow control is counted apart.
 *
 * @param sent by hosts, what adapters add by themselves included
 * @param made by meddlers: duplicates, and packets that nobody sent
 * @param delivered to hosts
 * @param dropped by cause, causes without a packet left out
 * @param inFlight counted one by one: in queues, on cables, in receive buffers
 */
public record Conservation(
        long sent, long made, long delivered, Map<DropCause, Long> dropped, long inFlight) {
    static Conservation of(long sent, long made, long delivered, long[] byCause, long inFlight) {
        Map<DropCause, Long> dropped = new EnumMap<>(DropCause.class);
        for (DropCause cause : DropCause.values()) {
            if (byCause[cause.ordinal()] > 0) {
                dropped.put(cause, byCause[cause.ordinal()]);
            }
        }
        return new Conservation(sent, made, delivered, dropped, inFlight);
    }

    public long droppedPackets() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    public long dropped(DropCause cause) {
        return dropped.getOrDefault(cause, 0L);
    }

    /** Whether packets in = delivered + dropped + in flight. */
    public boolean isBalanced() {
        return sent + made == delivered + droppedPackets() + inFlight;
    }
}
