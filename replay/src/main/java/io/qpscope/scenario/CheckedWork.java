package io.qpscope.scenario;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Messages one by one on memory of the flow's own. The requester's memory has a place for each
 * message; around both regions lie bytes that nobody may touch.
 */
final class CheckedWork implements Workload {
    /** Bytes before and behind a region. */
    static final int GUARD = 64;

    private static final int WRONG_KEY = 0x5a_5a00;
    private static final int PLACE = 8;

    /** A receive that has ended. */
    record Received(long id, Verb verb, WcStatus status, long bytes, int immediate) {}

    /** A request that has ended. */
    record Completed(long id, WcStatus status) {}

    private final WorkPlan plan;
    /** Of eight bytes that the responder's atomics work on. */
    private final ByteOrder order;

    private final boolean streams;
    private final long seed;
    private final int[] places;
    /** Of atomics: what is compared with, or added. */
    private final long[] operands;
    /** Items that use up a receive, in their order. */
    private final List<Integer> receiving = new ArrayList<>();

    private final byte[] here;
    private final byte[] there;
    private final byte[] hereBefore;
    private final byte[] thereBefore;
    private final MemoryRegion local;
    private final MemoryRegion remote;
    private final MemoryRegion unfit;
    private final List<Completed> completed = new ArrayList<>();
    private final List<Received> received = new ArrayList<>();

    CheckedWork(WorkPlan plan, long seed, Memory requester, Memory responder, boolean streams) {
        this(plan, seed, requester, responder, null, streams);
    }

    /** The responder's memory is elsewhere: what is done to it is told later. */
    CheckedWork(WorkPlan plan, long seed, Memory requester, ByteOrder order) {
        this(plan, seed, requester, requester, order, false);
    }

