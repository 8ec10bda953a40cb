package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.fabric.Link;
import io.qpscope.fault.Meddler;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** In steady state a packet costs no memory: not its sender, nor its receiver, nor the link. */
class EndpointAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 500;
    private static final int SIZE = 40_000;

    private final WorkRequest request = new WorkRequest();
    private final CompletionQueue doneA = new CompletionQueue(64);
    private final CompletionQueue doneB = new CompletionQueue(64);
    private Endpoint a;
    private Endpoint b;
    private QueuePair qpA;
    private QueuePair qpB;
    private MemoryRegion memoryA;
    private MemoryRegion memoryB;
    private Link link;

    private void connect(Profile.Recovery recovery) {
        Profile profile = Profile.IBTA.with(recovery);
        a = new Endpoint(profile, true, 1);
        b = new Endpoint(profile, true, 2);
        qpA = a.createQp(new QpOptions(QpType.RC, doneA, doneA));
        qpB = b.createQp(new QpOptions(QpType.RC, doneB, doneB));
        memoryA = a.memory().register(ByteBuffer.allocate(SIZE), Access.ALL);
        memoryB = b.memory().register(ByteBuffer.allocateDirect(SIZE), Access.ALL);
        start(qpA, qpB.qpn(), Path.ipv4(1, 2));
        start(qpB, qpA.qpn(), Path.ipv4(2, 1));
        link = new Link(a, b, 100_000_000_000L, 1_000).meddler(losing());
    }

    private static void start(QueuePair qp, int peer, Path path) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(4096)
                .destQpNum(peer)
                .timeout(8)
                .maxRdAtomic(16)
                .path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** Every 97th packet: recovery is part of the steady state. */
    private static Meddler losing() {
        int[] sent = {0};
        return (fromA, packet, at, length, now, fate) -> {
            if (++sent[0] % 97 == 0) {
                fate.drop();
            }
        };
    }

    /** One of each kind. */
    private void round() {
        qpB.postReceive(1, memoryB.key(), memoryB.address(), SIZE);
        post(Verb.SEND, SIZE);
        post(Verb.RDMA_WRITE, SIZE);
        post(Verb.RDMA_READ, SIZE);
        post(Verb.ATOMIC_FETCH_AND_ADD, 8);
        post(Verb.ATOMIC_WRITE, 8);
        link.run(Long.MAX_VALUE - 1);
        drain(doneA, 5);
        drain(doneB, 1);
    }

    private void post(Verb verb, int length) {
        qpA.post(request.of(verb, 1)
                .local(memoryA.key(), memoryA.address(), length)
                .remote(memoryB.key(), memoryB.address()));
    }

    private static void drain(CompletionQueue queue, int expected) {
        int good = 0;
        for (Completion done = queue.poll(); done != null; done = queue.poll()) {
            good += done.status() == WcStatus.SUCCESS ? 1 : 0;
        }
        if (good != expected) {
            throw new AssertionError(good);
        }
    }

    @ParameterizedTest
    @EnumSource
    void packetsCostNoMemory(Profile.Recovery recovery) {
        connect(recovery);
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        long packets = a.counters().sentPkts + b.counters().sentPkts;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        packets = a.counters().sentPkts + b.counters().sentPkts - packets;
        assertThat(packets).isGreaterThan(30L * ROUNDS);
        assertThat(a.counters().rcvdSeqErr + a.counters().completerRetryErr).isPositive();
        // The measurement itself costs a little.
        assertThat(bytes / packets).isZero();
    }
}
