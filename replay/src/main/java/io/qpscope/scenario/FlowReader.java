package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Kind;
import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code flows}. */
final class FlowReader {
    static final String DATAGRAM = "udp";
    /** Takes the key of its flow's own memory away. */
    private static final String INVALIDATING = "send-inv";

    static final Map<String, Verb> VERBS = verbs();

    private static final long DAY = 86_400L * 1_000_000_000L;
    private static final int MOST_SIZE = 1 << 28;
    private static final int WORD = 8;
    private static final int USUAL_CM_TIMEOUT = 20;
    private static final int MOST_CM_RETRIES = 15;
    private static final int LEAST_DATAGRAM = 29;
    private static final List<String> MTUS = List.of("256", "512", "1024", "2048", "4096");

    private final Problems problems;
    private final NamedParts names;
    private final Set<String> hosts;

    FlowReader(Problems problems, Set<String> hosts) {
        this.problems = problems;
        this.hosts = hosts;
        names = new NamedParts(problems);
    }

    private static Map<String, Verb> verbs() {
        Map<String, Verb> verbs = new LinkedHashMap<>();
        verbs.put("write", Verb.RDMA_WRITE);
        verbs.put("write-imm", Verb.RDMA_WRITE_WITH_IMM);
        verbs.put("read", Verb.RDMA_READ);
        verbs.put("send", Verb.SEND);
        verbs.put("send-imm", Verb.SEND_WITH_IMM);
        verbs.put(INVALIDATING, Verb.SEND_WITH_INV);
        verbs.put("cmp-swap", Verb.ATOMIC_CMP_AND_SWP);
        verbs.put("fetch-add", Verb.ATOMIC_FETCH_AND_ADD);
        verbs.put("flush", Verb.FLUSH);
        verbs.put("atomic-write", Verb.ATOMIC_WRITE);
        verbs.put(DATAGRAM, null);
        return verbs;
    }

    List<FlowPlan> read(YamlNode list) {
        List<FlowPlan> flows = new ArrayList<>();
        if (list.kind() != Kind.LIST || list.items().isEmpty()) {
            problems.add(list, "flows: expected a list, as: - {from: a, to: b, verb: write}");
        }
        for (YamlNode item : list.items()) {
            YamlMap map = new YamlMap(item, "a flow", problems);
            FlowPlan flow = flow(map, flows.size() + 1);
            map.end();
            flows.add(flow);
        }
        return flows;
    }

    private FlowPlan flow(YamlMap map, int number) {
        String name = map.text("name", "flow" + number);
        names.isNew(map.node().line(), map.node().column(), "flow", name);
        String from = host(map, "from");
        String to = host(map, "to");
        if (!from.isEmpty() && from.equals(to)) {
            map.wrong("to", "expected another host than from");
        }
        StreamReader streams = new StreamReader(problems);
        StreamPlan stream = streams.read(map);
        WorkPlan work = new WorkReader(problems).read(map);
        Set<String> verbs = new LinkedHashSet<>(VERBS.keySet());
        verbs.remove(INVALIDATING);
        String verbName = map.choice("verb", verbs, "write");
        Verb verb = work == null ? VERBS.get(verbName) : work.items().get(0).verb();
        int size = work == null ? size(map, verb) : work.longest();
        int items = work == null ? 0 : work.items().size();
        long count = work == null ? map.number("count", 0, 1L << 40, 1) : items;
        if (stream != null && work == null) {
            streams.check(map.node(), verb, size);
        } else if (stream != null) {
            work.items().forEach(each -> streams.check(map.node(), each.verb(), each.size()));
        }
        boolean asks = work == null && verb != null && (verb == Verb.RDMA_READ || verb.isAtomic());
        int depth = (int) map.number("depth", 1, 4096, work == null ? 4 : items);
        int readDepth = (int) map.number("readDepth", 1, 128, 16);
        return new FlowPlan(
                name,
                from,
                to,
                verb,
                size,
                count,
                asks ? Math.min(depth, readDepth) : depth,
                map.duration("start", 0, DAY, 0),
                (int) map.number("dscp", 0, 63, 26),
                map.flag("ecn", true),
                (int) map.number("ttl", 1, 255, 64),
                qp(map, readDepth),
                receives(map, depth),
                map.choice("rkey", List.of("right", "wrong"), "right").equals("wrong"),
                map.rate("rate", 1, 10_000_000_000_000L, 1_000_000_000L),
                map.duration("for", 1, DAY, Long.MAX_VALUE),
                work,
                cm(map, verb),
                stream);
    }

    private static Cm cm(YamlMap map, Verb verb) {
        boolean connects =
                map.choice("connect", List.of("direct", "cm"), "direct").equals("cm");
        if (connects && verb == null) {
            map.wrong("connect", "plain packets need no connection");
        }
        Cm cm = new Cm((int) map.number("cmTimeout", 1, 31, USUAL_CM_TIMEOUT), (int)
                map.number("cmRetries", 0, MOST_CM_RETRIES, MOST_CM_RETRIES));
        return connects && verb != null ? cm : null;
    }

    private String host(YamlMap map, String key) {
        map.require(key);
        String host = map.text(key, "");
        if (!host.isEmpty() && !hosts.contains(host)) {
            map.wrong(key, FabricReader.unknown("host", host, hosts));
        }
        return host;
    }

    private static int size(YamlMap map, Verb verb) {
        if (verb == null) {
            return (int) map.bytes("size", LEAST_DATAGRAM, 4096, 1024);
        }
        boolean word = verb.isAtomic() || verb == Verb.ATOMIC_WRITE;
        return (int)
                (word
                        ? map.bytes("size", WORD, WORD, WORD)
                        : map.bytes("size", 0, MOST_SIZE, 65_536));
    }

    private static Qp qp(YamlMap map, int readDepth) {
        return new Qp(
                Integer.parseInt(map.choice("pathMtu", MTUS, "1024")),
                (int) map.number("timeout", 0, 31, 14),
                (int) map.number("retryCount", 0, 7, 7),
                (int) map.number("rnrRetryCount", 0, 7, 7),
                (int) map.number("minRnrTimer", 0, 31, 12),
                readDepth,
                (int) map.number("udpPort", 1, 65_535, 0),
                (int) map.number("psn", 0, 0xff_ffff, Qp.DRAWN));
    }

    private Receives receives(YamlMap map, int flowDepth) {
        YamlNode node = map.get("receives");
        int usual = 2 * flowDepth;
        if (node == null || node.kind() != Kind.MAP) {
            long count = map.number("receives", 0, 1L << 40, -1);
            return new Receives(count, usual, 0);
        }
        YamlMap keys = new YamlMap(node, "receives", problems);
        Receives receives = new Receives(
                keys.number("count", 0, 1L << 40, -1),
                (int) keys.number("depth", 1, 8192, usual),
                keys.duration("delay", 0, DAY, 0));
        keys.end();
        return receives;
    }
}
