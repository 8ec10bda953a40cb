package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;

class NetworkTest {
    private static final CableOptions CABLE = new CableOptions(100 * Star.GBIT, 500);

    private static Star pair(CableOptions cable) {
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch("s", new SwitchOptions());
        for (int i = 0; i < 2; i++) {
            network.cable(star.host("h" + i, new HostOptions()), s, cable);
        }
        return star;
    }

    @Test
    void aWriteCrossesASwitchAtTheSpeedOfItsCables() {
        Star star = pair(CABLE);
        Star.Flow flow =
                star.flow(star.hosts.get(0), star.hosts.get(1), Verb.RDMA_WRITE, 1 << 20, 8);
        assertThat(star.network.run(1_000_000_000L)).isTrue();
        assertThat(flow.completed).isEqualTo(8);
        Conservation sum = star.network.conservation();
        assertThat(sum.isBalanced()).as("%s", sum).isTrue();
        assertThat(sum.droppedPackets()).isZero();
        // 8 MiB in packets of 1106 bytes on the wire.
        double atLeast = 8192 * 1106 * 8 / 100.0;
        assertThat(flow.finishedAt).isBetween((long) atLeast, (long) (atLeast * 1.02));
    }
}
