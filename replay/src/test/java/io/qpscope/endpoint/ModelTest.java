package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.qpscope.fabric.Link;
import io.qpscope.fabric.Meddler;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random work over a bad link against a model that just does it in order: afterwards memories and
 * completions are the same, however much was lost, doubled or overtaken. The number of runs is
 * {@code -Dqpscope.model.runs}, the first seed {@code -Dqpscope.model.seed}.
 */
class ModelTest {
    private static final int RUNS = Integer.getInteger("qpscope.model.runs", 2000);
    private static final long FIRST_SEED = Long.getLong("qpscope.model.seed", 1);

    private static final int OPERATIONS = 24;
    private static final int SLOT = 4096;
    private static final int COUNTERS = 4;
    private static final List<Profile> DEVICES = List.of(
            Profile.IBTA,
            Profile.RXE,
            Profile.IBTA.with(Profile.Recovery.SELECTIVE_REPEAT),
            Profile.IBTA.with(Profile.Recovery.GO_BACK_0));
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

    /** A direction: a requester's work, done by the model too. */
    private static final class Work {
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

        void connect(boolean forth, int psn, int mtu, int depth) {
            int a = forth ? 1 : 2;
            int b = 3 - a;
            start(requester, responder.qpn(), Path.ipv4(a, b), psn, mtu, depth);
            start(responder, requester.qpn(), Path.ipv4(b, a), psn, mtu, depth);
        }

        private static void start(QueuePair qp, int peer, Path path, int psn, int mtu, int depth) {
            QpAttributes attributes = new QpAttributes()
                    .pathMtu(mtu)
                    .destQpNum(peer)
                    .sqPsn(psn)
                    .rqPsn(psn)
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
                    int room = verb.isSend() ? SLOT : 0;
                    long at = remote.address() + (long) i * SLOT;
                    responder.postReceive(i, remote.key(), at, room);
                }
                assertThat(requester.post(request)).isTrue();
                model(i, there, compare, swap);
            }
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

    @ParameterizedTest
    @FieldSource("DEVICES")
    void whateverTheLinkDoesTheWorkIsDoneInOrder(Profile device) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS / DEVICES.size(); seed++) {
            run(device, seed);
        }
    }

    private static void run(Profile profile, long seed) {
        String run = profile.name() + " " + profile.recovery() + ", seed " + seed;
        SplittableRandom random = new SplittableRandom(seed);
        Endpoint a = new Endpoint(profile, true, seed);
        Endpoint b = new Endpoint(profile, true, ~seed);
        Work forth = new Work(a, b, random);
        Work back = new Work(b, a, random);
        int mtu = 256 << random.nextInt(5);
        int depth = 1 + random.nextInt(16);
        // Half the runs wrap.
        int psn =
                random.nextBoolean() ? 0x1000000 - random.nextInt(40) - 1 : random.nextInt(1 << 24);
        forth.connect(true, psn, mtu, depth);
        back.connect(false, psn ^ 0x800000, mtu, depth);
        forth.post(random);
        back.post(random);
        Link link = new Link(a, b, 100_000_000_000L, 1 + random.nextInt(5_000))
                .meddler(bad(random.split()));
        assertThat(link.run(100_000_000_000L)).as(run).isTrue();
        forth.check(run);
        back.check(run);
    }

    /** Up to 3 % of packets lost, and as many doubled or late. */
    private static Meddler bad(SplittableRandom random) {
        double lost = random.nextDouble() * 0.03;
        double doubled = random.nextDouble() * 0.03;
        double late = random.nextDouble() * 0.03;
        return (fromA, packet, at, length, now, fate) -> {
            if (random.nextDouble() < lost) {
                fate.drop();
            }
            if (random.nextDouble() < doubled) {
                fate.duplicate(1);
            }
            if (random.nextDouble() < late) {
                fate.delay(random.nextInt(20_000));
            }
        };
    }
}
