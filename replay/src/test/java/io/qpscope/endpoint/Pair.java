package io.qpscope.endpoint;

import io.qpscope.fabric.Link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Two endpoints on a 100 Gbit/s link of 1 us, one queue pair and one region on each. */
final class Pair {
    static final int SIZE = 1 << 16;
    private static final int HOST_A = 0x0a09_0001;
    private static final int HOST_B = 0x0a09_0002;

    /** What came out of a completion queue. */
    record Done(long id, Verb verb, WcStatus status, boolean receive, int immediate) {
        @Override
        public String toString() {
            return (receive ? "recv " : "") + id + " " + status;
        }
    }

    final Endpoint a;
    final Endpoint b;
    final QueuePair qpA;
    final QueuePair qpB;
    final MemoryRegion memoryA;
    final MemoryRegion memoryB;
    final Link link;
    final WorkRequest request = new WorkRequest();
    private final CompletionQueue cqA = new CompletionQueue(4096);
    private final CompletionQueue cqB = new CompletionQueue(4096);

    Pair() {
        this(new QpAttributes());
    }

    Pair(QpAttributes attributes) {
        this(Profile.IBTA, attributes, QpType.RC);
    }

    Pair(Profile profile, QpAttributes attributes, QpType type) {
        a = new Endpoint(profile, true, 1);
        b = new Endpoint(profile, true, 2);
        qpA = a.createQp(new QpOptions(type, cqA, cqA));
        qpB = b.createQp(new QpOptions(type, cqB, cqB));
        memoryA = a.memory().register(filled(3), Access.ALL);
        memoryB = b.memory().register(filled(4), Access.ALL);
        link = new Link(a, b, 100_000_000_000L, 1_000);
        connect(attributes);
    }

    private void connect(QpAttributes attributes) {
        connect(qpA, qpB.qpn(), Path.ipv4(HOST_A, HOST_B), attributes);
        connect(qpB, qpA.qpn(), Path.ipv4(HOST_B, HOST_A), attributes);
    }

    /** The same queue pairs, from RESET on. */
    void reconnect(QpAttributes attributes) {
        qpA.modify(QpState.RESET, new QpAttributes());
        qpB.modify(QpState.RESET, new QpAttributes());
        connect(attributes);
    }

    private static ByteBuffer filled(long seed) {
        byte[] bytes = new byte[SIZE];
        new SplittableRandom(seed).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    static void connect(QueuePair qp, int peer, Path path, QpAttributes like) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(like.pathMtu)
                .destQpNum(peer)
                .sqPsn(like.sqPsn)
                .rqPsn(like.sqPsn)
                .accessFlags(like.accessFlags)
                .minRnrTimer(like.minRnrTimer)
                .timeout(like.timeout)
                .retryCnt(like.retryCnt)
                .rnrRetry(like.rnrRetry)
                .maxRdAtomic(like.maxRdAtomic)
                .maxDestRdAtomic(like.maxDestRdAtomic)
                .path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** Between the first bytes of both memories. */
    WorkRequest bytes(Verb verb, long id, int length) {
        return request.of(verb, id)
                .local(memoryA.key(), memoryA.address(), length)
                .remote(memoryB.key(), memoryB.address());
    }

    Pair post(WorkRequest work) {
        if (!qpA.post(work)) {
            throw new IllegalStateException("send queue full");
        }
        return this;
    }

    Pair receive(long id, int length) {
        qpB.postReceive(id, memoryB.key(), memoryB.address(), length);
        return this;
    }

    /** Until nothing moves; a second at most. */
    Pair run() {
        link.run(link.now() + 60_000_000_000L);
        return this;
    }

    List<Done> doneA() {
        return drain(cqA);
    }

    List<Done> doneB() {
        return drain(cqB);
    }

    private static List<Done> drain(CompletionQueue queue) {
        List<Done> all = new ArrayList<>();
        for (Completion c = queue.poll(); c != null; c = queue.poll()) {
            all.add(new Done(c.id(), c.verb(), c.status(), c.receive(), c.immediate()));
        }
        return all;
    }
}
