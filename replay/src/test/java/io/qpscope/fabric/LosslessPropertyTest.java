package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * Random networks under more load than they can bear: nothing is lost inside the computed headroom,
 * every packet is accounted for at any time, and the same seed gives the same frames.
 */
class LosslessPropertyTest {
    private static final int RUNS = Integer.getInteger("qpscope.fabric.runs", 15);
    private static final long MS = 1_000_000;
    private static final int[] GIGABITS = {10, 25, 40, 100, 200};
    private static final int[] CELLS = {1, 1, 208, 1030};

    /** One network of its seed. */
    private static final class Trial {
        final SplittableRandom random;
        final Network network;
        final Star star;
        final List<Switch> switches = new ArrayList<>();
        final List<Star.Flow> flows = new ArrayList<>();
        final CRC32C frames = new CRC32C();
        final String name;

        Trial(long seed, long shortBytes) {
            random = new SplittableRandom(seed);
            int reaction = random.nextInt(3) * 300;
            network = new Network(
                    seed, new NetworkOptions().pauseReactionNs(reaction).longestFrame(4200));
            star = new Star(network);
            name = "seed " + seed;
            topology(shortBytes);
            traffic();
        }

        private CableOptions cable() {
            long rate = GIGABITS[random.nextInt(GIGABITS.length)] * Star.GBIT;
            return new CableOptions(rate, random.nextInt(5_000));
        }

        /** A chain of switches, or a leaf and spine, each switch of another kind. */
        private void topology(long shortBytes) {
            int count = 1 + random.nextInt(4);
            boolean chain = random.nextBoolean();
            for (int i = 0; i < count; i++) {
                Switch added = network.newSwitch("s" + i, options(shortBytes));
                if (i > 0) {
                    int to = chain ? i - 1 : 0;
                    for (int n = 1 + random.nextInt(2); n > 0; n--) {
                        network.cable(added, switches.get(to), cable());
                    }
                }
                switches.add(added);
            }
            int hosts = 2 + random.nextInt(6);
            for (int i = 0; i < hosts; i++) {
                HostOptions options = new HostOptions();
                if (random.nextInt(4) == 0) {
                    options.receiveRate(Star.GBIT * (2 + random.nextInt(20)));
                }
                if (random.nextInt(3) == 0) {
                    options.dcqcn(DcqcnOptions.DEFAULT.increaseTimerNs(55_000));
                }
                Host host = star.host("h" + i, options);
                network.cable(host, switches.get(random.nextInt(count)), cable());
            }
        }

        private SwitchOptions options(long shortBytes) {
            SwitchOptions options = new SwitchOptions()
                    .bufferBytes(16_000_000)
                    .lossless(2, 3)
                    .cellBytes(CELLS[random.nextInt(CELLS.length)])
                    .xonOffset(random.nextInt(10_000))
                    .reserve(random.nextInt(3) * 1_500L);
            if (random.nextBoolean()) {
                options.staticXoff(random.nextInt(60_000));
            } else {
                options.alpha(Math.scalb(1.0, random.nextInt(10) - 9));
            }
            if (random.nextBoolean()) {
                options.ecn(3, new EcnCurve(random.nextInt(20_000), 100_000, 0.2));
            }
            if (shortBytes >= 0) {
                options.headroom(shortBytes);
            }
            return options;
        }

        private void traffic() {
            int count = 2 + random.nextInt(10);
            int hosts = star.hosts.size();
            boolean incast = random.nextBoolean();
            for (int i = 0; i < count; i++) {
                int to = incast ? 0 : random.nextInt(hosts);
                int from = (to + 1 + random.nextInt(hosts - 1)) % hosts;
                int dscp = random.nextInt(3) == 0 ? 16 : 26;
                flows.add(star.flow(
                        star.hosts.get(from),
                        star.hosts.get(to),
                        random.nextInt(4) == 0 ? Verb.RDMA_READ : Verb.RDMA_WRITE,
                        1 + random.nextInt(200_000),
                        1 + random.nextInt(10),
                        1 + random.nextInt(4),
                        dscp << 2 | 2));
            }
        }

        void watch() {
            for (Host host : star.hosts) {
                host.port().tap((port, sent, frame, length, now) -> {
                    frames.update((int) now);
                    frames.update(frame.duplicate().position(0).limit(length));
                });
            }
        }
    }

    @Test
    void nothingIsLostInsideComputedHeadroom() {
        long pauses = 0;
        long headroomUsed = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Trial trial = new Trial(seed, -1);
            boolean rest = false;
            while (!rest && trial.network.now() < 100 * MS) {
                rest = trial.network.run(trial.network.now() + 200_000);
                Conservation sum = trial.network.conservation();
                assertThat(sum.isBalanced()).as("%s: %s", trial.name, sum).isTrue();
                assertThat(sum.dropped()).as(trial.name).isEmpty();
                assertThat(trial.network.pool.outstanding())
                        .as(trial.name)
                        .isEqualTo(sum.inFlight() + trial.network.flowControlInFlight());
            }
            assertThat(rest).as(trial.name).isTrue();
            assertThat(trial.network.conservation().inFlight()).as(trial.name).isZero();
            assertThat(trial.flows).as(trial.name).allMatch(f -> f.isDone() && f.failed == 0);
            for (Switch each : trial.switches) {
                assertThat(each.bufferUsed()).as(trial.name).isZero();
                for (Port port : each.ports()) {
                    pauses += port.pauses().stopsSent(3);
                    headroomUsed += each.headroomPeak(port.index(), 3);
                }
            }
        }
        // Else the rule was never put to the test.
        assertThat(pauses).isGreaterThan(RUNS);
        assertThat(headroomUsed).isGreaterThan(RUNS * 1_000L);
    }

    /** The other side: with a frame's headroom and no more, there are losses. */
    @Test
    void withTooLittleHeadroomThereAreLosses() {
        int lossy = 0;
        for (long seed = 1; seed <= 4; seed++) {
            Trial trial = new Trial(seed, 4_200);
            trial.network.run(5 * MS);
            Conservation sum = trial.network.conservation();
            assertThat(sum.isBalanced()).as("%s: %s", trial.name, sum).isTrue();
            lossy += sum.dropped(DropCause.HEADROOM_FULL) > 0 ? 1 : 0;
        }
        assertThat(lossy).isPositive();
    }

    @Test
    void theSameSeedGivesTheSameFrames() {
        long[] sums = new long[2];
        for (int i = 0; i < sums.length; i++) {
            CRC32C all = new CRC32C();
            for (long seed = 1; seed <= 4; seed++) {
                Trial trial = new Trial(seed, -1);
                trial.watch();
                trial.network.run(3 * MS);
                all.update((int) trial.frames.getValue());
                all.update((int) (trial.frames.getValue() >>> 8));
                all.update((int) (trial.frames.getValue() >>> 16));
                all.update((int) (trial.frames.getValue() >>> 24));
            }
            sums[i] = all.getValue();
        }
        assertThat(sums[0]).isEqualTo(sums[1]);
    }
}
