package io.qpscope.scenario;

import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.iwarp.StreamState;
import io.qpscope.fabric.Host;

import java.nio.ByteBuffer;

/** One end of a {@link StreamLink}. */
final class StreamEnd {
    final Host host;
    final RdmaStream stream;
    final CompletionQueue completions;
    final TcpScribe scribe;
    /** One unit, as it was written. */
    final ByteBuffer unit;
    /** Of the segment that is being filled: what leaves here, and what arrives in its place. */
    final ByteBuffer mine;

    final ByteBuffer theirs;

    StreamEnd peer;
    /** When the last bit that was sent has left. */
    long freeNs;
    /** Bytes that the peer had taken when it last said so. */
    int acknowledged;
    /** Bytes of the peer's that were taken, as it counts them. */
    int taken;

    boolean posted;
    boolean finished;
    /** Whether bytes came, and nothing went back since. */
    boolean owesAck;

    long scheduledNs = Long.MAX_VALUE;

    StreamEnd(
            Host host,
            RdmaStream stream,
            CompletionQueue completions,
            TcpScribe scribe,
            int mss,
            int most) {
        this.host = host;
        this.stream = stream;
        this.completions = completions;
        this.scribe = scribe;
        unit = ByteBuffer.allocate(mss);
        mine = ByteBuffer.allocate(mss);
        theirs = ByteBuffer.allocate(most);
    }

    /** Bytes sent and not acknowledged. */
    int inFlight() {
        return scribe.sent() - acknowledged;
    }

    /** Whether it ended as the protocol has it: by a FIN in order, or by a Terminate. */
    boolean isOrderly() {
        return stream.state() == StreamState.CLOSED || stream.state() == StreamState.TERMINATED;
    }
}
