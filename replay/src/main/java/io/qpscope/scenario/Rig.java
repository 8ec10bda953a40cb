package io.qpscope.scenario;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Quirk;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.iwarp.IwarpProfile;
import io.qpscope.fabric.Cable;
import io.qpscope.fabric.Host;
import io.qpscope.fabric.Network;
import io.qpscope.fabric.Node;
import io.qpscope.fabric.Port;
import io.qpscope.fabric.Switch;
import io.qpscope.fabric.UnfitNodeException;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.FaultPoint;
import io.qpscope.fault.QpDirectory;
import io.qpscope.fault.StreamFaults;
import io.qpscope.scenario.FabricPlan.HostPlan;
import io.qpscope.scenario.FabricPlan.LinkPlan;
import io.qpscope.scenario.FabricPlan.RoutePlan;
import io.qpscope.scenario.FabricPlan.SwitchPlan;
import io.qpscope.wire.AckTimeout;

import org.agrona.collections.Int2ObjectHashMap;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The network of a scenario, with endpoints, memory and queue pairs for its flows. */
final class Rig {
    private static final int NET = 0x0a09_0001;
    private static final int FIRST_PORT = 0xc000;
    private static final int LAST_PORT = 0xffff;
    private static final int PSN_MASK = 0xff_ffff;
    private static final int SPARE_COMPLETIONS = 16;
    private static final int LEAST_MEMORY = 4096;
    /** Numbers of queue pairs that communication management connects, flow by flow. */
    private static final int MANAGED_QPN = 0x1_0000;

    private static final int FIRST_CM_PORT = 20_000;
    private static final int CM_PORTS = 40_000;

    /** What belongs to a host beside its adapter. */
    private static final class Party {
        final Host host;
        final CompletionQueue queue;
        final Int2ObjectHashMap<FlowRun> requests = new Int2ObjectHashMap<>();
        final Int2ObjectHashMap<FlowRun> responses = new Int2ObjectHashMap<>();
        MemoryRegion memory;
        /** Null where no flow needs it. */
        CmHost cm;

        Party(Host host, int completions) {
            this.host = host;
            queue = new CompletionQueue(completions);
        }
    }

    private final Scenario scenario;
    private final Network network;
    private final Map<String, Party> parties = new HashMap<>();
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<FlowPlan, FlowRun> runs = new HashMap<>();
    private final SplittableRandom random;
    private int nextPort = FIRST_PORT;

    Rig(Scenario scenario) {
        this.scenario = scenario;
        random = new SplittableRandom(~scenario.seed());
        FabricPlan fabric = scenario.fabric();
        network = new Network(scenario.seed(), fabric.options());
        try {
            build(fabric);
        } catch (UnfitNodeException e) {
            throw new IllegalArgumentException(fabric.line(e.node()) + ":1: " + e.getMessage(), e);
        }
        fabric.switches().forEach(this::route);
        memories();
        for (FlowPlan flow : scenario.flows()) {
            if (flow.stream() != null) {
                runs.put(flow, join(flow));
            } else if (flow.verb() != null) {
                runs.put(flow, connect(flow));
            }
        }
    }

    private void build(FabricPlan fabric) {
        for (HostPlan plan : fabric.hosts()) {
            host(plan);
        }
        for (SwitchPlan plan : fabric.switches()) {
            nodes.put(plan.name(), network.newSwitch(plan.name(), plan.options()));
        }
        for (LinkPlan link : fabric.links()) {
            network.cable(nodes.get(link.a()), nodes.get(link.b()), link.options());
        }
        network.start();
    }

    Network network() {
        return network;
    }

    private void host(HostPlan plan) {
        byte[] address = ByteBuffer.allocate(4).putInt(NET + parties.size()).array();
        Endpoint endpoint = new Endpoint(plan.profile(), true, random.nextLong());
        Host host = network.host(
                plan.name(), LocalAddress.of(address, FIRST_PORT), endpoint, plan.options());
        Party party = new Party(host, completions(plan.name()));
        host.application((h, now) -> progressed(party, now));
        parties.put(plan.name(), party);
        nodes.put(plan.name(), host);
    }

    /** As many as can be there at a time. */
    private int completions(String host) {
        int most = SPARE_COMPLETIONS;
        for (FlowPlan flow : scenario.flows()) {
            most += flow.from().equals(host) ? flow.depth() : 0;
            most += flow.to().equals(host) ? flow.receives().depth() : 0;
        }
        return most;
    }

    private void route(SwitchPlan plan) {
        Switch owner = (Switch) nodes.get(plan.name());
        for (RoutePlan route : plan.routes()) {
            List<Integer> ports = new ArrayList<>();
            for (Port port : owner.ports()) {
                if (route.via().contains(port.peer().node().name())) {
                    ports.add(port.index());
                }
            }
            owner.route(
                    host(route.to()), ports.stream().mapToInt(Integer::intValue).toArray());
        }
    }

