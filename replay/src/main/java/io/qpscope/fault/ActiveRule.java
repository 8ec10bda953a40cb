package io.qpscope.fault;

import io.qpscope.fault.plan.FaultRule;
import io.qpscope.fault.plan.PacketMatcher;
import io.qpscope.fault.plan.Schedule;
import io.qpscope.fault.plan.Side;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A rule at work. */
final class ActiveRule {
    final FaultRule rule;
    final SplittableRandom random;
    private final PacketMatcher matcher;
    private long matches;
    private long fires;

    /** When a rule by time acts next; {@link Long#MAX_VALUE} for never. */
    long due = Long.MAX_VALUE;

    /** Whether what it has begun still lasts. */
    boolean lasting;

    Consumer<FaultRule> listener = rule -> {};

    /**
     * Has not fired yet.
     *
     * @param seed its own: rules do not disturb one another's draws
     */
    ActiveRule(FaultRule rule, long seed, long startNs) {
        this.rule = rule;
        matcher = rule.matcher();
        random = new SplittableRandom(seed);
        Schedule schedule = rule.schedule();
        if (schedule != null) {
            due = startNs + schedule.atNs();
        }
    }

    long fires() {
        return fires;
    }

    void fired() {
        fires++;
        listener.accept(rule);
    }

    /** Whether a packet is meant, by all that can be told without counting or drawing. */
    boolean means(PacketFacts facts, QpPlaces places, long sinceStartNs) {
        if (matcher == null
                || fires >= matcher.times()
                || !matcher.window().contains(sinceStartNs)
                || (matcher.requests() && !places.request)
                || (matcher.opcodes() != null && !matcher.opcodes().contains(facts.opcode))) {
            return false;
        }
        if (matcher.cm() != 0) {
            return manages(places.cm);
        }
        if (matcher.from() != null && (places.pair == null || places.from != matcher.from())) {
            return false;
        }
        return !matcher.needsPlace() || placed(places);
    }

    private boolean manages(CmPlaces cm) {
        if (cm.attribute == 0
                || (matcher.cm() != PacketMatcher.ANY_CM && matcher.cm() != cm.attribute)) {
            return false;
        }
        if (cm.talk == null) {
            return matcher.from() == null && !matcher.needsPlace();
        }
        return (matcher.from() == null || matcher.from() == cm.from)
                && (matcher.qp() == 0 || matcher.qp() == cm.talk.number)
                && (matcher.round().isAll() || matcher.round().contains(cm.round));
    }

    private boolean placed(QpPlaces places) {
        if (places.pair == null || (matcher.qp() != 0 && matcher.qp() != places.pair.number)) {
            return false;
        }
        if (!matcher.psn().isAll() && !matcher.psn().contains(places.psn)) {
            return false;
        }
        if (!matcher.round().isAll() && !matcher.round().contains(places.round)) {
            return false;
        }
        return matcher.message().isAll()
                || (places.lane != null
                        && matcher.message().contains(places.lane.message(places.psn)));
    }

    /** Whether a stream's FPDU is meant, likewise. */
    boolean means(int stream, long fpdu, boolean fromA, long sinceStartNs) {
        return meansSetup(stream, fromA, sinceStartNs) && matcher.psn().contains(fpdu);
    }

    /** Whether a stream's MPA request or reply is meant, likewise. */
    boolean meansSetup(int stream, boolean fromA, long sinceStartNs) {
        return matcher != null
                && fires < matcher.times()
                && matcher.window().contains(sinceStartNs)
                && (matcher.qp() == 0 || matcher.qp() == stream)
                && (matcher.from() == null || (matcher.from() == Side.A) == fromA);
    }

    /** Counts one that is meant, draws, and says whether it is this one. */
    boolean chooses() {
        matches++;
        return matches % matcher.every() == 0
                && (matcher.probability() >= 1 || random.nextDouble() < matcher.probability());
    }

    /** By time: the turn is over, and the next is set. */
    void advance(long startNs) {
        Schedule schedule = rule.schedule();
        boolean over = schedule.everyNs() == 0 || fires >= schedule.times();
        due = over ? Long.MAX_VALUE : due + schedule.everyNs();
        if (due != Long.MAX_VALUE && due - startNs >= schedule.untilNs()) {
            due = Long.MAX_VALUE;
        }
    }
}
