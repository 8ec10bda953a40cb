package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.scenario.FlowPlan.Receives;

/** One flow at work. */
final class FlowRun {
    private static final int WRONG_KEY = 0x5a_5a00;
    private static final int WORD = 8;

    final FlowPlan plan;
    final QueuePair requester;
    final QueuePair responder;
    private final MemoryRegion local;
    private final MemoryRegion remote;
    private final WorkRequest work = new WorkRequest();
    private long posted;
    private long completed;
    private long ended;
    private WcStatus firstError;
    private long endNs;
    private long received;
    private int receivesPosted;

    FlowRun(
            FlowPlan plan,
            QueuePair requester,
            QueuePair responder,
            MemoryRegion local,
            MemoryRegion remote) {
        this.plan = plan;
        this.requester = requester;
        this.responder = responder;
        this.local = local;
        this.remote = remote;
    }

    static boolean takesReceives(Verb verb) {
        return verb.isSend() || verb == Verb.RDMA_WRITE_WITH_IMM;
    }

    /** Posts what the responder has at the start. */
    void open() {
        if (takesReceives(plan.verb())) {
            while (postReceive()) {
                receivesPosted++;
            }
        }
    }

    private boolean postReceive() {
        Receives receives = plan.receives();
        boolean more = receives.count() < 0 || received + receivesPosted < receives.count();
        return more
                && receivesPosted < receives.depth()
                && responder.postReceive(0, remote.key(), remote.address(), length());
    }

    /** A receive request was used up. */
    void consumed() {
        received++;
        receivesPosted--;
    }

    /** Posts another one, if there is one to post. */
    void refill() {
        if (postReceive()) {
            receivesPosted++;
        }
    }

    private int length() {
        return Math.max(WORD, plan.size());
    }

    void post() {
        while (firstError == null
                && (plan.count() == 0 || posted < plan.count())
                && requester.pending() < plan.depth()) {
            boolean flush = plan.verb() == Verb.FLUSH;
            work.of(plan.verb(), posted)
                    .local(local.key(), local.address(), flush ? 0 : plan.size())
                    .remote(
                            plan.wrongKey() ? remote.key() ^ WRONG_KEY : remote.key(),
                            remote.address());
            if (flush) {
                work.flush(plan.size(), 1, 0);
            } else if (plan.verb().isAtomic()) {
                work.compareAndSwap(0, 1);
            }
            if (!requester.post(work)) {
                return;
            }
            posted++;
        }
    }

    void completed(Completion completion, long now) {
        ended++;
        if (completion.status() == WcStatus.SUCCESS) {
            completed++;
            endNs = now;
            post();
        } else if (firstError == null) {
            firstError = completion.status();
            endNs = now;
        }
    }

    FlowResult result(long now) {
        boolean done = plan.isBounded() && completed == plan.count() && ended == posted;
        boolean over = done || firstError != null;
        return new FlowResult(plan, firstError, completed, done, over ? endNs : now);
    }
}
