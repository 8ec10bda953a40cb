package io.qpscope.scenario;

import io.qpscope.endpoint.WcStatus;
import io.qpscope.fabric.DropCause;
import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlNode.Kind;
import io.qpscope.finding.Rule;
import io.qpscope.finding.Rules;
import io.qpscope.scenario.Bounds.Figure;
import io.qpscope.scenario.DataExpectation.Extent;
import io.qpscope.session.Episode.Cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Reads {@code expect}. */
final class ExpectReader {
    private static final List<String> OUTCOMES = List.of("recovered", "failed", "open");

    private final Problems problems;
    private final Set<String> hosts;
    /** Links of each host and switch, by its name. */
    private final Map<String, Integer> ports;

    private final Set<String> flows;
    private final List<Expectation> all = new ArrayList<>();
    private final List<String> taps = new ArrayList<>();

    /**
     * @param ports of each host and switch: as many as it has links
     */
    ExpectReader(
            Problems problems, Set<String> hosts, Map<String, Integer> ports, Set<String> flows) {
        this.problems = problems;
        this.hosts = hosts;
        this.ports = ports;
        this.flows = flows;
    }

    List<String> taps() {
        return taps;
    }

    List<Expectation> read(YamlNode node) {
        YamlMap map = new YamlMap(node, "expect", problems);
        YamlNode tap = map.get("tap");
        if (tap != null) {
            for (String each : FabricReader.texts(tap, "tap", problems)) {
                checkPort(each, tap);
                taps.add(each);
            }
        }
        each(map.get("flows"), "flow", flows, this::flow);
        each(map.get("hosts"), "host", hosts, this::host);
        ports(map.get("ports"));
        drops(map);
        findings(map.get("findings"));
        episodes(map.get("episodes"));
        watchdog(map.get("watchdog"));
        fairness(map.get("fairness"));
        figure(map, "ends", Figure.DURATION, "run", ScenarioResult::restNs);
        map.end();
        return all;
    }

    private interface PartReader {
        void read(String name, YamlMap map);
    }

    private void each(YamlNode node, String what, Set<String> known, PartReader reader) {
        if (node == null) {
            return;
        }
        for (Entry entry : named(node, what)) {
            if (!known.contains(entry.key())) {
                problems.add(
                        entry.line(),
                        entry.column(),
                        FabricReader.unknown(what, entry.key(), known));
                continue;
            }
            YamlMap map = new YamlMap(entry.value(), what + " " + entry.key(), problems);
            reader.read(entry.key(), map);
            map.end();
        }
    }

    /** What is expected of nothing, or nothing of something, would pass whatever happens. */
    private List<Entry> named(YamlNode node, String what) {
        if (node.entries().isEmpty()) {
            problems.add(node, what + "s: expected names with what is expected of them");
        }
        for (Entry entry : node.entries()) {
            YamlNode value = entry.value();
            if (value.entries().isEmpty() && value.kind() != Kind.TEXT) {
                problems.add(
                        entry.line(),
                        entry.column(),
                        what + " " + Names.shown(entry.key()) + ": nothing is expected of it");
            }
        }
        return node.entries();
    }

    private void figure(
            YamlMap map,
            String key,
            Figure kind,
            String of,
            ToDoubleFunction<ScenarioResult> figure) {
        Bounds bounds = bounds(map, key, kind);
        if (bounds != null) {
            all.add(new FigureExpectation(of, key, bounds, figure));
        }
    }

    private static Bounds bounds(YamlMap map, String key, Figure kind) {
        String text = map.text(key, null);
        Bounds bounds = text == null ? null : Bounds.parse(text, kind);
        if (text != null && bounds == null) {
            map.wrong(key, "'" + Names.shown(text) + "': expected " + kind.expected());
        }
        return bounds;
    }

