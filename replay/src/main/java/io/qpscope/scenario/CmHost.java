package io.qpscope.scenario;

import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.cm.CmListener;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.cm.CmState;
import io.qpscope.endpoint.cm.Connection;
import io.qpscope.endpoint.cm.ConnectionManager;
import io.qpscope.fabric.Host;

import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The connections of one host by communication management. Each flow has a port; who else connects
 * there gets a queue pair that nothing is done with. A flow that is over asks for the end.
 */
final class CmHost implements CmListener {
    private static final int NO_QP = 1;
    private static final int WRONG_TRANSPORT = 9;
    private static final int MOST_STRANGERS = 64;
    private static final int MOST_RNR_RETRIES = 6;

    private final Host host;
    private final CompletionQueue queue;
    private final LongSupplier clock;
    private final ConnectionManager manager;
    private final Int2ObjectHashMap<FlowRun> served = new Int2ObjectHashMap<>();
    private final IdentityHashMap<Connection, FlowRun> runs = new IdentityHashMap<>();
    private final List<Connection> strangers = new ArrayList<>();
    private long armed = Long.MAX_VALUE;

    CmHost(Host host, CompletionQueue queue, long seed, LongSupplier clock) {
        this.host = host;
        this.clock = clock;
        this.queue = queue;
        manager = new ConnectionManager(host.endpoint(), host.address(), this, seed);
    }

    /** Lets a flow's requester in. */
    void serve(FlowRun run) {
        served.put(run.cmPort, run);
        manager.listen(run.cmPort);
    }

    /** Asks the flow's other host. */
    void connect(FlowRun run, LocalAddress to, long now) {
        FlowPlan plan = run.plan;
        QueuePair requester = host.endpoint()
                .createQp(
                        new QpOptions(QpType.RC, queue, queue).maxSends(plan.depth()),
                        run.requesterQpn);
        run.requester = requester;
        CmOptions options = options(run).startPsn(run.peerPsn).trafficClass(plan.trafficClass());
        LocalAddress here = host.address();
        runs.put(
                manager.connect(
                        requester,
                        here.to(to.high(), to.low(), plan.trafficClass()),
                        run.cmPort,
                        options,
                        now),
                run);
        arm();
    }

    private static CmOptions options(FlowRun run) {
        FlowPlan.Qp qp = run.plan.qp();
        FlowPlan.Cm cm = run.plan.cm();
        return new CmOptions()
                .pathMtu(qp.pathMtu())
                .ackTimeout(qp.timeout())
                .retryCount(qp.retryCount())
                .rnrRetryCount(qp.rnrRetryCount())
                .minRnrTimer(qp.minRnrTimer())
                .responderResources(qp.readDepth())
                .initiatorDepth(qp.readDepth())
                .responseTimeout(cm.timeout())
                .maxCmRetries(cm.retries());
    }

    /** Reads what has come, lets time act, and ends what is over. */
    void turn(long now) {
        manager.receive(now);
        manager.expire(now);
        for (Connection each : manager.connections()) {
            FlowRun run = runs.get(each);
            boolean over = run != null && each.active() && run.isOver();
            if (over && each.state() == CmState.ESTABLISHED) {
                manager.disconnect(each, now);
            }
        }
        arm();
    }

    private void arm() {
        long deadline = manager.deadline();
        if (deadline < armed) {
            armed = deadline;
            host.at(Math.max(deadline, clock.getAsLong()), () -> {
                armed = Long.MAX_VALUE;
                turn(clock.getAsLong());
            });
        }
    }

    /** A message has come over the flow's queue pair, which says as much as an RTU. */
    void heard(FlowRun run, long now) {
        runs.forEach((connection, of) -> {
            if (of.equals(run) && !connection.active()) {
                manager.communicationEstablished(connection, now);
            }
        });
    }

    /** That are not closed. */
    int connections() {
        return manager.connections().size();
    }

    @Override
    public void requested(Connection connection, long now) {
        FlowRun run = served.get(connection.port());
        if (connection.type() != QpType.RC) {
            manager.reject(connection, WRONG_TRANSPORT, now);
            return;
        }
        boolean own = !run.isServed && connection.remoteQpn() == run.requesterQpn;
        if (!own && strangers.size() >= MOST_STRANGERS) {
            manager.reject(connection, NO_QP, now);
            return;
        }
        CmOptions options = options(run);
        if (!own) {
            strangers.add(connection);
            CompletionQueue none = new CompletionQueue(1);
            QpOptions bare = new QpOptions(QpType.RC, none, none);
            // It has no receives: who sends to it must not wait for them for ever.
            options.rnrRetryCount(Math.min(MOST_RNR_RETRIES, run.plan.qp().rnrRetryCount()));
            manager.accept(connection, host.endpoint().createQp(bare), options, now);
            return;
        }
        run.isServed = true;
        runs.put(connection, run);
        QpOptions bare = new QpOptions(QpType.RC, queue, queue)
                .maxReceives(run.plan.receives().depth());
        QueuePair responder = host.endpoint().createQp(bare, run.responderQpn);
        run.responder = responder;
        manager.accept(connection, responder, options.startPsn(run.startPsn), now);
        run.open();
    }

    @Override
    public void established(Connection connection, long now) {
        if (connection.active()) {
            runs.get(connection).post();
        } else if (runs.get(connection) != null) {
            runs.get(connection).stood = true;
        }
    }

    @Override
    public void failed(Connection connection, long now) {
        if (connection.active()) {
            runs.get(connection).refused(now);
        }
    }

    @Override
    public void disconnected(Connection connection, long now) {
        // What was under way has been flushed.
    }

    @Override
    public void closed(Connection connection, long now) {
        FlowRun run = runs.remove(connection);
        if (run != null && !connection.active()) {
            run.closed();
        }
        strangers.remove(connection);
        QueuePair qp = connection.qp();
        if (qp != null) {
            qp.modify(QpState.ERR, new QpAttributes());
            host.endpoint().destroy(qp);
        }
    }
}
