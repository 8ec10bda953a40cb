package io.qpscope.fault.plan;

/**
 * A packet that nobody sent.
 *
 * @param qp number of the queue pair; 0 for that of the packet behind which it comes
 * @param from who seems to send it
 * @param opcode of the BTH
 * @param psn relative to the requester's first; {@link #NEXT} for the one that is due
 * @param syndrome of the AETH, where the opcode has one
 * @param payload bytes
 * @param badIcrc whether its ICRC is wrong
 */
public record Extra(
        int qp, Side from, int opcode, long psn, int syndrome, int payload, boolean badIcrc) {
    /** The PSN that is due: of a request the next, of an answer the last answered. */
    public static final long NEXT = -1;
}
