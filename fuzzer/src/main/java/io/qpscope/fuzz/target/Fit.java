package io.qpscope.fuzz.target;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.RemoteWork;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes of a drawn case what can be done with a live peer: we are the requester, the peer's receives
 * and memory are its own, and our patience is real time's.
 */
final class Fit {
    private static final Receives ENOUGH = new Receives(-1, 32, 0);
    private static final int PATIENT = 7;
    private static final int READ_DEPTH = 16;
    private static final int LEAST_MEMORY = 64;
    private static final int LEAST = 8;
    /** 67 ms: more than a live peer needs, and a case with losses still ends soon. */
    private static final int RESPONSE_TIMEOUT = 14;

    private static final int CM_RETRIES = 3;

    private final Settings settings;
    private final Set<Verb> verbs;
    private final int pathMtu;
    private final long room;
    private final boolean iwarp;
    /** Rules that were left out, by why. */
    private final Map<String, Long> leftOut = new TreeMap<>();

    /**
     * @param verbs that the peer takes
     * @param pathMtu the longest
     * @param room bytes of the peer's memory
     * @param iwarp whether streams are what goes wrong
     */
    Fit(Settings settings, Set<Verb> verbs, int pathMtu, long room, boolean iwarp) {
        this.iwarp = iwarp;
        this.settings = settings;
        this.verbs = verbs;
        this.pathMtu = pathMtu;
        this.room = room;
    }

    Map<String, Long> leftOut() {
        return leftOut;
    }

    Case of(Case drawn) {
        List<Flow> flows = new ArrayList<>();
        long free = room;
        for (Flow each : drawn.flows()) {
            // One region for all where it was told by hand.
            Flow flow = flow(each, settings.memory() == null ? room : free);
            free -= RemoteWork.extent(flow.work());
            if (settings.memory() == null || free >= 0) {
                flows.add(flow);
            }
        }
        if (iwarp) {
            // One stream, and at most one thing that ends it.
            List<Rule> one = stream(drawn.rules());
            Flow flow = one.isEmpty() ? flows.get(0) : filled(flows.get(0));
            return new Case(drawn.seed(), Case.Device.SOUND, List.of(flow), one);
        }
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : drawn.rules()) {
            String danger = settings.destructive() ? null : Danger.of(rule);
            if (danger != null) {
                leftOut.merge(danger, 1L, Long::sum);
            } else {
                rules.add(rule);
            }
        }
        return rules.stream().anyMatch(Rule::isCm)
                ? managed(drawn, flows, rules)
                : new Case(drawn.seed(), Case.Device.SOUND, flows, rules);
    }

    /**
     * One connection, and only what happens to it: rules about data would meet the writing of the
     * memory too, since these act from the first REQ on.
     */
    private static Case managed(Case drawn, List<Flow> flows, List<Rule> rules) {
        Cm cm = drawn.flows().get(0).cm();
        Cm slow = new Cm(RESPONSE_TIMEOUT, cm == null ? CM_RETRIES : cm.retries());
        return new Case(
                drawn.seed(),
                Case.Device.SOUND,
                List.of(flows.get(0).connectedBy(slow)),
                rules.stream().filter(Rule::isCm).toList());
    }

    /** Without empty messages: nobody need look at where those go. */
    private static Flow filled(Flow flow) {
        List<Item> items =
                flow.work().items().stream().filter(each -> each.size() > 0).toList();
        return items.isEmpty()
                ? flow.with(List.of(new Item(Verb.RDMA_WRITE, LEAST, 0, LEAST, Rkey.RIGHT, false)))
                : flow.with(items);
    }

    /** What the peer sends is left as it is: what is damaged there is our own stream's end. */
    private static List<Rule> stream(List<Rule> drawn) {
        for (Rule rule : drawn) {
            if (!rule.text("from").equals("b")) {
                return List.of(rule);
            }
        }
        return List.of();
    }

    private Flow flow(Flow from, long most) {
        int memory = from.work().memory();
        // SENDs need as much again, where they land.
        long rest = (long) RemoteWork.extent(from.work()) - memory;
        boolean whole = memory + rest <= most;
        List<Item> items = new ArrayList<>();
        int end = LEAST_MEMORY;
        for (Item item : from.work().items()) {
            // A WRITE that the peer must refuse is done for us when TCP has it.
            boolean may = !iwarp || (inside(item, memory) && item.key() == Rkey.RIGHT);
            boolean fits = may && (whole || (inside(item, memory) && end(item) + rest <= most));
            if (verbs.contains(item.verb()) && fits) {
                items.add(suited(item));
                end = Math.max(end, end(item));
            }
        }
        if (items.isEmpty()) {
            items.add(new Item(Verb.RDMA_WRITE, LEAST, 0, LEAST, Rkey.RIGHT, false));
        }
        return new Flow(true, qp(from.qp()), ENOUGH, from.work())
                .with(items)
                .withMemory(whole ? Math.max(memory, LEAST) : end);
    }

    private static boolean inside(Item item, int memory) {
        return item.verb().isSend() || (item.at() >= 0 && item.at() + item.size() <= memory);
    }

    private static int end(Item item) {
        return (item.at() + Math.max(item.size(), LEAST) + LEAST - 1) / LEAST * LEAST;
    }

    private static Item suited(Item item) {
        Rkey key = item.key() == Rkey.RIGHT ? Rkey.RIGHT : Rkey.WRONG;
        return new Item(item.verb(), item.size(), item.at(), item.size(), key, item.fence());
    }

    private Qp qp(Qp drawn) {
        return new Qp(
                Math.min(drawn.pathMtu(), pathMtu),
                settings.ackTimeout(),
                PATIENT,
                PATIENT,
                drawn.minRnrTimer(),
                Math.min(drawn.readDepth(), READ_DEPTH),
                0,
                Math.max(0, drawn.startPsn()));
    }
}
