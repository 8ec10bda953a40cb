package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;

import java.util.List;

/** The same message again and again, whatever it makes of the memory that all flows share. */
final class RepeatedWork implements Workload {
    private static final int WRONG_KEY = 0x5a_5a00;
    private static final int WORD = 8;

    private final FlowPlan plan;
    private final MemoryRegion local;
    private final MemoryRegion remote;

    RepeatedWork(FlowPlan plan, MemoryRegion local, MemoryRegion remote) {
        this.plan = plan;
        this.local = local;
        this.remote = remote;
    }

    @Override
    public void fill(WorkRequest request, long number) {
        boolean flush = plan.verb() == Verb.FLUSH;
        request.of(plan.verb(), number)
                .local(local.key(), local.address(), flush ? 0 : plan.size())
                .remote(
                        plan.wrongKey() ? remote.key() ^ WRONG_KEY : remote.key(),
                        remote.address());
        if (flush) {
            request.flush(plan.size(), 1, 0);
        } else if (plan.verb().isAtomic()) {
            request.compareAndSwap(0, 1);
        }
    }

    @Override
    public boolean takesReceives() {
        return plan.verb().consumesReceive();
    }

    @Override
    public boolean postReceive(WorkQueues responder, long number) {
        int length = Math.max(WORD, plan.size());
        return responder.postReceive(0, remote.key(), remote.address(), length);
    }

    @Override
    public void completed(Completion completion) {
        // The flow counts.
    }

    @Override
    public void received(Completion completion) {
        // The flow counts.
    }

    @Override
    public List<String> violations(boolean whole) {
        return List.of();
    }

    @Override
    public List<String> breakouts() {
        return List.of();
    }
}
