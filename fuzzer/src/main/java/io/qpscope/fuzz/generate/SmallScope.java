package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Short workloads undisturbed, then with every single fault at every packet, then with all pairs of
 * them: most faults of transports need no more. All of it is {@link #size} cases.
 */
public final class SmallScope implements Cases {
    private static final int MTU = 256;
    private static final int WRAP = 0xff_fffd;
    /** 1.28 ms. */
    private static final int LONGER_THAN_ACK_TIMEOUT = 14;

    private static final int USUAL_RETRIES = 3;

    private final Device device;
    private final long seed;
    private final List<Flow> flows = new ArrayList<>();
    private final List<List<Rule>> faults = new ArrayList<>();
    /** Cases that come first. */
    private final ArrayDeque<Case> alone = new ArrayDeque<>();

    private final int singles;
    private int flow;
    private int first;
    private int second = 1;

    public SmallScope(Device device, long seed) {
        this.device = device;
        this.seed = seed;
        workloads();
        for (Flow each : flows) {
            faults.add(single(each));
        }
        for (flow = 0; flow < flows.size(); flow++) {
            alone.add(of(List.of()));
            faults.get(flow).forEach(rule -> alone.add(of(List.of(rule))));
            forged(flows.get(flow)).forEach(rules -> alone.add(of(rules)));
        }
        flow = 0;
        alone.addAll(CmCases.all(device, seed));
        singles = alone.size();
    }

    /** Packets that must be refused, or dropped whatever else is in them, and long waits. */
    private static List<List<Rule>> forged(Flow flow) {
        List<List<Rule>> all = new ArrayList<>();
        for (int psn = 0; psn < flow.psns(); psn++) {
            Rule rule = at(Rule.of("corrupt").with("qp", 1), psn);
            for (String field : List.of("bth.p_key", "bth.tver", "ip.src")) {
                int other = RandomFaults.OTHER.get(field);
                all.add(List.of(
                        fixed(rule.with("field", field).with("value", other)),
                        fixed(rule.with("field", "payload").with("offset", 0).with("xor", 255))));
            }
            all.add(List.of(Rule.of("rnr")
                    .with("qp", 1)
                    .with("psn", psn)
                    .with("timer", LONGER_THAN_ACK_TIMEOUT)
                    .with("times", 1)));
            all.add(List.of(fixed(rule.with("field", "reth.dmalen").with("add", 1))));
            all.add(List.of(fixed(rule.with("field", "reth.dmalen").with("add", -1))));
            all.add(List.of(fixed(rule.with("field", "reth.r_key").with("xor", 1))));
            all.add(List.of(fixed(rule.with("field", "atomiceth.r_key").with("xor", 1))));
            all.add(List.of(fixed(rule.with("field", "reth.va").with("add", 1 << 30))));
            all.add(List.of(fixed(rule.with("field", "bth.opcode").with("xor", 1))));
            all.add(List.of(fixed(at(Rule.of("truncate").with("qp", 1), psn).with("by", 4))));
        }
        return all;
    }

    private static Rule fixed(Rule rule) {
        return rule.with("icrc", "fix");
    }

    private static Qp qp(int retries) {
        return new Qp(MTU, 7, retries, retries, 1, 4, 0, WRAP);
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
        add(new Works().add(Verb.RDMA_WRITE, 5).add(Verb.SEND_WITH_INV, 7).add(Verb.SEND, 2));
        add(new Works().add(Verb.SEND_WITH_INV, 0).at(0, Verb.RDMA_WRITE, 8, false));
        add(new Works().add(Verb.SEND_WITH_INV, 0).at(0, Verb.RDMA_READ, 8, false));
        // The last one's address is no multiple of 8.
        add(new Works().add(Verb.SEND, 3).at(4, Verb.ATOMIC_FETCH_AND_ADD, 8, false));
        add(new Works().add(Verb.SEND, 3).at(4, Verb.ATOMIC_WRITE, 8, false));
        flows.add(sends().flow(true, qp(USUAL_RETRIES), receives(1)));
        // One late packet makes two gaps: who counts on in spite of progress has used up his
        // retries.
        flows.add(sends().flow(true, qp(1), receives(16)));
        // The first answer tells of one receive; what then goes out at once shows who counts them.
        flows.add(new Works()
                .add(Verb.ATOMIC_FETCH_AND_ADD, 8)
                .fenced(Verb.SEND, 9)
                .add(Verb.SEND, 10)
                .add(Verb.SEND, 11)
                .flow(true, qp(USUAL_RETRIES), receives(1)));
    }

    private static Works sends() {
        Works works = new Works();
        for (int i = 0; i < 5; i++) {
            works.add(Verb.SEND, 20 + i);
        }
        return works;
    }

    private void add(Works works) {
        flows.add(works.flow(true, qp(USUAL_RETRIES), receives(16)));
    }

    /** Every single fault of the packets of a flow. */
    static List<Rule> single(Flow flow) {
        List<Rule> rules = new ArrayList<>();
        for (int psn = 0; psn < flow.psns(); psn++) {
            for (String action : List.of("drop", "duplicate", "reorder", "corrupt", "delay")) {
                Rule rule = at(Rule.of(action).with("qp", 1), psn);
                rules.add(complete(rule));
                rules.add(complete(rule.with("from", "b")));
            }
            rules.add(at(Rule.of("drop").with("qp", 1), psn).with("round", 2));
            rules.add(Rule.of("rnr")
                    .with("qp", 1)
                    .with("psn", psn)
                    .with("timer", 1)
                    .with("times", 2));
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

    /** Cases with one fault at most; they come first. */
    public long singles() {
        return singles;
    }

    /** Cases in all. */
    public long size() {
        return singles
                + faults.stream()
                        .mapToLong(each -> (long) each.size() * (each.size() - 1) / 2)
                        .sum();
    }

    @Override
    public Case next() {
        return alone.isEmpty() ? nextPair() : alone.poll();
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
