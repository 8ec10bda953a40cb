package io.qpscope.fuzz.generate;

import io.qpscope.fault.plan.CmMessage;
import io.qpscope.frame.CmField;
import io.qpscope.fuzz.Rule;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/** Rules about the messages that set a connection up and end it: losses, other contents, forgeries. */
public final class CmFaults {
    /** Of a connection that comes and goes in peace. */
    private static final List<CmMessage> USUAL =
            List.of(CmMessage.REQ, CmMessage.REP, CmMessage.RTU, CmMessage.DREQ, CmMessage.DREP);

    private static final List<String> SENDERS = List.of("a", "b");

    private static final List<String> LOSSES =
            List.of("drop", "duplicate", "reorder", "delay", "corrupt", "truncate");

    /** Headers of the packets that bear the messages: datagrams to queue pair 1. */
    private static final List<String> OF_PACKET =
            List.of("deth.q_key", "deth.srcqp", "bth.destqp", "bth.opcode", "bth.padcnt", "ip.src");

    /** Exponents of times: a case must end, and 0 is for ever. */
    private static final Pattern TIMES =
            Pattern.compile("cm\\..*(resptout|acktout|servicetimeout)");

    /** Its highest value is for ever, too. */
    private static final String ENDLESS = ".rnrretrcount";

    private static final int LONGEST = 12;
    private static final int MOST_BITS = 58;
    /** Longer than a message waits for its answer, and than TIMEWAIT lasts. */
    private static final String LATE = "400us";

    private static final String AFTERWARDS = "5ms";
    private static final int FLOOD = 5;

    private CmFaults() {}

    /** Every single fault of one connection, a plan each. */
    static List<List<Rule>> all() {
        List<List<Rule>> all = new ArrayList<>();
        for (CmMessage message : USUAL) {
            for (String action : LOSSES) {
                all.add(List.of(complete(meant(action, message).with("round", 1))));
            }
            all.add(List.of(meant("drop", message).with("times", 2)));
            all.add(List.of(meant("drop", message)));
            all.add(List.of(meant("duplicate", message).with("copies", FLOOD)));
            for (String field : OF_PACKET) {
                all.add(List.of(meant("corrupt", message)
                        .with("round", 1)
                        .with("field", field)
                        .with("xor", 1)
                        .with("icrc", "fix")));
            }
            for (CmField field : fields(message)) {
                all.add(List.of(changed(message, field, "xor", 1)));
                all.add(List.of(changed(message, field, "value", boundary(field))));
            }
        }
        forgeries(all);
        return all;
    }

    private static void forgeries(List<List<Rule>> all) {
        for (CmMessage message : CmMessage.values()) {
            for (String from : SENDERS) {
                Rule forged = forged(message, from);
                for (CmMessage on : USUAL) {
                    all.add(List.of(behind(forged, on)));
                }
                all.add(List.of(late(forged)));
                for (CmField field : ids(message)) {
                    Rule other = forged.with("cm.field", field.name()).with("cm.xor", 1);
                    all.add(List.of(behind(other, CmMessage.REP)));
                    all.add(List.of(behind(other, CmMessage.RTU)));
                }
            }
        }
        List<Rule> flood = new ArrayList<>();
        for (int i = 0; i < FLOOD; i++) {
            flood.add(behind(forged(CmMessage.MRA, "b"), CmMessage.REQ));
        }
        all.add(flood);
    }

    /** Behind the first of a kind. */
    private static Rule behind(Rule forged, CmMessage on) {
        return forged.with("on.cm", on.name())
                .with("on.qp", 1)
                .with("on.round", 1)
                .with("on.times", 1);
    }

    /** When TIMEWAIT is over. */
    private static Rule late(Rule forged) {
        return forged.with("cm.qp", 1).with("at", AFTERWARDS).with("times", 1);
    }

    private static Rule meant(String action, CmMessage message) {
        return Rule.of(action).with("cm", message.name()).with("qp", 1);
    }

