package io.qpscope.fuzz.target;

import io.qpscope.fuzz.Rule;

import java.util.Set;

/**
 * Which rules may do harm beyond the queue pair that a case has opened for itself: to other hosts, to
 * other connections of the peer, or to memory that was not given for it.
 */
final class Danger {
    /** Actions on packets of the case's own queue pair. */
    private static final Set<String> OWN = Set.of(
            "drop",
            "delay",
            "reorder",
            "duplicate",
            "corrupt",
            "truncate",
            "mark",
            "rnr",
            "nak",
            "mpa");

    private static final Set<String> KEYS = Set.of("reth.r_key", "atomiceth.r_key", "ieth");
    /** Of a key, the bits that tell two uses of one place in the peer's table apart. */
    private static final long TAG = 0xff;

    private Danger() {}

    /** Why a rule needs permission; null when it needs none. */
    static String of(Rule rule) {
        if (rule.isCm()) {
            // It serves others too, and keeps a connection that was lost half-way for minutes.
            return "messages of connection management";
        }
        if (rule.action().equals("inject")) {
            return rule.has("packet.destqp") ? "packets to other queue pairs" : null;
        }
        if (!OWN.contains(rule.action())) {
            return "'" + rule.action() + "'";
        }
        String field = rule.text("field");
        if (rule.text("from").equals("b")) {
            return null; // What comes in goes nowhere else.
        }
        if (field.equals("bth.destqp")) {
            return "packets to other queue pairs";
        }
        if (field.startsWith("ip.")) {
            return "packets with other addresses";
        }
        if (field.startsWith("deth.")) {
            return "forged management packets";
        }
        if (rule.has("offset") && !field.equals("payload") && rule.text("icrc").equals("fix")) {
            return "packets changed at any place";
        }
        if (KEYS.contains(field) && !(rule.has("xor") && within(rule.number("xor", -1)))) {
            return "keys of other memory";
        }
        return null;
    }

    private static boolean within(long xor) {
        return (xor & ~TAG) == 0;
    }
}
