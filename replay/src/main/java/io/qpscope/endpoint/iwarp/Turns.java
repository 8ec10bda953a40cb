package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Memory;

import java.nio.ByteBuffer;

/**
 * Whose message goes next, a request of ours or a response: they take turns, and one that is begun
 * is sent to its end, as segments of two messages on one queue must not mix (RFC 5041, 5.3).
 */
final class Turns {
    private final Memory memory;
    private final Outbound outbound;
    private final Responses responses;
    private final FpduWriter writer;
    private boolean responseTurn;

    Turns(Memory memory, Outbound outbound, Responses responses, FpduWriter writer) {
        this.memory = memory;
        this.outbound = outbound;
        this.responses = responses;
        this.writer = writer;
    }

    /**
     * Writes the next FPDU, if there is one.
     *
     * @return false when a response can't be given any more
     */
    boolean transmit(ByteBuffer out) {
        boolean answer = !responses.empty() && !outbound.midMessage();
        if (answer && (responses.midMessage() || responseTurn)) {
            return respond(out);
        }
        if (outbound.transmit(writer, out)) {
            responseTurn = !outbound.midMessage();
            return true;
        }
        // A request that can't be sent has ended the stream, and the responses with it.
        return responses.empty() || respond(out);
    }

    private boolean respond(ByteBuffer out) {
        boolean good = responses.transmit(memory, writer, out);
        responseTurn = responses.midMessage();
        return good;
    }
}
