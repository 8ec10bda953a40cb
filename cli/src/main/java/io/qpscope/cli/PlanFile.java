package io.qpscope.cli;

import io.qpscope.cli.report.Json;
import io.qpscope.fault.RuleCount;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.FaultRule;
import io.qpscope.fault.yaml.InvalidYamlException;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A fault plan on disk, and what is said of it when it is over. */
final class PlanFile {
    private static final long MOST_BYTES = 1 << 24;

    private PlanFile() {}

    /**
     * Reads a plan for real traffic.
     *
     * @param places where its rules can act here
     * @throws IOException when it can't be read, or is not a plan; tells all that is wrong with it
     * @throws UsageException when a rule of it can't act here
     */
    static FaultPlan read(Path file, List<Place> places, CommandLine command) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + ": longer than " + MOST_BYTES + " bytes");
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        FaultPlan plan;
        try {
            plan = FaultPlan.read(file.toString(), text);
        } catch (InvalidYamlException e) {
            throw new IOException(e.getMessage(), e);
        }
        for (FaultRule rule : plan.rules()) {
            if (!rule.link().isEmpty()) {
                throw wrong(file, rule, "'link' needs " + needed(Place.FABRIC), command);
            }
        }
        FaultRule outside = plan.outside(places);
        if (outside != null) {
            String what = "'" + outside.action().name() + "' needs "
                    + needed(outside.action().place());
            throw wrong(file, outside, what, command);
        }
        return plan;
    }

    private static UsageException wrong(
            Path file, FaultRule rule, String what, CommandLine command) {
        return new UsageException(
                command, file + ":" + rule.line() + ": " + what + ", which is not here");
    }

    private static String needed(Place place) {
        return switch (place) {
            case PACKETS -> "RoCEv2 packets";
            case STREAMS -> "an iWARP stream";
            case UNITS -> "an iWARP stream of a simulated network (qpscope replay)";
            case FABRIC -> "a simulated network (qpscope replay)";
        };
    }

    /**
     * Tells how often each rule has acted.
     *
     * @return false when one that had to never did
     */
    static boolean report(Path file, long seed, List<RuleCount> counts, PrintWriter out) {
        out.println("faults: " + file + ", seed " + seed);
        for (RuleCount count : counts) {
            String verdict = count.exercised() ? "" : ", not exercised";
            out.println("  " + count.fires() + " times" + verdict + ": "
                    + count.rule().text());
        }
        return exercised(counts);
    }

    /** The same as a field of an object. */
    static boolean report(List<RuleCount> counts, Json json) {
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
