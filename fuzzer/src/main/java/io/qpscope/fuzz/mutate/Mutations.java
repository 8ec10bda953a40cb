package io.qpscope.fuzz.mutate;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.corpus.Corpus;
import io.qpscope.fuzz.generate.Cases;
import io.qpscope.fuzz.generate.CmFaults;
import io.qpscope.fuzz.generate.RandomFaults;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Changes a little of cases that showed something new. */
public final class Mutations implements Cases {
    private static final int MOST_RULES = 6;
    private static final int MOST_CHANGES = 3;

    private final Corpus corpus;
    private final SplittableRandom random;
    private final RandomFaults faults;

    public Mutations(Corpus corpus, SplittableRandom random) {
        this.corpus = corpus;
        this.random = random;
        faults = new RandomFaults(random);
    }

    /** Null while the corpus is empty. */
    @Override
    public Case next() {
        List<Case> cases = corpus.of(false);
        if (cases.isEmpty()) {
            return null;
        }
        Case from = cases.get(favoured(random, cases.size()));
        for (int n = random.nextInt(1, MOST_CHANGES + 1); n > 0; n--) {
            from = changed(from);
        }
        return from;
    }

    /** What came last is likely to be the newest ground. */
    static int favoured(SplittableRandom random, int size) {
        return Math.max(random.nextInt(size), random.nextInt(size));
    }

    private Case changed(Case from) {
        int flow = random.nextInt(from.flows().size());
        return switch (random.nextInt(7)) {
            case 0 -> withRule(from, flow);
            case 1 -> withoutRule(from);
            case 2, 3 -> tuned(from);
            case 4 -> from.with(flow, otherQp(from.flows().get(flow), flow));
            case 5 -> from.with(flow, otherItems(from.flows().get(flow)));
            default -> from.withSeed(random.nextLong(1L << 48));
        };
    }

    private Case withRule(Case from, int flow) {
        if (from.rules().size() >= MOST_RULES) {
            return from;
        }
        List<Rule> rules = new ArrayList<>(from.rules());
        boolean lies = random.nextInt(4) == 0;
        boolean managed = from.flows().get(flow).cm() != null && random.nextBoolean();
        Rule added = managed
                ? CmFaults.draw(random, lies)
                : faults.rule(from.flows().get(flow), flow + 1, lies);
        rules.add(random.nextInt(rules.size() + 1), added);
        return from.with(rules);
    }

    private Case withoutRule(Case from) {
        if (from.rules().isEmpty()) {
            return from;
        }
        List<Rule> rules = new ArrayList<>(from.rules());
        rules.remove(random.nextInt(rules.size()));
        return from.with(rules);
    }

    /** A place or a number of a rule moves by a little. */
    private Case tuned(Case from) {
        if (from.rules().isEmpty()) {
            return from;
        }
        List<Rule> rules = new ArrayList<>(from.rules());
        int which = random.nextInt(rules.size());
        Rule rule = rules.get(which);
        String key = random.nextInt(3) == 0 ? "round" : "psn";
        if (!rule.has(key)) {
            return from;
        }
        long least = key.equals("round") ? 1 : 0;
        long moved = Math.max(least, rule.number(key, least) + random.nextInt(-2, 3));
        rules.set(which, rule.with(key, moved));
        return from.with(rules);
    }

    private Flow otherQp(Flow flow, int index) {
        Qp qp = flow.qp();
        boolean wraps = index == 0 && random.nextBoolean();
        int psn = wraps ? 0x100_0000 - random.nextInt(1, 12) : qp.startPsn();
        Qp other = new Qp(
                qp.pathMtu(),
                random.nextInt(6, 9),
                random.nextInt(1, 8),
                random.nextInt(1, 8),
                random.nextInt(1, 5),
                random.nextInt(1, 9),
                qp.udpPort(),
                psn);
        Receives receives = random.nextInt(3) == 0
                ? new Receives(-1, random.nextInt(1, 4), random.nextInt(40) * 1_000L)
                : flow.receives();
        return flow.with(other).with(receives);
    }

    private Flow otherItems(Flow flow) {
        List<Item> items = new ArrayList<>(flow.work().items());
        int which = random.nextInt(items.size());
        Item item = items.get(which);
        switch (random.nextInt(4)) {
            case 0 -> {
                if (items.size() > 1) {
                    items.remove(which);
                }
            }
            case 1 -> items.add(which, item);
            case 2 ->
                items.set(
                        which,
                        new Item(
                                item.verb(),
                                item.size(),
                                item.at(),
                                item.room(),
                                item.key(),
                                item.verb() == Verb.SEND_WITH_INV || !item.fence()));
            default -> {
                int other = random.nextInt(items.size());
                items.set(which, items.get(other));
                items.set(other, item);
            }
        }
        return flow.with(items);
    }
}