    private void flow(String name, YamlMap map) {
        List<String> names = new ArrayList<>();
        Arrays.stream(WcStatus.values()).forEach(each -> names.add(each.name()));
        names.add(FlowResult.NOT_CONNECTED);
        names.add(FlowResult.UNFINISHED);
        List<String> statuses = statuses(map, names);
        if (!statuses.isEmpty()) {
            all.add(new StatusExpectation(name, statuses));
        }
        List<String> endings = endings(map);
        if (!endings.isEmpty()) {
            all.add(new EndingExpectation(name, endings));
        }
        String data = map.choice("data", DataExpectation.KEYS, null);
        if (data != null) {
            all.add(new DataExpectation(name, Extent.valueOf(data.toUpperCase(Locale.ROOT))));
        }
        if (map.choice("conduct", List.of(ConductExpectation.LAWFUL), null) != null) {
            all.add(new ConductExpectation(name));
        }
        if (map.choice("analysis", List.of(AnalysisExpectation.ANY), null) != null) {
            all.add(new AnalysisExpectation(name));
        }
        String of = "flow " + name;
        figure(map, "completed", Figure.COUNT, of, r -> r.flow(name).completed());
        figure(map, "bytes", Figure.BYTES, of, r -> r.flow(name).bytes());
        figure(map, "duration", Figure.DURATION, of, r -> r.flow(name).durationNs());
        figure(map, "finished", Figure.DURATION, of, r -> r.flow(name).finishedNs());
        figure(map, "throughput", Figure.RATE, of, r -> r.flow(name).throughput());
        figure(map, "resent", Figure.COUNT, of, r -> r.resent(name));
        figure(map, "rnrNaks", Figure.COUNT, of, r -> r.rnrNaks(name));
        figure(map, "timeouts", Figure.COUNT, of, r -> r.timeouts(name));
    }

    private List<String> statuses(YamlMap map, List<String> names) {
        YamlNode node = map.get("status");
        if (node == null || node.kind() != Kind.LIST) {
            String status = map.choice("status", names, null);
            return status == null ? List.of() : List.of(status);
        }
        List<String> statuses = FabricReader.texts(node, "status", problems);
        for (String each : statuses) {
            if (!names.contains(each)) {
                map.wrong("status", "'" + Names.shown(each) + "': " + Names.expected(each, names));
            }
        }
        return statuses;
    }

    /** Of an iWARP stream: {@code closed}, {@code failed}, {@code open}, or Terminates. */
    private List<String> endings(YamlMap map) {
        YamlNode node = map.get("ending");
        if (node == null) {
            return List.of();
        }
        List<String> endings = FabricReader.texts(node, "ending", problems);
        for (String each : endings) {
            if (!EndingExpectation.PLAIN.contains(each)
                    && !each.matches(EndingExpectation.TERMINATE)) {
                map.wrong(
                        "ending",
                        "'" + Names.shown(each) + "': expected closed, failed, open, or a side's"
                                + " Terminate by layer, type and code, as b:1.2.3");
            }
        }
        return endings;
    }

    private void host(String name, YamlMap map) {
        String of = "host " + name;
        if (map.choice("cm", List.of(ConductExpectation.LAWFUL), null) != null) {
            all.add(new CmExpectation(name));
        }
        figure(map, "connections", Figure.COUNT, of, r -> r.connections().getOrDefault(name, 0));
        figure(map, "queuePairs", Figure.COUNT, of, r -> r.host(name).endpoint().queuePairs());
        figure(map, "cnpsSent", Figure.COUNT, of, r -> r.host(name).cnpsSent());
        figure(map, "cnpsReceived", Figure.COUNT, of, r -> r.host(name).cnpsReceived());
        figure(map, "marked", Figure.COUNT, of, r -> r.host(name).markedPackets());
        figure(
                map,
                "stalls",
                Figure.COUNT,
                of,
                r -> r.host(name).receiveBuffer().hasStalled() ? 1 : 0);
    }

    private void ports(YamlNode node) {
        if (node == null) {
            return;
        }
        for (Entry entry : named(node, "port")) {
            checkPort(entry.key(), entry.value());
            YamlMap map = new YamlMap(entry.value(), "port " + entry.key(), problems);
            String port = entry.key();
            String of = "port " + port;
            figure(map, "pauses", Figure.COUNT, of, r -> r.port(port).stopsSent());
            figure(map, "pausesHeard", Figure.COUNT, of, r -> r.port(port).stopsHeard());
            figure(map, "paused", Figure.DURATION, of, r -> r.port(port).pausedNs());
            figure(map, "drops", Figure.COUNT, of, r -> r.port(port).dropped());
            figure(map, "marked", Figure.COUNT, of, r -> r.port(port).marked());
            figure(map, "starved", Figure.DURATION, of, r -> r.port(port).starvedNs());
            figure(map, "queue", Figure.BYTES, of, r -> r.port(port).queued());
            figure(map, "sent", Figure.BYTES, of, r -> r.port(port).sentBytes());
            map.end();
        }
    }

    /** {@code a}, or {@code s:1}; the first port needs no number. */
    private void checkPort(String name, YamlNode where) {
        int colon = name.lastIndexOf(':');
        String owner = colon < 0 ? name : name.substring(0, colon);
        if (!ports.containsKey(owner)) {
            problems.add(where, FabricReader.unknown("node", owner, ports.keySet()));
            return;
        }
        String number = colon < 0 ? "0" : name.substring(colon + 1);
        int count = ports.get(owner);
        if (!number.matches("\\d{1,4}")) {
            problems.add(
                    where, "'" + Names.shown(name) + "': expected a node or node:port, as s:1");
        } else if (Integer.parseInt(number) >= count) {
            problems.add(
                    where,
                    "no port " + name + "; " + owner + " has "
                            + (count == 1 ? "port 0" : "ports 0 to " + (count - 1)));
        }
    }

