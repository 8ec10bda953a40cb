package io.qpscope.recording;

import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.fabric.Link;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.AckTimeout;

import java.nio.ByteBuffer;

/**
 * One run of an {@link EpisodeScenario} over a cable in virtual time. Long after it, a second pair
 * of queue pairs exchanges one message: without, nobody could tell the silence of a requester that
 * has given up from the end of the capture.
 */
final class EpisodeTrial {
    private static final int ROCE_PORT = 4791;
    private static final long BITS_PER_SECOND = 100_000_000_000L;
    private static final long DELAY_NS = 2_000;
    private static final long SEED = 1;
    private static final int WORD = 8;
    private static final int DEPTH = 16;
    /** Rounds of the ACK timeout, and what comes besides: who goes on longer does for ever. */
    static final long MOST_ROUNDS = 64;

    private static final long MOST_BESIDES_NS = 10_000_000_000L;

    private final EpisodeScenario scenario;
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private final Dissector dissector = new Dissector(ROCE_PORT, true);
    private final FrameView view = new FrameView();
    private long frames;
    private WcStatus status = WcStatus.SUCCESS;
    private long fired;

    EpisodeTrial(EpisodeScenario scenario) {
        this.scenario = scenario;
    }

    /** Of the first request that failed, as the endpoint tells it. */
    WcStatus status() {
        return status;
    }

    /** How often the fault happened. */
    long fired() {
        return fired;
    }

    /** What an analysis beside the tap tells; null when it did not come to an end. */
    TrackerResult run() {
        Endpoint a = new Endpoint(scenario.profile(), true, SEED);
        Endpoint b = new Endpoint(scenario.profile(), true, ~SEED);
        FaultEngine faults = new FaultEngine(plan(), SEED, 0);
        // Both hosts number their queue pairs alike.
        faults.point().directory((high, low, qpn) -> qpn);
        Link link = new Link(a, b, BITS_PER_SECOND, DELAY_NS)
                .meddler(faults.point())
                .taps(
                        (fromA, packet, at, length, now) -> {
                            if (fromA == scenario.tapAtA()) {
                                see(packet, at, length, now);
                            }
                        },
                        (fromA, packet, at, length, now) -> {
                            if (fromA != scenario.tapAtA()) {
                                see(packet, at, length, now);
                            }
                        });
        CompletionQueue done = new CompletionQueue(2 * scenario.count() + 2);
        post(a, b, done, scenario.verb(), scenario.size(), scenario.count());
        boolean rest = link.run(mostNs());
        for (Completion each = done.poll(); each != null; each = done.poll()) {
            boolean first = status == WcStatus.SUCCESS;
            status = first && !each.receive() ? each.status() : status;
        }
        if (!rest) {
            return null;
        }
        link.idle(quietNs());
        post(a, b, new CompletionQueue(4), Verb.SEND, WORD, 1);
        link.run(link.now() + mostNs());
        fired = faults.counts().get(0).fires();
        return tracker.finish();
    }

    /** Longer than any silence that a requester's timers explain. */
    private long quietNs() {
        return 16 * AckTimeout.ns(scenario.ackTimeout());
    }

    private long mostNs() {
        return MOST_ROUNDS * AckTimeout.ns(scenario.ackTimeout()) + MOST_BESIDES_NS;
    }

    private FaultPlan plan() {
        try {
            return FaultPlan.read("episode", "faults:\n  - " + scenario.fault() + "\n");
        } catch (InvalidYamlException e) {
            throw new IllegalStateException(scenario.fault(), e);
        }
    }

    private void see(ByteBuffer packet, int at, int length, long now) {
        view.wrap(packet, at, length, length, LinkType.RAW).at(++frames, now, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    private void post(
            Endpoint a, Endpoint b, CompletionQueue done, Verb verb, int size, int count) {
        QpOptions sends = new QpOptions(QpType.RC, done, done).maxSends(count).maxReceives(1);
        CompletionQueue received = new CompletionQueue(2 * count + 2);
        QpOptions receives =
                new QpOptions(QpType.RC, received, received).maxSends(1).maxReceives(count);
        QueuePair from = a.createQp(sends);
        QueuePair to = b.createQp(receives);
        start(from, to.qpn(), Path.ipv4(1, 2));
        start(to, from.qpn(), Path.ipv4(2, 1));
        int bytes = Math.max(WORD, size);
        MemoryRegion local = a.memory().register(ByteBuffer.allocate(bytes), Access.ALL);
        MemoryRegion remote = b.memory().register(ByteBuffer.allocate(bytes), Access.ALL);
        WorkRequest work = new WorkRequest();
        for (int i = 0; i < count; i++) {
            to.postReceive(i, remote.key(), remote.address(), bytes);
            boolean flush = verb == Verb.FLUSH;
            work.of(verb, i)
                    .local(local.key(), local.address(), flush ? 0 : size)
                    .remote(remote.key(), remote.address())
                    .compareAndSwap(0, 1);
            from.post(flush ? work.flush(size, 1, 0) : work);
        }
    }

    private void start(QueuePair qp, int peer, Path path) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(scenario.pathMtu())
                .destQpNum(peer)
                .timeout(scenario.ackTimeout())
                .retryCnt(scenario.retryCount())
                .rnrRetry(scenario.rnrRetryCount())
                .maxRdAtomic(DEPTH)
                .maxDestRdAtomic(DEPTH)
                .path(path);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
    }
}
