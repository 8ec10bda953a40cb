package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cases that are drawn as a whole. Each draws first what it is made of (swarm testing): cases with
 * few kinds of messages and faults get further than such that have a little of everything.
 */
public final class RandomCases implements Cases {
    private static final List<Verb> VERBS = List.of(
            Verb.SEND,
            Verb.SEND_WITH_IMM,
            Verb.SEND_WITH_INV,
            Verb.RDMA_WRITE,
            Verb.RDMA_WRITE_WITH_IMM,
            Verb.RDMA_READ,
            Verb.ATOMIC_CMP_AND_SWP,
            Verb.ATOMIC_FETCH_AND_ADD,
            Verb.ATOMIC_WRITE,
            Verb.FLUSH);

    private static final int MOST_ITEMS = 10;
    private static final int MOST_RULES = 5;
    private static final int MOST_PACKETS = 6;

    private final Device device;
    private final SplittableRandom random;

    public RandomCases(Device device, SplittableRandom random) {
        this.device = device;
        this.random = random;
    }

    @Override
    public Case next() {
        List<Verb> verbs = some(VERBS);
        int count = random.nextInt(4) == 0 ? random.nextInt(2, 4) : 1;
        boolean wrong = random.nextInt(8) == 0;
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flows.add(flow(verbs, i, wrong));
        }
        boolean lies = random.nextInt(4) == 0;
        List<Rule> rules = new RandomFaults(random).draw(flows, MOST_RULES, lies);
        Case drawn = new Case(random.nextLong(1L << 48), device, flows, rules);
        return random.nextInt(8) == 0 ? CmCases.of(drawn, random, lies) : drawn;
    }

    private <T> List<T> some(List<T> of) {
        List<T> some = new ArrayList<>();
        int mask = random.nextInt(1, 1 << of.size());
        for (int i = 0; i < of.size(); i++) {
            if ((mask & (1 << i)) != 0) {
                some.add(of.get(i));
            }
        }
        return some;
    }

    private Flow flow(List<Verb> verbs, int index, boolean wrong) {
        boolean forth = index == 0 || random.nextBoolean();
        Qp qp = qp(index);
        Works works = new Works();
        int items = random.nextInt(1, MOST_ITEMS + 1);
        for (int i = 0; i < items; i++) {
            works.add(item(works, verbs.get(random.nextInt(verbs.size())), qp.pathMtu()));
        }
        Flow flow = works.flow(forth, qp, receives());
        return wrong ? withWrong(flow) : flow;
    }

    /**
     * Draws attributes. Half of the PSNs wrap; those of several flows lie far apart, for who only sees
     * packets can't tell which of two equal PSNs is answered.
     */
    private Qp qp(int index) {
        int near = random.nextInt(1, 12);
        int wrap = index == 0 && random.nextBoolean() ? 0x100_0000 : 0x80_0000 - (index << 20);
        int psn = random.nextInt(4) == 0
                ? random.nextInt(1 << 20) | ((index + 1) << 20)
                : wrap - near;
        return new Qp(
                256 << random.nextInt(3),
                random.nextInt(6, 9),
                random.nextInt(1, 8),
                random.nextInt(1, 8),
                random.nextInt(1, 5),
                random.nextInt(1, 9),
                0,
                psn);
    }

    private Receives receives() {
        return random.nextInt(4) == 0
                ? new Receives(-1, random.nextInt(1, 4), random.nextInt(1, 40) * 1_000L)
                : new Receives(-1, random.nextInt(4) == 0 ? random.nextInt(1, 4) : 32, 0);
    }

    /** Sizes lie around the bounds of packets; a third of the messages works where another did. */
    Item item(Works works, Verb verb, int mtu) {
        int size = size(mtu);
        boolean shares = !verb.isSend() && !works.items().isEmpty() && random.nextInt(3) == 0;
        int at = works.free();
        if (shares) {
            Item other = works.items().get(random.nextInt(works.items().size()));
            at = Math.max(0, other.at() & -Works.WORD);
        }
        int bytes = Works.isWord(verb) ? Works.WORD : size;
        // It takes the key away that READs before it go by, should they have to be asked for again.
        boolean fence = verb == Verb.SEND_WITH_INV || random.nextInt(6) == 0;
        return new Item(verb, bytes, at, bytes, Rkey.RIGHT, fence);
    }

    private int size(int mtu) {
        int packets = random.nextInt(MOST_PACKETS);
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(9);
            case 1 -> packets * mtu;
            case 2 -> Math.max(0, packets * mtu + random.nextInt(-4, 5));
            default -> random.nextInt(MOST_PACKETS * mtu);
        };
    }

    /** One message asks for what must be refused. */
    private Flow withWrong(Flow flow) {
        List<Item> items = new ArrayList<>(flow.work().items());
        int which = random.nextInt(items.size());
        Item item = items.get(which);
        int memory = flow.work().memory();
        Item wrong;
        if (item.verb().isSend()) {
            int size = Math.max(1, item.size());
            wrong = new Item(
                    item.verb(), size, item.at(), random.nextInt(size), item.key(), item.fence());
        } else {
            boolean odd = Works.isWord(item.verb()) && random.nextInt(4) == 0;
            int at = switch (random.nextInt(4)) {
                case 0 -> memory - item.size() + random.nextInt(1, 9);
                case 1 -> -random.nextInt(1, 9);
                default -> odd ? item.at() + random.nextInt(1, Works.WORD) : item.at();
            };
            Rkey key =
                    at != item.at() ? Rkey.RIGHT : random.nextBoolean() ? Rkey.WRONG : Rkey.UNFIT;
            wrong = new Item(item.verb(), item.size(), at, item.size(), key, item.fence());
        }
        items.set(which, wrong);
        return flow.with(items);
    }
}
