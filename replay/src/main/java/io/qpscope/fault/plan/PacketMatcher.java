package io.qpscope.fault.plan;

import io.qpscope.fault.yaml.Span;

/**
 * Which packets a rule means. All conditions hold at once; {@code every} counts, and {@code
 * probability} draws among, the packets that fulfil the others.
 *
 * @param qp number of the queue pair (or iWARP stream) by its first packet, from 1; 0 for any
 * @param psn relative to the requester's first PSN, which is 0; of a stream, the FPDU's number from
 *     1 on
 * @param message number of the message in its direction, from 1
 * @param round how often a PSN has been sent with this time; 1 is the first sending
 * @param opcodes bit for bit which BTH opcodes are meant; null for all
 * @param from who sends the packet; null for both
 * @param requests whether only requests are meant
 * @param every 1 for each, n for each n-th
 * @param probability of each
 * @param window when
 * @param times fires at most so often
 * @param cm attribute of the messages of communication management that are meant, {@link #ANY_CM}
 *     for all; their {@code qp} is the number of the connection by its first REQ, which side A sends,
 *     and {@code round} how often a message of the kind has come from its side; 0 for other packets
 */
public record PacketMatcher(
        int qp,
        Span psn,
        Span message,
        Span round,
        Opcodes opcodes,
        Side from,
        boolean requests,
        long every,
        double probability,
        Window window,
        long times,
        int cm) {
    /** {@link #cm} of all messages. */
    public static final int ANY_CM = -1;

    /** Whether a packet's place among the packets of its queue pair matters. */
    public boolean needsPlace() {
        return qp != 0 || !psn.isAll() || !message.isAll() || !round.isAll();
    }
}
