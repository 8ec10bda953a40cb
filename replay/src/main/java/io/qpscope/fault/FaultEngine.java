package io.qpscope.fault;

import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.FaultRule;
import io.qpscope.fault.plan.PacketMatcher;
import io.qpscope.fault.plan.Schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Carries a fault plan out. Packets pass its {@link #point}, which hosts' own ports share, and the
 * points of {@link #link links} that rules name; each packet once at each. Bytes of iWARP pass its
 * {@link #streams}. Rules that act by time are driven by {@link #expire}, at {@link #deadline}, as a
 * {@link FaultPipe} around a point does. Same plan, same seed, same packets and times: same faults.
 *
 * <p>No I/O, no clock, no allocation per packet; for one thread.
 */
public final class FaultEngine {
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final List<ActiveRule> rules = new ArrayList<>();
    private final List<ActiveRule> timed = new ArrayList<>();
    private final Map<String, FaultPoint> points = new HashMap<>();
    private final StreamFaults streams;
    private final long startNs;
    private FabricFaults fabric;

    /**
     * Nothing has passed yet.
     *
     * @param startNs when the plan's time begins, by the clock of all later calls
     */
    public FaultEngine(FaultPlan plan, long seed, long startNs) {
        this.startNs = startNs;
        for (FaultRule rule : plan.rules()) {
            ActiveRule active = new ActiveRule(rule, seed + SPREAD * rule.number(), startNs);
            rules.add(active);
            if (rule.schedule() != null) {
                timed.add(active);
            }
        }
        points.put("", pointOf(""));
        for (ActiveRule rule : rules) {
            points.computeIfAbsent(rule.rule.link(), this::pointOf);
        }
        streams = new StreamFaults(this, rules);
    }

    private FaultPoint pointOf(String link) {
        List<ActiveRule> here = new ArrayList<>();
        boolean rounds = false;
        boolean messages = false;
        for (ActiveRule rule : rules) {
            boolean packets = rule.rule.action().place() == Action.Place.PACKETS;
            if (!packets || !rule.rule.link().equals(link)) {
                continue;
            }
            here.add(rule);
            PacketMatcher matcher = rule.rule.matcher();
            rounds |= matcher != null && !matcher.round().isAll();
            messages |= (matcher != null && !matcher.message().isAll())
                    || rule.rule.action() instanceof Action.Answer
                    || rule.rule.action() instanceof Action.Inject;
        }
        return new FaultPoint(this, here, rounds, messages);
    }

    /** Who hears of each rule when it acts, while the packet is still on its way. */
    public void listen(Consumer<FaultRule> to) {
        rules.forEach(rule -> rule.listener = to);
    }

    long start() {
        return startNs;
    }

    /** For the rules that name no link: what hosts send, or what passes an only way. */
    public FaultPoint point() {
        return points.get("");
    }

    /** For the rules that name this link; null when there are none. */
    public FaultPoint link(String name) {
        return name.isEmpty() ? null : points.get(name);
    }

    /** For the rules about FPDUs. */
    public StreamFaults streams() {
        return streams;
    }

    /**
     * For the rules about ports and links; without it they never act.
     *
     * @return what stands against them, one line for each rule with its line and column in the plan
     *     in front, {@code 3:1: }; empty when nothing does
     */
    public List<String> fabric(FabricFaults network) {
        fabric = network;
        List<String> objections = new ArrayList<>();
        for (ActiveRule rule : timed) {
            if (rule.rule.action().place() == Action.Place.FABRIC) {
                String objection = network.objection(rule.rule.action());
                if (objection != null) {
                    objections.add(
                            rule.rule.line() + ":1: rule " + rule.rule.number() + ": " + objection);
                }
            }
        }
        return objections;
    }

    /** When {@link #expire} has something to do; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < timed.size(); i++) {
            least = Math.min(least, timed.get(i).due);
        }
        return least;
    }

    /** Lets the rules act whose time has come. */
    public void expire(long now) {
        for (int i = 0; i < timed.size(); i++) {
            ActiveRule rule = timed.get(i);
            while (rule.due <= now) {
                turn(rule, now);
            }
        }
    }

    private void turn(ActiveRule rule, long now) {
        Action action = rule.rule.action();
        if (action instanceof Action.Inject inject) {
            if (points.get(rule.rule.link()).inject(inject.packet(), now)) {
                rule.fired();
            }
            rule.advance(startNs);
        } else if (action instanceof Action.InjectCm inject) {
            if (points.get(rule.rule.link()).inject(inject, now)) {
                rule.fired();
            }
            rule.advance(startNs);
        } else if (fabric == null) {
            rule.due = Long.MAX_VALUE;
        } else if (action instanceof Action.Pause pause) {
            fabric.pause(pause.port(), pause.priority(), pause.quanta(), now);
            rule.fired();
            rule.advance(startNs);
        } else {
            last(rule, action, now);
        }
    }

    /** What begins, lasts and ends. */
    private void last(ActiveRule rule, Action action, long now) {
        boolean begins = !rule.lasting;
        rule.lasting = begins;
        if (action instanceof Action.Starve starve) {
            fabric.starve(starve.on(), starve.vl(), begins, now);
        } else if (action instanceof Action.Cut cut) {
            fabric.cut(cut.on(), begins, now);
        }
        Schedule schedule = rule.rule.schedule();
        rule.due = Long.MAX_VALUE;
        if (begins) {
            rule.fired();
            if (schedule.untilNs() != Long.MAX_VALUE) {
                rule.due = startNs + schedule.untilNs();
            }
        }
    }

    /** What has become of each rule, in the plan's order. */
    public List<RuleCount> counts() {
        List<RuleCount> counts = new ArrayList<>();
        for (ActiveRule rule : rules) {
            counts.add(new RuleCount(rule.rule, rule.fires()));
        }
        return counts;
    }

    /** Whether each rule has acted, but for those that need not. */
    public boolean exercised() {
        return counts().stream().allMatch(RuleCount::exercised);
    }
}
