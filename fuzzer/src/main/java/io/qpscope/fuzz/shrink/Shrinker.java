package io.qpscope.fuzz.shrink;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Takes from a case what it does not need to fail, until nothing can be taken any more: flows, rules,
 * messages, conditions of rules, bytes, and attributes that differ from the usual.
 */
public final class Shrinker {
    private static final Qp USUAL = new Qp(1024, 8, 7, 7, 1, 16, 0, 0);
    private static final Receives ENOUGH = new Receives(-1, 32, 0);

    private final Predicate<Case> fails;
    private final int most;
    private int tries;
    private Case smallest;

    /**
     * @param fails runs a case, and tells whether it fails as the first one did
     * @param most runs
     */
    public Shrinker(Predicate<Case> fails, int most) {
        this.fails = fails;
        this.most = most;
    }

    /** The smallest that was found; the case itself when nothing can go. */
    public Case shrink(Case from) {
        smallest = from;
        boolean less = true;
        while (less && tries < most) {
            less = flows();
            less |= rules();
            less |= items();
            less |= conditions();
            less |= attributes();
            less |= sizes();
        }
        return smallest;
    }

    private boolean accept(Case candidate) {
        if (tries >= most || candidate.equals(smallest)) {
            return false;
        }
        tries++;
        if (fails.test(candidate)) {
            smallest = candidate;
            return true;
        }
        return false;
    }

    /** Rules name queue pairs by their number, which moves with the flows before. */
    private boolean flows() {
        boolean less = false;
        for (int i = smallest.flows().size() - 1; i >= 0 && smallest.flows().size() > 1; i--) {
            List<Flow> flows = new ArrayList<>(smallest.flows());
            flows.remove(i);
            List<Rule> rules = new ArrayList<>();
            for (Rule rule : smallest.rules()) {
                Rule moved = renumbered(rule, i + 1);
                if (moved != null) {
                    rules.add(moved);
                }
            }
            less |= accept(smallest.withFlows(flows).with(rules));
        }
        return less;
    }

    /** Null for a rule of the queue pair that has gone. */
    private static Rule renumbered(Rule rule, int gone) {
        for (String key : List.of("qp", "on.qp", "stream")) {
            long number = rule.number(key, 0);
            if (number == gone) {
                return null;
            }
            if (number > gone) {
                return rule.with(key, number - 1);
            }
        }
        return rule;
    }

    /** Halves first, then one by one. */
    private boolean rules() {
        boolean less = false;
        for (int size = smallest.rules().size() / 2; size >= 1; size /= 2) {
            for (int i = 0; i + size <= smallest.rules().size(); ) {
                List<Rule> rules = new ArrayList<>(smallest.rules());
                rules.subList(i, i + size).clear();
                if (accept(smallest.with(rules))) {
                    less = true;
                } else {
                    i += size;
                }
            }
        }
        if (smallest.rules().size() == 1) {
            less |= accept(smallest.with(List.of()));
        }
        return less;
    }

    private boolean items() {
        boolean less = false;
        for (int f = 0; f < smallest.flows().size(); f++) {
            for (int size = flow(f).size() / 2 + 1; size >= 1; size /= 2) {
                for (int i = flow(f).size() - size; i >= 0; i--) {
                    List<Item> items = new ArrayList<>(flow(f));
                    if (i + size > items.size() || items.size() == size) {
                        continue;
                    }
                    int psns = psns(f, 0, i);
                    int gone = psns(f, i, i + size);
                    items.subList(i, i + size).clear();
                    Case without = smallest.with(f, smallest.flows().get(f).with(items));
                    less |= accept(shifted(without, f, psns, gone)) || accept(without);
                }
            }
        }
        return less;
    }

    private List<Item> flow(int index) {
        return smallest.flows().get(index).work().items();
    }

    private int psns(int flow, int from, int to) {
        Flow of = smallest.flows().get(flow);
        return of.work().items().subList(from, to).stream().mapToInt(of::psns).sum();
    }

