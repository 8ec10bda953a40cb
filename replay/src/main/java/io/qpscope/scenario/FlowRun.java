package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.scenario.FlowPlan.Receives;

/** One flow at work. */
final class FlowRun {
    final FlowPlan plan;
    final QueuePair requester;
    final QueuePair responder;
    final int startPsn;
    private final Workload work;
    private final WorkRequest request = new WorkRequest();
    private long posted;
    private long completed;
    private long ended;
    private WcStatus firstError;
    private long endNs;
    private long received;
    private int receivesPosted;

    FlowRun(FlowPlan plan, QueuePair requester, QueuePair responder, int startPsn, Workload work) {
        this.plan = plan;
        this.requester = requester;
        this.responder = responder;
        this.startPsn = startPsn;
        this.work = work;
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

    FlowResult result(long now) {
        boolean done = plan.isBounded() && completed == plan.count() && ended == posted;
        boolean over = done || firstError != null;
        return new FlowResult(
                plan,
                firstError,
                completed,
                done,
                over ? endNs : now,
                work.violations(),
                work.breakouts());
    }
}
