package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

/** Same plan, same seed: same faults. Other seed: others. */
class DeterminismTest {
    private static final String[] PLAN = {
        "drop: {probability: 0.02}",
        "delay: {probability: 0.05, by: 1us..30us}",
        "reorder: {probability: 0.02, by: 3, within: 50us}",
        "duplicate: {probability: 0.02, optional: true}",
        "corrupt: {probability: 0.02, field: bth.psn, xor: 1, optional: true}",
        "truncate: {probability: 0.01, by: 4, optional: true}",
        "rnr: {every: 37, timer: 1, optional: true}",
        "inject: {cnp: {qp: 1}, at: 10us, every: 30us, times: 5}",
    };

    private static Rig run(long seed, long work) {
        Rig rig = new Rig(attributes -> attributes.timeout(8), 2, seed, PLAN);
        SplittableRandom random = new SplittableRandom(work);
        for (int i = 0; i < 30; i++) {
            Verb verb = random.nextBoolean() ? Verb.RDMA_WRITE : Verb.RDMA_READ;
            rig.post(random.nextInt(2), verb, i, random.nextInt(1, 8 * Rig.MTU));
        }
        return rig.run();
    }

    @Test
    void theSeedSaysItAll() {
        Rig one = run(7, 1);
        Rig again = run(7, 1);
        assertThat(one.engine.counts())
                .extracting(RuleCount::fires)
                .isEqualTo(again.engine.counts().stream().map(RuleCount::fires).toList());
        assertThat(one.arrived).isEqualTo(again.arrived);
        assertThat(one.sent).isEqualTo(again.sent);
        assertThat(run(8, 1).arrived).isNotEqualTo(one.arrived);
    }

    /** Whatever goes wrong, data that is called done is right, and the run ends. */
    @Test
    void reliableMeansReliable() {
        for (long seed = 1; seed <= 25; seed++) {
            Rig rig = run(seed, seed);
            assertThat(rig.done()).as("seed " + seed).hasSize(30).containsOnly(WcStatus.SUCCESS);
        }
    }

    /** A rule's draws are its own: what others do before it does not change them. */
    @Test
    void rulesDoNotDisturbOneAnother() {
        Rig alone = new Rig("mark: {probability: 0.3, ecn: ce}").write(50).run();
        Rig second = new Rig(
                        "mark: {probability: 0.3, ecn: ce}", "mark: {probability: 0.5, dscp: 3}")
                .write(50)
                .run();
        assertThat(second.arrived(true))
                .extracting(Rig.Line::ecn)
                .isEqualTo(alone.arrived(true).stream().map(Rig.Line::ecn).toList());
    }
}
