package io.qpscope.cli;

import io.qpscope.cli.report.Json;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.service.Station;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.FaultPoint;
import io.qpscope.fault.RuleCount;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.FaultRule;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.port.FaultyStation;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What an endpoint shall do wrong on purpose. */
final class FaultOptions {
    private static final long MOST_BYTES = 1 << 24;

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
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + ": longer than " + MOST_BYTES + " bytes");
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        try {
            plan = FaultPlan.read(file.toString(), text);
        } catch (InvalidYamlException e) {
            throw new IOException(e.getMessage(), e);
        }
        for (FaultRule rule : plan.rules()) {
            if (!rule.link().isEmpty()) {
                throw wrong(rule, "'link' needs " + needed(Place.FABRIC));
            }
        }
        FaultRule outside = plan.outside(places);
        if (outside != null) {
            Place place = outside.action().place();
            throw wrong(outside, "'" + outside.action().name() + "' needs " + needed(place));
        }
    }

    private UsageException wrong(FaultRule rule, String what) {
        return new UsageException(
                command.commandLine(),
                file + ":" + rule.line() + ": " + what + ", which is not here");
    }

    private static String needed(Place place) {
        return switch (place) {
            case PACKETS -> "RoCEv2 packets";
            case STREAMS -> "an iWARP stream";
            case FABRIC -> "a simulated network (qpscope replay)";
        };
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
        out.println("faults: " + file + ", seed " + seed);
        for (RuleCount count : counts) {
            String verdict = count.exercised() ? "" : ", not exercised";
            out.println("  " + count.fires() + " times" + verdict + ": "
                    + count.rule().text());
        }
        return exercised(counts);
    }

    /** The same as a field of an object. */
    boolean report(List<RuleCount> counts, Json json) {
        if (!wanted()) {
            return true;
        }
        json.beginArray("faults");
        for (RuleCount count : counts) {
            json.beginObject()
                    .text("rule", count.rule().text())
                    .number("fires", count.fires())
                    .value("exercised", count.exercised())
                    .endObject();
        }
        json.endArray();
        return exercised(counts);
    }

    private static boolean exercised(List<RuleCount> counts) {
        return counts.stream().allMatch(RuleCount::exercised);
    }
}