    private void memories() {
        for (Map.Entry<String, Party> each : parties.entrySet()) {
            int bytes = LEAST_MEMORY;
            for (FlowPlan flow : scenario.flows()) {
                boolean mine = flow.from().equals(each.getKey()) || flow.to().equals(each.getKey());
                bytes = mine ? Math.max(bytes, flow.size()) : bytes;
            }
            Party party = each.getValue();
            party.memory =
                    party.host.endpoint().memory().register(ByteBuffer.allocate(bytes), Access.ALL);
        }
    }

    private FlowRun connect(FlowPlan flow) {
        Party from = parties.get(flow.from());
        Party to = parties.get(flow.to());
        boolean managed = flow.cm() != null;
        QueuePair a = managed ? null : queuePair(from, flow.depth(), 1);
        QueuePair b = managed ? null : queuePair(to, 1, flow.receives().depth());
        int port = flow.qp().udpPort() != 0 ? flow.qp().udpPort() : nextPort;
        nextPort = nextPort == LAST_PORT ? FIRST_PORT : nextPort + 1;
        int drawn = random.nextInt() & PSN_MASK;
        int psnA = flow.qp().startPsn() == FlowPlan.Qp.DRAWN ? drawn : flow.qp().startPsn();
        int psnB = random.nextInt() & PSN_MASK;
        int[] psns = {psnA, psnB};
        int number = MANAGED_QPN + runs.size();
        int[] qpns = managed ? new int[] {number, number} : new int[] {a.qpn(), b.qpn()};
        FlowRun run = new FlowRun(flow, qpns, psns, workload(flow, from, to));
        if (managed) {
            run.cmPort = FIRST_CM_PORT + runs.size() % CM_PORTS;
            manager(from);
            manager(to).serve(run);
        } else {
            ready(a, attributes(flow, b.qpn(), psnA, psnB).path(path(flow, from, to, port)));
            ready(b, attributes(flow, a.qpn(), psnB, psnA).path(path(flow, to, from, port)));
            run.requester = a;
            run.responder = b;
        }
        from.requests.put(run.requesterQpn, run);
        to.responses.put(run.responderQpn, run);
        return run;
    }

    private static QueuePair queuePair(Party party, int sends, int receives) {
        return party.host
                .endpoint()
                .createQp(new QpOptions(QpType.RC, party.queue, party.queue)
                        .maxSends(sends)
                        .maxReceives(receives));
    }

    private CmHost manager(Party party) {
        if (party.cm == null) {
            party.cm = new CmHost(party.host, party.queue, random.nextLong(), network::now);
        }
        return party.cm;
    }

