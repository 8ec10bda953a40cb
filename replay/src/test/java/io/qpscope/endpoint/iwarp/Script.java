package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;

/** What one end asks the other, drawn at random, and done by the model too. */
final class Script {
    static final int OPERATIONS = 20;
    private static final int SLOT = 6000;
    private static final int COUNTERS = 4;
    private static final Verb[] VERBS = {
        Verb.SEND,
        Verb.SEND_WITH_IMM,
        Verb.SEND_WITH_INV,
        Verb.RDMA_WRITE,
        Verb.RDMA_WRITE_WITH_IMM,
        Verb.RDMA_READ,
        Verb.ATOMIC_CMP_AND_SWP,
        Verb.ATOMIC_FETCH_AND_ADD,
    };

    private final StreamPair.End from;
    private final StreamPair.End to;
    private final SplittableRandom random;
    private final MemoryRegion local;
    private final MemoryRegion remote;
    private final byte[] modelLocal;
    private final byte[] modelRemote;
    private final Verb[] verbs = new Verb[OPERATIONS];
    private final int[] lengths = new int[OPERATIONS];
    private final int[] immediates = new int[OPERATIONS];

    Script(StreamPair.End from, StreamPair.End to, SplittableRandom random) {
        this.from = from;
        this.to = to;
        this.random = random;
        modelLocal = new byte[(OPERATIONS + 1) * SLOT];
        modelRemote = new byte[(OPERATIONS + 1) * SLOT];
        random.nextBytes(modelLocal);
        random.nextBytes(modelRemote);
        local = from.memory.register(ByteBuffer.wrap(modelLocal.clone()), Access.ALL);
        remote = to.memory.register(ByteBuffer.wrap(modelRemote.clone()), Access.ALL);
        for (int i = 0; i < OPERATIONS; i++) {
            verbs[i] = VERBS[random.nextInt(VERBS.length)];
            boolean empty = verbs[i] == Verb.SEND_WITH_IMM || random.nextInt(4) == 0;
            lengths[i] = verbs[i].isAtomic() ? 8 : empty ? 0 : 1 + random.nextInt(SLOT);
            immediates[i] = random.nextInt();
            if (verbs[i] == Verb.SEND_WITH_INV) {
                immediates[i] =
                        to.memory.register(ByteBuffer.allocate(1), Access.ALL).key();
            }
        }
    }

    private static boolean takesReceive(Verb verb) {
        return verb.isSend() || verb == Verb.RDMA_WRITE_WITH_IMM;
    }

    /** How often a verb was drawn. */
    int count(Verb verb) {
        return Collections.frequency(Arrays.asList(verbs), verb);
    }

    void postReceives() {
        for (int i = 0; i < OPERATIONS; i++) {
            if (takesReceive(verbs[i])) {
                int room = verbs[i].isSend() ? SLOT : 0;
                long at = remote.address() + (long) i * SLOT;
                assertThat(to.stream.postReceive(i, remote.key(), at, room)).isTrue();
            }
        }
    }

    void post() {
        WorkRequest request = new WorkRequest();
        for (int i = 0; i < OPERATIONS; i++) {
            int there = verbs[i].isAtomic()
                    ? OPERATIONS * SLOT + 8 * random.nextInt(COUNTERS)
                    : i * SLOT;
            request.of(verbs[i], i)
                    .remote(remote.key(), remote.address() + there)
                    .immediate(immediates[i]);
            long at = local.address() + (long) i * SLOT;
            boolean split = verbs[i] != Verb.RDMA_READ && lengths[i] > 1 && random.nextBoolean();
            int first = split ? 1 + random.nextInt(lengths[i] - 1) : lengths[i];
            request.local(local.key(), at, first);
            if (split) {
                request.local(local.key(), at + first, lengths[i] - first);
            }
            if (random.nextInt(4) == 0) {
                request.fence();
            }
            if (random.nextInt(4) == 0) {
                request.solicited();
            }
            long compare = random.nextBoolean() ? word(modelRemote, there) : random.nextLong();
            long swap = random.nextLong();
            request.compareAndSwap(compare, swap);
            assertThat(from.stream.post(request)).isTrue();
            model(i, there, compare, swap);
        }
    }

    private void model(int i, int there, long compare, long swap) {
        int here = i * SLOT;
        switch (verbs[i]) {
            case RDMA_READ -> System.arraycopy(modelRemote, here, modelLocal, here, lengths[i]);
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> {
                long original = word(modelRemote, there);
                ByteBuffer.wrap(modelLocal).putLong(here, original);
                boolean adds = verbs[i] == Verb.ATOMIC_FETCH_AND_ADD;
                if (adds || original == compare) {
                    ByteBuffer.wrap(modelRemote).putLong(there, adds ? original + compare : swap);
                }
            }
            default -> System.arraycopy(modelLocal, here, modelRemote, there, lengths[i]);
        }
    }

    private static long word(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getLong(at);
    }

    void check(String run) {
        for (int i = 0; i < OPERATIONS; i++) {
            String which = run + ", " + verbs[i] + " " + i + " of " + lengths[i];
            Completion done = from.sends.poll();
            assertThat(done).as(which).isNotNull();
            assertThat(done.id()).as(which).isEqualTo(i);
            assertThat(done.status()).as(which).isEqualTo(WcStatus.SUCCESS);
            if (takesReceive(verbs[i])) {
                received(i, which);
            }
        }
        assertThat(from.sends.poll()).as(run).isNull();
        assertThat(to.receives.poll()).as(run).isNull();
        assertThat(local.bytes().array()).as(run + ", local memory").isEqualTo(modelLocal);
        assertThat(remote.bytes().array()).as(run + ", remote memory").isEqualTo(modelRemote);
    }

    private void received(int i, String which) {
        Completion got = to.receives.poll();
        assertThat(got).as(which).isNotNull();
        assertThat(got.id()).as(which).isEqualTo(i);
        assertThat(got.status()).as(which).isEqualTo(WcStatus.SUCCESS);
        boolean immediate = verbs[i].hasImmediate();
        assertThat(got.byteCount()).as(which).isEqualTo(immediate ? 0 : lengths[i]);
        assertThat(got.hasImmediate()).as(which).isEqualTo(immediate);
        if (immediate || verbs[i] == Verb.SEND_WITH_INV) {
            assertThat(got.immediate()).as(which).isEqualTo(immediates[i]);
        }
        if (verbs[i] == Verb.SEND_WITH_INV) {
            assertThat(got.invalidated()).as(which).isTrue();
            assertThat(to.memory.region(immediates[i]).valid()).as(which).isFalse();
        }
    }
}
