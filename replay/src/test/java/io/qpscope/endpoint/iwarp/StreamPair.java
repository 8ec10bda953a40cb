package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.wire.Mpa;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/** Two streams whose bytes reach each other in pieces; end A is the initiator. */
final class StreamPair {
    static final int SIZE = 1 << 16;
    static final Consumer<StreamOptions> PLAIN = options -> {};
    static final byte[] NOTHING = {};

    /** Sees what an end sends, one FPDU or MPA frame at a time. */
    interface Tap {
        void sent(boolean fromA, ByteBuffer bytes, int at, int length);
    }

    /** Changes what an end sends, behind the tap. */
    interface Forger {
        void forge(boolean fromA, ByteBuffer bytes);
    }

    /** What came out of a completion queue. */
    record Done(long id, Verb verb, WcStatus status, long bytes, int immediate) {
        @Override
        public String toString() {
            return id + " " + status;
        }
    }

    /** One end. */
    static final class End {
        final Memory memory;
        final MemoryRegion region;
        final CompletionQueue sends = new CompletionQueue(1024);
        final CompletionQueue receives = new CompletionQueue(1024);
        final RdmaStream stream;
        final StreamOptions options;
        private final ByteBuffer out = ByteBuffer.allocate(Mpa.MAX_RAW);
        private ByteBuffer onTheWay = ByteBuffer.allocate(1 << 12);
        private boolean shut;
        private boolean endTold;

        End(long seed, Consumer<StreamOptions> how) {
            memory = new Memory(new SplittableRandom(seed));
            byte[] bytes = new byte[SIZE];
            new SplittableRandom(seed + 1).nextBytes(bytes);
            region = memory.register(ByteBuffer.wrap(bytes), Access.ALL);
            options = new StreamOptions(sends, receives);
            how.accept(options);
            stream = new RdmaStream(memory, options);
        }

        List<Done> sent() {
            return drain(sends);
        }

        List<Done> received() {
            return drain(receives);
        }

        byte[] bytes() {
            return region.bytes().array();
        }

        private static List<Done> drain(CompletionQueue queue) {
            List<Done> all = new ArrayList<>();
            for (Completion c = queue.poll(); c != null; c = queue.poll()) {
                all.add(new Done(c.id(), c.verb(), c.status(), c.byteCount(), c.immediate()));
            }
            return all;
        }
    }

    final End a;
    final End b;
    final WorkRequest request = new WorkRequest();
    long now = 1_000;
    private IntUnaryOperator piece = left -> left;
    private Tap tap = (fromA, bytes, at, length) -> {};
    private Consumer<ByteBuffer> damage;
    private Forger forger = (fromA, bytes) -> {};
    private Consumer<RdmaStream> onRequest = stream -> stream.accept(NOTHING);

    StreamPair() {
        this(PLAIN, PLAIN);
    }

    StreamPair(Consumer<StreamOptions> initiator, Consumer<StreamOptions> responder) {
        a = new End(3, initiator);
        b = new End(7, responder);
    }

    /** How many bytes of those on the way arrive at once. */
    StreamPair pieces(IntUnaryOperator ofLeft) {
        piece = ofLeft;
        return this;
    }

    StreamPair tap(Tap seen) {
        tap = seen;
        return this;
    }

    /** Changes the next FPDU that A sends, before the tap. */
    StreamPair meddle(Consumer<ByteBuffer> change) {
        damage = change;
        return this;
    }

    StreamPair forged(Forger change) {
        forger = change;
        return this;
    }

    StreamPair onRequest(Consumer<RdmaStream> answer) {
        onRequest = answer;
        return this;
    }

    StreamPair connect() {
        return connect(NOTHING);
    }

    StreamPair connect(byte[] privateData) {
        b.stream.listen(now);
        a.stream.connect(privateData, now);
        return run();
    }

    /** Between the first bytes of both regions. */
    WorkRequest bytes(Verb verb, long id, int length) {
        return request.of(verb, id)
                .local(a.region.key(), a.region.address(), length)
                .remote(b.region.key(), b.region.address());
    }

    StreamPair post(WorkRequest work) {
        if (!a.stream.post(work)) {
            throw new IllegalStateException("not posted");
        }
        return this;
    }

    StreamPair receive(long id, int length) {
        b.stream.postReceive(id, b.region.key(), b.region.address(), length);
        return this;
    }

    /** Bytes made by hand come to B. */
    StreamPair inject(byte[] bytes) {
        return inject(ByteBuffer.wrap(bytes));
    }

    StreamPair inject(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            int taken = b.stream.receive(bytes, bytes.position(), bytes.remaining(), now);
            bytes.position(bytes.position() + taken);
        }
        return run();
    }

    /** Until nothing moves. */
    StreamPair run() {
        boolean moved = true;
        while (moved) {
            now += 100;
            moved = step(a, b, true);
            moved |= step(b, a, false);
        }
        return this;
    }

    private boolean step(End from, End to, boolean fromA) {
        boolean moved = false;
        from.out.clear();
        while (!from.shut && from.stream.transmit(from.out, now) > 0) {
            if (fromA && damage != null) {
                damage.accept(from.out);
                damage = null;
            }
            tap.sent(fromA, from.out, 0, from.out.position());
            forger.forge(fromA, from.out);
            append(from);
            moved = true;
        }
        if (from.onTheWay.position() > 0) {
            int count = Math.max(1, piece.applyAsInt(from.onTheWay.position()));
            int taken = to.stream.receive(from.onTheWay, 0, count, now);
            from.onTheWay.flip().position(taken);
            from.onTheWay.compact();
            moved = true;
        }
        if (to.stream.state() == StreamState.REQUESTED) {
            onRequest.accept(to.stream);
            moved |= to.stream.state() != StreamState.REQUESTED;
        }
        from.shut |= from.stream.tcp() != TcpAction.NONE;
        if (from.shut && from.onTheWay.position() == 0 && !from.endTold) {
            from.endTold = true;
            to.stream.ended(false);
            moved = true;
        }
        return moved;
    }

    private static void append(End from) {
        from.out.flip();
        if (from.onTheWay.remaining() < from.out.remaining()) {
            int size = 2 * (from.onTheWay.capacity() + from.out.remaining());
            from.onTheWay = ByteBuffer.allocate(size).put(from.onTheWay.flip());
        }
        from.onTheWay.put(from.out);
        from.out.clear();
    }
}
