package io.qpscope.cli.spark;

import io.qpscope.cli.ExitCode;
import io.qpscope.cli.FlowControl;
import io.qpscope.cli.RdmapAtomics;
import io.qpscope.cli.RocePort;

import org.apache.spark.sql.SparkSession;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** What {@code spark-submit} starts. */
@Command(
        name = "qpscope-spark",
        mixinStandardHelpOptions = true,
        description = "Analyzes the captures of a fleet as one, as a job for Apache Spark, and"
                + " writes the tables of analyze --parquet.")
public final class SparkAnalyze implements Callable<Integer> {
    /** Whether ICRCs are checked, as in analyze. */
    enum Icrc {
        AUTO,
        ON,
        OFF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "CAPTURE",
            description = "Captures, folders of them, or patterns; anything that Hadoop finds.")
    private List<String> names;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where the tables go; those of an earlier run are replaced.")
    private String folder;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description =
                    "How many tasks hosts are shared out among. Default: Spark's parallelism.")
    private Integer partitions;

    @Option(
            names = "--icrc",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Check ICRCs: ${COMPLETION-CANDIDATES}; auto ignores them in a capture in"
                    + " which none is good.")
    private Icrc icrc;

    @Option(
            names = "--max-sessions",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Bound on memory of each task; what is dropped is reported. Default"
                    + " ${DEFAULT-VALUE}.")
    private int maxSessions;

    @Mixin
    private RocePort rocePort;

    @Mixin
    private FlowControl flowControl;

    @Mixin
    private RdmapAtomics atomics;

    public static void main(String[] args) {
        int code = new CommandLine(new SparkAnalyze())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
        // In cluster mode a job that ends by itself is one that succeeded.
        if (code != ExitCode.GOOD) {
            System.exit(code);
        }
    }

    @Override
    public Integer call() {
        if (maxSessions < 1) {
            throw wrong("--max-sessions must be 1 or more");
        }
        if (partitions != null && partitions < 1) {
            throw wrong("--partitions must be 1 or more");
        }
        SparkSession spark = SparkSession.builder().appName("QPScope").getOrCreate();
        try {
            return run(spark);
        } finally {
            spark.stop();
        }
    }

    private int run(SparkSession spark) {
        List<String> captures;
        try {
            captures = Captures.list(names);
        } catch (IOException e) {
            spec.commandLine().getErr().println("qpscope: " + e.getMessage());
            return ExitCode.BAD_INPUT;
        }
        Settings settings = Settings.of(
                rocePort.number(),
                icrc == Icrc.AUTO ? null : (Boolean) (icrc == Icrc.ON),
                maxSessions,
                flowControl.options(),
                atomics.codes());
        int tasks = partitions != null ? partitions : spark.sparkContext().defaultParallelism();
        FleetAnalysis.Result result =
                new FleetAnalysis(spark, captures, settings, tasks).run(folder);
        result.failures().forEach(line -> spec.commandLine().getErr().println("qpscope: " + line));
        spec.commandLine()
                .getOut()
                .println(captures.size() + " captures, " + result.frames() + " frames, "
                        + result.sessions() + " sessions in " + result.groups()
                        + " groups of hosts; tables in " + folder);
        return result.failures().isEmpty() ? ExitCode.GOOD : ExitCode.BAD_INPUT;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
