package io.qpscope.fault;

import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
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
import io.qpscope.fabric.Link;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Two endpoints on a 100 Gbit/s link of 1 us with a fault plan between, an analyzer beside each of
 * them, and a log of what is sent and what arrives. PSNs begin 16 short of their end, so that they
 * wrap in every run.
 */
final class Rig {
    static final int SIZE = 1 << 18;
    static final int MTU = 1024;
    static final int FIRST_PSN = 0xff_fff0;
    private static final int BTH = 28;

    /** One packet; the PSN is relative to the first. */
    record Line(
            boolean fromA,
            String opcode,
            int destQp,
            int psn,
            int ecn,
            int dscp,
            int syndrome,
            int length,
            long ns) {
        boolean acknowledges() {
            return opcode.equals("RC_ACKNOWLEDGE");
        }
    }

    /** Sees one host's traffic. */
    private static final class Analyst {
        private final Dissector dissector = new Dissector(4791, true);
        private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        private final FrameView view = new FrameView();
        private long frames;

        void see(ByteBuffer packet, int at, int length, long now) {
            view.wrap(packet, at, length, length, LinkType.RAW).at(++frames, now, 0, 0);
            dissector.dissect(view);
            tracker.onFrame(view);
        }
    }

    final Endpoint a = new Endpoint(Profile.IBTA, true, 1);
    final Endpoint b = new Endpoint(Profile.IBTA, true, 2);
    final List<QueuePair> qpsA = new ArrayList<>();
    final List<QueuePair> qpsB = new ArrayList<>();
    final CompletionQueue cqA = new CompletionQueue(4096);
    final CompletionQueue cqB = new CompletionQueue(4096);
    final MemoryRegion memoryA;
    final MemoryRegion memoryB;
    final FaultEngine engine;
    final Link link;
    final List<Line> sent = new ArrayList<>();
    final List<Line> arrived = new ArrayList<>();
    final WorkRequest request = new WorkRequest();
    private final Analyst besideA = new Analyst();
    private final Analyst besideB = new Analyst();
    private TrackerResult atA;
    private TrackerResult atB;

    /** The rules, a line each, as they stand in a plan. */
    Rig(String... rules) {
        this(attributes -> {}, 1, 1, rules);
    }

    /**
     * More than one pair, or of other attributes.
     *
     * @param how changes attributes; the ACK timeout is 4.2 ms otherwise
     */
    Rig(Consumer<QpAttributes> how, int pairs, long seed, String... rules) {
        memoryA = a.memory().register(filled(3), Access.ALL);
        memoryB = b.memory().register(filled(4), Access.ALL);
        engine = new FaultEngine(plan(rules), seed, 0);
        engine.point().directory(directory());
        link = new Link(a, b, 100_000_000_000L, 1_000)
                .meddler(engine.point())
                .taps(
                        (fromA, packet, at, length, now) ->
                                tap(true, fromA, packet, at, length, now),
                        (fromA, packet, at, length, now) ->
                                tap(false, fromA, packet, at, length, now));
        for (int i = 0; i < pairs; i++) {
            QueuePair mine = a.createQp(new QpOptions(QpType.RC, cqA, cqA));
            QueuePair theirs = b.createQp(new QpOptions(QpType.RC, cqB, cqB));
            connect(mine, theirs.qpn(), Path.ipv4(0x0a09_0001, 0x0a09_0002), how);
            connect(theirs, mine.qpn(), Path.ipv4(0x0a09_0002, 0x0a09_0001), how);
            qpsA.add(mine);
            qpsB.add(theirs);
        }
    }

