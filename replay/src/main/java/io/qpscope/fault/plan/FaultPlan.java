package io.qpscope.fault.plan;

import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Kind;
import io.qpscope.fault.yaml.YamlReader;

import java.util.ArrayList;
import java.util.List;

/**
 * What shall go wrong: rules that act in their order on each packet.
 *
 * @param rules at least one
 */
public record FaultPlan(List<FaultRule> rules) {
    /** Where the JSON Schema for editors lies among the resources. */
    public static final String SCHEMA = "/io/qpscope/fault/plan/faults.schema.json";

    private static final int MOST_RULES = 1000;

    /**
     * Takes a copy.
     *
     * @throws NullPointerException when a rule is null
     */
    public FaultPlan {
        rules = List.copyOf(rules);
    }

    /**
     * Reads a file of its own, whose one key is {@code faults}.
     *
     * @param file its name, for messages
     * @throws InvalidYamlException which tells all that is wrong with it
     */
    public static FaultPlan read(String file, String text) throws InvalidYamlException {
        Problems problems = new Problems(file);
        YamlMap root = new YamlMap(YamlReader.read(text, problems), "a fault plan", problems);
        YamlNode list = root.require("faults");
        root.end();
        FaultPlan plan = list == null ? new FaultPlan(List.of()) : of(list, problems);
        problems.check();
        return plan;
    }

    /**
     * Reads the rules where they are part of something else.
     *
     * @param list what stands behind {@code faults:}
     * @param problems gets what is wrong; the plan is of no use, then
     */
    public static FaultPlan of(YamlNode list, Problems problems) {
        List<FaultRule> rules = new ArrayList<>();
        if (list.kind() != Kind.LIST || list.items().isEmpty()) {
            problems.add(
                    list,
                    "faults: expected a list of rules (- drop: {...}), found "
                            + (list.kind() == Kind.LIST ? "an empty one" : list.kind()));
        } else if (list.items().size() > MOST_RULES) {
            problems.add(list, "faults: more than " + MOST_RULES + " rules");
        } else {
            RuleReader reader = new RuleReader(problems);
            for (YamlNode item : list.items()) {
                FaultRule rule = reader.read(item, rules.size() + 1);
                if (rule != null) {
                    rules.add(rule);
                }
            }
        }
        return new FaultPlan(rules);
    }

    /** The first rule that acts elsewhere; null when all act in these places. */
    public FaultRule outside(List<Action.Place> places) {
        for (FaultRule rule : rules) {
            if (!places.contains(rule.action().place())) {
                return rule;
            }
        }
        return null;
    }
}