    private void drops(YamlMap map) {
        YamlNode node = map.get("drops");
        if (node == null) {
            return;
        }
        if (node.kind() != Kind.MAP) {
            figure(map, "drops", Figure.COUNT, "run", r -> r.conservation().droppedPackets());
            return;
        }
        nothing(node, "drops");
        YamlMap causes = new YamlMap(node, "drops", problems);
        for (DropCause cause : DropCause.values()) {
            figure(
                    causes,
                    cause.name(),
                    Figure.COUNT,
                    "drops",
                    r -> r.conservation().dropped(cause));
        }
        causes.end();
    }

    private void findings(YamlNode node) {
        if (node == null) {
            return;
        }
        if (node.kind() != Kind.MAP) {
            if (node.kind() == Kind.NONE) {
                problems.add(node, "findings: expected a list of rules, [] for none");
            }
            all.add(new FindingsExpectation(rules(node), Set.of(), true));
            return;
        }
        nothing(node, "findings");
        YamlMap map = new YamlMap(node, "findings", problems);
        Set<String> has = rules(map.get("has"));
        Set<String> not = rules(map.get("not"));
        map.end();
        all.add(new FindingsExpectation(has, not, false));
    }

    private void nothing(YamlNode node, String name) {
        if (node.kind() != Kind.TEXT && node.entries().isEmpty()) {
            problems.add(node, name + ": nothing is expected of it");
        }
    }

    private Set<String> rules(YamlNode node) {
        Set<String> rules = new TreeSet<>();
        if (node == null) {
            return rules;
        }
        Set<String> known = new LinkedHashSet<>();
        Rules.catalogue().stream().map(Rule::id).forEach(known::add);
        List<YamlNode> items = node.kind() == Kind.TEXT ? List.of(node) : node.items();
        if (node.kind() == Kind.MAP) {
            problems.add(node, "expected a list of rules, found " + node.kind());
        }
        for (YamlNode item : items) {
            if (known.contains(item.text())) {
                rules.add(item.text());
            } else {
                String near = Names.nearest(item.text(), known);
                problems.add(
                        item,
                        "no rule '" + Names.shown(item.text()) + "'; "
                                + (near == null
                                        ? "qpscope explain lists them"
                                        : "did you mean " + near + "?"));
            }
        }
        return rules;
    }

    private void episodes(YamlNode list) {
        if (list == null) {
            return;
        }
        if (list.items().isEmpty()) {
            problems.add(list, "episodes: expected a list, as: - {flow: load, cause: RNR}");
        }
        List<String> causes = Arrays.stream(Cause.values()).map(Cause::name).toList();
        for (YamlNode item : list.items()) {
            YamlMap map = new YamlMap(item, "an episode", problems);
            map.require("flow");
            map.require("cause");
            String flow = map.choice("flow", flows, null);
            String cause = map.choice("cause", causes, null);
            String outcome = map.choice("outcome", OUTCOMES, "recovered");
            Bounds count = bounds(map, "count", Figure.COUNT);
            map.end();
            if (flow != null && cause != null) {
                all.add(new EpisodeExpectation(flow, Cause.valueOf(cause), outcome, count));
            }
        }
    }

    private void watchdog(YamlNode node) {
        if (node == null) {
            return;
        }
        nothing(node, "watchdog");
        YamlMap map = new YamlMap(node, "watchdog", problems);
        figure(map, "storms", Figure.COUNT, "watchdog", r -> r.storms(true));
        figure(map, "ends", Figure.COUNT, "watchdog", r -> r.storms(false));
        figure(map, "first", Figure.DURATION, "watchdog", ScenarioResult::firstStormNs);
        map.end();
    }

    private void fairness(YamlNode node) {
        if (node == null) {
            return;
        }
        YamlMap map = new YamlMap(node, "fairness", problems);
        YamlNode list = map.get("flows");
        List<String> among = new ArrayList<>();
        if (list == null) {
            among.addAll(flows);
        } else {
            among.addAll(FabricReader.texts(list, "flows", problems));
            for (String each : among) {
                if (!flows.contains(each)) {
                    problems.add(list, FabricReader.unknown("flow", each, flows));
                }
            }
        }
        map.require("index");
        figure(map, "index", Figure.SHARE, "fairness", r -> r.fairness(among));
        map.end();
    }
}
