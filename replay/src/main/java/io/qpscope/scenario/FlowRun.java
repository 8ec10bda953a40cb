package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.scenario.FlowPlan.Receives;

/** One flow at work. */
final class FlowRun {
    final FlowPlan plan;
    /** Null for RoCE. */
    final StreamLink stream;

    /** Of RoCE alone. */
    final int requesterQpn;

    final int responderQpn;
    /** Null while there is none: connection management makes them when it needs them. */
    WorkQueues requester;

    WorkQueues responder;
    /** Of the requester's first packet. */
    final int startPsn;
    /** Of the responder's own. */
    final int peerPsn;
    /** By RDMA-CM; 0 for a flow that is connected without. */
    int cmPort;
    /** Whether the responder's host has let the requester in, and whether that has stood. */
    boolean isServed;

    boolean stood;
    private final Workload work;
    private final WorkRequest request = new WorkRequest();
    private long posted;
    private long completed;
    private long ended;
    private WcStatus firstError;
    private long endNs;
    private long received;
    private int receivesPosted;
    private boolean refused;

    /** Over RoCE; its queue pairs come later. */
    FlowRun(FlowPlan plan, int[] qpns, int[] psns, Workload work) {
        this.plan = plan;
        requesterQpn = qpns[0];
        responderQpn = qpns[1];
        startPsn = psns[0];
        peerPsn = psns[1];
        this.work = work;
        stream = null;
    }

    FlowRun(FlowPlan plan, StreamLink stream, Workload work) {
        this.plan = plan;
        this.stream = stream;
        this.work = work;
        requesterQpn = 0;
        responderQpn = 0;
        startPsn = 0;
        peerPsn = 0;
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

    /** The responder's queue pair is gone, and what it had posted: who is let in again finds it all. */
    void closed() {
        isServed = stood;
        receivesPosted = 0;
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

    /** The connection was refused, or nobody answered. */
    void refused(long now) {
        refused = completed == 0 && firstError == null;
        endNs = now;
    }

    /** By which the analysis knows it: the responder's queue pair, or its port of TCP. */
    int number() {
        return stream == null ? responderQpn : stream.port();
    }

    /** Whether nothing more is to be posted, and nothing posted is under way. */
    boolean isOver() {
        return ended == posted
                && (firstError != null || (plan.isBounded() && posted == plan.count()));
    }

    FlowResult result(long now) {
        boolean done = plan.isBounded() && completed == plan.count() && ended == posted;
        boolean over = done || firstError != null || refused;
        return new FlowResult(
                plan,
                firstError,
                completed,
                refused,
                done,
                over ? endNs : now,
                work.violations(stream == null || stream.isWhole()),
                work.breakouts(),
                stream == null ? null : stream.ending());
    }
}
