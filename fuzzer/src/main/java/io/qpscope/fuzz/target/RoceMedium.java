package io.qpscope.fuzz.target;

import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.QpDirectory;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.port.Answer;
import io.qpscope.port.Port;
import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.PeerCmWatch;
import io.qpscope.scenario.PeerWatch;
import io.qpscope.wire.AckTimeout;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** RoCEv2 over a port, connected by RDMA-CM. */
final class RoceMedium implements Medium {
    private static final int MOST_CONVERSATIONS = 1024;
    /** 0.54 s, as other commands wait for an answer of the connection manager. */
    private static final int RESPONSE_TIMEOUT = 17;

    private static final int CM_RETRIES = 5;

    private final Port port;
    private final Host host;
    private final PeerStation station;
    private final LocalAddress peer;
    private final int service;
    private final int pathMtu;
    private final boolean raw;
    /** Whether faults act on the connection itself. */
    private boolean managed;

    /**
     * Starts the port.
     *
     * @param raw whether every header is ours, that of IP too
     * @param pace of packets that are sent
     * @param seed of keys, ids and PSNs
     */
    public RoceMedium(
            Port port,
            TargetAddress target,
            Profile profile,
            int pathMtu,
            boolean raw,
            Pace pace,
            long seed) {
        this.port = port;
        this.pathMtu = pathMtu;
        this.raw = raw;
        service = target.port();
        byte[] bytes = target.host().getAddress();
        peer = LocalAddress.of(bytes, 0);
        Endpoint endpoint = new Endpoint(profile, raw, seed);
        host = new Host(endpoint, port.address(), MOST_CONVERSATIONS, seed);
        station = new PeerStation(host, bytes, pace);
        port.start(station);
    }

    @Override
    public <T> T ask(Supplier<T> question) throws IOException {
        return Answer.of(port::execute, question);
    }

    @Override
    public Device device() {
        return host.endpoint();
    }

    @Override
    public Set<Verb> verbs() {
        return EnumSet.of(
                Verb.RDMA_WRITE,
                Verb.RDMA_READ,
                Verb.SEND,
                Verb.SEND_WITH_IMM,
                Verb.RDMA_WRITE_WITH_IMM,
                Verb.ATOMIC_FETCH_AND_ADD,
                Verb.ATOMIC_CMP_AND_SWP,
                Verb.ATOMIC_WRITE,
                Verb.FLUSH);
    }

    @Override
    public int pathMtu() {
        return pathMtu;
    }

    @Override
    public List<Rule> rules(List<Rule> drawn) {
        return drawn;
    }

    @Override
    public void begin(FaultPlan plan, long seed, boolean managed) {
        this.managed = managed;
        if (managed) {
            QpDirectory none = (high, low, qpn) -> 0;
            station.storm(new FaultEngine(plan, seed, port.now()), none, raw);
        }
    }

    @Override
    public void connect(CaseClient client, Flow flow) throws IOException {
        Qp qp = flow.qp();
        Cm cm = flow.cm() == null ? new Cm(RESPONSE_TIMEOUT, CM_RETRIES) : flow.cm();
        CmOptions options = new CmOptions()
                .pathMtu(qp.pathMtu())
                .ackTimeout(qp.timeout())
                .retryCount(qp.retryCount())
                .rnrRetryCount(qp.rnrRetryCount())
                .minRnrTimer(qp.minRnrTimer())
                .initiatorDepth(qp.readDepth())
                .responseTimeout(cm.timeout())
                .maxCmRetries(cm.retries());
        ask(() -> {
            host.connect(
                    client,
                    host.address().to(peer.high(), peer.low(), 0),
                    service,
                    options,
                    port.now());
            return null;
        });
    }

    @Override
    public void storm(FaultPlan plan, long seed, List<CaseClient> clients) {
        if (managed) {
            return;
        }
        QpDirectory directory = (high, low, qpn) -> {
            for (CaseClient each : clients) {
                QueuePair qp = (QueuePair) each.queues();
                if (high == peer.high() && low == peer.low() && qp.destQpNum() == qpn) {
                    return qp.qpn();
                }
                if (qp.qpn() == qpn && low == host.address().low()) {
                    return qp.destQpNum();
                }
            }
            return 0;
        };
        station.storm(new FaultEngine(plan, seed, port.now()), directory, raw);
    }

    @Override
    public boolean hasBegun(CaseClient client) {
        return managed || station.hasMet(((QueuePair) client.queues()).destQpNum());
    }

    @Override
    public void calm() {
        if (!managed) {
            station.calm();
        }
    }

    @Override
    public void end() {
        station.calm();
    }

    @Override
    public void wake() {
        // A port does so behind each task.
    }

    @Override
    public boolean spoiled() {
        return false;
    }

    @Override
    public void disconnect() {
        host.disconnect(port.now());
    }

    @Override
    public boolean quiet() {
        return host.quiet();
    }

    @Override
    public WireLog turnLog() {
        return station.turnLog();
    }

    @Override
    public int linkType() {
        return LinkType.RAW;
    }

    @Override
    public PeerWatch watch(CaseClient client, Qp qp) {
        QueuePair own = (QueuePair) client.queues();
        // What the ACK timeout sends again is no late packet.
        long patience = AckTimeout.ns(Math.max(1, qp.timeout())) / 2;
        return new PeerWatch(
                own.destQpNum(), own.qpn(), host.address().low(), qp.pathMtu(), patience);
    }

    /** An answer is missed before its message is sent again, which asks anew. */
    @Override
    public PeerCmWatch watch(Flow flow) {
        return flow.cm() == null
                ? null
                : new PeerCmWatch(AckTimeout.ns(Math.max(1, flow.cm().timeout())) / 2);
    }

    @Override
    public long sent() {
        return station.sent();
    }

    @Override
    public void close() {
        port.close();
    }
}
