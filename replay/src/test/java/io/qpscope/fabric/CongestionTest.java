package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

/** What PFC does to those who have done nothing (T16 to T18). */
class CongestionTest {
    private static final long MS = 1_000_000;
    private static final CableOptions CABLE = new CableOptions(40 * Star.GBIT, 500);
    private static final int MESSAGE = 1 << 18;
    private static final long ENDLESS = 1 << 20;

    private final Network network = new Network(1);
    private final Star star = new Star(network);

    /** Pauses come early: the flows' windows do not do for the buffers of today. */
    private static SwitchOptions switches() {
        return new SwitchOptions().staticXoff(50_000);
    }

    private Switch at(String name, SwitchOptions options) {
        return network.newSwitch(name, options);
    }

    private Host host(String name, Switch where, HostOptions options) {
        Host host = star.host(name, options);
        network.cable(host, where, CABLE);
        return host;
    }

    private static double gbit(Star.Flow flow, long before, long ns) {
        return (flow.completedBytes() - before) * 8.0 / ns;
    }

    /** Three senders behind one port and one behind its own: half the link is its own. */
    @Test
    void pausesShareByPortAndNotBySender() {
        double[] rates = parkingLot(switches(), new HostOptions(), 1, 5);
        // 1024 of 1106 bytes on the wire are payload.
        assertThat(rates[3]).isCloseTo(18.5, within(1.0));
        for (int i = 0; i < 3; i++) {
            assertThat(rates[i]).isCloseTo(18.5 / 3, within(1.0));
        }
    }

    @Test
    void dcqcnSharesBySender() {
        double[] rates = parkingLot(
                Presets.dcqcn().ecn(3, new EcnCurve(5_000, 200_000, 0.1)),
                Presets.dcqcnHost(),
                15,
                40);
        double sum = rates[0] + rates[1] + rates[2] + rates[3];
        for (double rate : rates) {
            assertThat(rate).as("of %.1f", sum).isBetween(0.18 * sum, 0.32 * sum);
        }
        assertThat(sum).isGreaterThan(25);
    }

