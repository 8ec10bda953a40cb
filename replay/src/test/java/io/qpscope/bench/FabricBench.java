package io.qpscope.bench;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.fabric.CableOptions;
import io.qpscope.fabric.Conservation;
import io.qpscope.fabric.FatTree;
import io.qpscope.fabric.Host;
import io.qpscope.fabric.HostOptions;
import io.qpscope.fabric.Network;
import io.qpscope.fabric.NetworkOptions;
import io.qpscope.fabric.PauseControl;
import io.qpscope.fabric.Switch;
import io.qpscope.fabric.SwitchOptions;

import org.agrona.collections.Int2ObjectHashMap;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Speed and memory of the simulator, with real RC endpoints, on one thread.
 *
 * <pre>
 * mvn -q -Pbench -pl decoder,replay test-compile -Dbench.main=io.qpscope.bench.FabricBench \
 *     -Dbench.args="hops [SWITCHES]|clos|storm [default]"
 * </pre>
 *
 * {@code hops}: two hosts, a switch between them or more, WRITEs of 1 KiB packets: packet-hops a
 * second. {@code clos}: 1,024 hosts, 320 switches in three tiers, 10,000 flows: the heap in use,
 * 600 MB; what limits its speed is memory, {@code -XX:+UseTransparentHugePages} nearly doubles it.
 * {@code storm}: 16 hosts at 40 Gbit/s for a second of virtual time, with incasts and a broken
 * adapter; with the switches' default thresholds nine times the packets, as less is paused.
 */
public final class FabricBench {
    private static final long GBIT = 1_000_000_000L;
    private static final long MS = 1_000_000;
    private static final int NET = 0x0a00_0000;
    /** DSCP 26, ECN capable. */
    private static final int LOSSLESS = 26 << 2 | 2;

    private static final int MEMORY = 1 << 16;

    private final Network network;
    private final List<Host> hosts = new ArrayList<>();
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final List<CompletionQueue> queues = new ArrayList<>();
    private final List<Int2ObjectHashMap<Flow>> flowsOf = new ArrayList<>();
    private final WorkRequest request = new WorkRequest();
    private long messages;
    private int nextPort;

    /** A queue pair that writes without end, or so many messages. */
    private static final class Flow {
        QueuePair qp;
        MemoryRegion local;
        MemoryRegion remote;
        int bytes;
        long left;
    }

    private FabricBench(long seed) {
        network = new Network(seed, new NetworkOptions().longestFrame(1_200));
    }

    /** A benchmark by name. */
    public static void main(String[] args) {
        switch (args.length == 0 ? "hops" : args[0]) {
            case "clos" -> clos();
            case "storm" -> storm(args.length > 1 && args[1].equals("default"));
            default -> {
                int switches = args.length < 2 ? 1 : Integer.parseInt(args[1]);
                for (int i = 0; i < 6; i++) {
                    hops(40, switches);
                }
            }
        }
    }

    private Host host(Switch at, CableOptions cable, HostOptions options) {
        int number = hosts.size();
        Endpoint endpoint = new Endpoint(Profile.IBTA, true, number);
        byte[] address = ByteBuffer.allocate(4).putInt(NET + number + 1).array();
        Host host = network.host("h" + number, LocalAddress.of(address, 0), endpoint, options);
        network.cable(host, at, cable);
        CompletionQueue queue = new CompletionQueue(256);
        Int2ObjectHashMap<Flow> flows = new Int2ObjectHashMap<>();
        hosts.add(host);
        queues.add(queue);
        regions.add(endpoint.memory().register(ByteBuffer.allocate(MEMORY), Access.ALL));
        host.application((self, now) -> {
            for (Completion c = queue.poll(); c != null; c = queue.poll()) {
                messages++;
                post(flows.get(c.qpn()));
            }
        });
        flowsOf.add(flows);
        return host;
    }

    private void flow(int from, int to, int bytes, long count, int depth) {
        Flow flow = new Flow();
        flow.qp = queuePair(from);
        QueuePair peer = queuePair(to);
        int port = 0xc000 + nextPort++ % 0x3fff;
        connect(flow.qp, from, to, peer.qpn(), port);
        connect(peer, to, from, flow.qp.qpn(), port);
        flow.local = regions.get(from);
        flow.remote = regions.get(to);
        flow.bytes = bytes;
        flow.left = count;
        flowsOf.get(from).put(flow.qp.qpn(), flow);
        for (int i = 0; i < depth; i++) {
            post(flow);
        }
    }

    private void post(Flow flow) {
        if (flow.left > 0) {
            flow.left--;
            flow.qp.post(request.of(Verb.RDMA_WRITE, 1)
                    .local(flow.local.key(), flow.local.address(), flow.bytes)
                    .remote(flow.remote.key(), flow.remote.address()));
        }
    }

