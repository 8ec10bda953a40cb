package io.qpscope.fuzz.target;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.endpoint.service.Conversation;
import io.qpscope.endpoint.service.Greeting;
import io.qpscope.scenario.RemoteWork;
import io.qpscope.scenario.WorkPlan;

import java.nio.ByteOrder;
import java.util.List;

/**
 * One flow of a case to a peer's memory: the memory is written first, then come the flow's messages
 * when {@link #go} says so, and when all of them went well the memory is read back.
 */
final class CaseClient extends Conversation {
    /** How far it is. */
    enum Stage {
        CONNECTING,
        PREPARING,
        READY,
        WORKING,
        ENDED,
        READING,
        DONE
    }

    private static final long PREPARE = -1;
    private static final long READ_BACK = -2;
    /**
     * Another tag of the same place in the peer's table, as keys of devices are built: no key of
     * other memory.
     */
    private static final int OTHER_TAG = 0x5a;

    private static final int MORE_WORK = 4;

    private final WorkPlan plan;
    private final RemoteWork work;
    private final byte[] before;
    private final Device device;
    private final Runnable signal;
    /** Null until the peer has told. */
    private PeerMemory memory;

    private int good;
    private WcStatus status;
    private List<String> violations = List.of();
    private volatile Stage stage = Stage.CONNECTING;

    /**
     * @param told the peer's memory; null where its greeting tells
     * @param order in which the peer's atomics read eight bytes
     * @param signal told of each step, on the port's thread
     */
    CaseClient(
            Device device,
            WorkPlan plan,
            long seed,
            PeerMemory told,
            ByteOrder order,
            Runnable signal) {
        super(device, 0, plan.items().size() + MORE_WORK, RemoteWork.extent(plan));
        this.device = device;
        this.plan = plan;
        this.signal = signal;
        memory = told;
        work = new RemoteWork(plan, seed, device.memory(), order);
        before = work.before();
    }

    Stage stage() {
        return stage;
    }

    /** Null while nothing was told. */
    PeerMemory memory() {
        return memory;
    }

    /** Of the first message that did not succeed, else SUCCESS; null while there is no such. */
    WcStatus status() {
        return status;
    }

    /** What has become of memory that should not; empty where it was not read back. */
    List<String> violations() {
        return violations;
    }

    private void enter(Stage next) {
        stage = next;
        signal.run();
    }

    @Override
    protected void greeted(byte[] privateData) {
        Greeting greeting = Greeting.of(privateData);
        if (memory == null && greeting != null) {
            memory = new PeerMemory(greeting.key(), greeting.address(), greeting.length());
        }
    }

    @Override
    protected void begin(long now) {
        if (memory == null || memory.size() < before.length) {
            fail(
                    memory == null
                            ? "the peer does not say which memory to use"
                            : "the peer has room for " + memory.size() + " bytes, " + before.length
                                    + " are needed");
            return;
        }
        stage = Stage.PREPARING;
        region.bytes().put(0, before);
        post(work(Verb.RDMA_WRITE, PREPARE, 0, before.length)
                .remote(memory.key(), memory.address()));
    }

    /** Posts the messages; only when {@link Stage#READY}. */
    void go() {
        enter(Stage.WORKING);
        for (int i = 0; i < plan.items().size(); i++) {
            WorkRequest request = work(Verb.RDMA_WRITE, i, 0, 0);
            work.fill(
                    request,
                    i,
                    memory.key(),
                    memory.key() ^ OTHER_TAG,
                    memory.address(),
                    memory.size());
            post(request);
        }
    }

    @Override
    protected void completed(Completion done, long now) {
        if (done.id() == PREPARE) {
            enter(Stage.READY);
        } else if (done.id() == READ_BACK) {
            byte[] after = new byte[before.length];
            region.bytes().get(0, after);
            violations = work.violations(good, after);
            finish();
            enter(Stage.DONE);
        } else if (++good == plan.items().size()) {
            status = WcStatus.SUCCESS;
            enter(Stage.ENDED);
        }
    }

    @Override
    protected void failed(Completion done) {
        if (stage == Stage.WORKING && status == null) {
            status = done.status();
        }
        signal.run();
    }

    /** Asks for the memory; only when {@link Stage#ENDED} well. */
    void readBack() {
        stage = Stage.READING;
        post(work(Verb.RDMA_READ, READ_BACK, 0, before.length)
                .remote(memory.key(), memory.address()));
    }

    /** Lets the flow's memory go, when its queue pair is done with. */
    void release() {
        work.close(device.memory());
    }
}
