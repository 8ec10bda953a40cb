package io.qpscope.fuzz.oracle;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.oracle.iwarp.StreamExpected;
import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A case as a scenario, which holds all that must come of it: it fails by itself, wherever it is
 * replayed. Behind the flows comes one message of another queue pair, to see that both hosts live.
 */
public final class CaseScenario {
    /** The flow that comes last. */
    public static final String ALIVE = "alive";

    private static final String NAME = "fuzz";
    private static final long MS = 1_000_000;
    /** From one flow's first packet to the next one's: by these, rules number queue pairs. */
    private static final int STAGGER_US = 2;

    private final List<Entry> entries = new ArrayList<>();

    private CaseScenario() {}

    /** A file's content. */
    public static YamlNode document(Case from) {
        Expected expected = Expected.of(from);
        long aliveMs = expected.boundNs() / MS + 1;
        CaseScenario root = new CaseScenario()
                .put("name", NAME)
                .put("seed", from.seed())
                .put("profile", from.device().profile())
                .put("duration", 2 * aliveMs + 100 + "ms")
                .put("fabric", fabric(from.device()));
        List<YamlNode> flows = new ArrayList<>();
        for (Flow flow : from.flows()) {
            flows.add(flow(flow, flows.size()));
        }
        CaseScenario alive =
                new CaseScenario().put("name", ALIVE).put("from", "a").put("to", "b");
        if (from.isIwarp()) {
            alive.put("transport", "iwarp");
        }
        alive.put("verb", "write").put("size", 8).put("start", aliveMs + "ms");
        Flow first = from.flows().get(0);
        flows.add(alive.connection(first.cm()).node());
        root.put("flows", YamlNode.list(flows));
        if (!from.rules().isEmpty()) {
            List<YamlNode> rules = new ArrayList<>();
            from.rules().forEach(rule -> rules.add(rule.with("optional", true).node()));
            root.put("faults", YamlNode.list(rules));
        }
        return root.put("expect", expect(from, expected)).node();
    }

    /** Ready to run. */
    public static Scenario of(Case from) {
        try {
            return Scenario.of(NAME, document(from));
        } catch (InvalidYamlException e) {
            throw new IllegalArgumentException(e.problems() + " in " + from, e);
        }
    }

    /** Of the flow with this index, from 0. */
    public static String name(int index) {
        return "f" + (index + 1);
    }

    private static YamlNode fabric(Case.Device device) {
        CaseScenario host = new CaseScenario();
        if (!device.recovery().isEmpty()) {
            host.put("recovery", device.recovery());
        }
        if (!device.defect().isEmpty()) {
            host.put("defect", device.defect());
        }
        YamlNode link = new CaseScenario()
                .put("between", YamlNode.list(List.of(YamlNode.text("a"), YamlNode.text("b"))))
                .put("rate", "100G")
                .put("delay", "1us")
                .node();
        return new CaseScenario()
                .put(
                        "hosts",
                        new CaseScenario()
                                .put("a", host.node())
                                .put("b", host.node())
                                .node())
                .put("links", YamlNode.list(List.of(link)))
                .node();
    }

    private static YamlNode flow(Flow flow, int number) {
        CaseScenario node = new CaseScenario()
                .put("name", name(number))
                .put("from", flow.forth() ? "a" : "b")
                .put("to", flow.forth() ? "b" : "a")
                .put("start", STAGGER_US * number + "us");
        if (flow.stream() == null) {
            node.attributes(flow);
        } else {
            node.put("transport", "iwarp").put("stream", stream(flow.stream()));
        }
        CaseScenario receives = new CaseScenario().put("depth", flow.receives().depth());
        if (flow.receives().delayNs() > 0) {
            receives.put("delay", flow.receives().delayNs() + "ns");
        }
        node.connection(flow.cm())
                .put("receives", receives.node())
                .put("memory", flow.work().memory());
        List<YamlNode> items = new ArrayList<>();
        flow.work().items().forEach(item -> items.add(item(item)));
        return node.put("work", YamlNode.list(items)).node();
    }

    private static YamlNode stream(StreamPlan plan) {
        List<YamlNode> kinds = new ArrayList<>();
        for (RtrKind kind : RtrKind.values()) {
            if (plan.rtr().contains(kind)) {
                kinds.add(YamlNode.text(KINDS.get(kind)));
            }
        }
        CaseScenario node = new CaseScenario()
                .put("revision", plan.revision())
                .put("crc", plan.crc())
                .put("markers", plan.markers())
                .put("ird", plan.ird())
                .put("ord", plan.ord());
        if (!kinds.isEmpty()) {
            node.put("rtr", YamlNode.list(kinds));
        }
        return node.put("mss", plan.mss()).node();
    }

    /** As scenarios name them. */
    private static final Map<RtrKind, String> KINDS = Map.of(
            RtrKind.WRITE, "write",
            RtrKind.READ, "read",
            RtrKind.EMPTY_FPDU, "empty");

