package io.qpscope.fuzz.oracle;

import io.qpscope.fault.yaml.Quantity;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.Aeth;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often the rules of a case can disturb one flow. A sender's counters begin anew with each
 * progress (IBA vol 1, 9.7.5.2.8), so that what counts is what can come in a row: rules that each mean
 * the first sending of another request don't add up, all others may.
 */
final class Weights {
    /** Of a rule without bounds. */
    private static final long ENDLESS = 1_000;
    /** Rounds that time is allowed for; more than retry_cnt in a row end the queue pair. */
    private static final long MOST_ROUNDS = 100;

    private static final int USUAL_TIMER = 12;

    private final Flow flow;
    private final boolean repeatsNaks;
    private final Map<String, Long> lossesOfPsn = new HashMap<>();
    private final Map<String, Long> rnrsOfPlace = new HashMap<>();
    private long otherLosses;
    private long allLosses;
    private long rnrWaitsNs;
    private long delaysNs;
    private boolean lies;
    private int losses;
    private int nakLosses;
    private final Map<String, Long> refusals = new HashMap<>();

    /**
     * @param index of the flow, from 0
     */
    Weights(Case of, int index) {
        flow = of.flows().get(index);
        repeatsNaks = of.device().profile().equals("rxe");
        for (Rule rule : of.rules()) {
            if (!rule.isCm() && queuePair(rule, index + 1) == index + 1) {
                add(rule, Effect.of(rule, of.rules()));
                losses += Effect.of(rule, of.rules()) == Effect.LOSS ? 1 : 0;
            }
        }
    }

    /** The queue pair that a rule names; any it may be where it names none. */
    private static long queuePair(Rule rule, long any) {
        for (String key : List.of("qp", "on.qp", "ack.qp", "packet.qp", "cnp.qp")) {
            if (rule.has(key)) {
                return rule.number(key, any);
            }
        }
        return any;
    }

    private void add(Rule rule, Effect effect) {
        long fires = fires(rule);
        switch (effect) {
            case NONE -> {
                // Nobody heeds it.
            }
            case LOSS -> loss(rule, fires);
            case RNR -> {
                rnrsOfPlace.merge(rule.text("psn") + "/" + rule.text("message"), fires, Long::sum);
                long timer = Aeth.rnrTimerNs((int) rule.number("timer", USUAL_TIMER));
                rnrWaitsNs += Math.min(fires, MOST_ROUNDS) * timer;
                if (repeatsNaks) {
                    otherLosses += fires;
                }
            }
            case REFUSAL -> refusals.merge(rule.text("code"), fires, Long::sum);
            case LIE -> lies = true;
        }
    }

    private void loss(Rule rule, long fires) {
        nakLosses += rule.action().equals("nak") ? 1 : 0;
        long weight = fires * perFire(rule);
        allLosses += weight;
        boolean apart = rule.action().equals("drop")
                && !rule.has("from")
                && rule.text("psn").matches("\\d+")
                && rule.text("round").equals("1");
        if (apart) {
            lossesOfPsn.merge(rule.text("psn"), weight, Long::sum);
        } else {
            otherLosses += weight;
        }
    }

    private long perFire(Rule rule) {
        return switch (rule.action()) {
            case "delay" -> {
                long by = Math.max(0, Quantity.of(latest(rule), Quantity.Unit.DURATION));
                delaysNs += by;
                yield 2 + by / Math.max(1, AckTimeout.ns(flow.qp().timeout()));
            }
            case "duplicate" -> 1 + rule.number("copies", 1);
            case "corrupt" -> 2;
            default -> 1;
        };
    }

    private static String latest(Rule rule) {
        String by = rule.text("by");
        int dots = by.indexOf("..");
        return dots < 0 ? by : by.substring(dots + 2);
    }

    private static long fires(Rule rule) {
        long times = rule.number("times", rule.number("on.times", ENDLESS));
        boolean one = rule.text("psn").matches("\\d+") && rule.text("round").matches("\\d+");
        return Math.min(times, one ? 1 : ENDLESS);
    }

    /** Whether nothing is done to packets and no message has to wait for a receive. */
    boolean isUndisturbed() {
        boolean waits = flow.receives().delayNs() > 0
                || flow.receives().depth() < flow.work().items().size();
        return !lies && allLosses == 0 && rnrsOfPlace.isEmpty() && refusals.isEmpty() && !waits;
    }

    boolean areThereLosses() {
        return allLosses > 0;
    }

    /**
     * Whether answers in the responder's place may say that it has got what it never got. An answer
     * to a packet tells that all before it arrived.
     *
     * @param refused whether the responder refuses something of its own
     */
    boolean mayAnswersBeFalse(boolean refused) {
        boolean rnrs = !rnrsOfPlace.isEmpty();
        boolean waits = flow.receives().depth() < flow.work().items().size();
        return !refusals.isEmpty() || nakLosses > 0 || (rnrs && (refused || waits || losses > 0));
    }

    boolean areThereLies() {
        return lies;
    }

    Map<String, Long> refusals() {
        return refusals;
    }

    /** Whether a requester may have to go back more often in a row than retry_cnt allows. */
    boolean mayExhaustRetries() {
        long most = lossesOfPsn.values().stream().mapToLong(each -> each).max().orElse(0);
        return most + otherLosses > flow.qp().retryCount();
    }

    /** Whether a message may meet more RNR NAKs in a row than rnr_retry allows. */
    boolean mayExhaustRnrRetries() {
        long most = rnrsOfPlace.values().stream().mapToLong(each -> each).max().orElse(0);
        return flow.qp().rnrRetryCount() != 7 && most + late() > flow.qp().rnrRetryCount();
    }

    /** RNR NAKs while a receive is missing. */
    private long late() {
        long delay = flow.receives().delayNs();
        boolean takes =
                flow.work().items().stream().anyMatch(each -> each.verb().consumesReceive());
        return delay == 0 || !takes ? 0 : 2 + delay / rnrTimerNs();
    }

    private long rnrTimerNs() {
        return Aeth.rnrTimerNs(flow.qp().minRnrTimer());
    }

    /** How long the flow may take: each disturbance costs a timeout or an RNR wait at most. */
    long boundNs() {
        long rounds = Math.min(allLosses, MOST_ROUNDS) + flow.qp().retryCount() + 2;
        long receives =
                (flow.receives().delayNs() + rnrTimerNs()) * flow.work().items().size();
        return 2 * (rounds * AckTimeout.ns(flow.qp().timeout()) + rnrWaitsNs + receives + delaysNs);
    }
}
