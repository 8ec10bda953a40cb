package io.qpscope.scenario;

import io.qpscope.endpoint.Profile;
import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.FaultRule;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlReader;
import io.qpscope.scenario.FabricPlan.LinkPlan;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a whole scenario. */
final class ScenarioReader {
    private static final long DAY = 86_400L * 1_000_000_000L;
    /** Behind the last start, where the scenario does not say when it ends. */
    private static final long USUAL_NS = 600L * 1_000_000_000L;

    /** Bytes that messages may take at all hosts together, or in queues. */
    private static final long MOST_MEMORY = 1L << 30;

    private static final long QUEUE_ENTRY = 256;

    private static final FabricPlan NO_FABRIC =
            new FabricPlan(null, List.of(), List.of(), List.of());

    private final Problems problems;

    ScenarioReader(Problems problems) {
        this.problems = problems;
    }

    Scenario read(String text) throws InvalidYamlException {
        return read(YamlReader.read(text, problems));
    }

    Scenario read(YamlNode document) {
        YamlMap root = new YamlMap(document, "a scenario", problems);
        root.require("name");
        String name = root.text("name", "");
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}") && root.has("name")) {
            root.wrong("name", "expected letters, digits, -, _ and .");
        }
        String title = root.text("title", "");
        String about = root.text("about", "");
        String learn = root.text("learn", "");
        long seed = root.number("seed", 0, Long.MAX_VALUE, 1);
        Profile profile =
                Profile.of(root.choice("profile", HostReader.profiles(), Profile.IBTA.name()));
        YamlNode fabricNode = root.require("fabric");
        FabricReader fabricReader = new FabricReader(problems, profile);
        FabricPlan fabric = fabricNode == null ? NO_FABRIC : fabricReader.read(fabricNode);
        YamlNode flowNode = root.require("flows");
        List<FlowPlan> flows = flowNode == null
                ? List.of()
                : new FlowReader(problems, fabricReader.hostNames()).read(flowNode);
        YamlNode faultNode = root.get("faults");
        FaultPlan faults =
                faultNode == null ? new FaultPlan(List.of()) : FaultPlan.of(faultNode, problems);
        ExpectReader expect =
                new ExpectReader(problems, fabricReader.hostNames(), ports(fabric), names(flows));
        YamlNode expectNode = root.require("expect");
        List<Expectation> expectations = expectNode == null ? List.of() : expect.read(expectNode);
        long last = flows.stream().mapToLong(FlowPlan::startNs).max().orElse(0);
        long duration = root.duration("duration", 1, DAY, last + USUAL_NS);
        boolean endless = flows.stream().anyMatch(ScenarioReader::isEndless);
        if (endless && !root.has("duration")) {
            problems.add(
                    root.node(), "a flow without an end (count: 0) needs a 'duration' of the run");
        }
        long memory = flows.stream().mapToLong(ScenarioReader::memory).sum();
        if (memory > MOST_MEMORY) {
            problems.add(
                    root.node(),
                    "flows need " + memory + " bytes of memory at their hosts, expected at most "
                            + MOST_MEMORY);
        }
        root.end();
        check(fabric, faults, flows.stream().anyMatch(each -> each.stream() != null));
        flows.forEach(each -> checkLink(fabric, each, flowNode));
        return new Scenario(
                name,
                title,
                about.strip(),
                learn.strip(),
                seed,
                duration,
                fabric,
                flows,
                faults,
                expect.taps(),
                expectations);
    }

    private static long memory(FlowPlan flow) {
        long bytes = flow.work() == null ? flow.size() : flow.work().memory();
        return 2 * bytes + QUEUE_ENTRY * (flow.depth() + flow.receives().depth());
    }

    private static boolean isEndless(FlowPlan flow) {
        return flow.verb() == null ? flow.forNs() == Long.MAX_VALUE : !flow.isBounded();
    }

    /** How many each node has, by its name. */
    private static Map<String, Integer> ports(FabricPlan fabric) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        fabric.hosts().forEach(each -> ports.put(each.name(), 0));
        fabric.switches().forEach(each -> ports.put(each.name(), 0));
        for (LinkPlan link : fabric.links()) {
            ports.merge(link.a(), 1, Integer::sum);
            ports.merge(link.b(), 1, Integer::sum);
        }
        return ports;
    }

    private static Set<String> names(List<FlowPlan> flows) {
        Set<String> names = new LinkedHashSet<>();
        flows.forEach(each -> names.add(each.name()));
        return names;
    }

    /** A stream has a TCP that loses nothing, and no switch between. */
    private void checkLink(FabricPlan fabric, FlowPlan flow, YamlNode flows) {
        if (flow.stream() == null) {
            return;
        }
        for (LinkPlan link : fabric.links()) {
            boolean joins =
                    List.of(link.a(), link.b()).containsAll(List.of(flow.from(), flow.to()));
            if (joins && !link.options().isInfiniband()) {
                return;
            }
        }
        problems.add(
                flows,
                "flow " + flow.name() + ": an iWARP stream needs an Ethernet link from "
                        + flow.from() + " to " + flow.to());
    }

    private void check(FabricPlan fabric, FaultPlan faults, boolean streams) {
        FaultRule stream = faults.outside(List.of(Action.Place.PACKETS, Action.Place.FABRIC));
        if (stream != null && !streams) {
            problems.add(
                    stream.line(), 1, "rule " + stream.number() + ": no flow has transport: iwarp");
        }
        for (FaultRule rule : faults.rules()) {
            boolean packets = rule.action().place() == Action.Place.PACKETS;
            if (packets && fabric.isInfiniband()) {
                problems.add(
                        rule.line(),
                        1,
                        "rule " + rule.number()
                                + ": rules for packets go with Ethernet; on InfiniBand there are"
                                + " starve and cut");
            } else if (!rule.link().isEmpty() && !hasLink(fabric, rule.link())) {
                problems.add(
                        rule.line(),
                        1,
                        "rule " + rule.number() + ": no link " + rule.link()
                                + "; links are named by their ends, as " + example(fabric));
            }
        }
    }

    private static String example(FabricPlan fabric) {
        return fabric.links().isEmpty()
                ? "a-s"
                : fabric.links().get(0).a() + "-" + fabric.links().get(0).b();
    }

    private static boolean hasLink(FabricPlan fabric, String name) {
        String plain = name.replaceFirst("#\\d+$", "");
        for (LinkPlan link : fabric.links()) {
            if (plain.equals(link.a() + "-" + link.b())
                    || plain.equals(link.b() + "-" + link.a())) {
                return true;
            }
        }
        return false;
    }
}
