package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;

/** Packets, events and queues are used again: a network in its stride makes no garbage. */
class AllocationTest {
    private static final long MS = 1_000_000;

    @Test
    void packetsCostNoGarbage() {
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch(
                "s",
                new SwitchOptions().staticXoff(60_000).ecn(3, new EcnCurve(5_000, 60_000, 0.1)));
        HostOptions options = new HostOptions().dcqcn(DcqcnOptions.DEFAULT.increaseTimerNs(55_000));
        for (int i = 0; i < 4; i++) {
            network.cable(star.host("h" + i, options), s, new CableOptions(40 * Star.GBIT, 500));
        }
        for (int i = 1; i < 4; i++) {
            star.flow(star.hosts.get(i), star.hosts.get(0), Verb.RDMA_WRITE, 1 << 16, 1 << 20);
        }
        network.run(3 * MS);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long hops = network.hops();
        long before = threads.getThreadAllocatedBytes(thread);
        network.run(8 * MS);
        long bytes = threads.getThreadAllocatedBytes(thread) - before;
        long passed = network.hops() - hops;
        assertThat(passed).isGreaterThan(20_000);
        assertThat(network.flowControlSent() + star.hosts.get(0).cnpsSent()).isGreaterThan(50);
        assertThat((double) bytes / passed).as("%d bytes", bytes).isLessThan(0.5);
    }
}
