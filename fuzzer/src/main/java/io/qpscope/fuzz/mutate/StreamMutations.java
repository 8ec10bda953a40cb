package io.qpscope.fuzz.mutate;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.corpus.Corpus;
import io.qpscope.fuzz.generate.Cases;
import io.qpscope.fuzz.generate.StreamCases;
import io.qpscope.fuzz.generate.StreamFaults;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Changes a little of cases over iWARP that showed something new. */
public final class StreamMutations implements Cases {
    private static final int MOST_RULES = 4;

    private final Corpus corpus;
    private final SplittableRandom random;
    private final StreamFaults faults;
    private final StreamCases cases;

    public StreamMutations(Case.Device device, Corpus corpus, SplittableRandom random) {
        this.corpus = corpus;
        this.random = random;
        faults = new StreamFaults(random);
        cases = new StreamCases(device, random);
    }

    /** Null while the corpus has no such case. */
    @Override
    public Case next() {
        List<Case> known = corpus.of(true);
        if (known.isEmpty()) {
            return null;
        }
        Case from = known.get(Mutations.favoured(random, known.size()));
        for (int n = random.nextInt(1, 3); n > 0; n--) {
            from = changed(from);
        }
        return from;
    }

    private Case changed(Case from) {
        int index = random.nextInt(from.flows().size());
        Flow flow = from.flows().get(index);
        return switch (random.nextInt(6)) {
            case 0 -> from.with(index, flow.with(cases.plan()));
            case 1 -> from.with(index, flow.with(others(flow.work().items())));
            case 2 -> withoutRule(from);
            case 3 -> moved(from);
            default -> withRule(from, flow, index + 1);
        };
    }

    private Case withRule(Case from, Flow flow, int stream) {
        if (from.rules().size() >= MOST_RULES) {
            return from;
        }
        List<Rule> rules = new ArrayList<>(from.rules());
        rules.add(faults.rule(flow, stream));
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

    /** A rule means the FPDU before or behind. */
    private Case moved(Case from) {
        if (from.rules().isEmpty()) {
            return from;
        }
        List<Rule> rules = new ArrayList<>(from.rules());
        int which = random.nextInt(rules.size());
        Rule rule = rules.get(which);
        if (rule.has("fpdu")) {
            long place = rule.number("fpdu", 1) + (random.nextBoolean() ? 1 : -1);
            rules.set(which, rule.with("fpdu", Math.max(1, place)));
        }
        return from.with(rules);
    }

    private List<Item> others(List<Item> of) {
        List<Item> items = new ArrayList<>(of);
        int which = random.nextInt(items.size());
        int other = random.nextInt(items.size());
        Item item = items.get(which);
        switch (random.nextInt(3)) {
            case 0 -> {
                if (items.size() > 1) {
                    items.remove(which);
                }
            }
            case 1 -> items.add(which, items.get(other));
            default -> {
                items.set(which, items.get(other));
                items.set(other, item);
            }
        }
        return items;
    }
}
