package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** Each preset makes a network that runs, and pauses, marks or drops as its source has it. */
class PresetsTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 40 * Star.GBIT;

    private static SwitchOptions named(String name) {
        return switch (name) {
            case "ns3-rdma" -> Presets.ns3Rdma();
            case "ns3-rdma-dynamic" -> Presets.ns3RdmaDynamic();
            case "hpcc" -> Presets.hpcc(RATE, 1_000);
            case "dcqcn" -> Presets.dcqcn();
            case "sonic" -> Presets.sonic();
            case "irn" -> Presets.irn(5);
            default -> Presets.irnWithoutPfc(5);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ns3-rdma",
                "ns3-rdma-dynamic",
                "hpcc",
                "dcqcn",
                "sonic",
                "irn",
                "irn-without-pfc"
            })
    void anIncastRunsOnEachPreset(String name) {
        boolean lossless = !name.equals("irn-without-pfc");
        // Their headroom is for the frames of their models, 1 KB and headers, at path MTU 1024.
        Network network = new Network(1, new NetworkOptions().longestFrame(1_106));
        Star star = new Star(network);
        star.timeout = 9;
        Switch s = network.newSwitch("s", named(name));
        HostOptions hosts = name.equals("dcqcn")
                ? Presets.dcqcnHost()
                : name.startsWith("ns3") ? Presets.ns3RdmaHost() : new HostOptions();
        for (int i = 0; i < 5; i++) {
            network.cable(star.host("h" + i, hosts), s, new CableOptions(RATE, 1_000));
        }
        List<Star.Flow> flows = new ArrayList<>();
        for (int i = 1; i < 5; i++) {
            flows.add(star.flow(star.hosts.get(i), star.hosts.get(0), Verb.RDMA_WRITE, 1 << 18, 5));
        }
        network.run(500 * MS);
        assertThat(flows).allMatch(flow -> flow.completed == 5);
        Conservation sum = network.conservation();
        assertThat(sum.isBalanced()).isTrue();
        assertThat(sum.droppedPackets() == 0).isEqualTo(lossless);
    }
}