    private static Rule forged(CmMessage message, String from) {
        return Rule.of("inject").with("cm.message", message.name()).with("cm.from", from);
    }

    private static Rule changed(CmMessage message, CmField field, String how, long operand) {
        return meant("corrupt", message)
                .with("round", 1)
                .with("field", field.name())
                .with(how, operand)
                .with("icrc", "fix");
    }

    private static Rule complete(Rule rule) {
        return switch (rule.action()) {
            case "corrupt" -> rule.with("offset", 30).with("xor", 1);
            case "delay" -> rule.with("by", LATE);
            case "reorder" -> rule.with("by", 1).with("within", LATE);
            case "truncate" -> rule.with("by", 4);
            default -> rule;
        };
    }

    /** Those of the header too. */
    static List<CmField> fields(CmMessage message) {
        return CmField.values().stream()
                .filter(each -> each.attribute() == 0 || each.attribute() == message.attribute())
                .toList();
    }

    /** What tells to whom a message belongs: ids, and queue pairs. */
    private static List<CmField> ids(CmMessage message) {
        return CmField.values().stream()
                .filter(each -> each.attribute() == message.attribute())
                .filter(each -> each.bitOffset() < ID_END || each.name().endsWith("qpneecn"))
                .toList();
    }

    /** Bits of a datagram's header and the two ids behind it. */
    private static final int ID_END = 8 * (24 + 8);

    private static long most(CmField field) {
        return (1L << Math.min(field.bits(), MOST_BITS)) - 1;
    }

    /** All ones where that is another value than all zeros. */
    private static long boundary(CmField field) {
        if (field.name().endsWith(ENDLESS)) {
            return most(field) - 1;
        }
        return TIMES.matcher(field.name()).matches() ? 1 : most(field);
    }

    /** Draws one rule; {@code lies} allows for other contents. */
    public static Rule draw(SplittableRandom random, boolean lies) {
        CmMessage message = USUAL.get(random.nextInt(USUAL.size()));
        return switch (random.nextInt(lies ? 5 : 3)) {
            case 0, 1 -> loss(message, random);
            case 2 -> forgery(random, false);
            case 3 -> forgery(random, true);
            default -> {
                List<CmField> fields = fields(message);
                CmField field = fields.get(random.nextInt(fields.size()));
                yield changed(message, field, "value", value(field, random));
            }
        };
    }

    private static Rule loss(CmMessage message, SplittableRandom random) {
        Rule rule = complete(meant(LOSSES.get(random.nextInt(LOSSES.size())), message));
        if (rule.action().equals("delay")) {
            rule = rule.with("by", (1 << random.nextInt(13)) + "us");
        }
        return random.nextInt(4) == 0
                ? rule.with("times", random.nextInt(1, 6))
                : rule.with("round", random.nextInt(1, 4));
    }

    private static long value(CmField field, SplittableRandom random) {
        if (field.name().endsWith(ENDLESS)) {
            return random.nextLong(most(field));
        }
        if (TIMES.matcher(field.name()).matches()) {
            return random.nextInt(1, LONGEST + 1);
        }
        long most = most(field);
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> most;
            default -> random.nextLong(1L << MOST_BITS) & most;
        };
    }

    private static Rule forgery(SplittableRandom random, boolean changed) {
        CmMessage[] messages = CmMessage.values();
        CmMessage message = messages[random.nextInt(messages.length)];
        Rule rule = forged(message, SENDERS.get(random.nextInt(SENDERS.size())));
        if (changed) {
            List<CmField> fields = fields(message);
            CmField field = fields.get(random.nextInt(fields.size()));
            rule = rule.with("cm.field", field.name()).with("cm.value", value(field, random));
        }
        return random.nextInt(6) == 0
                ? late(rule).with("at", random.nextInt(8_000) + "us")
                : behind(rule, USUAL.get(random.nextInt(USUAL.size())))
                        .with("on.round", random.nextInt(1, 3));
    }
}