    private QueuePair queuePair(int host) {
        CompletionQueue queue = queues.get(host);
        QpOptions options = new QpOptions(QpType.RC, queue, queue).maxSends(4).maxReceives(1);
        return hosts.get(host).endpoint().createQp(options);
    }

    private void connect(QueuePair qp, int from, int to, int peer, int port) {
        LocalAddress a = hosts.get(from).address();
        LocalAddress b = hosts.get(to).address();
        Path path = new Path(a.high(), a.low(), b.high(), b.low(), port, LOSSLESS, 64);
        QpAttributes attributes =
                new QpAttributes().pathMtu(1024).timeout(18).destQpNum(peer).path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** Of this thread: other programs' turns do not count. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void report(String name, long cpuNs) {
        Runtime runtime = Runtime.getRuntime();
        Conservation sum = network.conservation();
        if (!sum.isBalanced()) {
            throw new IllegalStateException(sum.toString());
        }
        System.out.printf(
                "%s: %.3f s of processor time for %.3f ms; %,d packet-hops, %.2f M/s; %,d events, %.2f"
                        + " M/s; %,d messages; %,d packets allocated; heap %,d MB; %s%n",
                name,
                cpuNs / 1e9,
                network.now() / 1e6,
                network.hops(),
                network.hops() * 1e3 / cpuNs,
                network.events(),
                network.events() * 1e3 / cpuNs,
                messages,
                network.packetsAllocated(),
                (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                sum);
    }

    private static void hops(long ms, int switches) {
        FabricBench bench = new FabricBench(1);
        CableOptions cable = new CableOptions(100 * GBIT, 500);
        Switch first = bench.network.newSwitch("s0", new SwitchOptions());
        Switch last = first;
        for (int i = 1; i < switches; i++) {
            Switch next = bench.network.newSwitch("s" + i, new SwitchOptions());
            bench.network.cable(last, next, cable);
            last = next;
        }
        bench.host(first, cable, new HostOptions());
        bench.host(last, cable, new HostOptions());
        bench.flow(0, 1, 1 << 14, Long.MAX_VALUE, 4);
        bench.flow(1, 0, 1 << 14, Long.MAX_VALUE, 4);
        long start = cpu();
        bench.network.run(ms * MS);
        bench.report("hops", cpu() - start);
    }

    private static void clos() {
        FabricBench bench = new FabricBench(1);
        CableOptions cable = new CableOptions(25 * GBIT, 500);
        FatTree tree = new FatTree(bench.network, 16, () -> new SwitchOptions(), () -> cable);
        for (int i = 0; i < tree.hosts(); i++) {
            bench.host(tree.edgeOf(i), cable, new HostOptions());
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            int from = random.nextInt(tree.hosts());
            int to = (from + 1 + random.nextInt(tree.hosts() - 1)) % tree.hosts();
            bench.flow(from, to, 1 << 13, Long.MAX_VALUE, 1);
        }
        bench.network.start();
        long start = cpu();
        for (int step = 1; step <= 5; step++) {
            bench.network.run(step * MS / 20);
            bench.report("clos", cpu() - start);
        }
    }

    /** Three tenths of the second in storm; incasts of 15 to 1 in rounds the rest of the time. */
    private static void storm(boolean usual) {
        FabricBench bench = new FabricBench(1);
        CableOptions cable = new CableOptions(40 * GBIT, 500);
        Switch[] leaves = new Switch[4];
        // Thresholds that the flows' windows reach: what is stopped stops others too.
        SwitchOptions options = new SwitchOptions();
        if (!usual) {
            options.staticXoff(50_000);
        }
        Switch spine = bench.network.newSwitch("spine", options);
        for (int i = 0; i < 4; i++) {
            leaves[i] = bench.network.newSwitch("leaf" + i, options);
            bench.network.cable(leaves[i], spine, cable);
        }
        for (int i = 0; i < 16; i++) {
            bench.host(leaves[i / 4], cable, new HostOptions());
        }
        for (int i = 1; i < 16; i++) {
            bench.flow(i, 0, 1 << 16, Long.MAX_VALUE, 2);
            bench.flow(i, 1 + i % 15, 1 << 16, Long.MAX_VALUE, 2);
        }
        bench.network.start();
        bench.network.storm(
                bench.hosts.get(0).port(),
                1 << 3,
                PauseControl.LONGEST,
                400_000,
                300 * MS,
                600 * MS);
        long start = cpu();
        for (int step = 1; step <= 10; step++) {
            bench.network.run(step * 100L * MS);
            bench.report("storm", cpu() - start);
        }
    }
}
