package io.qpscope.scenario;

import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.scenario.WorkPlan.Item;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages one by one to a peer whose memory is its own: written first, read back last, and then
 * compared with what the messages make of it when they are done in order. SENDs land where the peer's
 * receives begin, which is the start of its memory; all other messages work behind that place.
 */
public final class RemoteWork {
    /** Bytes behind the messages' memory that nobody may touch. */
    private static final int GUARD = CheckedWork.GUARD;

    private static final int ALIGNMENT = 64;

    private final WorkPlan plan;
    private final WorkPlan placed;
    private final int landing;
    private final CheckedWork work;

    /**
     * Draws contents and operands.
     *
     * @param plan places from 0 on, as a scenario has them
     * @param requester where the requester's memory is registered until {@link #close}
     * @param order in which the peer's atomics read eight bytes
     */
    public RemoteWork(WorkPlan plan, long seed, Memory requester, ByteOrder order) {
        this.plan = plan;
        landing = landing(plan);
        placed = placed(plan, landing);
        work = new CheckedWork(placed, seed, requester, order);
    }

    /** Bytes of the peer's memory that a plan needs, the guard among them. */
    public static int extent(WorkPlan plan) {
        return landing(plan) + plan.memory() + GUARD;
    }

    private static int landing(WorkPlan plan) {
        int longest = plan.items().stream()
                .filter(each -> each.verb().isSend())
                .mapToInt(Item::size)
                .max()
                .orElse(0);
        return (longest + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static WorkPlan placed(WorkPlan plan, int landing) {
        List<Item> items = new ArrayList<>();
        for (Item item : plan.items()) {
            boolean send = item.verb().isSend();
            items.add(new Item(
                    item.verb(),
                    item.size(),
                    send ? 0 : inside(plan, item) ? landing + item.at() : outside(plan, item),
                    item.size(),
                    item.key(),
                    item.fence()));
        }
        return new WorkPlan(items, landing + plan.memory());
    }

    private static boolean inside(WorkPlan plan, Item item) {
        return item.at() >= 0 && item.at() + item.size() <= plan.memory();
    }

    /** Outside of what is compared, too; where exactly {@link #fill} knows. */
    private static int outside(WorkPlan plan, Item item) {
        return item.at() < 0 ? item.at() : landing(plan) + item.at();
    }

    /** What the peer's memory must hold before the first message, guard included. */
    public byte[] before() {
        byte[] all = work.thereBefore();
        return Arrays.copyOfRange(all, GUARD, all.length);
    }

    /**
     * Describes the message of this number, from 0. What lies outside the plan's memory goes outside
     * the peer's by as much.
     *
     * @param key of the peer's memory
     * @param wrong a key that the peer does not know
     * @param address where in it the plan's memory begins
     * @param room bytes of the peer's memory from there on
     */
    public void fill(WorkRequest request, int number, int key, int wrong, long address, long room) {
        work.fill(request, number);
        Item item = plan.items().get(number);
        long place = placed.items().get(number).at();
        if (!inside(plan, item) && item.at() >= 0) {
            place = room - plan.memory() + item.at();
        }
        boolean right = item.key() == WorkPlan.Rkey.RIGHT;
        request.remote(right ? key : wrong, address + place);
    }

    /**
     * What has become of memory that should not, a line each.
     *
     * @param good messages that succeeded, from the first on
     * @param after the peer's memory as it was read back, as long as {@link #before}
     */
    public List<String> violations(int good, byte[] after) {
        System.arraycopy(after, 0, work.there(), GUARD, after.length);
        List<String> found = new ArrayList<>();
        new MemoryCheck(placed, work).check(good, found);
        return found;
    }

    /** Lets the requester's memory go. */
    public void close(Memory requester) {
        work.close(requester);
    }
}
