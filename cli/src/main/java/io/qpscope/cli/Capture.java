package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.port.pcap.LiveCapture;
import io.qpscope.port.pcap.LiveCaptureException;
import io.qpscope.session.SessionTracker;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(
        name = "capture",
        description =
                "Captures on an interface and shows at once what analyze shows of a file, from"
                        + " the start of the capture on. Ctrl-C ends it with the full report.")
final class Capture implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Qpscope root;

    @Option(
            names = {"-i", "--interface"},
            paramLabel = "IF",
            description = "Interface to capture on; any is all of them.")
    private String device;

    @Option(
            names = {"-l", "--list"},
            description = "Lists the interfaces and ends.")
    private boolean list;

    @Option(
            names = {"-f", "--bpf"},
            paramLabel = "BPF",
            description =
                    "Capture what passes this filter only, as in tcpdump:" + " -f 'udp port 4791'.")
    private String filter;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "End after 10s, 500ms, 2m or 1h.")
    private Span duration;

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            description = "End after so many packets.")
    private long count = Long.MAX_VALUE;

    @Option(
            names = {"-s", "--snaplen"},
            paramLabel = "BYTES",
            defaultValue = "262144",
            description = "Keep so much of each packet; default all. Cut packets have no ICRC.")
    private int snapLength;

    @Option(
            names = {"-B", "--buffer"},
            paramLabel = "MIB",
            defaultValue = "64",
            description = "The kernel's buffer in MiB; default ${DEFAULT-VALUE}.")
    private int buffer;

    @Option(
            names = {"-p", "--no-promiscuous"},
            description = "Only packets for this host.")
    private boolean notPromiscuous;

    @Option(
            names = "--refresh",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "How often the table is shown; default 1s on a terminal, else a line"
                    + " every 10s.")
    private Span refresh;

    @Option(
            names = "--no-icrc",
            description = "Don't check ICRCs, where a NIC fills them in behind the capture point.")
    private boolean noIcrc;

    @Mixin
    private RingOptions ring;

    @Mixin
    private RocePort rocePort;

    @Mixin
    private FlowControl flowControl;

    @Mixin
    private RdmapAtomics atomics;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Of the report at the end: ${COMPLETION-CANDIDATES}; default"
                    + " ${DEFAULT-VALUE}.")
    private Analyze.Format format;

    @Option(
            names = "--max-sessions",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Bound on memory; what is dropped is reported. Default ${DEFAULT-VALUE}.")
    private int maxSessions;

    @Override
    public Integer call() throws IOException {
        if (list) {
            return list(spec.commandLine().getOut());
        }
        check();
        SessionTracker.Options options =
                new SessionTracker.Options(maxSessions, flowControl.options(), atomics.codes());
        try (LiveCapture live = open()) {
            LiveRun run = new LiveRun(device, live, ring, snapLength, rocePort.number(), !noIcrc);
            LiveScreen screen = LiveScreen.on(spec.commandLine().getErr(), device, refresh);
            Interruption interruption = new Interruption(run::stop);
            try {
                Analysis analysis = run.run(options, count, duration, screen);
                return report(analysis, run);
            } finally {
                interruption.end();
            }
        }
    }

    private void check() {
        require(device != null, "expected an interface: -i IF (--list names them)");
        require(maxSessions >= 1, "--max-sessions must be 1 or more");
        require(count >= 1, "--count must be 1 or more");
        require(snapLength >= 1, "--snaplen must be 1 or more");
        require(buffer >= 1 && buffer < 2048, "--buffer must be 1 to 2047");
        ring.check();
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw new UsageException(spec.commandLine(), message);
        }
    }

    private LiveCapture open() throws LiveCaptureException {
        try {
            return LiveCapture.open(
                    device,
                    new LiveCapture.Options(snapLength, buffer << 20, !notPromiscuous, filter));
        } catch (LiveCaptureException e) {
            if (e.isWrongFilter()) {
                throw new UsageException(spec.commandLine(), e.getMessage());
            }
            throw e;
        }
    }

    private int report(Analysis analysis, LiveRun run) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Analyze.report(format, root.color().style()).write(analysis, out);
        out.flush();
        spec.commandLine().getErr().println("qpscope: " + device + ": " + run.counters());
        if (run.failure() != null) {
            throw run.failure();
        }
        return ExitCode.GOOD;
    }

    private static int list(PrintWriter out) throws LiveCaptureException {
        for (LiveCapture.Device each : LiveCapture.devices()) {
            String addresses = String.join(" ", each.addresses());
            String description = each.description() == null ? "" : each.description();
            out.println(String.join(
                            "\t", each.name(), each.up() ? "up" : "down", addresses, description)
                    .stripTrailing());
        }
        out.flush();
        return ExitCode.GOOD;
    }
}
