package io.qpscope.scenario;

import io.qpscope.endpoint.Profile;
import io.qpscope.fabric.CableOptions;
import io.qpscope.fabric.HostOptions;
import io.qpscope.fabric.NetworkOptions;
import io.qpscope.fabric.SwitchOptions;
import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Kind;
import io.qpscope.scenario.FabricPlan.HostPlan;
import io.qpscope.scenario.FabricPlan.LinkPlan;
import io.qpscope.scenario.FabricPlan.RoutePlan;
import io.qpscope.scenario.FabricPlan.SwitchPlan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code fabric}. */
final class FabricReader {
    static final long SECOND = 1_000_000_000L;
    private static final long MOST_RATE = 10_000_000_000_000L;
    private static final long DEFAULT_RATE = 100_000_000_000L;

    private final Problems problems;
    private final NamedParts nodes;
    private final HostReader hostReader;
    private final SwitchReader switchReader;
    private final List<HostPlan> hosts = new ArrayList<>();
    private final List<SwitchPlan> switches = new ArrayList<>();
    private final List<LinkPlan> links = new ArrayList<>();
    private final Map<String, Integer> cables = new HashMap<>();

    FabricReader(Problems problems, Profile profile) {
        this.problems = problems;
        nodes = new NamedParts(problems);
        hostReader = new HostReader(problems, profile);
        switchReader = new SwitchReader(problems);
    }

    FabricPlan read(YamlNode node) {
        YamlMap map = new YamlMap(node, "fabric", problems);
        NetworkOptions options = new NetworkOptions();
        options.pauseReactionNs(map.duration("pauseReaction", 0, SECOND, 0));
        if (map.has("longestFrame")) {
            options.longestFrame((int) map.bytes("longestFrame", 256, 16_384, 4_200));
        }
        String preset = map.choice("preset", SwitchReader.PRESETS, null);
        nodes.read(
                map.require("hosts"), "host", (name, keys) -> hosts.add(host(name, keys, preset)));
        nodes.read(
                map.get("switches"),
                "switch",
                (name, keys) -> switches.add(switchOf(name, keys, preset)));
        links(map.require("links"));
        map.end();
        check(node);
        return new FabricPlan(
                options, List.copyOf(hosts), List.copyOf(switches), List.copyOf(links));
    }

    private HostPlan host(String name, YamlMap map, String preset) {
        HostOptions options = hostReader.options(map, preset);
        return new HostPlan(
                map.node().line(), name, hostReader.profile(map), HostReader.iwarp(map), options);
    }

    private SwitchPlan switchOf(String name, YamlMap map, String preset) {
        SwitchOptions options = switchReader.options(map, preset);
        return new SwitchPlan(map.node().line(), name, options, routes(map.get("routes")));
    }

    private List<RoutePlan> routes(YamlNode list) {
        List<RoutePlan> routes = new ArrayList<>();
        for (YamlNode item : items(list, "routes")) {
            YamlMap map = new YamlMap(item, "a route", problems);
            map.require("to");
            String to = map.text("to", "");
            List<String> via = texts(map.require("via"), "via");
            map.end();
            routes.add(new RoutePlan(item.line(), to, via));
        }
        return routes;
    }

    private List<YamlNode> items(YamlNode list, String name) {
        if (list == null) {
            return List.of();
        }
        if (list.kind() != Kind.LIST) {
            problems.add(list, name + ": expected " + Kind.LIST + ", found " + list.kind());
        }
        return list.items();
    }

    /** Of a list, or of one text alone. */
    private List<String> texts(YamlNode node, String name) {
        return texts(node, name, problems);
    }

    static List<String> texts(YamlNode node, String name, Problems problems) {
        List<String> texts = new ArrayList<>();
        if (node == null) {
            return texts;
        }
        if (node.kind() == Kind.TEXT) {
            return List.of(node.text());
        }
        for (YamlNode item : node.items()) {
            if (item.kind() == Kind.TEXT) {
                texts.add(item.text());
            } else {
                problems.add(item, name + ": expected a name, found " + item.kind());
            }
        }
        if (texts.isEmpty()) {
            problems.add(node, name + ": expected a name or a list of such");
        }
        return texts;
    }

    private void links(YamlNode list) {
        for (YamlNode item : items(list, "links")) {
            YamlMap map = new YamlMap(item, "a link", problems);
            List<String> ends = texts(map.require("between"), "between");
            if (ends.size() != 2 && map.has("between")) {
                map.wrong("between", "expected two nodes, as [a, s]");
            }
            CableOptions options = new CableOptions(
                            map.rate("rate", 1, MOST_RATE, DEFAULT_RATE),
                            map.duration("delay", 0, SECOND, 500))
                    .loss(map.fraction("loss", 0))
                    .bitErrorRate(map.fraction("bitErrors", 0));
            if (map.flag("infiniband", false)) {
                options.infiniband();
            }
            map.end();
            if (ends.size() == 2 && known(map, ends)) {
                links.add(new LinkPlan(ends.get(0), ends.get(1), options));
                ends.forEach(end -> cables.merge(end, 1, Integer::sum));
            }
        }
    }

    private boolean known(YamlMap map, List<String> ends) {
        for (String end : ends) {
            if (!nodes.names().contains(end)) {
                map.wrong("between", unknown("node", end, nodes.names()));
                return false;
            }
        }
        if (ends.get(0).equals(ends.get(1))) {
            map.wrong("between", "expected two different nodes");
            return false;
        }
        return true;
    }

    static String unknown(String what, String name, Set<String> names) {
        return "no " + what + " '" + Names.shown(name) + "'; " + Names.expected(name, names);
    }

    private void check(YamlNode node) {
        for (HostPlan host : hosts) {
            int count = cables.getOrDefault(host.name(), 0);
            if (count != 1) {
                problems.add(
                        node, "host " + host.name() + " has " + count + " links, expected one");
            }
        }
        boolean infiniband = links.stream().anyMatch(each -> each.options().isInfiniband());
        boolean ethernet = links.stream().anyMatch(each -> !each.options().isInfiniband());
        if (infiniband && ethernet) {
            problems.add(node, "links of InfiniBand and Ethernet in one fabric: nobody translates");
        }
        for (SwitchPlan each : switches) {
            for (RoutePlan route : each.routes()) {
                check(each, route);
            }
        }
    }

    private void check(SwitchPlan owner, RoutePlan route) {
        if (hosts.stream().noneMatch(host -> host.name().equals(route.to()))) {
            problems.add(route.line(), 1, "routes: " + unknown("host", route.to(), hostNames()));
        }
        for (String via : route.via()) {
            boolean neighbour = links.stream()
                    .anyMatch(link -> (link.a().equals(owner.name()) && link.b().equals(via))
                            || (link.b().equals(owner.name()) && link.a().equals(via)));
            if (!neighbour) {
                problems.add(
                        route.line(),
                        1,
                        "routes: no link from " + owner.name() + " to '" + Names.shown(via) + "'");
            }
        }
    }

    Set<String> hostNames() {
        Set<String> names = new LinkedHashSet<>();
        hosts.forEach(host -> names.add(host.name()));
        return names;
    }
}
