package io.qpscope.fuzz.generate;

import io.qpscope.fault.plan.Opcodes;
import io.qpscope.fault.plan.PacketField;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Draws rules of a fault plan. */
public final class RandomFaults {
    private static final List<String> LOSSES =
            List.of("drop", "duplicate", "reorder", "delay", "corrupt", "truncate");

    private static final List<String> REFUSALS = List.of(
            "PSN_SEQUENCE_ERROR",
            "INVALID_REQUEST",
            "REMOTE_ACCESS_ERROR",
            "REMOTE_OPERATIONAL_ERROR");

    /**
     * Fields whose change makes a receiver drop the packet, and what nobody has there: a number of
     * another queue pair would be taken by that one.
     */
    static final Map<String, Integer> OTHER = Map.of(
            "bth.p_key", 0x1234,
            "bth.tver", 1,
            "bth.destqp", 0x40_0000,
            "ip.src", 0x0a0a_0a0a);

    /** Fields whose change a receiver must bear: it drops the packet, or does not look. */
    private static final List<String> BORNE = List.of(
            "bth.p_key",
            "bth.tver",
            "bth.destqp",
            "ip.src",
            "bth.se",
            "bth.m",
            "bth.fecn",
            "bth.resv6",
            "bth.reserved7",
            "bth.becn",
            "bth.a",
            "ip.len",
            "udp.length");

    /** What packets say that receivers act by. */
    private static final List<String> LIES = List.of(
            "bth.opcode",
            "bth.psn",
            "bth.padcnt",
            "reth.va",
            "reth.r_key",
            "reth.dmalen",
            "atomiceth.va",
            "atomiceth.r_key",
            "atomiceth.swapdt",
            "atomiceth.cmpdt",
            "aeth.syndrome",
            "aeth.msn",
            "atomicacketh.origremdt",
            "feth.sel",
            "feth.plt",
            "immdt",
            "ieth",
            "payload");

    /** Packets of these come to a queue pair that has no use for them, or not then. */
    private static final List<String> STRANGE = strange();

    private static List<String> strange() {
        List<String> names = new ArrayList<>(new LinkedHashSet<>(Opcodes.names()));
        names.removeIf(each -> each.endsWith("ACKNOWLEDGE") || each.equals("CNP"));
        return List.copyOf(names);
    }

    private static final int FAR = 1_000_000;

    private final SplittableRandom random;

    public RandomFaults(SplittableRandom random) {
        this.random = random;
    }

