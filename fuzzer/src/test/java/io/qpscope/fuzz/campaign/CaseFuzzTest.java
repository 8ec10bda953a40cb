package io.qpscope.fuzz.campaign;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.fault.plan.PacketField;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.oracle.CaseScenario;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.ArrayList;
import java.util.List;

/**
 * Plain runs replay the seeds in CaseFuzzTestInputs; JAZZER_FUZZ=1 searches, led by the code of
 * endpoint, network and tracker. The bytes choose a case. Whatever comes of it is right but an exception
 * and a run without an end.
 */
class CaseFuzzTest {
    private static final String[] ACTIONS = {
        "drop", "duplicate", "reorder", "delay", "corrupt", "truncate", "rnr", "nak", "inject"
    };
    private static final String[] CODES = {
        "PSN_SEQUENCE_ERROR", "INVALID_REQUEST", "REMOTE_ACCESS_ERROR", "REMOTE_OPERATIONAL_ERROR"
    };
    private static final String[] FIELDS = {
        "bth.opcode",
        "bth.psn",
        "bth.padcnt",
        "bth.destqp",
        "reth.va",
        "reth.r_key",
        "reth.dmalen",
        "atomiceth.va",
        "aeth.syndrome",
        "aeth.msn"
    };
    private static final String[] OPCODES = {
        "RC_SEND_FIRST",
        "RC_SEND_ONLY",
        "RC_SEND_LAST",
        "RC_RDMA_WRITE_MIDDLE",
        "RC_RDMA_READ_RESPONSE_ONLY",
        "RC_ATOMIC_ACKNOWLEDGE"
    };
    private static final Verb[] VERBS = {
        Verb.SEND,
        Verb.SEND_WITH_IMM,
        Verb.RDMA_WRITE,
        Verb.RDMA_WRITE_WITH_IMM,
        Verb.RDMA_READ,
        Verb.ATOMIC_CMP_AND_SWP,
        Verb.ATOMIC_FETCH_AND_ADD,
        Verb.ATOMIC_WRITE,
        Verb.FLUSH
    };
    private static final int MOST_FLOWS = 3;
    private static final int MOST_ITEMS = 6;
    private static final int MOST_RULES = 6;
    private static final int MEMORY = 4096;
    private static final int WORD = 8;
    private static final int MOST_BITS = 7;

    @FuzzTest(maxDuration = "30s")
    void noCaseHarmsTheEndpoint(FuzzedDataProvider data) {
        Case one = drawn(data);
        Scenario scenario = CaseScenario.of(one);
        ScenarioResult result =
                CaseRunner.bounded(one, new ScenarioRun(scenario)).unsampled().run();
        Verdict.of(result);
        if (result.network().isStopped()) {
            throw new AssertionError("no end of it: " + one);
        }
    }

    private static Case drawn(FuzzedDataProvider data) {
        String profile = data.pickValue(Profile.all()).name();
        String defect = data.consumeBoolean() ? data.pickValue(Defect.values()).name() : "";
        List<Flow> flows = new ArrayList<>();
        for (int n = data.consumeInt(1, MOST_FLOWS); n > 0; n--) {
            flows.add(flow(data));
        }
        List<Rule> rules = new ArrayList<>();
        for (int n = data.consumeInt(0, MOST_RULES); n > 0; n--) {
            rules.add(rule(data, flows.size()));
        }
        long seed = data.consumeInt(0, Integer.MAX_VALUE);
        return new Case(seed, new Device(profile, "", defect), flows, rules);
    }

    private static Flow flow(FuzzedDataProvider data) {
        Qp qp = new Qp(
                256 << data.consumeInt(0, 4),
                data.consumeInt(4, 8),
                data.consumeInt(0, 7),
                data.consumeInt(0, 7),
                data.consumeInt(1, 8),
                data.consumeInt(1, 16),
                0,
                data.consumeInt(0, 0xff_ffff));
        Receives receives =
                new Receives(-1, data.consumeInt(1, 16), data.consumeInt(0, 100) * 1_000L);
        List<Item> items = new ArrayList<>();
        for (int n = data.consumeInt(1, MOST_ITEMS); n > 0; n--) {
            items.add(item(data));
        }
        return new Flow(data.consumeBoolean(), qp, receives, new WorkPlan(items, MEMORY));
    }

    private static Item item(FuzzedDataProvider data) {
        Verb verb = data.pickValue(VERBS);
        boolean word = verb.isAtomic() || verb == Verb.ATOMIC_WRITE;
        int size = word ? WORD : data.consumeInt(0, MEMORY / 2);
        int room = verb.isSend() ? data.consumeInt(0, MEMORY / 2) : size;
        int least = verb.isSend() ? 0 : -WORD;
        int at = data.consumeInt(least, MEMORY / 2);
        WorkPlan.Rkey key = data.pickValue(WorkPlan.Rkey.values());
        return new Item(verb, size, at, room, key, data.consumeBoolean());
    }

    private static Rule rule(FuzzedDataProvider data, int flows) {
        String action = data.pickValue(ACTIONS);
        int qp = data.consumeInt(1, flows);
        int psn = data.consumeInt(0, 24);
        int times = data.consumeInt(1, 12);
        if (action.equals("inject")) {
            return injected(data).with("on.qp", qp).with("on.psn", psn).with("on.times", times);
        }
        Rule rule = Rule.of(action).with("qp", qp).with("psn", psn).with("times", times);
        if (!action.equals("rnr") && !action.equals("nak") && data.consumeBoolean()) {
            rule = rule.with("from", "b");
        }
        return switch (action) {
            case "duplicate" -> rule.with("copies", data.consumeInt(1, 3));
            case "reorder" -> rule.with("by", data.consumeInt(1, 5)).with("within", "50us");
            case "delay" -> rule.with("by", data.consumeInt(1, 2000) + "us");
            case "truncate" -> rule.with("by", data.consumeInt(1, 40));
            case "rnr" -> rule.with("timer", data.consumeInt(1, 8));
            case "nak" -> rule.with("code", data.pickValue(CODES));
            case "corrupt" -> changed(rule, data);
            default -> rule;
        };
    }

    private static Rule changed(Rule rule, FuzzedDataProvider data) {
        String field = data.pickValue(FIELDS);
        int most = (1 << Math.min(MOST_BITS, PacketField.of(field).bits())) - 1;
        return rule.with("field", field)
                .with("add", data.consumeInt(-most, most) | 1)
                .with("icrc", data.consumeBoolean() ? "fix" : "keep");
    }

    private static Rule injected(FuzzedDataProvider data) {
        int psn = data.consumeInt(0, 0xff_ffff);
        return data.consumeBoolean()
                ? Rule.of("inject")
                        .with("ack.psn", psn)
                        .with("ack.syndrome", data.consumeInt(0, 127))
                : Rule.of("inject")
                        .with("packet.opcode", data.pickValue(OPCODES))
                        .with("packet.psn", psn)
                        .with("packet.payload", data.consumeInt(0, 256));
    }
}
