package io.qpscope.fuzz.target;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.target.CaseRun.Outcome;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out, without faults, what a peer takes: how much memory it has, which verbs, and in which
 * order its atomics read eight bytes, which is its processor's own.
 */
final class Probe {
    /** Runs a case. */
    interface Runs {
        Outcome run(Case one, ByteOrder order) throws IOException;
    }

    private static final int WORD = 8;
    private static final int MEMORY = 64;
    private static final int PATIENT = 7;

    private final Runs runs;
    private final Medium medium;
    private final Settings settings;
    private final Set<Verb> verbs = EnumSet.noneOf(Verb.class);
    private final Map<Verb, String> refused = new LinkedHashMap<>();
    private ByteOrder order = ByteOrder.BIG_ENDIAN;
    private long room;

    Probe(Runs runs, Medium medium, Settings settings) {
        this.runs = runs;
        this.medium = medium;
        this.settings = settings;
    }

    /** A case that only shows that the peer is there. */
    static Case life(Medium medium, Settings settings) {
        return of(Verb.RDMA_WRITE, medium, settings);
    }

    private static Case of(Verb verb, Medium medium, Settings settings) {
        Item item = new Item(verb, WORD, 0, WORD, Rkey.RIGHT, false);
        Qp qp = new Qp(
                medium.pathMtu(), settings.ackTimeout(), PATIENT, PATIENT, 1, PATIENT, 0, 0x1000);
        Flow flow =
                new Flow(true, qp, new Receives(-1, 32, 0), new WorkPlan(List.of(item), MEMORY));
        return new Case(1, Case.Device.SOUND, List.of(flow), List.of());
    }

    /**
     * Asks for everything, one after the other.
     *
     * @throws IOException when there is no connection, or a WRITE and a READ do not work
     */
    void meet() throws IOException {
        for (Verb verb : medium.verbs()) {
            boolean unknown = settings.memory() != null && verb.consumesReceive();
            if (unknown) {
                refused.put(
                        verb, "who tells the peer's memory by hand does not say what it receives");
                continue;
            }
            Outcome outcome = runs.run(of(verb, medium, settings), order);
            if (!outcome.connected()) {
                throw new IOException(outcome.obstacle());
            }
            room = outcome.room();
            String status = outcome.statuses().get(0);
            if (!status.equals("SUCCESS")) {
                refused.put(verb, status);
                continue;
            }
            verbs.add(verb);
            if (verb == Verb.ATOMIC_FETCH_AND_ADD && !outcome.violations().isEmpty()) {
                order = ByteOrder.LITTLE_ENDIAN;
            }
        }
        if (!verbs.containsAll(EnumSet.of(Verb.RDMA_WRITE, Verb.RDMA_READ))) {
            throw new IOException("the peer's memory must take a WRITE and a READ: " + refused);
        }
    }

    Set<Verb> verbs() {
        return verbs;
    }

    /** Those that did not succeed, and why. */
    Map<Verb, String> refused() {
        return refused;
    }

    ByteOrder order() {
        return order;
    }

    /** Bytes of the peer's memory. */
    long room() {
        return room;
    }
}
