package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Cases whose queue pairs are connected by connection management, which is abused. */
final class CmCases {
    /** 262 us, and up to three times again. */
    private static final Cm USUAL = new Cm(6, 3);

    private static final int MTU = 256;
    private static final int WRAP = 0xff_fffe;
    private static final int MOST_RULES = 3;

    private CmCases() {}

    /** Every single fault of a connection for a short conversation. */
    static List<Case> all(Device device, long seed) {
        Flow flow = new Works()
                .add(Verb.RDMA_WRITE, 2 * MTU)
                .add(Verb.RDMA_READ, MTU)
                .add(Verb.SEND, 5)
                .flow(true, new Qp(MTU, 7, 3, 3, 1, 4, 0, WRAP), new Receives(-1, 16, 0))
                .connectedBy(USUAL);
        List<Case> all = new ArrayList<>();
        for (List<Rule> rules : CmFaults.all()) {
            all.add(new Case(seed, device, List.of(flow), rules));
        }
        return all;
    }

    /** The first flow of a case alone, with rules about its connection. */
    static Case of(Case from, SplittableRandom random, boolean lies) {
        Cm cm = new Cm(random.nextInt(5, 8), random.nextInt(1, 5));
        Flow flow = from.flows().get(0).connectedBy(cm);
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : from.rules()) {
            if (rule.number("qp", rule.number("on.qp", 0)) == 1 && random.nextInt(3) == 0) {
                rules.add(rule);
            }
        }
        for (int i = random.nextInt(1, MOST_RULES + 1); i > 0; i--) {
            rules.add(CmFaults.draw(random, lies));
        }
        return from.withFlows(List.of(flow)).with(rules);
    }
}
