package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Verb;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.PauseSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.wire.PauseQuanta;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Pauses on a cable (T4, T12, T25), as ports obey them and as the analyzer reads them. */
class PauseTest {
    private static final long MS = 1_000_000;
    private static final int BEST_EFFORT = 2;

    private final Network network = new Network(1);
    private final Star star = new Star(network);
    private Host a;
    private Host b;
    private Switch s;

    private void build(long bitsPerSecond, HostOptions receiver) {
        s = network.newSwitch("s", new SwitchOptions());
        a = star.host("a", new HostOptions());
        b = star.host("b", receiver);
        network.cable(a, s, new CableOptions(bitsPerSecond, 500));
        network.cable(b, s, new CableOptions(bitsPerSecond, 500));
    }

    @ParameterizedTest
    @CsvSource({
        "10, 3355.4",
        "25, 1342.2",
        "40, 838.8",
        "100, 335.5",
        "200, 167.8",
        "400, 83.9",
        "800, 41.9"
    })
    void aLongestPauseLastsSoManyMicroseconds(long gigabits, double micros) {
        build(gigabits * Star.GBIT, new HostOptions());
        network.storm(port(b), 1 << 3, PauseControl.LONGEST, MS, 0, 1);
        network.run(10 * MS);
        Port paused = s.port(1);
        assertThat(paused.pauses().isPaused(3)).isFalse();
        assertThat(paused.pauses().stopsHeard(3)).isEqualTo(1);
        assertThat(paused.pauses().pausedNs(3) / 1e3).isCloseTo(micros, within(0.06));
        assertThat(paused.pauses().pausedNs(4)).isZero();
    }

    private Port port(Host host) {
        network.start();
        return host.port();
    }

