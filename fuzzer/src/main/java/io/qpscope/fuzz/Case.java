package io.qpscope.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * One try: who speaks, what about, and what goes wrong. The same case gives the same packets at the
 * same times.
 *
 * @param seed of keys, contents and chances
 * @param flows at least one
 * @param rules of the fault plan; queue pairs are numbered as the flows are
 */
public record Case(long seed, Device device, List<Flow> flows, List<Rule> rules) {
    /** Takes copies. */
    public Case {
        flows = List.copyOf(flows);
        rules = List.copyOf(rules);
    }

    /**
     * What both hosts are.
     *
     * @param profile name
     * @param recovery as a scenario names it; empty for the profile's own
     * @param defect one of the endpoint's; empty for none
     */
    public record Device(String profile, String recovery, String defect) {
        /** As the specification has it. */
        public static final Device SOUND = new Device("ibta", "", "");

        public boolean repeatsSelectively() {
            return recovery.equals("selective-repeat")
                    || (recovery.isEmpty() && profile.equals("cx6"));
        }
    }

    public Case with(List<Rule> others) {
        return new Case(seed, device, flows, others);
    }

    public Case withFlows(List<Flow> others) {
        return new Case(seed, device, others, rules);
    }

    /** The same with another flow in the place of one. */
    public Case with(int index, Flow flow) {
        List<Flow> others = new ArrayList<>(flows);
        others.set(index, flow);
        return withFlows(others);
    }

    public Case with(Device other) {
        return new Case(seed, other, flows, rules);
    }

    public Case withSeed(long other) {
        return new Case(other, device, flows, rules);
    }

    /** Whether its flows are iWARP streams; all are, or none. */
    public boolean isIwarp() {
        return flows.get(0).stream() != null;
    }

    /** Messages of all flows. */
    public int messages() {
        return flows.stream().mapToInt(each -> each.work().items().size()).sum();
    }
}
