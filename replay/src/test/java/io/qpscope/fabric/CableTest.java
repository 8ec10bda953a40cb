package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.qpscope.endpoint.Verb;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.InvalidYamlException;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Cables that lose, spoil, end and are meddled with. */
class CableTest {
    private static final long MS = 1_000_000;

    private final Network network = new Network(1);
    private final Star star = new Star(network);
    private Host a;
    private Host b;
    private Cable first;
    private Cable second;

    private void build(CableOptions cable) {
        Switch s = network.newSwitch("s", new SwitchOptions());
        a = star.host("a", new HostOptions());
        b = star.host("b", new HostOptions());
        first = network.cable(a, s, cable);
        second = network.cable(s, b, cable);
    }

    private static CableOptions sound() {
        return new CableOptions(100 * Star.GBIT, 500);
    }

    private Conservation balanced() {
        Conservation sum = network.conservation();
        assertThat(sum.isBalanced()).as("%s", sum).isTrue();
        return sum;
    }

    @Test
    void aShareOfFramesIsLost() {
        build(sound().loss(0.01));
        a.stream(Star.datagram(a, b, 1000, 2, 64), 50 * Star.GBIT, 0, 5 * MS);
        network.run(6 * MS);
        Conservation sum = balanced();
        // Two cables.
        double share = (double) sum.dropped(DropCause.WIRE_LOSS) / sum.sent();
        assertThat(sum.sent()).isGreaterThan(30_000);
        assertThat(share).isCloseTo(0.0199, within(0.004));
    }

    @Test
    void longFramesMeetMoreBitErrors() {
        build(sound().bitErrorRate(1e-6));
        PacketStream longs = a.stream(Star.datagram(a, b, 4000, 2, 64), 20 * Star.GBIT, 0, 20 * MS);
        network.run(21 * MS);
        double share = (double) balanced().dropped(DropCause.BIT_ERROR) / longs.sent();
        double whole = Math.pow(1 - 1e-6, 2 * 8 * 4018);
        assertThat(share).isCloseTo(1 - whole, within(0.01));
    }

    @Test
    void flowsSurviveLossAndEveryPacketIsAccountedFor() {
        build(sound().loss(0.002).bitErrorRate(1e-8));
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 18, 20);
        assertThat(network.run(3_000 * MS)).isTrue();
        assertThat(flow.completed).isEqualTo(20);
        assertThat(balanced().inFlight()).isZero();
    }

    @Test
    void aCutLosesWhatIsUnderWayAndAMendedCableGoesOn() {
        build(sound());
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 18, 20);
        network.at(100_000, () -> first.cut());
        network.at(50 * MS, () -> first.mend());
        network.run(40 * MS);
        long before = flow.completed;
        assertThat(before).isLessThan(20);
        assertThat(balanced().dropped(DropCause.LINK_CUT)).isPositive();
        assertThat(network.run(3_000 * MS)).isTrue();
        assertThat(flow.completed).isEqualTo(20);
        balanced();
    }

    @Test
    void meddlersDropDelayAndDuplicate() {
        build(sound());
        int[] seen = {0};
        second.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA) {
                switch (seen[0]++ % 50) {
                    case 10 -> fate.drop();
                    case 20 -> fate.delay(3_000);
                    case 30 -> fate.duplicate(2);
                    case 40 -> fate.behind(3, 10_000);
                    default -> {
                        // Passes.
                    }
                }
            }
        });
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 18, 20);
        while (!network.run(network.now() + 10_000)) {
            balanced();
            assertThat(network.now()).isLessThan(3_000 * MS);
        }
        assertThat(flow.completed).isEqualTo(20);
        Conservation sum = balanced();
        assertThat(sum.dropped(DropCause.MEDDLER)).isPositive();
        assertThat(sum.made()).isPositive();
        assertThat(sum.inFlight()).isZero();
    }

    /** A plan's rules on packets, ports and cables act where they say. */
    @Test
    void aFaultPlanIsCarriedOut() throws InvalidYamlException {
        build(sound());
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 18, 20);
        FaultPlan plan = FaultPlan.read("plan.yaml", """
                faults:
                  - drop: {qp: 1, psn: 10, round: 1}
                  - pause: {port: b, class: 3, quanta: 65535, every: 50us, after: 100us, for: 300us}
                  - cut: {link: a-s, after: 2ms, for: 1ms}
                """);
        FaultEngine engine = new FaultEngine(plan, 1, 0);
        assertThat(network.attach(engine)).isEmpty();
        assertThat(network.run(3_000 * MS)).isTrue();
        assertThat(flow.completed).isEqualTo(20);
        Conservation sum = balanced();
        assertThat(sum.dropped(DropCause.MEDDLER)).isEqualTo(1);
        assertThat(network.port("s:1").pauses().stopsHeard(3)).isBetween(6L, 7L);
    }

    @Test
    void aPlanThatNamesWhatIsNotThereIsTold() throws InvalidYamlException {
        build(sound());
        FaultPlan plan = FaultPlan.read("plan.yaml", """
                faults:
                  - pause: {port: c, class: 3, quanta: 65535, every: 50us, for: 300us}
                  - starve: {vl: 0, after: 1ms, for: 5ms}
                  - cut: {link: a-b, after: 2ms, for: 1ms}
                """);
        List<String> objections = network.attach(new FaultEngine(plan, 1, 0));
        assertThat(objections).hasSize(3);
        assertThat(objections.get(0)).contains("rule 1", "no Ethernet port c");
        assertThat(objections.get(1)).contains("no InfiniBand link");
        assertThat(objections.get(2)).contains("no link a-b");
    }

    @Test
    void wrongNetworksAreRefused() {
        build(sound());
        assertThatThrownBy(() -> network.cable(a, b, sound())).hasMessageContaining("one cable");
        assertThatThrownBy(() -> network.host("c", a.address(), null, new HostOptions()))
                .hasMessageContaining("address");
        network.start();
        assertThatThrownBy(() -> network.newSwitch("t", new SwitchOptions()))
                .hasMessageContaining("started");
        Network small = new Network(1);
        Switch s = small.newSwitch("s", new SwitchOptions().bufferBytes(20_000));
        small.cable(new Star(small).host("a", new HostOptions()), s, sound());
        assertThatThrownBy(small::start).hasMessageContaining("headroom take");
    }
}
