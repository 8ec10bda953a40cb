package io.qpscope.scenario;

import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlNode;

import java.util.List;

/**
 * A network, what is sent over it, what goes wrong, and what shall come of it.
 *
 * @param name short, as a file's
 * @param title in a line
 * @param about which incident or paper it stands for; empty for none
 * @param learn what it teaches; empty for nothing
 * @param seed of all that is drawn
 * @param durationNs when it ends at the latest
 * @param taps ports at which the analysis looks; empty for that of each host that asks
 */
public record Scenario(
        String name,
        String title,
        String about,
        String learn,
        long seed,
        long durationNs,
        FabricPlan fabric,
        List<FlowPlan> flows,
        FaultPlan faults,
        List<String> taps,
        List<Expectation> expectations) {
    /** Where the JSON Schema for editors lies among the resources. */
    public static final String SCHEMA = "/io/qpscope/scenario/scenario.schema.json";

    /**
     * Reads a file.
     *
     * @param file its name, for messages
     * @throws InvalidYamlException which tells all that is wrong with it
     */
    public static Scenario read(String file, String text) throws InvalidYamlException {
        Problems problems = new Problems(file);
        Scenario scenario = new ScenarioReader(problems).read(text);
        problems.check();
        return scenario;
    }

    /**
     * Takes what a file would hold.
     *
     * @param name of its maker, for messages
     * @throws InvalidYamlException which tells all that is wrong with it
     */
    public static Scenario of(String name, YamlNode document) throws InvalidYamlException {
        Problems problems = new Problems(name);
        Scenario scenario = new ScenarioReader(problems).read(document);
        problems.check();
        return scenario;
    }

    /** The same with another seed. */
    public Scenario seed(long other) {
        return new Scenario(
                name,
                title,
                about,
                learn,
                other,
                durationNs,
                fabric,
                flows,
                faults,
                taps,
                expectations);
    }
}
