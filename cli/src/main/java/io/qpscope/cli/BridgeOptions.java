package io.qpscope.cli;

import io.qpscope.fault.plan.Action.Place;
import io.qpscope.fault.plan.FaultPlan;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A bridge between two interfaces, and what goes wrong on it. */
final class BridgeOptions {
    private static final int MOST_BUFFER = 2047;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--bridge",
            paramLabel = "IF",
            split = ",",
            description = "Two interfaces, as IF1,IF2: what comes in at one goes out at the other.")
    private List<String> interfaces = List.of();

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description =
                    "Fault plan (YAML) for the RoCEv2 packets and iWARP streams that cross; exit"
                            + " code 1 when a rule of it never acted.")
    private Path plan;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description =
                    "Also writes what passes both interfaces as pcapng, with comments on frames"
                            + " that met a fault.")
    private Path pcap;

    @Option(
            names = "--max-rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "RDMA frames a second that the plan is asked about; those beyond pass untouched"
                            + " and are counted. Default: all.")
    private long maxRate;

    @Option(
            names = "--yes",
            description =
                    "Allows a plan that loses, changes or answers packets on interfaces that are"
                            + " no virtual cables; to a live target, what may harm more than the"
                            + " queue pairs that a case opens.")
    private boolean yes;

    @Option(
            names = "--buffer",
            paramLabel = "MIB",
            defaultValue = "32",
            description = "Of the kernel, for each interface; default ${DEFAULT-VALUE}.")
    private int buffer;

    boolean wanted() {
        return !interfaces.isEmpty();
    }

    void check() {
        require(
                interfaces.size() == 2 && !interfaces.get(0).equals(interfaces.get(1)),
                "--bridge takes two different interfaces, as eth1,eth2");
        require(maxRate >= 0, "--max-rate must be 0 or more");
        require(buffer >= 1 && buffer <= MOST_BUFFER, "--buffer must be 1 to " + MOST_BUFFER);
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw new UsageException(command.commandLine(), message);
        }
    }

    List<String> interfaces() {
        return interfaces;
    }

    /** Null for none. */
    Path planFile() {
        return plan;
    }

    /** Null for none. */
    FaultPlan plan() throws IOException {
        CommandLine line = command.commandLine();
        return plan == null
                ? null
                : PlanFile.read(plan, List.of(Place.PACKETS, Place.STREAMS), line);
    }

    /** Null for none. */
    Path pcap() {
        return pcap;
    }

    long maxRate() {
        return maxRate;
    }

    boolean yes() {
        return yes;
    }

    int bufferBytes() {
        return buffer << 20;
    }
}