    private double[] parkingLot(
            SwitchOptions switches, HostOptions hosts, long fromMs, long untilMs) {
        Switch far = at("far", switches);
        Switch near = at("near", switches);
        network.cable(far, near, CABLE);
        List<Host> senders = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            senders.add(host("h" + i, far, hosts));
        }
        senders.add(host("h4", near, hosts));
        Host receiver = host("r", near, hosts);
        List<Star.Flow> flows = new ArrayList<>();
        for (Host sender : senders) {
            flows.add(star.flow(sender, receiver, Verb.RDMA_WRITE, MESSAGE / 4, ENDLESS));
        }
        network.run(fromMs * MS);
        long[] before = flows.stream().mapToLong(Star.Flow::completedBytes).toArray();
        network.run(untilMs * MS);
        assertThat(network.conservation().droppedPackets()).isZero();
        double[] rates = new double[4];
        for (int i = 0; i < 4; i++) {
            rates[i] = gbit(flows.get(i), before[i], (untilMs - fromMs) * MS);
        }
        return rates;
    }

    /**
     * Four senders at T1 and more at T3 to one receiver at T4; a victim goes from T1 to T2, over one
     * of T1's two uplinks, on which two of the four go too.
     */
    @ParameterizedTest
    @CsvSource({"0, 9.3, 0.2", "2, 4.6, 0.2"})
    void aVictimGetsWhatThePausedOnesGet(int extra, double expected, double tolerance) {
        SwitchOptions options = switches();
        Switch t1 = at("t1", options);
        Switch t2 = at("t2", options);
        Switch t3 = at("t3", options);
        Switch t4 = at("t4", options);
        Switch l1 = at("l1", options);
        Switch l2 = at("l2", options);
        Switch s1 = at("s1", options);
        Switch l3 = at("l3", options);
        network.cable(t1, l1, CABLE);
        network.cable(t1, l2, CABLE);
        network.cable(t2, l1, CABLE);
        network.cable(l1, s1, CABLE);
        network.cable(l2, s1, CABLE);
        network.cable(s1, l3, CABLE);
        network.cable(t3, l3, CABLE);
        network.cable(t4, l3, CABLE);
        Host receiver = host("r", t4, new HostOptions());
        Host victimTo = host("vr", t2, new HostOptions());
        List<Host> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            senders.add(host("h1" + i, t1, new HostOptions()));
        }
        Host victimFrom = host("vs", t1, new HostOptions());
        for (int i = 0; i < extra; i++) {
            senders.add(host("h3" + i, t3, new HostOptions()));
        }
        for (Host sender : senders) {
            star.flow(sender, receiver, Verb.RDMA_WRITE, MESSAGE, ENDLESS);
        }
        Star.Flow victim = star.flow(victimFrom, victimTo, Verb.RDMA_WRITE, MESSAGE / 4, ENDLESS);
        network.run(2 * MS);
        long before = victim.completedBytes();
        long first = t1.port(0).counters().sentBytes(3);
        long second = t1.port(1).counters().sentBytes(3);
        network.run(10 * MS);
        // Two of the four on each uplink and the victim on the first, or the figures mean nothing.
        double ratio = (double) (t1.port(0).counters().sentBytes(3) - first)
                / (t1.port(1).counters().sentBytes(3) - second);
        assertThat(ratio).isCloseTo(1.5, within(0.02));
        assertThat(gbit(victim, before, 8 * MS)).isCloseTo(expected, within(tolerance));
        assertThat(network.conservation().droppedPackets()).isZero();
    }

    private Host[] clos(SwitchOptions options, HostOptions hosts) {
        Switch spine = at("spine", options);
        Host[] all = new Host[6];
        for (int i = 0; i < 3; i++) {
            Switch leaf = at("leaf" + i, options);
            network.cable(leaf, spine, CABLE);
            all[2 * i] = host("h" + 2 * i, leaf, hosts);
            all[2 * i + 1] = host("h" + (2 * i + 1), leaf, hosts);
        }
        return all;
    }

    private void stormAt(Host broken, long untilNs) {
        network.start();
        network.storm(broken.port(), 1 << 3, PauseControl.LONGEST, 400_000, 100_000, untilNs);
    }

    /** One adapter stops the senders of half a network; the ones whose ways do not meet go on. */
    @Test
    void onePauseStormStopsAllWhoseWaysMeet() {
        Host[] h = clos(switches(), new HostOptions());
        stormAt(h[0], 1_000 * MS);
        Star.Flow toBroken = star.flow(h[2], h[0], Verb.RDMA_WRITE, MESSAGE, ENDLESS);
        Star.Flow sameUplink = star.flow(h[3], h[4], Verb.RDMA_WRITE, MESSAGE, ENDLESS);
        Star.Flow sameTop = star.flow(h[5], h[1], Verb.RDMA_WRITE, MESSAGE, ENDLESS);
        Star.Flow apart = star.flow(h[1], h[5], Verb.RDMA_WRITE, MESSAGE, ENDLESS);
        network.run(3 * MS);
        long[] then = {toBroken.completed, sameUplink.completed, sameTop.completed, apart.completed
        };
        network.run(6 * MS);
        assertThat(toBroken.completed).isEqualTo(then[0]);
        assertThat(sameUplink.completed).isEqualTo(then[1]);
        assertThat(sameTop.completed).isEqualTo(then[2]);
        assertThat(network.conservation().droppedPackets()).isZero();
        assertThat(h[2].port().pauses().isPaused(3)).isTrue();
        assertThat(h[3].port().pauses().isPaused(3)).isTrue();
    }

    @Test
    void theAdaptersWatchdogBoundsTheStorm() {
        Host[] h = clos(switches(), new HostOptions().pauseStallAuto());
        stormAt(h[0], 1_000 * MS);
        Star.Flow toBroken = star.flow(h[2], h[0], Verb.RDMA_WRITE, MESSAGE, 4);
        Star.Flow sameUplink = star.flow(h[3], h[4], Verb.RDMA_WRITE, MESSAGE, 4);
        network.run(90 * MS);
        assertThat(toBroken.completed).isZero();
        network.run(120 * MS);
        assertThat(h[0].receiveBuffer().hasStalled()).isTrue();
        assertThat(toBroken.completed).isEqualTo(4);
        assertThat(sameUplink.completed).isEqualTo(4);
        assertThat(toBroken.finishedAt).isBetween(100 * MS, 104 * MS);
    }

    @Test
    void theSwitchsWatchdogBoundsTheStorm() {
        SwitchOptions options = switches().watchdog(WatchdogOptions.SONIC).watchdogAtHostsOnly();
        Host[] h = clos(options, new HostOptions());
        stormAt(h[0], 900 * MS);
        // The sender's ACK timer is 67 ms: what the watchdog drops comes again.
        Star.Flow toBroken = star.flow(h[2], h[0], Verb.RDMA_WRITE, MESSAGE, 8);
        Star.Flow sameUplink = star.flow(h[3], h[4], Verb.RDMA_WRITE, MESSAGE, 8);
        network.run(190 * MS);
        assertThat(sameUplink.isDone()).isFalse();
        network.run(500 * MS);
        assertThat(sameUplink.completed).isEqualTo(8);
        assertThat(sameUplink.finishedAt).isBetween(200 * MS, 500 * MS);
        assertThat(network.conservation().dropped(DropCause.PFC_WATCHDOG)).isPositive();
        assertThat(toBroken.completed).isLessThan(8);
    }

    /** Between switches a pause is a consequence; a watchdog there cannot tell, and drops too. */
    @Test
    void watchdogsEverywhereFireAlongTheWholeWay() {
        Host[] h = clos(switches().watchdog(WatchdogOptions.SONIC), new HostOptions());
        stormAt(h[0], 900 * MS);
        star.flow(h[2], h[0], Verb.RDMA_WRITE, MESSAGE, 8);
        network.run(410 * MS);
        assertThat(network.switches().stream().filter(s -> s.watchdog().eventCount() > 0))
                .hasSizeGreaterThan(1);
    }
}
