package io.qpscope.endpoint;

/** Says which queue pairs may send now: an adapter's pauses and paces. */
@FunctionalInterface
public interface SendGate {
    /** Always. */
    SendGate OPEN = (qp, acknowledgement) -> true;

    /**
     * Asked before a queue pair's turn; the last one let through before {@link Endpoint#transmit}
     * returns a packet is the one that sent it.
     *
     * @param acknowledgement it would send an ACK or NAK, not data
     */
    boolean opens(QueuePair qp, boolean acknowledgement);
}
