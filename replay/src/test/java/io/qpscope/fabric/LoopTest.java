package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.WatchdogOptions.Action;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two switches that send each other what is for a third host (T15): below n x rate / TTL, 5 Gbit/s
 * here, time to live ends it in time; above it the buffers fill and each waits for the other.
 */
class LoopTest {
    private static final long MS = 1_000_000;

    private final Network network = new Network(1);
    private final Star star = new Star(network);
    private Switch one;
    private Switch two;
    private Host a;
    private Host lost;

    private void build(WatchdogOptions watchdog) {
        SwitchOptions options = new SwitchOptions().staticXoff(40_000).watchdog(watchdog);
        one = network.newSwitch("one", options);
        two = network.newSwitch("two", options);
        a = star.host("a", new HostOptions());
        lost = star.host("lost", new HostOptions());
        CableOptions cable = new CableOptions(40 * Star.GBIT, 500);
        network.cable(one, two, cable);
        network.cable(a, one, cable);
        network.cable(lost, two, cable);
        network.start();
        one.route(lost, 0);
        two.route(lost, 0);
    }

    private void inject(double gigabits, long untilNs) {
        a.stream(
                Star.datagram(a, lost, 1082, Star.LOSSLESS, 16),
                (long) (gigabits * Star.GBIT),
                0,
                untilNs);
    }

    private boolean isLocked() {
        return one.port(0).pauses().isPaused(3)
                && two.port(0).pauses().isPaused(3)
                && one.port(0).queuedBytes(3) > 0
                && two.port(0).queuedBytes(3) > 0;
    }

    @ParameterizedTest
    @CsvSource({"4.0, false", "4.8, false", "5.2, true", "8, true"})
    void whatIsInjectedAbove5GigabitsLocks(double gigabits, boolean locks) {
        build(null);
        inject(gigabits, 20 * MS);
        network.run(20 * MS);
        network.run(22 * MS);
        assertThat(isLocked()).isEqualTo(locks);
        Conservation sum = network.conservation();
        assertThat(sum.isBalanced()).as("%s", sum).isTrue();
        assertThat(sum.dropped(DropCause.HEADROOM_FULL)).isZero();
        if (!locks) {
            assertThat(sum.inFlight()).isZero();
            assertThat(sum.dropped(DropCause.TTL_EXPIRED)).isEqualTo(sum.sent());
        }
    }

    @Test
    void onceLockedItStaysLocked() {
        build(null);
        inject(8, 5 * MS);
        network.run(5 * MS);
        assertThat(isLocked()).isTrue();
        long expired = network.conservation().dropped(DropCause.TTL_EXPIRED);
        network.run(2_000 * MS);
        assertThat(isLocked()).isTrue();
        assertThat(network.conservation().dropped(DropCause.TTL_EXPIRED)).isEqualTo(expired);
    }

    @Test
    void theWatchdogFreesIt() {
        build(WatchdogOptions.SONIC.action(Action.DROP));
        inject(8, 5 * MS);
        network.run(5 * MS);
        assertThat(isLocked()).isTrue();
        network.run(1_000 * MS);
        assertThat(isLocked()).isFalse();
        Conservation sum = network.conservation();
        assertThat(sum.inFlight()).isZero();
        assertThat(sum.dropped(DropCause.PFC_WATCHDOG)).isPositive();
        assertThat(sum.isBalanced()).isTrue();
    }

    /** The cure that is no cure: an address of a loop, but no lossless priority. */
    @Test
    void lossyTrafficDropsInsteadOfLocking() {
        build(null);
        a.stream(Star.datagram(a, lost, 1082, 0, 16), 8 * Star.GBIT, 0, 5 * MS);
        network.run(60 * MS);
        Conservation sum = network.conservation();
        assertThat(sum.inFlight()).isZero();
        assertThat(sum.droppedPackets()).isEqualTo(sum.sent());
    }
}
