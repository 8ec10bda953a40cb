package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.fabric.WatchdogOptions.Action;
import io.qpscope.fabric.WatchdogOptions.Criterion;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** SONiC's PFC watchdog (T10, T11, T13). */
class WatchdogTest {
    private static final long MS = 1_000_000;
    private static final long STORM_EVERY = 400_000;

    private final Network network = new Network(1);
    private final Star star = new Star(network);
    private Switch s;
    private Host a;
    private Host b;

    private void build(WatchdogOptions watchdog) {
        s = network.newSwitch("s", new SwitchOptions().watchdog(watchdog));
        a = star.host("a", new HostOptions());
        b = star.host("b", new HostOptions());
        network.cable(a, s, new CableOptions(40 * Star.GBIT, 500));
        network.cable(b, s, new CableOptions(40 * Star.GBIT, 500));
        network.start();
    }

    private void storm(long from, long until) {
        network.storm(b.port(), 1 << 3, PauseControl.LONGEST, STORM_EVERY, from, until);
    }

    private List<WatchdogEvent> events() {
        return s.watchdog().events();
    }

    /** Storms begin at any time between two looks; what is measured stays in the range. */
    @ParameterizedTest
    @CsvSource({"10", "70", "130", "190"})
    void aLongStormIsFoundAndItsEndToo(long fromMs) {
        build(WatchdogOptions.SONIC);
        long from = fromMs * MS;
        long until = from + 600 * MS;
        storm(from, until);
        // Datagrams: nothing sends them again.
        PacketStream first = a.stream(
                Star.datagram(a, b, 1000, Star.LOSSLESS, 64), 10_000_000, from + MS, until - MS);
        PacketStream second = a.stream(
                Star.datagram(a, b, 1000, Star.LOSSLESS, 64),
                10_000_000,
                until + 400 * MS,
                until + 500 * MS);
        network.run(until + 510 * MS);
        assertThat(events()).extracting(WatchdogEvent::storm).containsExactly(true, false);
        long detection = events().get(0).atNs() - from;
        assertThat(detection).isGreaterThan(200 * MS).isLessThanOrEqualTo(400 * MS);
        // The last frame holds the link for another 839 microseconds.
        long restoration = events().get(1).atNs() - until;
        assertThat(restoration).isGreaterThan(200 * MS).isLessThanOrEqualTo(400 * MS);
        Conservation sum = network.conservation();
        assertThat(first.sent()).isPositive();
        assertThat(sum.dropped(DropCause.PFC_WATCHDOG)).isEqualTo(first.sent());
        assertThat(sum.delivered()).isEqualTo(second.sent());
        assertThat(second.refused()).isZero();
        assertThat(sum.isBalanced()).as("%s", sum).isTrue();
    }

    @Test
    void aShortStormOnlyDelays() {
        build(WatchdogOptions.SONIC);
        storm(10 * MS, 160 * MS);
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 1);
        Star.Flow late = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 0);
        network.run(11 * MS);
        assertThat(flow.completed).isEqualTo(1);
        late.add(1);
        network.run(1_000 * MS);
        assertThat(events()).isEmpty();
        assertThat(late.completed).isEqualTo(1);
        assertThat(late.finishedAt).isBetween(160 * MS, 162 * MS);
        assertThat(network.conservation().droppedPackets()).isZero();
    }

    /** An empty queue, held for 85 % of each interval between two looks. */
    @ParameterizedTest
    @CsvSource({"BAREFOOT, true", "VS, true", "MELLANOX, false"})
    void platformsDifferInWhatTheyCallAStorm(Criterion criterion, boolean fires) {
        build(WatchdogOptions.SONIC.criterion(criterion));
        for (int i = 0; i < 6; i++) {
            long start = i * 200L * MS + 5 * MS;
            storm(start, start + 170 * MS - 838_800);
        }
        network.run(1_200 * MS);
        assertThat(s.port(1).pauses().pausedNs(3)).isBetween(6 * 169 * MS, 6 * 171 * MS);
        assertThat(events().isEmpty()).isNotEqualTo(fires);
    }

    @Test
    void forwardingGoesOnInSpiteOfTheStorm() {
        build(WatchdogOptions.SONIC.action(Action.FORWARD));
        storm(0, 900 * MS);
        network.run(MS);
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 1);
        network.run(800 * MS);
        assertThat(events()).hasSize(1);
        assertThat(flow.completed).isEqualTo(1);
        assertThat(network.conservation().droppedPackets()).isZero();
    }

    @Test
    void anAlertChangesNothing() {
        build(WatchdogOptions.SONIC.action(Action.ALERT));
        storm(0, 500 * MS);
        network.run(MS);
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 1);
        network.run(499 * MS);
        assertThat(events()).hasSize(1);
        assertThat(flow.completed).isZero();
        network.run(510 * MS);
        assertThat(flow.completed).isEqualTo(1);
    }
}
