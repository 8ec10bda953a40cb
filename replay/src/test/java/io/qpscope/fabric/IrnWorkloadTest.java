package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.endpoint.Verb;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The large runs of IRN (T19; SIGCOMM '18, sizes of flows and links from memory): 54 servers in a
 * fat tree of 40G links of 2 us, 70 % load, flows that come at random times between random servers.
 *
 * <p>Scaled down so that it runs in seconds: 1,000 flows, 2 ms of arrivals; half of them of 32 to
 * 1,000 bytes, 35 % up to 200 KB, 15 % up to 1 MiB (3 MB there). IRN has two ACK timers, 100 us with
 * few packets in flight and 320 us else; a queue pair has one, here 131 us, between the two.
 */
class IrnWorkloadTest {
    private static final long RATE = 40 * Star.GBIT;
    private static final long CABLE_NS = 2_000;
    /** Twelve cables there and back. */
    private static final long ROUND_NS = 12 * CABLE_NS;

    private static final int ARITY = 6;
    private static final int HOSTS = 54;
    private static final int FLOWS = 1_000;
    private static final double LOAD = 0.7;
    private static final double WIRE_BITS = 8.0 * 1106 / 1024;

    private static final Profile IRN =
            Profile.IBTA.with(Recovery.SELECTIVE_REPEAT).within(110);

    private record Arrival(long atNs, int from, int to, int bytes) {}

    private record Outcome(
            double meanNs, double slowdown, double tailNs, long dropped, long pauses) {}

    private static List<Arrival> arrivals(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = new int[FLOWS];
        Arrays.setAll(sizes, i -> size(random.nextInt(100), random));
        double gapNs = Arrays.stream(sizes).average().orElseThrow()
                * (WIRE_BITS * 1e9 / (LOAD * RATE * HOSTS));
        List<Arrival> all = new ArrayList<>();
        double at = 0;
        for (int bytes : sizes) {
            at -= gapNs * StrictMath.log(1 - random.nextDouble());
            int from = random.nextInt(HOSTS);
            int to = (from + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
            all.add(new Arrival((long) at, from, to, bytes));
        }
        return all;
    }

    private static int size(int percentile, SplittableRandom random) {
        if (percentile < 50) {
            return random.nextInt(32, 1_001);
        }
        return percentile < 85 ? random.nextInt(1_000, 200_000) : random.nextInt(200_000, 1 << 20);
    }

    private static Outcome run(long seed, SwitchOptions options, Profile profile, int timeout) {
        Network network = new Network(seed, new NetworkOptions().longestFrame(1_200));
        Star star = new Star(network);
        star.timeout = timeout;
        CableOptions cable = new CableOptions(RATE, CABLE_NS);
        FatTree tree = new FatTree(network, ARITY, () -> options, () -> cable);
        assertThat(tree.hosts()).isEqualTo(HOSTS);
        for (int i = 0; i < HOSTS; i++) {
            network.cable(star.host("h" + i, new HostOptions(), profile), tree.edgeOf(i), cable);
        }
        List<Arrival> arrivals = arrivals(seed);
        List<Star.Flow> flows = new ArrayList<>();
        for (Arrival each : arrivals) {
            network.run(each.atNs);
            Host from = star.hosts.get(each.from);
            Host to = star.hosts.get(each.to);
            flows.add(star.flow(from, to, Verb.RDMA_WRITE, each.bytes, 1));
        }
        assertThat(network.run(1_000_000_000)).isTrue();
        assertThat(network.conservation().isBalanced()).isTrue();
        return outcome(network, arrivals, flows);
    }

    private static Outcome outcome(Network network, List<Arrival> arrivals, List<Star.Flow> flows) {
        double[] times = new double[FLOWS];
        double slowdowns = 0;
        for (int i = 0; i < FLOWS; i++) {
            assertThat(flows.get(i).completed).isEqualTo(1);
            Arrival arrival = arrivals.get(i);
            times[i] = flows.get(i).finishedAt - arrival.atNs;
            slowdowns += times[i] / (ROUND_NS + arrival.bytes * WIRE_BITS * 1e9 / RATE);
        }
        Arrays.sort(times);
        long pauses = 0;
        for (Switch each : network.switches()) {
            for (Port port : each.ports()) {
                pauses += port.pauses().stopsSent(3);
            }
        }
        return new Outcome(
                Arrays.stream(times).average().orElseThrow(),
                slowdowns / FLOWS,
                times[FLOWS * 99 / 100],
                network.conservation().droppedPackets(),
                pauses);
    }

    /**
     * The paper: IRN without PFC is 6 to 83 % better than RoCE with it. Held here with that range as
     * the tolerance, for the mean completion time of flows and for their mean slowdown. Where our
     * tail differs from the paper's, the ACK timer does it: eight times as long, it makes everything
     * else worse, too.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void irnWithoutPfcIsBetterThanRoceWithIt(long seed) {
        // 220 KB of each port's 240, and beyond them what the cable needs for losing nothing.
        SwitchOptions lossless =
                Presets.irn(ARITY).bufferBytes(300_000L * ARITY).headroom(40_000);
        // A queue alone may have 240 KB of the buffer: 0.2 / 1.2 of it.
        SwitchOptions lossy = Presets.irnWithoutPfc(ARITY).lossyAlpha(0.2);
        Outcome roce = run(seed, lossless, Profile.IBTA, 14);
        Outcome irn = run(seed, lossy, IRN, 5);
        Outcome slow = run(seed, lossy, IRN, 8);
        assertThat(roce.dropped).isZero();
        assertThat(roce.pauses).isGreaterThan(100);
        assertThat(irn.dropped).isGreaterThan(100);
        assertThat(irn.pauses).isZero();
        assertThat(1 - irn.meanNs / roce.meanNs).isBetween(0.06, 0.83);
        assertThat(1 - irn.slowdown / roce.slowdown).isBetween(0.06, 0.83);
        assertThat(slow.meanNs).isGreaterThan(irn.meanNs);
        assertThat(slow.tailNs).isGreaterThan(1.05 * irn.tailNs);
    }
}