    private void attributes(Flow flow) {
        put("pathMtu", flow.qp().pathMtu())
                .put("timeout", flow.qp().timeout())
                .put("retryCount", flow.qp().retryCount())
                .put("rnrRetryCount", flow.qp().rnrRetryCount())
                .put("minRnrTimer", flow.qp().minRnrTimer())
                .put("readDepth", flow.qp().readDepth());
        if (flow.qp().startPsn() >= 0) {
            put("psn", flow.qp().startPsn());
        }
    }

    private static YamlNode item(Item item) {
        CaseScenario node = new CaseScenario().put("verb", verb(item.verb()));
        if (!item.verb().isAtomic() && item.verb() != Verb.ATOMIC_WRITE) {
            node.put("size", item.size());
        }
        node.put("at", item.at());
        if (item.verb().isSend() && item.room() != item.size()) {
            node.put("room", item.room());
        }
        if (item.key() != Rkey.RIGHT) {
            node.put("rkey", item.key().name().toLowerCase(Locale.ROOT));
        }
        if (item.fence()) {
            node.put("fence", true);
        }
        return node.node();
    }

    private static String verb(Verb verb) {
        return VERBS.get(verb);
    }

    /** As scenarios name them. */
    private static final Map<Verb, String> VERBS = Map.of(
            Verb.RDMA_WRITE, "write",
            Verb.RDMA_WRITE_WITH_IMM, "write-imm",
            Verb.RDMA_READ, "read",
            Verb.SEND, "send",
            Verb.SEND_WITH_IMM, "send-imm",
            Verb.SEND_WITH_INV, "send-inv",
            Verb.ATOMIC_CMP_AND_SWP, "cmp-swap",
            Verb.ATOMIC_FETCH_AND_ADD, "fetch-add",
            Verb.FLUSH, "flush",
            Verb.ATOMIC_WRITE, "atomic-write");

    private static YamlNode expect(Case from, Expected expected) {
        CaseScenario flows = new CaseScenario();
        for (int i = 0; i < from.flows().size(); i++) {
            if (from.isIwarp()) {
                flows.put(name(i), expect(StreamExpected.of(from, i)));
                continue;
            }
            CaseScenario flow = new CaseScenario()
                    .put("status", texts(expected.statuses(i)))
                    .put("data", expected.data());
            if (expected.isConductKnown()) {
                flow.put("conduct", "lawful");
            }
            if (expected.isUndisturbed(i)) {
                flow.put("resent", 0);
            }
            if (!expected.mustAgree()) {
                flow.put("analysis", "any");
            }
            flows.put(name(i), flow.node());
        }
        flows.put(ALIVE, alive(expected));
        CaseScenario all = new CaseScenario().put("flows", flows.node());
        if (from.flows().stream().anyMatch(each -> each.cm() != null)) {
            YamlNode host = host(from, expected);
            all.put("hosts", new CaseScenario().put("a", host).put("b", host).node());
        }
        return all.node();
    }

    private static YamlNode alive(Expected expected) {
        List<YamlNode> statuses = new ArrayList<>();
        expected.aliveStatuses().forEach(each -> statuses.add(YamlNode.text(each)));
        YamlNode status = statuses.size() == 1 ? statuses.get(0) : YamlNode.list(statuses);
        CaseScenario alive = new CaseScenario().put("status", status);
        return (expected.maySpeakForOthers() ? alive.put("analysis", "any") : alive).node();
    }

    private static String upTo(long least, long more) {
        return more == 0 ? String.valueOf(least) : least + ".." + (least + more);
    }

    /**
     * Connections that are over leave nothing behind, but with a side that was never told: nobody asks
     * whether its peer still lives (IBA vol 1, 12.9).
     */
    private static YamlNode host(Case from, Expected expected) {
        CaseScenario host = new CaseScenario().put("cm", "lawful");
        if (expected.mustEnd()) {
            long lasting =
                    from.flows().stream().filter(each -> each.cm() == null).count();
            long left = expected.mayEndHalf() ? 1 : 0;
            host.put("connections", upTo(0, left)).put("queuePairs", upTo(1 + lasting, left));
        }
        return host.node();
    }

    private CaseScenario connection(Cm cm) {
        return cm == null
                ? this
                : put("connect", "cm")
                        .put("cmTimeout", cm.timeout())
                        .put("cmRetries", cm.retries());
    }

    private static YamlNode expect(StreamExpected expected) {
        CaseScenario flow = new CaseScenario().put("status", texts(expected.statuses()));
        if (!expected.endings().isEmpty()) {
            flow.put("ending", texts(expected.endings()));
        }
        flow.put("data", expected.data()).put("conduct", "lawful");
        return expected.mustAgree() ? flow.node() : flow.put("analysis", "any").node();
    }

    private static YamlNode texts(List<String> of) {
        return YamlNode.list(of.stream().map(YamlNode::text).toList());
    }

    private CaseScenario put(String key, YamlNode value) {
        entries.add(new Entry(key, 0, 0, value));
        return this;
    }

    private CaseScenario put(String key, Object value) {
        return put(key, YamlNode.text(String.valueOf(value)));
    }

    private YamlNode node() {
        return YamlNode.map(entries);
    }
}
