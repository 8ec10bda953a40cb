package io.qpscope.endpoint;

import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Icrc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.SplittableRandom;

/** A device with a defect does wrong, and throws nothing and ends all the same, whatever comes. */
class HostileDefectTest {
    private static final int RUNS = 60;
    private static final int OPERATIONS = 12;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final Verb[] VERBS = Verb.values();
    private static final Recovery[] RECOVERIES = Recovery.values();

    @ParameterizedTest
    @EnumSource
    void aDefectNeverThrows(Defect defect) {
        runs(Profile.IBTA.with(defect));
    }

    @Test
    void noMoreDoAllOfThem() {
        Profile profile = Profile.IBTA;
        for (Defect defect : Defect.values()) {
            profile = profile.with(defect);
        }
        runs(profile);
    }

    private static void runs(Profile profile) {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (int run = 0; run < RUNS; run++) {
            SplittableRandom random = new SplittableRandom(seed + run);
            try {
                run(profile.with(RECOVERIES[random.nextInt(RECOVERIES.length)]), random);
            } catch (RuntimeException e) {
                throw new AssertionError("-Dqpscope.seed=%d run %d".formatted(seed, run), e);
            }
        }
    }

    private static void run(Profile profile, SplittableRandom random) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(256)
                .sqPsn(0x1000000 - 1 - random.nextInt(40))
                .timeout(6)
                .retryCnt(random.nextInt(7))
                .rnrRetry(random.nextInt(7))
                .minRnrTimer(1 + random.nextInt(20))
                .maxRdAtomic(2)
                .maxDestRdAtomic(2);
        Pair pair = Symptom.pair(profile, attributes);
        pair.link.meddler(turningBits(BadLink.of(random, 0.1), random));
        for (int i = 0; i < OPERATIONS; i++) {
            Verb verb = VERBS[random.nextInt(VERBS.length)];
            boolean word = verb.isAtomic() || verb == Verb.ATOMIC_WRITE;
            int length = word ? 8 : random.nextInt(1200);
            long at = random.nextBoolean() ? 0 : Pair.SIZE - length + random.nextInt(3) - 1;
            pair.bytes(verb, i, length).immediate(i);
            pair.request.remote(pair.memoryB.key(), pair.memoryB.address() + at);
            if (verb == Verb.FLUSH) {
                pair.request.of(verb, i).flush(length, 1, 0);
                pair.request.remote(pair.memoryB.key(), pair.memoryB.address() + at);
            }
            pair.qpA.post(pair.request);
            pair.receive(i, 1000);
            pair.link.run(pair.link.now() + random.nextInt(20_000));
        }
        pair.link.run(pair.link.now() + 60 * SECOND_NS);
    }

    /** Behind the UDP header, mostly under a good ICRC. */
    private static Meddler turningBits(Meddler link, SplittableRandom random) {
        return (fromA, packet, at, length, now, fate) -> {
            if (random.nextInt(6) == 0) {
                int last = length - Icrc.LENGTH - Symptom.BTH;
                int near = random.nextBoolean() ? Math.min(last, 32) : last;
                int place = at + Symptom.BTH + random.nextInt(near);
                packet.put(place, (byte) (packet.get(place) ^ (1 << random.nextInt(8))));
                if (random.nextInt(4) != 0) {
                    Symptom.seal(packet, at, length);
                }
            }
            link.meddle(fromA, packet, at, length, now, fate);
        };
    }
}
