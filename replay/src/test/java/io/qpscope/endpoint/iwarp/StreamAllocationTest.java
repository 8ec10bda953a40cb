package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.endpoint.Verb;
import io.qpscope.wire.Mpa;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** In steady state an FPDU costs no memory, neither its sender nor its receiver. */
class StreamAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 2_000;

    private final StreamPair pair =
            new StreamPair(o -> o.markers(true), o -> o.markers(true)).connect();
    private final ByteBuffer out = ByteBuffer.allocate(Mpa.MAX_RAW);

    private void round() {
        pair.receive(1, 4000);
        pair.a.stream.post(pair.bytes(Verb.SEND, 1, 4000));
        pair.a.stream.post(pair.bytes(Verb.RDMA_READ, 2, 4000));
        pair.a.stream.post(pair.bytes(Verb.ATOMIC_FETCH_AND_ADD, 3, 8).add(1));
        boolean moved = true;
        while (moved) {
            moved = move(pair.a, pair.b);
            moved |= move(pair.b, pair.a);
        }
        if (pair.a.sends.size() != 3) {
            throw new AssertionError(pair.a.sends.size());
        }
        for (int i = 0; i < 3; i++) {
            pair.a.sends.poll();
        }
        pair.b.receives.poll();
    }

    private boolean move(StreamPair.End from, StreamPair.End to) {
        boolean any = false;
        while (from.stream.transmit(out.clear(), 0) > 0) {
            if (to.stream.receive(out, 0, out.position(), 0) != out.position()) {
                throw new AssertionError(out);
            }
            any = true;
        }
        return any;
    }

    @Test
    void fpdusCostNoMemory() {
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        long fpdus = pair.b.stream.counters().rcvdFpdus;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        long moved = pair.b.stream.counters().rcvdFpdus - fpdus;
        // One SEND of three FPDUs, a READ request and an atomic request a round.
        assertThat(moved).isEqualTo(5L * ROUNDS);
        // The measurement itself costs a little.
        assertThat(bytes / moved).isZero();
    }
}
