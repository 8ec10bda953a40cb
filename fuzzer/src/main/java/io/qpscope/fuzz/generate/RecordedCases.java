package io.qpscope.fuzz.generate;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Recorded conversations: each as it was, then with every single fault, then with faults and forged
 * packets that are drawn.
 */
public final class RecordedCases implements Cases {
    private static final int MOST_RULES = 4;
    /** Single faults of more flows would keep everything else waiting. */
    private static final int MOST_WHOLE = 64;

    private final Device device;
    private final List<Flow> flows;
    private final SplittableRandom random;
    private final ArrayDeque<Case> first = new ArrayDeque<>();

    /**
     * @param flows at least one
     */
    public RecordedCases(Device device, List<Flow> flows, SplittableRandom random) {
        this.device = device;
        this.flows = List.copyOf(flows);
        this.random = random;
        long seed = random.nextLong(1L << 48);
        for (Flow flow : flows) {
            first.add(new Case(seed, device, List.of(flow), List.of()));
        }
        for (Flow flow : flows.subList(0, Math.min(MOST_WHOLE, flows.size()))) {
            for (Rule rule : SmallScope.single(flow)) {
                first.add(new Case(seed, device, List.of(flow), List.of(rule)));
            }
        }
    }

    /** Never null. */
    @Override
    public Case next() {
        if (!first.isEmpty()) {
            return first.poll();
        }
        List<Flow> one = List.of(flows.get(random.nextInt(flows.size())));
        boolean lies = random.nextInt(3) == 0;
        List<Rule> rules = new RandomFaults(random).draw(one, MOST_RULES, lies);
        return new Case(random.nextLong(1L << 48), device, one, rules);
    }
}
