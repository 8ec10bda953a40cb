package io.qpscope.fuzz.oracle;

import io.qpscope.endpoint.Verb;
import io.qpscope.fault.plan.PacketField;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.WorkPlan.Item;

/**
 * Forged packets that can't end well: of them, success is a fault of who took them. A length that is
 * not the message's, a packet before the last that is not full, a key or an address that no region
 * has, and an opcode out of its sequence must each be refused (IBA vol 1, 9.7.4.1).
 */
final class CertainRefusal {
    private CertainRefusal() {}

    /** Whether the only thing wrong with a case is one such packet, in its first sending. */
    static boolean of(Case from) {
        if (from.flows().size() != 1) {
            return false;
        }
        Rule lie = null;
        for (Rule rule : from.rules()) {
            Effect effect = Effect.of(rule, from.rules());
            if (effect == Effect.LIE && lie == null) {
                lie = rule;
            } else if (effect != Effect.NONE) {
                return false;
            }
        }
        return lie != null && isExact(lie) && isCertain(lie, from.flows().get(0));
    }

    private static boolean isExact(Rule rule) {
        return (rule.action().equals("corrupt") || rule.action().equals("truncate"))
                && !rule.has("from")
                && rule.text("psn").matches("\\d{1,9}")
                && rule.text("round").equals("1")
                && !rule.has("every")
                && !rule.has("probability");
    }

    private static boolean isCertain(Rule rule, Flow flow) {
        int psn = (int) rule.number("psn", 0);
        int first = 0;
        for (Item item : flow.work().items()) {
            int psns = flow.psns(item);
            if (psn < first + psns) {
                return isCertain(rule, item, psn - first, psns, flow.work().memory());
            }
            first += psns;
        }
        return false;
    }

    private static boolean isCertain(Rule rule, Item item, int packet, int packets, int memory) {
        boolean starts = packet == 0 && item.size() > 0;
        boolean sends = item.verb().isSend();
        boolean leads = item.verb() != Verb.RDMA_READ && packets > 1 && packet < packets - 1;
        if (rule.action().equals("truncate")) {
            return leads && rule.number("by", 0) > 0;
        }
        return switch (rule.text("field")) {
            case "reth.dmalen" ->
                starts
                        && !sends
                        && !item.verb().isAtomic()
                        && item.verb() != Verb.FLUSH
                        && changed(rule, item.size()) != item.size();
            case "reth.r_key" ->
                starts && !sends && !item.verb().isAtomic() && rule.number("xor", 0) == 1;
            case "atomiceth.r_key" -> item.verb().isAtomic() && rule.number("xor", 0) == 1;
            case "reth.va" ->
                starts && !sends && !item.verb().isAtomic() && rule.number("add", 0) > memory;
            case "bth.opcode" -> leads && rule.number("xor", 0) == 1;
            default -> false;
        };
    }

    /** What a length becomes. */
    private static long changed(Rule rule, long length) {
        long mask = (1L << PacketField.RETH_DMALEN.bits()) - 1;
        long other = length;
        if (rule.has("xor")) {
            other = length ^ rule.number("xor", 0);
        } else if (rule.has("add")) {
            other = length + rule.number("add", 0);
        } else if (rule.has("value")) {
            other = rule.number("value", length);
        }
        return other & mask;
    }
}