    private FlowRun join(FlowPlan flow) {
        Party from = parties.get(flow.from());
        Party to = parties.get(flow.to());
        Cable cable = network.cables().stream()
                .filter(each -> joins(each, from.host, to.host))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "1:1: no link " + flow.from() + "-" + flow.to()));
        StreamLink link = new StreamLink(
                flow,
                network,
                cable.options(),
                List.of(from.host, to.host),
                List.of(device(flow.from()), device(flow.to())),
                runs.size(),
                random.nextInt());
        return new FlowRun(flow, link, workload(flow, from, to));
    }

    private static boolean joins(Cable cable, Host one, Host other) {
        return (cable.a().node() == one && cable.b().node() == other)
                || (cable.a().node() == other && cable.b().node() == one);
    }

    private IwarpProfile device(String host) {
        return scenario.fabric().host(host).iwarp();
    }

    private Workload workload(FlowPlan flow, Party from, Party to) {
        return flow.work() == null
                ? new RepeatedWork(flow, from.memory, to.memory)
                : new CheckedWork(
                        flow.work(),
                        random.nextLong(),
                        from.host.endpoint().memory(),
                        to.host.endpoint().memory(),
                        flow.stream() != null);
    }

    private static QpAttributes attributes(FlowPlan flow, int peer, int mine, int theirs) {
        FlowPlan.Qp qp = flow.qp();
        return new QpAttributes()
                .destQpNum(peer)
                .sqPsn(mine)
                .rqPsn(theirs)
                .pathMtu(qp.pathMtu())
                .timeout(qp.timeout())
                .retryCnt(qp.retryCount())
                .rnrRetry(qp.rnrRetryCount())
                .minRnrTimer(qp.minRnrTimer())
                .maxRdAtomic(qp.readDepth())
                .maxDestRdAtomic(qp.readDepth());
    }

    private static Path path(FlowPlan flow, Party from, Party to, int port) {
        LocalAddress here = from.host.address();
        LocalAddress there = to.host.address();
        return new Path(
                here.high(),
                here.low(),
                there.high(),
                there.low(),
                port,
                flow.trafficClass(),
                flow.ttl());
    }

    private static void ready(QueuePair qp, QpAttributes attributes) {
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** Lets fault plans know which queue pairs belong together. */
    void name(FaultEngine faults) {
        faults.point().directory(directory());
        for (Cable cable : network.cables()) {
            for (String name : List.of(cable.name(), reversed(cable))) {
                FaultPoint point = faults.link(name);
                if (point != null) {
                    point.directory(directory());
                }
            }
        }
    }

    private static String reversed(Cable cable) {
        return cable.b().node().name() + "-" + cable.a().node().name();
    }

    private QpDirectory directory() {
        Map<Long, Party> byAddress = new HashMap<>();
        parties.values().forEach(each -> byAddress.put(each.host.address().low(), each));
        return (high, low, qpn) -> {
            Party party = byAddress.get(low);
            QueuePair qp = party == null ? null : party.host.endpoint().queuePair(qpn);
            return qp == null ? 0 : qp.destQpNum();
        };
    }

    /** Lets all flows begin at their times. */
    void start(StreamFaults faults) {
        for (FlowPlan flow : scenario.flows()) {
            if (flow.verb() == null) {
                stream(flow);
            } else if (flow.stream() != null) {
                FlowRun run = runs.get(flow);
                run.open();
                run.stream.start(run, faults);
            } else {
                FlowRun run = runs.get(flow);
                Host from = host(flow.from());
                if (flow.cm() == null) {
                    run.open();
                    from.at(flow.startNs(), run::post);
                } else {
                    CmHost cm = parties.get(flow.from()).cm;
                    LocalAddress to = host(flow.to()).address();
                    from.at(flow.startNs(), () -> cm.connect(run, to, network.now()));
                }
            }
        }
    }

    private void stream(FlowPlan flow) {
        Host from = host(flow.from());
        Host to = host(flow.to());
        long until = Math.min(
                scenario.durationNs(),
                flow.forNs() == Long.MAX_VALUE ? Long.MAX_VALUE : flow.startNs() + flow.forNs());
        from.stream(PlainPacket.of(flow, from, to), flow.bitsPerSecond(), flow.startNs(), until);
    }

    private void progressed(Party party, long now) {
        CompletionQueue queue = party.queue;
        for (Completion each = queue.poll(); each != null; each = queue.poll()) {
            if (!each.receive()) {
                party.requests.get(each.qpn()).completed(each, now);
            } else {
                received(party.responses.get(each.qpn()), each, now);
            }
        }
        if (party.cm != null) {
            party.cm.turn(now);
        }
    }

    private void received(FlowRun run, Completion completion, long now) {
        // Those of a queue pair that connection management has taken away are posted again.
        boolean isGone = run != null
                && run.plan.cm() != null
                && completion.status() == WcStatus.WR_FLUSH_ERR;
        if (run == null || isGone) {
            return;
        }
        run.received(completion);
        if (run.plan.cm() != null && completion.status() == WcStatus.SUCCESS) {
            parties.get(run.plan.to()).cm.heard(run, now);
        }
        long delay = run.plan.receives().delayNs();
        if (delay == 0) {
            run.refill();
        } else {
            host(run.plan.to()).at(now + delay, run::refill);
        }
    }

    /** Connections that communication management keeps on each host that has it. */
    Map<String, Integer> connections() {
        Map<String, Integer> counts = new HashMap<>();
        parties.forEach((name, party) -> {
            if (party.cm != null) {
                counts.put(name, party.cm.connections());
            }
        });
        return counts;
    }

    Host host(String name) {
        return parties.get(name).host;
    }

    List<FlowResult> results(long now) {
        List<FlowResult> results = new ArrayList<>();
        for (FlowPlan flow : scenario.flows()) {
            FlowRun run = runs.get(flow);
            results.add(
                    run == null
                            ? new FlowResult(
                                    flow,
                                    null,
                                    0,
                                    false,
                                    flow.forNs() != Long.MAX_VALUE,
                                    now,
                                    List.of(),
                                    List.of())
                            : run.result(now));
        }
        return results;
    }

    /** Has both ends of a flow watched at their ports. */
    void watch(FlowPlan flow, TapView from, TapView to) {
        FlowRun run = runs.get(flow);
        if (run.stream != null) {
            return;
        }
        int a = run.requesterQpn;
        int b = run.responderQpn;
        int mtu = flow.qp().pathMtu();
        long requester = host(flow.from()).address().low();
        long responder = host(flow.to()).address().low();
        boolean adapts = host(flow.from()).endpoint().profile().has(Quirk.ADAPTIVE_TIMEOUT);
        long timeout = adapts ? 0 : AckTimeout.ns(flow.qp().timeout());
        from.watch(flow.name(), new RequesterWatch(a, b, responder, run.startPsn, mtu, timeout));
        to.watch(flow.name(), new ResponderWatch(b, a, requester, run.startPsn, mtu));
    }

    /** Has what a host says of connections watched at its port. */
    static void watch(TapView view) {
        view.watch(CmExpectation.WATCH, new CmWatch());
    }

    /** Of the responder of each flow: its queue pair, or TCP's port of iWARP; none of plain packets. */
    Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        runs.forEach((plan, run) -> numbers.put(plan.name(), run.number()));
        return numbers;
    }
}
