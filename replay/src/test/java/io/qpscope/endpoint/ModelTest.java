package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Link;

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

    /** Half the runs post their receives one by one, too late for many a message. */
    private static final long FEED_EVERY_NS = 10_000;

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
        boolean late = seed % 2 == 0;
        forth.post(random, late);
        back.post(random, late);
        Link link = new Link(a, b, 100_000_000_000L, 1 + random.nextInt(5_000))
                .meddler(BadLink.of(random.split(), 0.03));
        boolean more = late;
        while (more && !link.run(link.now() + FEED_EVERY_NS)) {
            boolean fed = forth.feed();
            more = back.feed() || fed;
        }
        assertThat(link.run(100_000_000_000L)).as(run).isTrue();
        forth.check(run);
        back.check(run);
    }
}
