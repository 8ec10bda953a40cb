package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Link;
import io.qpscope.fault.Meddler;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

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

    private static final List<Profile> DEVICES = List.of(
            Profile.IBTA,
            Profile.RXE,
            Profile.IBTA.with(Profile.Recovery.SELECTIVE_REPEAT),
            Profile.IBTA.with(Profile.Recovery.GO_BACK_0));

    @ParameterizedTest
    @FieldSource("DEVICES")
    void whateverTheLinkDoesTheWorkIsDoneInOrder(Profile device) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS / DEVICES.size(); seed++) {
            run(device, seed);
        }
    }

    private static void run(Profile profile, long seed) {
        String run = profile + ", seed " + seed;
        SplittableRandom random = new SplittableRandom(seed);
        Endpoint a = new Endpoint(profile, true, seed);
        Endpoint b = new Endpoint(profile, true, ~seed);
        Work forth = new Work(a, b, random);
        Work back = new Work(b, a, random);
        forth.connect(true, random);
        back.connect(false, random);
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
