package io.qpscope.cli;

import io.qpscope.cli.report.Json;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.service.Station;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.FaultPoint;
import io.qpscope.fault.RuleCount;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.port.FaultyStation;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** What an endpoint shall do wrong on purpose. */
final class FaultOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--faults",
            paramLabel = "PLAN",
            description =
                    "Breaks packets on their way out and in, as this YAML file says; exit code"
                            + " 1 when a rule of it never acted.")
    private Path file;

    private FaultPlan plan;
    private FaultEngine engine;
    private long seed;

    boolean wanted() {
        return file != null;
    }

    /**
     * Reads the plan.
     *
     * @param places where its rules can act here
     * @throws IOException when it can't be read, or is not a plan; tells all that is wrong with it
     */
    void read(List<Place> places) throws IOException {
        plan = PlanFile.read(file, places, command.commandLine());
    }

    /** Its time begins now. */
    FaultEngine begin(long seed, long now) {
        this.seed = seed;
        engine = new FaultEngine(plan, seed, now);
        return engine;
    }

    /**
     * A RoCEv2 host behind its faults, or alone when none are wanted.
     *
     * @param marks whether the marks of what it sends get onto the wire
     */
    Station around(Station host, Endpoint endpoint, boolean marks, long seed, long now) {
        if (!wanted()) {
            return host;
        }
        FaultPoint point = begin(seed, now).point().directory(endpoint::peerOf);
        return new FaultyStation(host, marks ? point : point.withoutMarks(true));
    }

    /** What has become of the rules; empty without a plan. */
    List<RuleCount> counts() {
        return engine == null ? List.of() : engine.counts();
    }

    /**
     * Tells how often each rule has acted.
     *
     * @return false when one that had to never did
     */
    boolean report(List<RuleCount> counts, PrintWriter out) {
        if (!wanted()) {
            return true;
        }
        return PlanFile.report(file, seed, counts, out);
    }

    /** The same as a field of an object. */
    boolean report(List<RuleCount> counts, Json json) {
        if (!wanted()) {
            return true;
        }
        return PlanFile.report(counts, json);
    }
}
