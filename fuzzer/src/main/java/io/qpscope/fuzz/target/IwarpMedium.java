package io.qpscope.fuzz.target;

import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.service.IwarpHost;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.port.Answer;
import io.qpscope.port.netty.IwarpDriver;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.PeerCmWatch;
import io.qpscope.scenario.PeerWatch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** iWARP over the machine's TCP. */
final class IwarpMedium implements Medium {
    private static final int MOST_CONVERSATIONS = 64;
    private static final int DEPTH = 16;
    /** No packets of ours; what cases' path MTUs are cut to. */
    private static final int PATH_MTU = 1024;

    private final InetAddress bind;
    private final TargetAddress target;
    private final IwarpHost host;
    private final IwarpDriver driver;
    private final Pace pace;
    private WireLog log = new WireLog();
    private volatile boolean storm;
    private final AtomicLong sent = new AtomicLong();
    private long paid;
    private FaultEngine engine;

    /**
     * Starts its thread.
     *
     * @param bind local address
     * @param pace of segments that are sent
     */
    IwarpMedium(InetAddress bind, TargetAddress target, Pace pace, long seed) {
        this.bind = bind;
        this.target = target;
        this.pace = pace;
        host = new IwarpHost(
                new Memory(new SplittableRandom(seed)),
                MOST_CONVERSATIONS,
                stream -> stream.crc(true).depths(DEPTH, DEPTH));
        driver = new IwarpDriver(host);
        driver.taps(() -> new TcpLog(() -> log, () -> storm, sent::incrementAndGet));
    }

    @Override
    public <T> T ask(Supplier<T> question) throws IOException {
        return Answer.of(driver::execute, question);
    }

    @Override
    public Device device() {
        return host;
    }

    @Override
    public Set<Verb> verbs() {
        return EnumSet.of(
                Verb.RDMA_WRITE,
                Verb.RDMA_READ,
                Verb.SEND,
                Verb.ATOMIC_FETCH_AND_ADD,
                Verb.ATOMIC_CMP_AND_SWP);
    }

    @Override
    public int pathMtu() {
        return PATH_MTU;
    }

    /** TCP loses nothing: a rule becomes one about an FPDU that we send. */
    @Override
    public List<Rule> rules(List<Rule> drawn) {
        return drawn.stream().map(StreamBreaks::of).toList();
    }

    @Override
    public void begin(FaultPlan plan, long seed, boolean managed) {
        engine = new FaultEngine(plan, seed, System.nanoTime());
        driver.faults(engine.streams());
    }

    /** What the cases before have sent is waited for, so that the rate is kept on the whole. */
    @Override
    public void connect(CaseClient client, Flow flow) {
        while (paid < sent.get()) {
            long now = System.nanoTime();
            if (pace.admits(now)) {
                paid++;
            } else {
                LockSupport.parkNanos(Math.max(1, pace.nextNs() - now));
            }
        }
        driver.connect(
                client,
                new InetSocketAddress(target.host(), target.port()),
                new InetSocketAddress(bind, 0));
    }

    @Override
    public void storm(FaultPlan plan, long seed, List<CaseClient> clients) {
        storm = true;
    }

    @Override
    public boolean hasBegun(CaseClient client) {
        return true;
    }

    @Override
    public void calm() {
        storm = false;
    }

    @Override
    public void end() {
        storm = false;
    }

    @Override
    public void wake() {
        driver.wake();
    }

    @Override
    public boolean spoiled() {
        return engine.counts().stream().anyMatch(each -> each.fires() > 0);
    }

    @Override
    public void disconnect() {
        driver.disconnect();
    }

    @Override
    public boolean quiet() {
        return host.quiet();
    }

    @Override
    public WireLog turnLog() {
        WireLog old = log;
        log = new WireLog();
        return old;
    }

    @Override
    public int linkType() {
        return LinkType.RAW;
    }

    @Override
    public PeerWatch watch(CaseClient client, Qp qp) {
        return null;
    }

    @Override
    public PeerCmWatch watch(Flow flow) {
        return null;
    }

    @Override
    public long sent() {
        return sent.get();
    }

    @Override
    public void close() {
        driver.close();
    }
}
