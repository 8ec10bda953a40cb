package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads what makes a flow one of iWARP's. */
final class StreamReader {
    static final String IWARP = "iwarp";

    /** As {@code --rtr} has them. */
    static final Map<String, RtrKind> KINDS = new TreeMap<>(
            Map.of("write", RtrKind.WRITE, "read", RtrKind.READ, "empty", RtrKind.EMPTY_FPDU));

    private static final List<String> TRANSPORTS = List.of("roce", IWARP);
    /** What means nothing over a TCP stream. */
    private static final List<String> ROCE = List.of(
            "pathMtu",
            "timeout",
            "retryCount",
            "rnrRetryCount",
            "minRnrTimer",
            "readDepth",
            "udpPort",
            "psn");

    private final Problems problems;

    StreamReader(Problems problems) {
        this.problems = problems;
    }

    /** Null for a flow of RoCE's. */
    StreamPlan read(YamlMap flow) {
        boolean iwarp = flow.choice("transport", TRANSPORTS, "roce").equals(IWARP);
        YamlNode node = flow.get("stream");
        if (!iwarp) {
            if (node != null) {
                flow.wrong("stream", "goes with transport: iwarp");
            }
            return null;
        }
        for (String key : ROCE) {
            if (flow.has(key)) {
                flow.wrong(key, "does not go with transport: iwarp");
            }
        }
        if (node == null) {
            return StreamPlan.USUAL;
        }
        YamlMap map = new YamlMap(node, "stream", problems);
        StreamPlan usual = StreamPlan.USUAL;
        int most = StreamOptions.MOST_DEPTH;
        StreamPlan plan = new StreamPlan(
                (int) map.number("revision", 1, 2, usual.revision()),
                map.flag("crc", usual.crc()),
                map.flag("markers", usual.markers()),
                (int) map.number("ird", 0, most, usual.ird()),
                (int) map.number("ord", 0, most, usual.ord()),
                kinds(map),
                (int) map.number("mss", StreamPlan.LEAST_MSS, StreamPlan.MOST_MSS, usual.mss()));
        if (plan.revision() == 1 && !plan.rtr().isEmpty()) {
            map.wrong("rtr", "needs revision 2");
        }
        map.end();
        return plan;
    }

    private Set<RtrKind> kinds(YamlMap map) {
        Set<RtrKind> kinds = EnumSet.noneOf(RtrKind.class);
        YamlNode node = map.get("rtr");
        if (node == null) {
            return kinds;
        }
        for (String each : FabricReader.texts(node, "rtr", problems)) {
            RtrKind kind = KINDS.get(each);
            if (kind == null) {
                map.wrong(
                        "rtr",
                        "'" + Names.shown(each) + "': " + Names.expected(each, KINDS.keySet()));
            } else {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /** What iWARP has no message for. */
    void check(YamlNode flow, Verb verb, int size) {
        if (verb == null) {
            problems.add(flow, "plain packets have no stream");
        } else if (verb == Verb.FLUSH || verb == Verb.ATOMIC_WRITE) {
            problems.add(flow, "iWARP has no " + verb);
        } else if (verb == Verb.SEND_WITH_IMM && size > 0) {
            problems.add(
                    flow, "iWARP has immediate data alone or behind a WRITE: a send-imm of size 0");
        }
    }
}