    /** Rules that meant packets behind what has gone mean the same packets still. */
    private static Case shifted(Case from, int flow, int behind, int by) {
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : from.rules()) {
            long qp = rule.number("qp", rule.number("on.qp", rule.number("stream", 0)));
            String key = rule.has("fpdu") ? "fpdu" : rule.has("on.psn") ? "on.psn" : "psn";
            long psn = rule.number(key, -1) - (rule.has("fpdu") ? 1 : 0);
            boolean moves = qp == flow + 1 && psn >= behind + by && !answers(rule);
            rules.add(moves ? rule.with(key, rule.number(key, 0) - by) : rule);
        }
        return from.with(rules);
    }

    /** FPDUs of answers are counted by themselves. */
    private static boolean answers(Rule rule) {
        return rule.has("fpdu") && rule.text("from").equals("b");
    }

    /** What a rule does not need to say, and smaller numbers. */
    private boolean conditions() {
        boolean less = false;
        for (int i = 0; i < smallest.rules().size(); i++) {
            for (String key :
                    List.of("probability", "every", "from", "on.times", "copies", "within")) {
                Rule rule = smallest.rules().get(i);
                if (rule.has(key) && !rule.has("stream")) {
                    less |= accept(with(i, rule.without(key)));
                }
            }
            for (String key : List.of("times", "by", "copies", "round", "fpdu")) {
                Rule rule = smallest.rules().get(i);
                if (rule.number(key, 1) > 1) {
                    less |= accept(with(i, rule.with(key, 1)));
                    less |= accept(with(i, rule.with(key, rule.number(key, 2) - 1)));
                }
            }
        }
        return less;
    }

    private Case with(int index, Rule rule) {
        List<Rule> rules = new ArrayList<>(smallest.rules());
        rules.set(index, rule);
        return smallest.with(rules);
    }

    private boolean attributes() {
        boolean less = accept(smallest.withSeed(1));
        Device device = smallest.device();
        less |= accept(smallest.with(new Device("ibta", "", device.defect())));
        less |= accept(smallest.with(new Device(device.profile(), "", device.defect())));
        for (int f = 0; f < smallest.flows().size(); f++) {
            less |= accept(smallest.with(f, smallest.flows().get(f).with(ENOUGH)));
            if (smallest.isIwarp()) {
                less |= setUp(f);
                continue;
            }
            // Two flows with equal PSNs are another case: packets alone don't tell them apart.
            boolean one = smallest.flows().size() == 1;
            less |= one && accept(smallest.with(f, smallest.flows().get(f).with(USUAL)));
            int attributes = one ? ATTRIBUTES : ATTRIBUTES - 1;
            for (int attribute = 0; attribute < attributes; attribute++) {
                Flow flow = smallest.flows().get(f);
                less |= accept(smallest.with(f, flow.with(usual(flow.qp(), attribute))));
            }
        }
        return less;
    }

    /** A stream set up as it usually is, or more so. */
    private boolean setUp(int flow) {
        boolean less = false;
        for (int i = 0; i < StreamPlans.COUNT; i++) {
            Flow of = smallest.flows().get(flow);
            less |= accept(smallest.with(flow, of.with(StreamPlans.usual(of.stream(), i))));
        }
        return less;
    }

    private static final int ATTRIBUTES = 7;

    /** One attribute as it usually is. */
    private static Qp usual(Qp qp, int attribute) {
        return new Qp(
                attribute == 0 ? USUAL.pathMtu() : qp.pathMtu(),
                attribute == 1 ? USUAL.timeout() : qp.timeout(),
                attribute == 2 ? USUAL.retryCount() : qp.retryCount(),
                attribute == 3 ? USUAL.rnrRetryCount() : qp.rnrRetryCount(),
                attribute == 4 ? USUAL.minRnrTimer() : qp.minRnrTimer(),
                attribute == 5 ? USUAL.readDepth() : qp.readDepth(),
                0,
                attribute == 6 ? USUAL.startPsn() : qp.startPsn());
    }

    private boolean sizes() {
        boolean less = false;
        for (int f = 0; f < smallest.flows().size(); f++) {
            for (int i = 0; i < flow(f).size(); i++) {
                Item item = flow(f).get(i);
                Flow of = smallest.flows().get(f);
                int mtu = smallest.isIwarp() ? of.stream().mss() : of.qp().pathMtu();
                for (int size : new int[] {0, 1, 8, mtu, item.size() / 2, item.size() - 1}) {
                    boolean smaller = size >= 0 && size < flow(f).get(i).size();
                    less |= smaller && accept(sized(f, i, size));
                }
                less |= flow(f).get(i).fence() && accept(fenceless(f, i));
            }
        }
        return less;
    }

    private Case sized(int flow, int index, int size) {
        Item item = flow(flow).get(index);
        int room = item.verb().isSend() && item.room() < item.size() ? Math.max(0, size - 1) : size;
        boolean word = item.verb().isAtomic() || item.verb() == Verb.ATOMIC_WRITE;
        if (word || item.size() == size) {
            return smallest;
        }
        return with(
                flow,
                index,
                new Item(item.verb(), size, item.at(), room, item.key(), item.fence()));
    }

    private Case fenceless(int flow, int index) {
        Item item = flow(flow).get(index);
        return with(
                flow,
                index,
                new Item(item.verb(), item.size(), item.at(), item.room(), item.key(), false));
    }

    private Case with(int flow, int index, Item item) {
        List<Item> items = new ArrayList<>(flow(flow));
        items.set(index, item);
        return smallest.with(flow, smallest.flows().get(flow).with(items));
    }

    /** Runs that were made. */
    public int tries() {
        return tries;
    }
}
