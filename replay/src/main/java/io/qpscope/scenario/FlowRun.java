package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.scenario.FlowPlan.Receives;

/** One flow at work. */
final class FlowRun {
    /** The queue pairs of a flow of RoCE's. */
    record Pair(QueuePair requester, QueuePair responder, int startPsn) {}

    final FlowPlan plan;
    /** Null for iWARP. */
    final Pair pair;
    /** Null for RoCE. */
    final StreamLink stream;

    private final WorkQueues requester;
    private final WorkQueues responder;
    private final Workload work;
    private final WorkRequest request = new WorkRequest();
    private long posted;
    private long completed;
    private long ended;
    private WcStatus firstError;
    private long endNs;
    private long received;
    private int receivesPosted;

    FlowRun(FlowPlan plan, Pair pair, Workload work) {
        this.plan = plan;
        this.pair = pair;
        this.work = work;
        stream = null;
        requester = pair.requester();
        responder = pair.responder();
    }

    FlowRun(FlowPlan plan, StreamLink stream, Workload work) {
        this.plan = plan;
        this.stream = stream;
        this.work = work;
        pair = null;
        requester = stream.requester();
        responder = stream.responder();
    }

    /** Posts what the responder has at the start. */
    void open() {
        while (work.takesReceives() && postReceive()) {
            receivesPosted++;
        }
    }

    private boolean postReceive() {
        Receives receives = plan.receives();
        long number = received + receivesPosted;
        boolean more = receives.count() < 0 || number < receives.count();
        return more && receivesPosted < receives.depth() && work.postReceive(responder, number);
    }

    /** A receive request was used up. */
    void received(Completion completion) {
        received++;
        receivesPosted--;
        work.received(completion);
    }

    /** Posts another one, if there is one to post. */
    void refill() {
        if (postReceive()) {
            receivesPosted++;
        }
    }

    void post() {
        while (firstError == null
                && (plan.count() == 0 || posted < plan.count())
                && requester.pending() < plan.depth()) {
            work.fill(request, posted);
            if (!requester.post(request)) {
                return;
            }
            posted++;
        }
    }

    void completed(Completion completion, long now) {
        ended++;
        work.completed(completion);
        if (completion.status() == WcStatus.SUCCESS) {
            completed++;
            endNs = now;
            post();
        } else if (firstError == null) {
            firstError = completion.status();
            endNs = now;
        }
    }

    /** By which the analysis knows it: the responder's queue pair, or its port of TCP. */
    int number() {
        return stream == null ? pair.responder().qpn() : stream.port();
    }

    /** Whether nothing more is to be posted, and nothing posted is under way. */
    boolean isOver() {
        return ended == posted
                && (firstError != null || (plan.isBounded() && posted == plan.count()));
    }

    FlowResult result(long now) {
        boolean done = plan.isBounded() && completed == plan.count() && ended == posted;
        boolean over = done || firstError != null;
        return new FlowResult(
                plan,
                firstError,
                completed,
                done,
                over ? endNs : now,
                work.violations(stream == null || stream.isWhole()),
                work.breakouts(),
                stream == null ? null : stream.ending());
    }
}
