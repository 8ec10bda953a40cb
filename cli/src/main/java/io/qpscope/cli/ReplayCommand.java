package io.qpscope.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "replay",
        description = "Puts a recording back on the wire: its frames onto an interface.",
        footer = {
            "",
            "As in:",
            "  qpscope replay trace.pcap --to eth2 --preflight         what would go out, and why not",
            "  qpscope replay trace.pcap --to eth2 --speed 0.5 --map-ip 10.9.0.0/24=10.1.0.0",
            "Exit code 1: frames were not taken, or none went out."
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "CAPTURE",
            arity = "0..*",
            description = "pcap, pcapng or ERF, plain, gzip or zstd.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--to", paramLabel = "IF", description = "Where frames go: an interface.")
    private String to;

    @Option(
            names = "--speed",
            paramLabel = "X",
            defaultValue = "1",
            converter = Speed.Converter.class,
            description = "Times as fast as recorded, or top for no waiting; default"
                    + " ${DEFAULT-VALUE}.")
    private Speed speed;

    @Option(
            names = "--loop",
            paramLabel = "N",
            defaultValue = "1",
            description = "So many rounds, 0 for no end; default ${DEFAULT-VALUE}.")
    private int loop;

    @Option(
            names = "--preflight",
            description = "Sends nothing: tells what would go out and what would not, and why.")
    private boolean preflight;

    @Mixin
    private RewriteOptions rewriting;

    @Mixin
    private RocePort rocePort;

    @Override
    public Integer call() throws IOException {
        check();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        InterfaceReplay replay =
                new InterfaceReplay(files.get(0), to, rewriting.rewrite(), rocePort.number());
        return preflight ? replay.preflight(out, err) : replay.send(speed.factor(), loop, out, err);
    }

    private void check() {
        require(files.size() == 1, "expected one capture");
        require(to != null, "expected --to, where the recording goes");
        require(loop >= 0, "--loop must be 0 or more");
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw new UsageException(spec.commandLine(), message);
        }
    }
}