    static FaultPlan plan(String... rules) {
        StringBuilder text = new StringBuilder("faults:\n");
        for (String rule : rules) {
            text.append("  - ").append(rule).append('\n');
        }
        if (rules.length == 0) {
            return new FaultPlan(List.of());
        }
        try {
            return FaultPlan.read("test.yaml", text.toString());
        } catch (InvalidYamlException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static ByteBuffer filled(long seed) {
        byte[] bytes = new byte[SIZE];
        new SplittableRandom(seed).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static void connect(QueuePair qp, int peer, Path path, Consumer<QpAttributes> how) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(MTU)
                .destQpNum(peer)
                .sqPsn(FIRST_PSN)
                .rqPsn(FIRST_PSN)
                .timeout(10)
                .path(path);
        how.accept(attributes);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    private void tap(
            boolean departs, boolean fromA, ByteBuffer packet, int at, int length, long now) {
        (departs ? sent : arrived).add(line(fromA, packet, at, length, now));
        if (fromA == departs) {
            besideA.see(packet, at, length, now);
        } else {
            besideB.see(packet, at, length, now);
        }
    }

    private static Line line(boolean fromA, ByteBuffer packet, int at, int length, long now) {
        if (length < BTH + Bth.LENGTH + 4) {
            return new Line(fromA, "CUT", 0, 0, 0, 0, 0, length, now);
        }
        Bth bth = new Bth().wrap(packet, at + BTH);
        int tos = packet.get(at + 1) & 0xff;
        return new Line(
                fromA,
                Opcode.name(bth.opcode()),
                bth.destqp(),
                (bth.psn() - FIRST_PSN) & 0xff_ffff,
                tos & 3,
                tos >> 2,
                packet.get(at + BTH + Bth.LENGTH) & 0xff,
                length,
                now);
    }

    /** Posts one request of A's on its first queue pair. */
    Rig post(Verb verb, long id, int length) {
        return post(0, verb, id, length);
    }

    Rig post(int pair, Verb verb, long id, int length) {
        request.of(verb, id)
                .local(memoryA.key(), memoryA.address(), length)
                .remote(memoryB.key(), memoryB.address());
        if (!qpsA.get(pair).post(request)) {
            throw new IllegalStateException("send queue full");
        }
        return this;
    }

    /** Posts one request of B's on its first queue pair. */
    Rig postB(Verb verb, long id, int length) {
        request.of(verb, id)
                .local(memoryB.key(), memoryB.address(), length)
                .remote(memoryA.key(), memoryA.address());
        if (!qpsB.get(0).post(request)) {
            throw new IllegalStateException("send queue full");
        }
        return this;
    }

    /** A WRITE of so many packets. */
    Rig write(int packets) {
        return post(Verb.RDMA_WRITE, 1, packets * MTU);
    }

    Rig receive(long id, int length) {
        qpsB.get(0).postReceive(id, memoryB.key(), memoryB.address(), length);
        return this;
    }

    /** Which of A's and B's queue pairs are connected. */
    QpDirectory directory() {
        return (high, low, qpn) -> {
            boolean ofA = (low & 0xff) == 1;
            List<QueuePair> here = ofA ? qpsA : qpsB;
            for (int i = 0; i < here.size(); i++) {
                if (here.get(i).qpn() == qpn) {
                    return (ofA ? qpsB : qpsA).get(i).qpn();
                }
            }
            return 0;
        };
    }

    /** Until nothing moves. */
    Rig run() {
        if (!link.run(link.now() + 60_000_000_000L)) {
            throw new IllegalStateException("goes on for more than a minute");
        }
        return this;
    }

    /** How all of A's requests have ended. */
    List<WcStatus> done() {
        List<WcStatus> all = new ArrayList<>();
        for (Completion c = cqA.poll(); c != null; c = cqA.poll()) {
            all.add(c.status());
        }
        return all;
    }

    long fires(int rule) {
        return engine.counts().get(rule - 1).fires();
    }

    List<Line> sent(boolean fromA) {
        return sent.stream().filter(line -> line.fromA == fromA).toList();
    }

    List<Line> arrived(boolean fromA) {
        return arrived.stream().filter(line -> line.fromA == fromA).toList();
    }

    /** PSNs in the order in which they arrive. */
    List<Integer> psns(boolean fromA) {
        return arrived(fromA).stream().map(Line::psn).toList();
    }

    TrackerResult atA() {
        if (atA == null) {
            atA = besideA.tracker.finish();
        }
        return atA;
    }

    TrackerResult atB() {
        if (atB == null) {
            atB = besideB.tracker.finish();
        }
        return atB;
    }

    /** A's side of the first session, as the analyzer beside A or B tells it. */
    DirectionSummary requests(TrackerResult result) {
        return result.sessions().get(0).direction(Side.A);
    }

    DirectionSummary answers(TrackerResult result) {
        return result.sessions().get(0).direction(Side.B);
    }

    boolean sameBytes(int length) {
        return memoryA.bytes().slice(0, length).equals(memoryB.bytes().slice(0, length));
    }
}
