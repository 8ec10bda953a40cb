package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.Segments;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Every single fault of a stream at every FPDU of short workloads, each set up in several ways, behind
 * them without any fault.
 */
public final class StreamScope implements Cases {
    /** Cases that come before all others. */
    public static final long FIRST = 1_000;

    private static final int MSS = 256;
    private static final int MEMORY = 64;
    private static final Receives RECEIVES = new Receives(-1, 16, 0);

    /** What is done to a segment; those that it has no field for do nothing. */
    private static final List<String> EDITS = List.of(
            "iwarp_ddp.msn add 1",
            "iwarp_ddp.msn add -1",
            "iwarp_ddp.mo add 4",
            "iwarp_ddp.mo add -1",
            "iwarp_ddp.qn add 1",
            "iwarp_ddp.qn value 7",
            "iwarp_ddp.stag xor 1",
            "iwarp_ddp.tagged_offset add 1",
            "iwarp_ddp.tagged_offset add -64",
            "iwarp_ddp.tagged_offset add 1099511627776",
            "iwarp_ddp.last_flag xor 1",
            "iwarp_ddp.tagged_flag xor 1",
            "iwarp_ddp.dv xor 3",
            "iwarp_ddp.rsvd value 15",
            "iwarp_rdma.version xor 1",
            "iwarp_rdma.rsv value 3",
            "iwarp_rdma.opcode xor 1",
            "iwarp_rdma.opcode xor 2",
            "iwarp_rdma.opcode xor 4",
            "iwarp_rdma.opcode value 15",
            "iwarp_rdma.inval_stag xor 1",
            "iwarp_rdma.sinkstag xor 1",
            "iwarp_rdma.sinkto add 4",
            "iwarp_rdma.rdmardsz add 1",
            "iwarp_rdma.rdmardsz add -1",
            "iwarp_rdma.rdmardsz value 1048576",
            "iwarp_rdma.srcstag xor 1",
            "iwarp_rdma.srcto add 1099511627776",
            "iwarp_mpa.ulpdulength add 8",
            "iwarp_mpa.ulpdulength add -8");

    private static final List<String> SETUP = List.of(
            "iwarp_mpa.rev value 3",
            "iwarp_mpa.rev xor 3",
            "iwarp_mpa.marker_flag xor 1",
            "iwarp_mpa.crc_flag xor 1",
            "iwarp_mpa.rej_flag xor 1",
            "iwarp_mpa.enhanced_flag xor 1",
            "iwarp_mpa.pdlength add 4",
            "iwarp_mpa.pdlength value 600",
            "iwarp_mpa.enhanced.ird value 0",
            "iwarp_mpa.enhanced.ird value 9",
            "iwarp_mpa.enhanced.ord value 9");

    private final Device device;
    private final long seed;
    private final List<Case> cases = new ArrayList<>();
    private int next;

    public StreamScope(Device device, long seed) {
        this.device = device;
        this.seed = seed;
        for (StreamPlan plan : plans()) {
            for (Works works : workloads(plan)) {
                all(works.flow(true, RECEIVES, plan));
            }
            all(beyond(Verb.RDMA_WRITE).flow(true, RECEIVES, plan).withMemory(MEMORY));
            all(beyond(Verb.RDMA_READ).flow(true, RECEIVES, plan).withMemory(MEMORY));
        }
        // What is much alike would else come in a row.
        Collections.shuffle(cases, new Random(seed));
    }

    private static List<StreamPlan> plans() {
        return List.of(
                new StreamPlan(2, true, false, 4, 4, Set.of(), MSS),
                new StreamPlan(1, false, false, 2, 4, Set.of(), MSS),
                new StreamPlan(2, true, true, 2, 2, Set.of(RtrKind.READ), MSS),
                new StreamPlan(2, true, false, 1, 1, Set.of(RtrKind.WRITE, RtrKind.READ), MSS),
                new StreamPlan(2, false, true, 3, 3, Set.of(RtrKind.EMPTY_FPDU), MSS));
    }

    private static List<Works> workloads(StreamPlan plan) {
        int tagged = Segments.tagged(plan);
        int untagged = Segments.untagged(plan);
        return List.of(
                new Works().add(Verb.RDMA_WRITE, 2 * tagged + 1).add(Verb.SEND, 2 * untagged + 3),
                new Works().add(Verb.SEND, 5).add(Verb.SEND, untagged + 1).add(Verb.SEND, 0),
                new Works()
                        .add(Verb.RDMA_READ, tagged + 9)
                        .add(Verb.RDMA_READ, 3)
                        .add(Verb.RDMA_READ, 0)
                        .add(Verb.SEND, 1),
                new Works()
                        .add(Verb.ATOMIC_FETCH_AND_ADD, 8)
                        .at(0, Verb.ATOMIC_CMP_AND_SWP, 8, false)
                        .add(Verb.RDMA_READ, 8),
                new Works().add(Verb.RDMA_WRITE_WITH_IMM, 8).add(Verb.SEND_WITH_IMM, 0),
                new Works().add(Verb.SEND_WITH_INV, 7).add(Verb.SEND, 2),
                new Works().add(Verb.SEND_WITH_INV, 0).at(0, Verb.RDMA_WRITE, 8, false),
                new Works().add(Verb.SEND_WITH_INV, 0).at(0, Verb.RDMA_READ, 8, false),
                tooLong());
    }

    /** Ends one byte behind the memory. */
    private static Works beyond(Verb verb) {
        return new Works().add(Verb.RDMA_WRITE, MEMORY).at(MEMORY - 7, verb, 8, false);
    }

    private static Works tooLong() {
        return new Works().add(new Item(Verb.SEND, 9, 0, 8, Rkey.RIGHT, false));
    }

    private void all(Flow flow) {
        add(flow, null);
        int opening = Segments.opening(flow.stream()) == null ? 0 : 1;
        for (int fpdu = 1; fpdu <= flow.psns() + opening; fpdu++) {
            each(flow, Rule.of("mpa").with("stream", 1).with("from", "a").with("fpdu", fpdu));
        }
        for (int fpdu = 1; fpdu <= answers(flow) + opening; fpdu++) {
            each(flow, Rule.of("mpa").with("stream", 1).with("from", "b").with("fpdu", fpdu));
        }
        for (String side : List.of("a", "b")) {
            for (String edit : SETUP) {
                add(flow, edit(Rule.of("mpa").with("stream", 1).with("from", side), edit));
            }
        }
    }

    private static int answers(Flow flow) {
        int most = Segments.tagged(flow.stream());
        int count = 0;
        for (Item item : flow.work().items()) {
            boolean asks = item.verb() == Verb.RDMA_READ || item.verb().isAtomic();
            count += asks ? Math.max(1, (item.size() + most - 1) / most) : 0;
        }
        return count;
    }

    private void each(Flow flow, Rule rule) {
        for (String fate : List.of("drop", "duplicate", "swap", "cut")) {
            add(flow, rule.with("fate", fate));
        }
        add(flow, rule.with("crc", "bad"));
        add(flow, rule.with("marker", "bad"));
        EDITS.forEach(edit -> add(flow, edit(rule, edit)));
    }

    private static Rule edit(Rule rule, String edit) {
        String[] parts = edit.split(" ", -1);
        return rule.with("field", parts[0]).with(parts[1], parts[2]);
    }

    private void add(Flow flow, Rule rule) {
        cases.add(new Case(seed, device, List.of(flow), rule == null ? List.of() : List.of(rule)));
    }

    /** Cases in all. */
    public long size() {
        return cases.size();
    }

    @Override
    public Case next() {
        return next == cases.size() ? null : cases.get(next++);
    }
}