    /** A storm on priority 3 holds priority 3 and nothing else. */
    @Test
    void aPauseHoldsItsOwnClass() {
        build(100 * Star.GBIT, new HostOptions());
        Star.Flow held = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 1);
        Star.Flow free = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 100, 4, BEST_EFFORT);
        network.storm(port(b), 1 << 3, PauseControl.LONGEST, 100_000, 0, 5 * MS);
        network.run(100);
        network.run(4 * MS);
        assertThat(held.completed).isZero();
        assertThat(s.port(1).counters().sentPackets(3)).isLessThanOrEqualTo(5);
        assertThat(free.completed).isEqualTo(100);
        network.run(6 * MS);
        assertThat(held.completed).isEqualTo(1);
        assertThat(network.conservation().droppedPackets()).isZero();
        assertThat(network.conservation().isBalanced()).isTrue();
    }

    @Test
    void aPauseOfAllClassesHoldsAll() {
        build(100 * Star.GBIT, new HostOptions());
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1024, 1, 4, BEST_EFFORT);
        port(b).pauses().forcePause(PauseControl.LONGEST);
        network.run(300_000);
        assertThat(flow.completed).isZero();
        network.run(400_000);
        assertThat(flow.completed).isEqualTo(1);
    }

    /** What passes is told by the analyzer as it was: source, class, frames and time. */
    @Test
    void theAnalyzerReadsTheSamePauses() {
        build(100 * Star.GBIT, new HostOptions());
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        long[] frames = {0};
        s.port(1).tap((port, sent, frame, length, now) -> {
            view.wrap(frame, 0, length, length, LinkType.ETHERNET).at(++frames[0], now, 0, 0);
            dissector.dissect(view);
            tracker.onFrame(view);
        });
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 20, 4);
        network.storm(port(b), 1 << 3, PauseControl.LONGEST, 200_000, 50_000, MS);
        assertThat(network.run(100 * MS)).isTrue();
        assertThat(flow.completed).isEqualTo(4);
        List<PauseSummary> pauses = tracker.finish().pauses();
        assertThat(pauses).hasSize(1);
        assertThat(pauses.get(0).trafficClass()).isEqualTo(3);
        assertThat(pauses.get(0).xoff())
                .isEqualTo(s.port(1).pauses().stopsHeard(3))
                .isEqualTo(5);
    }

    /** A receiver that takes 10 Gbit/s of 100 pauses its peer and loses nothing. */
    @Test
    void aSlowReceiverPausesAndLosesNothing() {
        build(100 * Star.GBIT, new HostOptions().receiveRate(10 * Star.GBIT));
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 20, 4);
        assertThat(network.run(100 * MS)).isTrue();
        assertThat(flow.completed).isEqualTo(4);
        assertThat(flow.gbit(flow.finishedAt)).isBetween(9.0, 9.6);
        assertThat(b.port().pauses().stopsSent(3)).isPositive();
        assertThat(a.port().pauses().stopsHeard(3)).isPositive();
        assertThat(network.conservation().droppedPackets()).isZero();
    }

    /** mlx5's stall guard: minor at 85 %, then it pauses no more and drops. */
    @Test
    void anAdapterThatPausesFor100MillisecondsGivesUp() {
        HostOptions stuck = new HostOptions().receiveRate(100_000).pauseStallAuto();
        build(40 * Star.GBIT, stuck);
        star.flow(a, b, Verb.RDMA_WRITE, 1 << 20, 4);
        long began = 0;
        while (!b.receiveBuffer().hasStalled() && network.now() < 200 * MS) {
            network.run(network.now() + 10_000);
            if (began == 0 && b.port().pauses().isStopping(3)) {
                began = network.now();
            }
            if (network.now() < began + 84 * MS) {
                assertThat(b.receiveBuffer().minorStalls()).isZero();
            }
        }
        assertThat((network.now() - began) / 1e6).isCloseTo(100, within(0.1));
        assertThat(b.receiveBuffer().minorStalls()).isEqualTo(1);
        assertThat(network.conservation().droppedPackets()).isZero();
        network.run(network.now() + 5 * MS);
        assertThat(network.conservation().dropped(DropCause.RECEIVE_BUFFER_FULL))
                .isPositive();
        assertThat(s.port(1).pauses().isPaused(3)).isFalse();
    }

    /**
     * Frames of a broken adapter, or of a fault plan, that leave no gap: the guard counts from the
     * first. A gap of one quantum starts it anew.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theStallGuardEndsAStormThatNoBufferCaused(boolean gaps) {
        build(40 * Star.GBIT, new HostOptions().pauseStallAuto());
        // A gap lets one of its thousand packets through.
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 20, 1);
        long lastsNs = PauseQuanta.ns(PauseControl.LONGEST, 40 * Star.GBIT);
        long everyNs = gaps ? lastsNs + 13 : lastsNs;
        network.storm(port(b), 1 << 3, PauseControl.LONGEST, everyNs, 0, 300 * MS);
        network.run(99 * MS);
        assertThat(b.receiveBuffer().hasStalled()).isFalse();
        assertThat(b.receiveBuffer().minorStalls()).isEqualTo(gaps ? 0 : 1);
        network.run(150 * MS);
        assertThat(b.receiveBuffer().hasStalled()).isEqualTo(!gaps);
        assertThat(s.port(1).pauses().isPaused(3)).isEqualTo(gaps);
        assertThat(flow.completed).isEqualTo(gaps ? 0 : 1);
    }

    /** One frame asks to go on: that was no stall of 100 ms. */
    @Test
    void goingOnStartsTheStallGuardAnew() {
        build(40 * Star.GBIT, new HostOptions().pauseStallAuto());
        Port port = port(b);
        network.storm(port, 1 << 3, PauseControl.LONGEST, 400_000, 0, 90 * MS);
        network.at(90 * MS, () -> port.pauses().force(1 << 3, 0));
        network.storm(port, 1 << 3, PauseControl.LONGEST, 400_000, 90 * MS + 10, 180 * MS);
        network.run(200 * MS);
        assertThat(b.receiveBuffer().minorStalls()).isEqualTo(2);
        assertThat(b.receiveBuffer().hasStalled()).isFalse();
    }

    @Test
    void theStallGuardTakes80To8000Milliseconds() {
        assertThat(new HostOptions().pauseStallAuto().stallNs).isEqualTo(100 * MS);
        new HostOptions().pauseStall(80 * MS).pauseStall(8_000 * MS).pauseStall(0);
        assertThatThrownBy(() -> new HostOptions().pauseStall(79 * MS)).hasMessageContaining("80");
        assertThatThrownBy(() -> new HostOptions().pauseStall(8_001 * MS))
                .hasMessageContaining("8000");
    }

    @Test
    void aPauseTakesEffectAfterThePeersReaction() {
        Network slow = new Network(1, new NetworkOptions().pauseReactionNs(2_000));
        Star hosts = new Star(slow);
        Switch one = slow.newSwitch("s", new SwitchOptions());
        Host left = hosts.host("a", new HostOptions());
        slow.cable(left, one, new CableOptions(100 * Star.GBIT, 500));
        slow.start();
        left.port().pauses().force(1 << 3, 100);
        // 84 bytes, half a microsecond of cable, and the reaction.
        slow.run(6 + 500 + 1_999);
        assertThat(one.port(0).pauses().isPaused(3)).isFalse();
        slow.run(7 + 500 + 2_001);
        assertThat(one.port(0).pauses().isPaused(3)).isTrue();
    }
}
