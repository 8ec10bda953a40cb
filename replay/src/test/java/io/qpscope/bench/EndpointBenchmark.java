package io.qpscope.bench;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.fabric.Link;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Two endpoints on a virtual link, on one thread: packets are written, their ICRC computed, carried,
 * checked and placed. An operation is a packet with 4 KiB of data; those without, ACKs and READ
 * requests, come on top. With {@code -prof gc} their allocation is told as well. From the project's
 * root:
 *
 * <pre>mvn -q -Pbench -pl replay -am test-compile -Dbench.args="EndpointBenchmark -f 1 -prof gc"</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(jvmArgsAppend = "-XX:+UseSerialGC")
public class EndpointBenchmark {
    private static final int MTU = 4096;
    private static final int PACKETS = 16;
    private static final int MESSAGE = PACKETS * MTU;
    private static final int DEPTH = 16;
    private static final long RATE = 400_000_000_000L;
    private static final long DELAY_NS = 1_000;

    /** What is done with the memory of the other side. */
    @Param({"RDMA_WRITE", "RDMA_READ", "SEND"})
    public Verb verb = Verb.RDMA_WRITE;

    private final WorkRequest request = new WorkRequest();
    private final CompletionQueue doneA = new CompletionQueue(2 * DEPTH);
    private final CompletionQueue doneB = new CompletionQueue(2 * DEPTH);
    private QueuePair qpA;
    private QueuePair qpB;
    private MemoryRegion memoryA;
    private MemoryRegion memoryB;
    private Link link;

    @Setup
    public void connect() {
        Endpoint a = new Endpoint(Profile.IBTA, true, 1);
        Endpoint b = new Endpoint(Profile.IBTA, true, 2);
        qpA = a.createQp(new QpOptions(QpType.RC, doneA, doneA).maxSends(DEPTH));
        qpB = b.createQp(new QpOptions(QpType.RC, doneB, doneB).maxReceives(DEPTH));
        memoryA = a.memory().register(filled(1), Access.ALL);
        memoryB = b.memory().register(filled(2), Access.ALL);
        start(qpA, qpB.qpn(), Path.ipv4(1, 2));
        start(qpB, qpA.qpn(), Path.ipv4(2, 1));
        link = new Link(a, b, RATE, DELAY_NS);
    }

    private static ByteBuffer filled(long seed) {
        byte[] bytes = new byte[MESSAGE];
        new SplittableRandom(seed).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static void start(QueuePair qp, int peer, Path path) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(MTU)
                .destQpNum(peer)
                .maxRdAtomic(DEPTH)
                .path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** Sixteen messages of sixteen packets, and all their answers. */
    @Benchmark
    @OperationsPerInvocation(DEPTH * PACKETS)
    public long packets() {
        for (int i = 0; i < DEPTH; i++) {
            if (verb == Verb.SEND) {
                qpB.postReceive(i, memoryB.key(), memoryB.address(), MESSAGE);
            }
            qpA.post(request.of(verb, i)
                    .local(memoryA.key(), memoryA.address(), MESSAGE)
                    .remote(memoryB.key(), memoryB.address()));
        }
        link.run(Long.MAX_VALUE - 1);
        drain(doneA, DEPTH);
        drain(doneB, verb == Verb.SEND ? DEPTH : 0);
        return link.now();
    }

    private static void drain(CompletionQueue queue, int expected) {
        int good = 0;
        for (Completion done = queue.poll(); done != null; done = queue.poll()) {
            good += done.status() == WcStatus.SUCCESS ? 1 : 0;
        }
        if (good != expected) {
            throw new IllegalStateException(good + " of " + expected + " completions");
        }
    }
}
