package io.qpscope.fuzz.corpus;

import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlNode.Kind;
import io.qpscope.fault.yaml.YamlReader;
import io.qpscope.fault.yaml.YamlWriter;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.oracle.CaseScenario;
import io.qpscope.scenario.FlowPlan;
import io.qpscope.scenario.Scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a case back from its scenario. What shall come of it is not read: that follows from the case.
 * Whatever else a scenario can say, and a case can't, is refused.
 */
public final class CaseReader {
    private static final String OPTIONAL = "optional";

    private final Problems problems;
    private final YamlNode document;

    private CaseReader(Problems problems, YamlNode document) {
        this.problems = problems;
        this.document = document;
    }

    /**
     * Reads a file.
     *
     * @param file its name, for messages
     * @throws InvalidYamlException which tells what is wrong with it, or what no case has
     */
    public static Case read(String file, String text) throws InvalidYamlException {
        Problems problems = new Problems(file);
        YamlNode document = YamlReader.read(text, problems);
        Scenario scenario = Scenario.of(file, document);
        Case one = new CaseReader(problems, document).read(scenario);
        problems.check();
        return one;
    }

    private Case read(Scenario scenario) throws InvalidYamlException {
        List<FlowPlan> plans = scenario.flows();
        List<Flow> flows = new ArrayList<>();
        for (FlowPlan plan : plans.subList(0, plans.size() - 1)) {
            YamlNode node = value(document, "flows").items().get(flows.size());
            if (plan.work() == null) {
                problems.add(node, "a case's flow has 'work': a list of its messages");
                problems.check();
            }
            boolean forth = plan.from().equals("a");
            flows.add(new Flow(
                    forth, plan.qp(), plan.receives(), plan.work(), plan.cm(), plan.stream()));
        }
        if (flows.isEmpty()) {
            problems.add(
                    document, "expected flows of a case, then one named " + CaseScenario.ALIVE);
            problems.check();
        }
        Case one = new Case(scenario.seed(), device(), flows, rules());
        problems.check();
        compare(one, scenario);
        return one;
    }

    private Device device() {
        YamlNode host = value(value(value(document, "fabric"), "hosts"), "a");
        String profile = value(document, "profile").text();
        return new Device(
                profile.isEmpty() ? Device.SOUND.profile() : profile,
                value(host, "recovery").text(),
                value(host, "defect").text());
    }

    private List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        for (YamlNode item : value(document, "faults").items()) {
            Entry action = item.entries().get(0);
            Map<String, String> keys = new LinkedHashMap<>();
            for (Entry each : action.value().entries()) {
                add(keys, each.key(), each.value(), true);
            }
            keys.remove(OPTIONAL);
            rules.add(new Rule(action.key(), keys));
        }
        return rules;
    }

    /** A key {@code b} of the map {@code a} is called {@code a.b}. */
    private void add(Map<String, String> keys, String key, YamlNode value, boolean outer) {
        if (value.kind() == Kind.TEXT) {
            keys.put(key, value.text());
        } else if (outer && value.kind() == Kind.MAP) {
            for (Entry each : value.entries()) {
                add(keys, key + "." + each.key(), each.value(), false);
            }
        } else {
            problems.add(value, key + ": expected one value, as a case's rules have it");
        }
    }

    /** What a case does not hold must be as each case has it. */
    private void compare(Case one, Scenario scenario) throws InvalidYamlException {
        YamlNode again = CaseScenario.document(one);
        YamlNode fabric = value(document, "fabric");
        if (!YamlWriter.line(fabric).equals(YamlWriter.line(value(again, "fabric")))) {
            problems.add(
                    fabric,
                    "fabric: expected that of a case: " + YamlWriter.line(value(again, "fabric")));
        }
        List<FlowPlan> flows = Scenario.of(scenario.name(), again).flows();
        for (int i = 0; i < one.flows().size(); i++) {
            if (!flows.get(i).equals(scenario.flows().get(i))) {
                problems.add(
                        value(document, "flows").items().get(i),
                        "expected a flow as a case has it: "
                                + YamlWriter.line(value(again, "flows").items().get(i)));
            }
        }
        String last = scenario.flows().get(one.flows().size()).name();
        if (!last.equals(CaseScenario.ALIVE)) {
            problems.add(
                    value(document, "flows"),
                    "expected " + CaseScenario.ALIVE + " as the last flow, not " + last);
        }
        problems.check();
    }

    /** Nothing at all where there is no such key. */
    private static YamlNode value(YamlNode map, String key) {
        for (Entry each : map.entries()) {
            if (each.key().equals(key)) {
                return each.value();
            }
        }
        return YamlNode.nothing(map.line(), map.column());
    }
}
