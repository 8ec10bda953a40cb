package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Link;
import io.qpscope.fabric.Tap;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Two queue pairs of B's that draw from one queue of receive requests. */
class SharedQueueTest {
    private static final int SIZE = 64;

    private final Endpoint a = new Endpoint(Profile.IBTA, true, 1);
    private final Endpoint b = new Endpoint(Profile.IBTA, true, 2);
    private final CompletionQueue sent = new CompletionQueue(64);
    private final CompletionQueue received = new CompletionQueue(64);
    private final ReceiveQueue shared = ReceiveQueue.shared(4);
    private final MemoryRegion memoryA = a.memory().register(ByteBuffer.allocate(SIZE), Access.ALL);
    private final MemoryRegion memoryB =
            b.memory().register(ByteBuffer.allocate(16 * SIZE), Access.ALL);
    private final QueuePair[] from = {create(a, null), create(a, null)};
    private final QueuePair[] to = {create(b, shared), create(b, shared)};
    private final Link link = new Link(a, b, 100_000_000_000L, 1_000);
    private final WorkRequest request = new WorkRequest();

    SharedQueueTest() {
        for (int i = 0; i < 2; i++) {
            start(from[i], to[i].qpn(), Path.ipv4(1, 2));
            start(to[i], from[i].qpn(), Path.ipv4(2, 1));
        }
    }

    private QueuePair create(Endpoint endpoint, ReceiveQueue queue) {
        CompletionQueue completions = queue == null ? sent : received;
        return endpoint.createQp(new QpOptions(QpType.RC, completions, completions).shared(queue));
    }

    private static void start(QueuePair qp, int peer, Path path) {
        QpAttributes attributes =
                new QpAttributes().destQpNum(peer).minRnrTimer(12).rnrRetry(7).path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** At virtual times that are as far apart as the posts. */
    private void send(int pair, long id) {
        memoryA.bytes().putLong(0, id);
        from[pair].post(request.of(Verb.SEND, id).local(memoryA.key(), memoryA.address(), 8));
        link.run(link.now() + 10_000);
    }

    private boolean post(int slot) {
        return shared.post(slot, memoryB.key(), memoryB.address() + (long) slot * SIZE, SIZE);
    }

    private List<String> received() {
        List<String> all = new ArrayList<>();
        for (Completion done = received.poll(); done != null; done = received.poll()) {
            long slot = done.id();
            all.add("slot " + slot + " QP " + (done.qpn() == to[0].qpn() ? 0 : 1) + " got "
                    + memoryB.bytes().getLong((int) slot * SIZE) + " " + done.status());
        }
        return all;
    }

    @Test
    void buffersGoToWhoeverNeedsTheNext() {
        for (int slot = 1; slot <= 4; slot++) {
            assertThat(post(slot)).isTrue();
        }
        assertThat(post(5)).isFalse();
        send(1, 100);
        send(0, 101);
        send(0, 102);
        send(1, 103);
        assertThat(received())
                .containsExactly(
                        "slot 1 QP 1 got 100 SUCCESS",
                        "slot 2 QP 0 got 101 SUCCESS",
                        "slot 3 QP 0 got 102 SUCCESS",
                        "slot 4 QP 1 got 103 SUCCESS");
    }

    @Test
    void whatOneHasDrainedTheOtherWaitsFor() {
        post(1);
        send(0, 100);
        send(1, 101);
        assertThat(b.counters().sendRnrErr).isEqualTo(1);
        assertThat(received()).containsExactly("slot 1 QP 0 got 100 SUCCESS");
        assertThat(from[0].pending()).isZero();
        assertThat(from[1].pending()).isEqualTo(1);
        post(2);
        // Of both, the first to ask again gets it: the other has its turn after the RNR wait.
        send(0, 102);
        assertThat(received()).containsExactly("slot 2 QP 0 got 102 SUCCESS");
        post(3);
        memoryA.bytes().putLong(0, 101);
        link.run(link.now() + 1_000_000_000);
        assertThat(received()).containsExactly("slot 3 QP 1 got 101 SUCCESS");
        assertThat(sent.size()).isEqualTo(3);
    }

    /** A message that is too long for its buffer ends its own queue pair, not the other. */
    @Test
    void anErrorOfOneLeavesTheOtherAlone() {
        shared.post(1, memoryB.key(), memoryB.address(), 4);
        post(2);
        send(0, 100);
        send(1, 101);
        assertThat(to[0].state()).isEqualTo(QpState.ERR);
        assertThat(to[1].state()).isEqualTo(QpState.RTS);
        assertThat(received())
                .containsExactly("slot 1 QP 0 got 0 LOC_LEN_ERR", "slot 2 QP 1 got 101 SUCCESS");
    }

    @Test
    void noCreditsAreToldOfIt() {
        Log log = new Log();
        link.taps(log, Tap.NONE);
        post(1);
        post(2);
        send(0, 100);
        assertThat(log.from(false, "RC_ACKNOWLEDGE"))
                .extracting(Log.Line::syndrome)
                .containsExactly(0x1f);
    }

    @Test
    void theLimitIsToldOnceAndThenArmedAgain() {
        for (int slot = 1; slot <= 4; slot++) {
            post(slot);
        }
        shared.armLimit(3);
        send(0, 100);
        assertThat(shared.size()).isEqualTo(3);
        assertThat(shared.limitReached()).isFalse();
        send(1, 101);
        assertThat(shared.limitReached()).isTrue();
        post(5);
        shared.armLimit(3);
        assertThat(shared.limitReached()).isFalse();
        shared.armLimit(4);
        assertThat(shared.limitReached()).isTrue();
    }
}