    /**
     * Draws rules for some of the flows.
     *
     * @param lies whether packets may be forged, so that less can be said of what must come of it
     */
    public List<Rule> draw(List<Flow> flows, int most, boolean lies) {
        List<Rule> rules = new ArrayList<>();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            int index = random.nextInt(flows.size());
            Rule rule = rule(flows.get(index), index + 1, lies);
            rules.add(rule);
            if (OTHER.containsKey(rule.text("field")) && random.nextBoolean()) {
                rules.add(otherPayload(rule));
            }
        }
        return rules;
    }

    /**
     * Draws one rule.
     *
     * @param qp number of the flow's queue pair, from 1
     */
    public Rule rule(Flow flow, int qp, boolean lies) {
        int kind = random.nextInt(lies ? 14 : 11);
        if (kind < 7) {
            return loss(flow, qp);
        }
        return switch (kind) {
            case 7, 8 ->
                place(Rule.of("rnr").with("qp", qp), flow)
                        .with("timer", random.nextInt(1, 6))
                        .with("times", random.nextInt(1, 5));
            case 9 -> borne(flow, qp);
            case 10 -> random.nextInt(3) == 0 ? refusal(flow, qp) : extra(flow, qp);
            default -> lie(flow, qp);
        };
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private Rule place(Rule rule, Flow flow) {
        return rule.with("psn", random.nextInt(Math.max(1, flow.psns())));
    }

    /** The first sending of one packet; or several, but only so often. */
    private Rule where(Rule rule, Flow flow) {
        Rule placed = random.nextInt(5) < 2 ? rule.with("from", "b") : rule;
        return switch (random.nextInt(8)) {
            case 0 ->
                placed.with("every", random.nextInt(2, 8)).with("times", random.nextInt(1, 6));
            case 1 -> placed.with("probability", "0.1").with("times", random.nextInt(1, 6));
            case 2 -> place(placed, flow).with("round", random.nextInt(2, 4));
            case 3 -> place(placed, flow).with("times", random.nextInt(1, 4));
            default -> place(placed, flow).with("round", 1);
        };
    }

    private Rule loss(Flow flow, int qp) {
        Rule rule = where(Rule.of(one(LOSSES)).with("qp", qp), flow);
        return switch (rule.action()) {
            case "duplicate" -> rule.with("copies", random.nextInt(1, 3));
            case "reorder" -> rule.with("by", random.nextInt(1, 4)).with("within", "50us");
            case "delay" -> rule.with("by", (1 << random.nextInt(11)) + "us");
            case "corrupt" ->
                rule.with("offset", random.nextInt(16)).with("xor", 1 << random.nextInt(8));
            case "truncate" -> rule.with("by", random.nextInt(1, 17));
            default -> rule;
        };
    }

    private Rule refusal(Flow flow, int qp) {
        return place(Rule.of("nak").with("qp", qp), flow)
                .with("code", one(REFUSALS))
                .with("times", 1);
    }

    private Rule borne(Flow flow, int qp) {
        Rule rule = place(Rule.of("corrupt").with("qp", qp), flow).with("round", 1);
        rule = rule.with("field", one(BORNE));
        Integer other = OTHER.get(rule.text("field"));
        if (other != null) {
            return rule.with("value", other).with("icrc", "fix");
        }
        boolean length = rule.text("field").matches("ip.len|udp.length");
        rule = length ? rule.with("add", 4 * random.nextInt(-3, 4)) : rule.with("xor", 1);
        return rule.with("icrc", "fix");
    }

    /** So that it shows when a packet is taken that must be dropped. */
    private Rule otherPayload(Rule rule) {
        return rule.without("value")
                .with("field", "payload")
                .with("offset", random.nextInt(8))
                .with("xor", 1 + random.nextInt(255));
    }

    /** A packet that nobody sent, of a PSN that is far from all. */
    private Rule extra(Flow flow, int qp) {
        Rule rule = Rule.of("inject");
        long psn = (long) FAR + random.nextInt(1000);
        rule = switch (random.nextInt(3)) {
            case 0 -> rule.with("cnp.from", random.nextBoolean() ? "a" : "b");
            case 1 -> rule.with("ack.psn", psn).with("ack.syndrome", random.nextInt(0, 32));
            default ->
                rule.with("packet.opcode", one(STRANGE))
                        .with("packet.psn", psn)
                        .with("packet.payload", random.nextInt(64));
        };
        return rule.with("on.qp", qp)
                .with("on.psn", random.nextInt(Math.max(1, flow.psns())))
                .with("on.times", 1);
    }

    private Rule lie(Flow flow, int qp) {
        if (random.nextInt(16) == 0) {
            Rule shorter = where(Rule.of("truncate").with("qp", qp), flow);
            return shorter.with("by", 4 * random.nextInt(1, 17)).with("icrc", "fix");
        }
        Rule rule = where(Rule.of("corrupt").with("qp", qp), flow);
        String field = one(LIES);
        rule = rule.with("field", field);
        if (field.equals("payload")) {
            rule = rule.with("offset", random.nextInt(64));
        }
        int bits = PacketField.of(field).bits();
        long most = bits > 58 ? (1L << 58) - 1 : (1L << bits) - 1;
        rule = switch (random.nextInt(4)) {
            case 0 -> rule.with("xor", 1L << random.nextInt(Math.min(bits, 58)));
            case 1 -> rule.with("add", random.nextBoolean() ? 1 : -1);
            case 2 -> rule.with("value", random.nextBoolean() ? 0 : most);
            default -> rule.with("value", random.nextLong(1L << 48) & most);
        };
        return rule.with("icrc", "fix");
    }
}
