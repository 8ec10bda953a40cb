package io.qpscope.bridge;

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
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.session.SessionTracker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Two endpoints on VLAN 7, the bridge between them and a plan on it, in virtual time; what comes out
 * of the bridge waits for its receiver's turn.
 */
final class BridgeRig {
    static final int MTU = 1024;
    static final long STEP_NS = 1_000;
    private static final int SIZE = 1 << 20;
    private static final int FIRST_PSN = 0xff_fff0;
    private static final int HEADER = 18;
    private static final long END_NS = 60_000_000_000L;

    final Endpoint a = new Endpoint(Profile.IBTA, true, 1);
    final Endpoint b = new Endpoint(Profile.IBTA, true, 2);
    final Bridge bridge;
    final List<byte[]> toA = new ArrayList<>();
    final List<byte[]> toB = new ArrayList<>();
    /** What a misbehaving host makes of a packet before it leaves, from its Ethernet header on. */
    UnaryOperator<byte[]> vice = frame -> frame;

    private final TapAnalysis taps = new TapAnalysis(SessionTracker.Options.DEFAULT, 0);
    private final CompletionQueue done = new CompletionQueue(4096);
    private final MemoryRegion memoryA;
    private final MemoryRegion memoryB;
    private final QueuePair qpA;
    private final QueuePair qpB;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final Deque<byte[]> back = new ArrayDeque<>();
    private final WorkRequest request = new WorkRequest();
    private final ByteBuffer out = ByteBuffer.allocate(HEADER + Endpoint.MOST_PACKET);
    private final Deque<byte[]> late = new ArrayDeque<>();
    private final Deque<Long> due = new ArrayDeque<>();
    /** What host B takes to look at a packet that has reached it. */
    long slowNs;

    private long now;

    BridgeRig(String... rules) {
        this(1, 0, rules);
    }

    BridgeRig(long seed, long mostPerSecond, String... rules) {
        taps.start();
        bridge = new Bridge(
                wire(back, toA),
                wire(waiting, toB),
                rules.length == 0 ? null : plan(rules),
                seed,
                mostPerSecond,
                taps,
                () -> now,
                0);
        memoryA = a.memory().register(filled(3), Access.ALL);
        memoryB = b.memory().register(filled(4), Access.ALL);
        qpA = a.createQp(new QpOptions(QpType.RC, done, done));
        CompletionQueue other = new CompletionQueue(4096);
        qpB = b.createQp(new QpOptions(QpType.RC, other, other));
        connect(qpA, qpB.qpn(), Path.ipv4(0x0a09_0001, 0x0a09_0002));
        connect(qpB, qpA.qpn(), Path.ipv4(0x0a09_0002, 0x0a09_0001));
    }

    static FaultPlan plan(String... rules) {
        try {
            return FaultPlan.read("test.yaml", "faults:\n- " + String.join("\n- ", rules) + "\n");
        } catch (InvalidYamlException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    static Wire wire(Deque<byte[]> waiting, List<byte[]> log) {
        return new Wire() {
            @Override
            public int mtu() {
                return 1500;
            }

            @Override
            public boolean send(byte[] frame, int length) {
                byte[] sent = ByteBuffer.allocate(length).put(frame, 0, length).array();
                waiting.add(sent);
                log.add(sent);
                return true;
            }
        };
    }

    private static ByteBuffer filled(long seed) {
        byte[] bytes = new byte[SIZE];
        new SplittableRandom(seed).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static void connect(QueuePair qp, int peer, Path path) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(MTU)
                .destQpNum(peer)
                .sqPsn(FIRST_PSN)
                .rqPsn(FIRST_PSN)
                .timeout(10)
                .path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }

    /** Side a WRITEs or READs so many packets. */
    BridgeRig post(Verb verb, int packets) {
        request.of(verb, 1)
                .local(memoryA.key(), memoryA.address(), packets * MTU)
                .remote(memoryB.key(), memoryB.address());
        if (!qpA.post(request)) {
            throw new IllegalStateException("send queue full");
        }
        return this;
    }

    BridgeRig send(int packets) {
        qpB.postReceive(1, memoryB.key(), memoryB.address(), packets * MTU);
        request.of(Verb.SEND, 1).local(memoryA.key(), memoryA.address(), packets * MTU);
        if (!qpA.post(request)) {
            throw new IllegalStateException("send queue full");
        }
        return this;
    }

    /** Until nothing moves. */
    BridgeRig run() {
        boolean moves = true;
        while (moves && now < END_NS) {
            moves = step();
            if (!moves) {
                long next = Math.min(bridge.deadline(), Math.min(a.deadline(), b.deadline()));
                next = due.isEmpty() ? next : Math.min(next, due.peek());
                if (next < END_NS) {
                    now = Math.max(now + STEP_NS, next);
                    moves = true;
                }
            }
        }
        return this;
    }

    private boolean step() {
        now += STEP_NS;
        bridge.turn(now);
        a.expire(now);
        b.expire(now);
        deliver(back, a);
        deliver(waiting, b);
        boolean sentA = leave(0, a);
        boolean sentB = leave(1, b);
        return sentA || sentB || !waiting.isEmpty() || !back.isEmpty();
    }

    private void deliver(Deque<byte[]> from, Endpoint to) {
        if (to == b && slowNs > 0) {
            dawdle();
            return;
        }
        for (byte[] frame = from.poll(); frame != null; frame = from.poll()) {
            to.receive(ByteBuffer.wrap(frame), HEADER, frame.length - HEADER, true, now);
        }
    }

    private void dawdle() {
        for (byte[] frame = waiting.poll(); frame != null; frame = waiting.poll()) {
            late.add(frame);
            due.add(now + slowNs);
        }
        while (!due.isEmpty() && due.peek() <= now) {
            due.poll();
            byte[] frame = late.poll();
            b.receive(ByteBuffer.wrap(frame), HEADER, frame.length - HEADER, true, now);
        }
    }

    private boolean leave(int side, Endpoint from) {
        int length = from.transmit(out.clear().position(HEADER), now);
        if (length == 0) {
            return false;
        }
        byte[] frame = new byte[HEADER + length];
        out.get(0, frame);
        frame[5] = (byte) (side == 0 ? 2 : 1);
        frame[11] = (byte) (side == 0 ? 1 : 2);
        ByteBuffer.wrap(frame).putInt(12, 0x8100_6007).putShort(16, (short) 0x0800);
        byte[] leaves = side == 0 ? vice.apply(frame) : frame;
        bridge.frame(side, leaves, leaves.length, now, now);
        return true;
    }

    List<WcStatus> done() {
        List<WcStatus> all = new ArrayList<>();
        for (Completion c = done.poll(); c != null; c = done.poll()) {
            all.add(c.status());
        }
        return all;
    }

    boolean sameBytes(int packets) {
        int length = packets * MTU;
        return memoryA.bytes().slice(0, length).equals(memoryB.bytes().slice(0, length));
    }

    long fires(int rule) {
        return bridge.engine().counts().get(rule - 1).fires();
    }

    BridgeVerdict verdict() throws IOException, InterruptedException {
        return taps.finish();
    }
}
