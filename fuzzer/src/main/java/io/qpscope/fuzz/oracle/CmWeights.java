package io.qpscope.fuzz.oracle;

import io.qpscope.fault.yaml.Quantity;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.wire.AckTimeout;

/** How often the rules of a case can disturb the connection of one flow. */
final class CmWeights {
    /** Of a rule without bounds. */
    private static final long ENDLESS = 1_000;

    private static final long MOST_DELAYS = 100;
    /** What forged times and counts can make of it; generators keep to exponents of 12 at most. */
    private static final long LIED_NS = 1_000_000_000L;
    /** REQ, REP and DREQ are repeated, and the REP to a stranger. */
    private static final int PHASES = 4;
    /** What a forged MRA asks for, with what is waited without it. */
    private static final long MRA_NS = 20_000_000L;
    /** How long a packet waits to be overtaken where a rule does not say. */
    private static final long WITHIN_NS = 1_000_000L;

    private final Flow flow;
    private final long timeoutNs;
    private long losses;
    private long waitsNs;
    private boolean lies;
    private boolean endsAreForged;
    private boolean isReadyForged;

    CmWeights(Case of, Flow flow) {
        this.flow = flow;
        timeoutNs = AckTimeout.ns(flow.cm().timeout());
        for (Rule rule : of.rules()) {
            if (rule.isCm()) {
                add(rule, CmEffect.of(rule));
            }
        }
    }

    private void add(Rule rule, Effect effect) {
        lies |= effect == Effect.LIE;
        endsAreForged |= rule.text("cm.message").matches("DREQ|DREP");
        isReadyForged |=
                rule.text("cm.message").equals("RTU") && !rule.text("cm.from").equals("b");
        if (effect == Effect.LOSS) {
            losses += fires(rule) * perFire(rule);
        }
        if (rule.text("cm.message").equals("MRA")) {
            waitsNs += MRA_NS * Math.min(MOST_DELAYS, rule.number("on.times", MOST_DELAYS));
        }
    }

    private static long fires(Rule rule) {
        boolean one = rule.text("round").matches("\\d+") && !rule.text("cm").equals("any");
        return Math.min(rule.number("times", ENDLESS), one ? 1 : ENDLESS);
    }

    private long perFire(Rule rule) {
        long heldNs = switch (rule.action()) {
            case "delay" -> duration(rule, "by", 0);
            case "reorder" -> duration(rule, "within", WITHIN_NS);
            default -> 0;
        };
        waitsNs += heldNs * Math.min(MOST_DELAYS, fires(rule));
        return rule.action().equals("duplicate") ? 0 : 1 + heldNs / timeoutNs;
    }

    private static long duration(Rule rule, String key, long fallback) {
        return rule.has(key)
                ? Math.max(0, Quantity.of(rule.text(key), Quantity.Unit.DURATION))
                : fallback;
    }

    /** Whether one side may be told of the end by a message that its peer knows nothing of. */
    boolean mayEndHalf() {
        return losses > 0 && endsAreForged;
    }

    boolean areThereLies() {
        return lies;
    }

    /**
     * Whether who was asked may take for established what who asks never hears of: an RTU is forged
     * behind a REP that is lost, and established it says no REP again (IBA vol 1, 12.9.6).
     */
    boolean mayStandHalf() {
        return losses > 0 && isReadyForged;
    }

    /** Whether a message may go unanswered more often than it is sent. */
    boolean mayExhaustRetries() {
        return losses > flow.cm().retries();
    }

    /** How long connecting and disconnecting may take, with the rest that follows. */
    long boundNs() {
        long restNs = AckTimeout.ns(flow.qp().timeout());
        return PHASES * (flow.cm().retries() + 2L) * timeoutNs
                + waitsNs
                + restNs
                + (lies ? LIED_NS : 0);
    }
}
