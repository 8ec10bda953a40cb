package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Cases over iWARP that are drawn as a whole, from few kinds of messages each (swarm testing). */
public final class StreamCases implements Cases {
    private static final List<Verb> VERBS = List.of(
            Verb.SEND,
            Verb.SEND_WITH_INV,
            Verb.SEND_WITH_IMM,
            Verb.RDMA_WRITE,
            Verb.RDMA_WRITE_WITH_IMM,
            Verb.RDMA_READ,
            Verb.ATOMIC_CMP_AND_SWP,
            Verb.ATOMIC_FETCH_AND_ADD);

    private static final int[] SEGMENTS = {256, 536, 1024, 1448};
    private static final int MOST_ITEMS = 8;
    private static final int MOST_RULES = 3;
    private static final int MOST_SEGMENTS = 4;
    private static final int DEPTHS = 5;
    /** Much more than any segment. */
    private static final int LONG = 40_000;

    private final Device device;
    private final SplittableRandom random;

    public StreamCases(Device device, SplittableRandom random) {
        this.device = device;
        this.random = random;
    }

    @Override
    public Case next() {
        List<Verb> verbs = new ArrayList<>();
        int mask = random.nextInt(1, 1 << VERBS.size());
        for (int i = 0; i < VERBS.size(); i++) {
            if ((mask & (1 << i)) != 0) {
                verbs.add(VERBS.get(i));
            }
        }
        int count = random.nextInt(6) == 0 ? 2 : 1;
        boolean wrong = random.nextInt(6) == 0;
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Flow flow = flow(verbs, i == 0 || random.nextBoolean());
            flows.add(wrong ? withWrong(flow) : flow);
        }
        List<Rule> rules = new StreamFaults(random).draw(flows, MOST_RULES);
        return new Case(random.nextLong(1L << 48), device, flows, rules);
    }

    private Flow flow(List<Verb> verbs, boolean forth) {
        StreamPlan plan = plan();
        Works works = new Works();
        int items = random.nextInt(1, MOST_ITEMS + 1);
        for (int i = 0; i < items; i++) {
            works.add(item(works, verbs.get(random.nextInt(verbs.size())), plan.mss()));
        }
        int depth = random.nextInt(4) == 0 ? random.nextInt(1, 4) : 16;
        return works.flow(forth, new Receives(-1, depth, 0), plan);
    }

    /** Draws how a stream is set up. */
    public StreamPlan plan() {
        boolean first = random.nextInt(4) == 0;
        Set<RtrKind> kinds = EnumSet.noneOf(RtrKind.class);
        if (!first && random.nextBoolean()) {
            for (RtrKind kind : RtrKind.values()) {
                if (random.nextBoolean()) {
                    kinds.add(kind);
                }
            }
        }
        return new StreamPlan(
                first ? 1 : 2,
                random.nextInt(4) > 0,
                random.nextInt(3) == 0,
                random.nextInt(6) == 0 ? random.nextInt(2) : random.nextInt(1, DEPTHS),
                random.nextInt(12) == 0 ? 0 : random.nextInt(1, DEPTHS),
                kinds,
                SEGMENTS[random.nextInt(SEGMENTS.length)]);
    }

    private Item item(Works works, Verb verb, int mss) {
        int size = verb == Verb.SEND_WITH_IMM ? 0 : Works.isWord(verb) ? Works.WORD : size(mss);
        boolean shares =
                !verb.consumesReceive() && !works.items().isEmpty() && random.nextInt(3) == 0;
        int at = works.free();
        if (shares) {
            Item other = works.items().get(random.nextInt(works.items().size()));
            at = Math.max(0, other.at() & -Works.WORD);
        }
        boolean fence = verb == Verb.SEND_WITH_INV || random.nextInt(8) == 0;
        return new Item(verb, size, at, size, Rkey.RIGHT, fence);
    }

    private int size(int mss) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> random.nextInt(9);
            case 2 -> random.nextInt(20) == 0 ? random.nextInt(LONG) : random.nextInt(mss);
            case 3, 4 ->
                Math.max(0, random.nextInt(1, MOST_SEGMENTS) * mss + random.nextInt(-40, 41));
            default -> random.nextInt(MOST_SEGMENTS * mss);
        };
    }

    /** One message asks for what must be refused. */
    private Flow withWrong(Flow flow) {
        List<Item> items = new ArrayList<>(flow.work().items());
        int which = random.nextInt(items.size());
        Item item = items.get(which);
        if (item.verb() == Verb.SEND_WITH_IMM) {
            return flow;
        }
        int size = Math.max(1, item.size());
        int memory = flow.work().memory();
        boolean sends = item.verb().isSend();
        boolean outside = !sends && random.nextBoolean();
        int at = outside
                ? random.nextBoolean()
                        ? memory - size + random.nextInt(1, 9)
                        : -random.nextInt(1, 9)
                : item.at();
        Rkey key = sends || outside ? Rkey.RIGHT : random.nextBoolean() ? Rkey.WRONG : Rkey.UNFIT;
        int room = sends ? random.nextInt(size) : size;
        items.set(which, new Item(item.verb(), size, at, room, key, item.fence()));
        return flow.with(items);
    }
}
