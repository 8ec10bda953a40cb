package io.qpscope.fuzz.oracle;

import io.qpscope.fuzz.Rule;

import java.util.List;
import java.util.Set;

/** What a rule can do to a conversation at worst. */
enum Effect {
    /** Nothing that a receiver heeds. */
    NONE,
    /** A packet does not arrive, or not in time: what is lost is sent again. */
    LOSS,
    /** A receiver that is not ready. */
    RNR,
    /** A refusal that ends the queue pair. */
    REFUSAL,
    /** A sound packet that says another thing: anything may come of it but harm to others. */
    LIE;

    /** Relative PSN that no conversation of a campaign comes near to. */
    static final long FAR = 100_000;

    private static final Set<String> IGNORED =
            Set.of("bth.se", "bth.m", "bth.fecn", "bth.becn", "bth.resv6", "bth.reserved7");

    /** A packet that is not for this queue pair, or of another version, is dropped (IBA 9.6.1). */
    private static final Set<String> DROPPED = Set.of(
            "bth.p_key",
            "bth.tver",
            "bth.destqp",
            "invariant.crc",
            "ip.src",
            "ip.len",
            "udp.length");

    /** Of one rule among others: what is done to a packet that is dropped anyway does nothing. */
    static Effect of(Rule rule, List<Rule> among) {
        Effect alone = of(rule);
        boolean nowhere = alone == LIE && among.stream().anyMatch(each -> drops(each, rule));
        return nowhere ? NONE : alone;
    }

    private static boolean drops(Rule one, Rule other) {
        boolean same = List.of("qp", "psn", "round", "from", "times").stream()
                .allMatch(key -> one.text(key).equals(other.text(key)));
        return same
                && other.text("round").matches("\\d")
                && one.action().equals("corrupt")
                && !changesNothing(one)
                && DROPPED.contains(one.text("field"));
    }

    private static Effect of(Rule rule) {
        if (rule.isCm()) {
            return CmEffect.of(rule);
        }
        return switch (rule.action()) {
            case "mark" -> NONE;
            case "rnr" -> RNR;
            case "nak" -> rule.text("code").equals("PSN_SEQUENCE_ERROR") ? LOSS : REFUSAL;
            case "corrupt" -> corrupt(rule);
            case "truncate" -> rule.text("icrc").equals("fix") ? LIE : LOSS;
            case "inject" -> inject(rule);
            default -> LOSS;
        };
    }

    private static Effect corrupt(Rule rule) {
        if (changesNothing(rule)) {
            return NONE;
        }
        String field = rule.text("field");
        if (!rule.text("icrc").equals("fix") || DROPPED.contains(field)) {
            return LOSS;
        }
        if (IGNORED.contains(field)) {
            return NONE;
        }
        boolean request = !rule.text("from").equals("b");
        return request && field.equals("bth.a") ? LOSS : LIE;
    }

    private static boolean changesNothing(Rule rule) {
        return rule.number("add", 1) == 0 || rule.number("xor", 1) == 0;
    }

    /** What lies far from all that is under way is refused or dropped, never executed. */
    private static Effect inject(Rule rule) {
        if (rule.has("cnp.from")) {
            return NONE;
        }
        long psn = rule.number("ack.psn", rule.number("packet.psn", 0));
        return psn >= FAR ? LOSS : LIE;
    }
}
