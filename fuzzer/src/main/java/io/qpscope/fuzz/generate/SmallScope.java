package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;

import java.util.ArrayList;
import java.util.List;

/**
 * Every single fault at every packet of short workloads, then all pairs of them: most faults of
 * transports need no more. All of it is {@link #size} cases.
 */
public final class SmallScope implements Cases {
    private static final int MTU = 256;
    private static final int WRAP = 0xff_fffd;

    private final Device device;
    private final long seed;
    private final List<Flow> flows = new ArrayList<>();
    private final List<List<Rule>> faults = new ArrayList<>();
    private int flow;
    private int first;
    private int second = -1;

    public SmallScope(Device device, long seed) {
        this.device = device;
        this.seed = seed;
        workloads();
        for (Flow each : flows) {
            faults.add(single(each));
        }
    }

    private static Qp qp(int startPsn) {
        return new Qp(MTU, 7, 3, 3, 1, 4, 0, startPsn);
    }

    private static Receives receives(int depth) {
        return new Receives(-1, depth, 0);
    }

    private void workloads() {
        add(new Works().add(Verb.RDMA_WRITE, 3 * MTU).add(Verb.SEND, MTU + 1));
        add(new Works().add(Verb.RDMA_READ, 3 * MTU).add(Verb.RDMA_WRITE, 5));
        add(new Works()
                .add(Verb.ATOMIC_FETCH_AND_ADD, 8)
                .at(0, Verb.ATOMIC_FETCH_AND_ADD, 8, false)
                .at(0, Verb.ATOMIC_CMP_AND_SWP, 8, false));
        add(new Works()
                .add(Verb.RDMA_WRITE, 2 * MTU)
                .at(0, Verb.RDMA_WRITE, 2 * MTU, false)
                .at(0, Verb.RDMA_WRITE, 10, false));
        add(new Works()
                .add(Verb.SEND, 10)
                .add(Verb.SEND_WITH_IMM, MTU + 2)
                .add(Verb.RDMA_WRITE_WITH_IMM, 2 * MTU)
                .add(Verb.SEND, 0));
        add(new Works()
                .add(Verb.RDMA_READ, 2 * MTU)
                .add(Verb.RDMA_READ, 10)
                .add(Verb.ATOMIC_FETCH_AND_ADD, 8));
        add(new Works()
                .add(Verb.ATOMIC_WRITE, 8)
                .at(0, Verb.FLUSH, 8, false)
                .add(Verb.RDMA_WRITE, 0));
        flows.add(sends().flow(true, qp(WRAP), receives(1)));
    }

    private static Works sends() {
        Works works = new Works();
        for (int i = 0; i < 5; i++) {
            works.add(Verb.SEND, 20 + i);
        }
        return works;
    }

    private void add(Works works) {
        flows.add(works.flow(true, qp(WRAP), receives(16)));
    }

    private static List<Rule> single(Flow flow) {
        List<Rule> rules = new ArrayList<>();
        for (int psn = 0; psn < flow.psns(); psn++) {
            for (String action : List.of("drop", "duplicate", "reorder", "corrupt", "delay")) {
                Rule rule = at(Rule.of(action).with("qp", 1), psn);
                rules.add(complete(rule));
                rules.add(complete(rule.with("from", "b")));
            }
            rules.add(at(Rule.of("drop").with("qp", 1), psn).with("round", 2));
            rules.add(Rule.of("rnr").with("qp", 1).with("psn", psn).with("timer", 1).with("times", 2));
        }
        return rules;
    }

    private static Rule at(Rule rule, int psn) {
        return rule.with("psn", psn).with("round", 1);
    }

    private static Rule complete(Rule rule) {
        return switch (rule.action()) {
            case "corrupt" -> rule.with("offset", 9).with("xor", 1);
            case "delay" -> rule.with("by", "700us");
            default -> rule;
        };
    }

    /** Cases with one fault; they come first. */
    public long singles() {
        return faults.stream().mapToLong(List::size).sum();
    }

    /** Cases in all. */
    public long size() {
        long sum = 0;
        for (List<Rule> each : faults) {
            sum += each.size() + (long) each.size() * (each.size() - 1) / 2;
        }
        return sum;
    }

    @Override
    public Case next() {
        return second < 0 ? nextSingle() : nextPair();
    }

    private Case nextSingle() {
        while (flow < flows.size() && first >= faults.get(flow).size()) {
            flow++;
        }
        if (flow == flows.size()) {
            flow = 0;
            first = 0;
            second = 1;
            return nextPair();
        }
        Case next = of(List.of(faults.get(flow).get(first)));
        first++;
        if (first == faults.get(flow).size()) {
            flow++;
            first = 0;
        }
        return next;
    }

    private Case nextPair() {
        while (flow < flows.size()) {
            List<Rule> rules = faults.get(flow);
            if (second < rules.size()) {
                Case next = of(List.of(rules.get(first), rules.get(second)));
                second++;
                return next;
            }
            first++;
            second = first + 1;
            if (second >= rules.size()) {
                flow++;
                first = 0;
                second = 1;
            }
        }
        return null;
    }

    private Case of(List<Rule> rules) {
        return new Case(seed, device, List.of(flows.get(flow)), rules);
    }
}
