package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** Ways through networks of several tiers. */
class RoutesTest {
    private static final long MS = 1_000_000;
    private static final int K = 4;

    private final Network network = new Network(7);
    private final Star star = new Star(network);
    private FatTree tree;

    private void build(SwitchOptions options) {
        CableOptions cable = new CableOptions(100 * Star.GBIT, 500);
        tree = new FatTree(network, K, () -> options, () -> cable);
        star.memory = 1 << 16;
        for (int i = 0; i < tree.hosts(); i++) {
            network.cable(star.host("h" + i, new HostOptions()), tree.edgeOf(i), cable);
        }
        network.start();
    }

    @Test
    void everyHostReachesEveryOtherOverTheShortestWays() {
        build(new SwitchOptions());
        assertThat(star.hosts).hasSize(16);
        int sent = 0;
        for (Host from : star.hosts) {
            for (Host to : star.hosts) {
                if (from != to) {
                    assertThat(from.send(Star.datagram(from, to, 200, 0, 6))).isTrue();
                    sent++;
                }
            }
        }
        assertThat(network.run(MS)).isTrue();
        // Five switches at most: a time to live of 6 does, and 5 would not.
        assertThat(network.conservation().delivered()).isEqualTo(sent);
        Host far = star.hosts.get(15);
        assertThat(tree.edges().get(0).routes(far)).hasSize(K / 2);
        assertThat(tree.aggregations().get(0).routes(far)).hasSize(K / 2);
        assertThat(tree.cores()).allMatch(core -> core.routes(far).length == 1);
    }

    @Test
    void timeToLiveEndsWhereItIsTooShort() {
        build(new SwitchOptions());
        Host from = star.hosts.get(0);
        from.send(Star.datagram(from, star.hosts.get(15), 200, 0, 5));
        network.run(MS);
        assertThat(network.conservation().dropped(DropCause.TTL_EXPIRED)).isEqualTo(1);
    }

    @Test
    void flowsSpreadAndEachKeepsItsWay() {
        build(new SwitchOptions());
        Host from = star.hosts.get(0);
        Host to = star.hosts.get(15);
        int[] uplinks = tree.edges().get(0).routes(to);
        ByteBuffer packet = Star.datagram(from, to, 100, 0, 64);
        for (int port = 0; port < 2_000; port++) {
            packet.putShort(20, (short) (0xc000 + port));
            from.send(packet);
            network.run(network.now() + 200);
        }
        network.run(network.now() + MS);
        long first = tree.edges().get(0).port(uplinks[0]).counters().sentPackets(0);
        long second = tree.edges().get(0).port(uplinks[1]).counters().sentPackets(0);
        assertThat(first + second).isEqualTo(2_000);
        assertThat(first).isBetween(900L, 1_100L);
        for (int i = 0; i < 100; i++) {
            from.send(packet);
            network.run(network.now() + 200);
        }
        network.run(network.now() + MS);
        long moreFirst = tree.edges().get(0).port(uplinks[0]).counters().sentPackets(0) - first;
        assertThat(moreFirst).isIn(0L, 100L);
        // Each of the four ways is used: tiers hash apart.
        assertThat(tree.cores()).allMatch(core -> core.port(0).counters().receivedPackets(0) > 400);
    }

    @Test
    void anAddressOfNobodyIsDroppedAtTheFirstSwitch() {
        build(new SwitchOptions());
        Host from = star.hosts.get(0);
        ByteBuffer packet = Star.datagram(from, star.hosts.get(1), 100, 0, 64);
        packet.putInt(16, 0x7f00_0001);
        from.send(packet);
        network.run(MS);
        assertThat(network.conservation().dropped(DropCause.NO_ROUTE)).isEqualTo(1);
    }

    /** IPv6: hop limits, classes, marks and CNPs in their own places of the header. */
    @Test
    void ipv6GoesTheSameWays() {
        star.ipv6 = true;
        build(new SwitchOptions().ecn(3, new EcnCurve(0, 0, 1)));
        Star.Flow flow =
                star.flow(star.hosts.get(0), star.hosts.get(15), Verb.RDMA_WRITE, 50_000, 20);
        assertThat(network.run(100 * MS)).isTrue();
        Host to = star.hosts.get(15);
        assertThat(flow.completed).isEqualTo(20);
        assertThat(to.markedPackets()).isEqualTo(20 * 49);
        assertThat(to.endpoint().counters().droppedBadIcrc).isZero();
        assertThat(to.cnpsSent()).isPositive();
        assertThat(star.hosts.get(0).cnpsReceived()).isEqualTo(to.cnpsSent());
        assertThat(star.hosts.get(0).port().counters().sentPackets(3)).isEqualTo(20 * 49);
    }
}
