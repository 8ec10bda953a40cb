package io.qpscope.fabric;

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
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hosts with endpoints and memory for tests, and flows of WRITEs, SENDs or READs between them. */
final class Star {
    static final long GBIT = 1_000_000_000L;
    private static final int NET = 0x0a09_0000;
    /** DSCP 26, ECN capable: priority 3. */
    static final int LOSSLESS = 26 << 2 | 2;

    final Network network;
    final List<Host> hosts = new ArrayList<>();
    private final Map<Host, CompletionQueue> queues = new HashMap<>();
    private final Map<Host, MemoryRegion> regions = new HashMap<>();
    private final Map<Host, List<Flow>> flows = new HashMap<>();
    private final WorkRequest request = new WorkRequest();
    private int nextPort = 0xc000;
    /** Of each host to come: as long as the longest message. */
    int memory = 1 << 20;
    /** Hosts to come have such addresses. */
    boolean ipv6;
    /** Exponent of the ACK timeout of flows to come. */
    int timeout = 14;

    Star(Network network) {
        this.network = network;
    }

    /** One message behind the other, a few posted at a time. */
    final class Flow {
        final Host from;
        final QueuePair qp;
        private final MemoryRegion remote;
        private final Verb verb;
        private final int bytes;
        private long left;
        private final int depth;
        long completed;
        long failed;
        WcStatus lastStatus = WcStatus.SUCCESS;
        long finishedAt;

        Flow(
                Host from,
                QueuePair qp,
                MemoryRegion remote,
                Verb verb,
                int bytes,
                long n,
                int depth) {
            this.from = from;
            this.qp = qp;
            this.remote = remote;
            this.verb = verb;
            this.bytes = bytes;
            left = n;
            this.depth = depth;
        }

        void post() {
            MemoryRegion local = regions.get(from);
            while (left > 0 && qp.pending() < depth) {
                request.of(verb, left)
                        .local(local.key(), local.address(), bytes)
                        .remote(remote.key(), remote.address());
                if (!qp.post(request)) {
                    return;
                }
                left--;
            }
        }

        long completedBytes() {
            return completed * bytes;
        }

        double gbit(long ns) {
            return completedBytes() * 8.0 / ns;
        }

        boolean isDone() {
            return left == 0 && qp.pending() == 0;
        }

        /** Posts more. */
        void add(long count) {
            left += count;
            post();
        }

        /** Posts no more. */
        void stop() {
            left = 0;
        }
    }

    Host host(String name, HostOptions options) {
        return host(name, options, Profile.IBTA);
    }

    Host host(String name, HostOptions options, Profile profile) {
        int number = hosts.size();
        Endpoint endpoint = new Endpoint(profile, true, number);
        byte[] address = ipv6
                ? ByteBuffer.allocate(16)
                        .putLong(0xfd00L << 48)
                        .putLong(number + 1)
                        .array()
                : ByteBuffer.allocate(4).putInt(NET + number + 1).array();
        Host host = network.host(name, LocalAddress.of(address, 0xc000), endpoint, options);
        hosts.add(host);
        queues.put(host, new CompletionQueue(512));
        regions.put(host, endpoint.memory().register(ByteBuffer.allocate(memory), Access.ALL));
        flows.put(host, new ArrayList<>());
        host.application((h, now) -> progressed(h, now));
        return host;
    }

    private void progressed(Host host, long now) {
        CompletionQueue queue = queues.get(host);
        for (Completion c = queue.poll(); c != null; c = queue.poll()) {
            if (c.receive()) {
                continue;
            }
            for (Flow flow : flows.get(host)) {
                if (flow.qp.qpn() == c.qpn()) {
                    flow.completed += c.status() == WcStatus.SUCCESS ? 1 : 0;
                    flow.failed += c.status() == WcStatus.SUCCESS ? 0 : 1;
                    flow.lastStatus = c.status();
                    flow.finishedAt = now;
                    flow.post();
                }
            }
        }
    }

    QpAttributes attributes() {
        return new QpAttributes().pathMtu(1024).timeout(timeout);
    }

    Flow flow(Host from, Host to, Verb verb, int bytes, long count) {
        return flow(from, to, verb, bytes, count, 4, LOSSLESS);
    }

    Flow flow(Host from, Host to, Verb verb, int bytes, long count, int depth, int trafficClass) {
        QueuePair a = from.endpoint().createQp(options(from));
        QueuePair b = to.endpoint().createQp(options(to));
        int port = nextPort++;
        connect(a, b.qpn(), path(from, to, trafficClass).fromPort(port));
        connect(b, a.qpn(), path(to, from, trafficClass).fromPort(port));
        Flow flow = new Flow(from, a, regions.get(to), verb, bytes, count, depth);
        flows.get(from).add(flow);
        flow.post();
        return flow;
    }

    /** Posts a receive for a flow of SENDs. */
    void receive(Host to, Flow flow, int bytes) {
        MemoryRegion memory = regions.get(to);
        to.endpoint()
                .queuePair(flow.qp.destQpNum())
                .postReceive(1, memory.key(), memory.address(), bytes);
    }

    private QpOptions options(Host host) {
        CompletionQueue queue = queues.get(host);
        return new QpOptions(QpType.RC, queue, queue).maxSends(16).maxReceives(16);
    }

    static Path path(Host from, Host to, int trafficClass) {
        return new Path(
                from.address().high(),
                from.address().low(),
                to.address().high(),
                to.address().low(),
                0xc000,
                trafficClass,
                64);
    }

    private void connect(QueuePair qp, int peer, Path path) {
        QpAttributes attributes = attributes().destQpNum(peer).path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** An IP packet over UDP to a port nobody listens at. */
    static ByteBuffer datagram(Host from, Host to, int length, int trafficClass, int ttl) {
        ByteBuffer out = ByteBuffer.allocate(length);
        out.putInt(0x4500_0000 | trafficClass << 16 | length).putInt(0x4000);
        out.putInt(ttl << 24 | 17 << 16);
        out.putInt((int) from.address().low()).putInt((int) to.address().low());
        int sum = 0;
        for (int i = 0; i < 20; i += 2) {
            sum += out.getShort(i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        out.putShort(10, (short) ~sum);
        out.putShort((short) 40_000).putShort((short) 9).putShort((short) (length - 20));
        return out.clear();
    }
}
