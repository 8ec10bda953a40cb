package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A direction: a requester's work, done by the model too. */
final class Work {
    static final int OPERATIONS = 24;
    private static final int SLOT = 4096;
    private static final int COUNTERS = 4;
    private static final Verb[] VERBS = {
        Verb.SEND,
        Verb.SEND_WITH_IMM,
        Verb.RDMA_WRITE,
        Verb.RDMA_WRITE_WITH_IMM,
        Verb.RDMA_READ,
        Verb.ATOMIC_CMP_AND_SWP,
        Verb.ATOMIC_FETCH_AND_ADD,
        Verb.ATOMIC_WRITE,
        Verb.FLUSH,
    };

    final QueuePair requester;
    final QueuePair responder;
    final CompletionQueue sent;
    final CompletionQueue received;
    final MemoryRegion local;
    final MemoryRegion remote;
    final byte[] modelLocal;
    final byte[] modelRemote;
    final Verb[] verbs = new Verb[OPERATIONS];
    final int[] lengths = new int[OPERATIONS];
    final int[] immediates = new int[OPERATIONS];
    /** Receives that are posted by {@link #feed}. */
    private final ArrayDeque<Integer> held = new ArrayDeque<>();

    Work(Endpoint from, Endpoint to, SplittableRandom random) {
        sent = new CompletionQueue(2 * OPERATIONS);
        received = new CompletionQueue(2 * OPERATIONS);
        requester = from.createQp(new QpOptions(QpType.RC, sent, sent));
        responder = to.createQp(new QpOptions(QpType.RC, received, received));
        modelLocal = new byte[(OPERATIONS + 1) * SLOT];
        modelRemote = new byte[(OPERATIONS + 1) * SLOT];
        random.nextBytes(modelLocal);
        random.nextBytes(modelRemote);
        local = from.memory().register(ByteBuffer.wrap(modelLocal.clone()), Access.ALL);
        remote = to.memory().register(ByteBuffer.wrap(modelRemote.clone()), Access.ALL);
    }

    /** Path MTU, depth of READs and first PSN are drawn; half the runs wrap. */
    void connect(boolean forth, SplittableRandom random) {
        int mtu = 256 << random.nextInt(5);
        int depth = 1 + random.nextInt(16);
        boolean wraps = random.nextBoolean();
        int psn = wraps ? 0x1000000 - random.nextInt(40) - 1 : random.nextInt(1 << 24);
        int a = forth ? 1 : 2;
        int b = 3 - a;
        start(requester, responder.qpn(), Path.ipv4(a, b), psn, psn ^ 0x800000, mtu, depth);
        start(responder, requester.qpn(), Path.ipv4(b, a), psn ^ 0x800000, psn, mtu, depth);
    }

    private static void start(
            QueuePair qp, int peer, Path path, int sqPsn, int rqPsn, int mtu, int depth) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(mtu)
                .destQpNum(peer)
                .sqPsn(sqPsn)
                .rqPsn(rqPsn)
                .timeout(8)
                .retryCnt(7)
                .minRnrTimer(1)
                .maxRdAtomic(depth)
                .path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    void post(SplittableRandom random) {
        post(random, false);
    }

    /**
     * Draws the work and posts it.
     *
     * @param hold receives wait for {@link #feed}
     */
    void post(SplittableRandom random, boolean hold) {
        WorkRequest request = new WorkRequest();
        for (int i = 0; i < OPERATIONS; i++) {
            Verb verb = VERBS[random.nextInt(VERBS.length)];
            boolean word = verb.isAtomic() || verb == Verb.ATOMIC_WRITE;
            int length = word ? 8 : random.nextInt(4) == 0 ? 0 : random.nextInt(SLOT);
            int counter = OPERATIONS * SLOT + 8 * random.nextInt(COUNTERS);
            int there = word ? counter : i * SLOT;
            verbs[i] = verb;
            lengths[i] = length;
            immediates[i] = random.nextInt();
            request.of(verb, i)
                    .remote(remote.key(), remote.address() + there)
                    .immediate(immediates[i]);
            if (verb == Verb.FLUSH) {
                request.flush(length, 1, 0);
            } else {
                request.local(local.key(), local.address() + (long) i * SLOT, length);
            }
            long compare = random.nextBoolean() ? word(modelRemote, there) : random.nextLong();
            long swap = random.nextLong();
            request.compareAndSwap(compare, swap);
            if (verb.consumesReceive()) {
                held.add(i);
            }
            assertThat(requester.post(request)).isTrue();
            model(i, there, compare, swap);
        }
        while (!hold && feed()) {}
    }

    /** Posts the next receive; false when there is none. */
    boolean feed() {
        Integer i = held.poll();
        if (i == null) {
            return false;
        }
        int room = verbs[i].isSend() ? SLOT : 0;
        long at = remote.address() + (long) i * SLOT;
        return responder.postReceive(i, remote.key(), at, room);
    }

    private void model(int i, int there, long compare, long swap) {
        int here = i * SLOT;
        switch (verbs[i]) {
            case RDMA_READ -> System.arraycopy(modelRemote, here, modelLocal, here, lengths[i]);
            case ATOMIC_CMP_AND_SWP -> {
                long original = word(modelRemote, there);
                ByteBuffer.wrap(modelLocal).putLong(here, original);
                if (original == compare) {
                    ByteBuffer.wrap(modelRemote).putLong(there, swap);
                }
            }
            case ATOMIC_FETCH_AND_ADD -> {
                long original = word(modelRemote, there);
                ByteBuffer.wrap(modelLocal).putLong(here, original);
                ByteBuffer.wrap(modelRemote).putLong(there, original + compare);
            }
            case FLUSH -> {}
            default -> System.arraycopy(modelLocal, here, modelRemote, there, lengths[i]);
        }
    }

    private static long word(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getLong(at);
    }

    private void same(String where, MemoryRegion region, byte[] model) {
        int at = Arrays.mismatch(region.bytes().array(), model);
        if (at >= 0) {
            int operation = at / SLOT;
            String what = operation < OPERATIONS
                    ? verbs[operation] + " of " + lengths[operation]
                    : "counter";
            fail("%s: operation %d, %s, at byte %d", where, operation, what, at % SLOT);
        }
    }

    void check(String run) {
        for (int i = 0; i < OPERATIONS; i++) {
            Completion done = sent.poll();
            assertThat(done).as(run + ", operation " + i).isNotNull();
            assertThat(done.id()).as(run).isEqualTo(i);
            assertThat(done.status()).as(run).isEqualTo(WcStatus.SUCCESS);
            if (verbs[i].consumesReceive()) {
                Completion got = received.poll();
                assertThat(got).as(run + ", receive " + i).isNotNull();
                assertThat(got.id()).as(run).isEqualTo(i);
                assertThat(got.verb()).as(run).isEqualTo(verbs[i]);
                assertThat(got.byteCount()).as(run).isEqualTo(lengths[i]);
                if (verbs[i].hasImmediate()) {
                    assertThat(got.immediate()).as(run).isEqualTo(immediates[i]);
                }
            }
        }
        assertThat(sent.poll()).as(run).isNull();
        assertThat(received.poll()).as(run).isNull();
        same(run + ", requester's memory", local, modelLocal);
        same(run + ", responder's memory", remote, modelRemote);
    }
}