    /**
     * @param streams whether the messages go over iWARP
     */
    private CheckedWork(
            WorkPlan plan,
            long seed,
            Memory requester,
            Memory responder,
            ByteOrder elsewhere,
            boolean streams) {
        this.plan = plan;
        this.streams = streams;
        order = elsewhere == null ? ByteOrder.BIG_ENDIAN : elsewhere;
        this.seed = seed;
        List<Item> items = plan.items();
        places = new int[items.size()];
        operands = new long[items.size()];
        int free = 0;
        for (int i = 0; i < items.size(); i++) {
            places[i] = free;
            free += Math.max(PLACE, (items.get(i).size() + PLACE - 1) / PLACE * PLACE);
            if (items.get(i).verb().consumesReceive()) {
                receiving.add(i);
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        hereBefore = new byte[free + 2 * GUARD];
        thereBefore = new byte[plan.memory() + 2 * GUARD];
        random.nextBytes(hereBefore);
        random.nextBytes(thereBefore);
        here = hereBefore.clone();
        there = thereBefore.clone();
        local = requester.register(inside(here), Access.LOCAL_WRITE);
        remote = elsewhere != null ? local : responder.register(inside(there), Access.ALL);
        unfit = elsewhere != null
                ? local
                : responder.register(inside(there), remote.address(), Access.LOCAL_WRITE);
        drawOperands(random);
    }

    /** Half of the comparisons shall find what they compare with, a quarter all but one bit of it. */
    private void drawOperands(SplittableRandom random) {
        for (int i = 0; i < operands.length; i++) {
            operands[i] = random.nextLong();
        }
        if (plan.items().stream().noneMatch(each -> each.verb().isAtomic())) {
            return;
        }
        MemoryCheck model = new MemoryCheck(plan, this);
        for (int i = 0; i < operands.length; i++) {
            long drawn = operands[i];
            int choice = (int) drawn & 3;
            if (plan.items().get(i).verb() == Verb.ATOMIC_CMP_AND_SWP && choice != 0) {
                operands[i] = model.original(i) ^ (choice == 1 ? 1L << (drawn >>> 2) : 0);
            }
            model.done(i);
        }
    }

    private static ByteBuffer inside(byte[] bytes) {
        return ByteBuffer.wrap(bytes, GUARD, bytes.length - 2 * GUARD).slice();
    }

    boolean streams() {
        return streams;
    }

    int place(int item) {
        return places[item];
    }

    int immediate(int item) {
        return (int) (seed >>> 7) * 31 + item;
    }

    long compareAdd(int item) {
        return operands[item];
    }

    long swap(int item) {
        return ~operands[item];
    }

    @Override
    public void fill(WorkRequest request, long number) {
        int i = (int) number;
        Item item = plan.items().get(i);
        int key = item.key() == Rkey.UNFIT ? unfit.key() : remote.key();
        request.of(item.verb(), number)
                .remote(
                        item.key() == Rkey.WRONG ? key ^ WRONG_KEY : key,
                        remote.address() + item.at())
                .immediate(item.verb() == Verb.SEND_WITH_INV ? remote.key() : immediate(i))
                .compareAndSwap(compareAdd(i), swap(i));
        if (item.verb() == Verb.FLUSH) {
            request.flush(item.size(), 1, 0);
        } else {
            pieces(request, i, item);
        }
        if (item.fence()) {
            request.fence();
        }
    }

    /**
     * Half of the messages' memory is told in two pieces; that of a READ is one over iWARP, for the
     * request names one STag (RFC 5040, 5.2), and with a peer elsewhere, whose kind is not known here.
     */
    private void pieces(WorkRequest request, int i, Item item) {
        boolean brings = item.verb() == Verb.RDMA_READ || item.verb().isAtomic();
        boolean oneAlone = brings && (streams || remote == local);
        boolean whole = oneAlone || (operands[i] & 4) == 0;
        long place = local.address() + places[i];
        int size = item.size();
        int first = whole ? 0 : (int) (operands[i] >>> 3 & 0xffff) % (size + 1);
        if (first > 0) {
            request.local(local.key(), place, first);
        }
        request.local(local.key(), place + first, size - first);
    }

    @Override
    public boolean takesReceives() {
        return !receiving.isEmpty();
    }

    @Override
    public boolean postReceive(WorkQueues responder, long number) {
        if (number >= receiving.size()) {
            return false;
        }
        Item item = plan.items().get(receiving.get((int) number));
        boolean send = item.verb().isSend();
        return responder.postReceive(
                number,
                invalidates() ? unfit.key() : remote.key(),
                send ? remote.address() + item.at() : remote.address(),
                send ? item.room() : 0);
    }

    /** Receives are posted by a key that stays then. */
    private boolean invalidates() {
        return plan.items().stream().anyMatch(each -> each.verb() == Verb.SEND_WITH_INV);
    }

    @Override
    public void completed(Completion completion) {
        completed.add(new Completed(completion.id(), completion.status()));
    }

    @Override
    public void received(Completion completion) {
        received.add(new Received(
                completion.id(),
                completion.verb(),
                completion.status(),
                completion.byteCount(),
                completion.hasImmediate() ? completion.immediate() : 0));
    }

    @Override
    public List<String> violations(boolean whole) {
        List<String> found = new ArrayList<>();
        int arrived = whole ? leading() : Math.min(leading(), proved());
        completions().check(completed, received, arrived, found);
        new MemoryCheck(plan, this).check(arrived, found);
        return found;
    }

    private CompletionCheck completions() {
        return new CompletionCheck(plan, receiving, this::immediate, streams);
    }

    /** Messages of which something came back, or a receive tells, and all before them. */
    private int proved() {
        int proved = 0;
        for (Completed each : completed) {
            Verb verb = plan.items().get((int) each.id()).verb();
            boolean answered = verb == Verb.RDMA_READ || verb.isAtomic();
            if (answered && each.status() == WcStatus.SUCCESS) {
                proved = Math.max(proved, (int) each.id() + 1);
            }
        }
        for (Received each : received) {
            if (each.status() == WcStatus.SUCCESS && each.id() < receiving.size()) {
                proved = Math.max(proved, receiving.get((int) each.id()) + 1);
            }
        }
        return proved;
    }

    @Override
    public List<String> breakouts() {
        List<String> found = new ArrayList<>();
        completions().requests(completed, found);
        new MemoryCheck(plan, this).guards(found);
        return found;
    }

    /** Requests that succeeded, up to the first that did not. */
    private int leading() {
        int count = 0;
        while (count < completed.size() && completed.get(count).status() == WcStatus.SUCCESS) {
            count++;
        }
        return count;
    }

    /** Lets the requester's memory go. */
    void close(Memory requester) {
        requester.deregister(local);
    }

    ByteOrder order() {
        return order;
    }

    byte[] here() {
        return here;
    }

    byte[] there() {
        return there;
    }

    byte[] hereBefore() {
        return hereBefore;
    }

    byte[] thereBefore() {
        return thereBefore;
    }
}
