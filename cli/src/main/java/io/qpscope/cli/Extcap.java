package io.qpscope.cli;

import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.Analysis;
import io.qpscope.frame.Dissector;
import io.qpscope.port.pcap.Interfaces;
import io.qpscope.port.pcap.LiveCapture;
import io.qpscope.port.pcap.LiveCaptureException;
import io.qpscope.session.SessionTracker;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Wireshark's side of the program: it asks for interfaces and their options, then for packets. */
@Command(
        name = "extcap",
        hidden = true,
        description = "Answers Wireshark, which shows QPScope's interfaces beside its own.")
final class Extcap implements Callable<Integer> {
    private static final int MOST_SESSIONS = 100_000;
    private static final int BUFFER = 64 << 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--extcap-interfaces", description = "Names the interfaces.")
    private boolean interfaces;

    @Option(
            names = "--extcap-version",
            arity = "0..1",
            paramLabel = "VERSION",
            description = "Of Wireshark, which all are answered alike.")
    @SuppressWarnings("unused") // taken so that it is no wrong usage
    private String wireshark;

    @Option(names = "--extcap-interface", paramLabel = "NAME", description = "Which is meant.")
    private String name;

    @Option(names = "--extcap-dlts", description = "Tells the interface's link type.")
    private boolean linkTypes;

    @Option(names = "--extcap-config", description = "Tells the interface's options.")
    private boolean config;

    @Option(
            names = "--extcap-capture-filter",
            paramLabel = "BPF",
            description = "Without --capture: says what is wrong with it, or nothing.")
    private String filter;

    @Option(names = "--capture", description = "Writes packets to --fifo.")
    private boolean capture;

    @Option(names = "--fifo", paramLabel = "PIPE", description = "Where pcapng is written.")
    private Path pipe;

    @Option(names = "--file", paramLabel = "CAPTURE", description = "The file to annotate.")
    private Path file;

    @Option(
            names = "--icrc",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "As of analyze, for the file.")
    private Analyze.Icrc icrc;

    @Mixin
    private RocePort rocePort;

    @Mixin
    private FlowControl flowControl;

    @Mixin
    private RdmapAtomics atomics;

    @Option(names = "--snaplen", paramLabel = "BYTES", defaultValue = "262144")
    private int snapLength;

    @Option(names = "--no-icrc", description = "Don't check ICRCs of live packets.")
    private boolean noIcrc;

    @Option(names = "--no-comments", description = "Live packets as they are.")
    private boolean noComments;

    @Option(names = "--no-promiscuous", description = "Live packets for this host only.")
    private boolean notPromiscuous;

    @Override
    public Integer call() throws IOException {
        if (interfaces) {
            return say(ExtcapAnswers.interfaces());
        }
        require(name != null, "expected --extcap-interfaces or --extcap-interface NAME");
        String device = ExtcapAnswers.device(name);
        require(
                device != null || name.equals(ExtcapAnswers.FILE),
                "no such interface: " + name + "; --extcap-interfaces names them");
        if (linkTypes) {
            return say(ExtcapAnswers.linkTypes(name));
        }
        if (config) {
            return say(ExtcapAnswers.options(name));
        }
        if (capture) {
            require(pipe != null, "--capture needs --fifo PIPE");
            return device == null ? annotate() : live(device);
        }
        require(
                filter != null,
                "expected --extcap-dlts, --extcap-config, --extcap-capture-filter or --capture");
        return say(wrongWithFilter(device));
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw new UsageException(spec.commandLine(), message);
        }
    }

    private int say(List<String> lines) {
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
        return ExitCode.GOOD;
    }

    private List<String> wrongWithFilter(String device) throws IOException {
        if (device == null) {
            return List.of("a file is shown whole: it takes no capture filter");
        }
        try {
            LiveCapture.checkFilter(filter, Interfaces.linkType(device));
            return List.of();
        } catch (LiveCaptureException wrong) {
            return List.of(wrong.getMessage());
        }
    }

    private SessionTracker.Options options() {
        return new SessionTracker.Options(MOST_SESSIONS, flowControl.options(), atomics.codes());
    }

    private int live(String device) throws IOException {
        require(snapLength >= 1, "--snaplen must be 1 or more");
        String bpf = filter == null || filter.isBlank() ? null : filter;
        LiveCapture.Options how = new LiveCapture.Options(snapLength, BUFFER, !notPromiscuous, bpf);
        try (LiveCapture live = LiveCapture.open(device, how)) {
            Dissector dissector = new Dissector(rocePort.number(), !noIcrc);
            ExtcapLive run = new ExtcapLive(live, dissector, noComments ? null : options());
            Interruption interruption = new Interruption(run::stop);
            try {
                CaptureInterface from = CaptureInterface.of(live.linkType(), snapLength)
                        .name(device)
                        .speed(live.linkSpeed());
                run.run(pipe, from);
            } catch (LiveCaptureException gone) {
                throw gone;
            } catch (IOException e) {
                return unlessClosed(e);
            } finally {
                interruption.end();
            }
        }
        return ExitCode.GOOD;
    }

    private int annotate() throws IOException {
        require(file != null, "expected the capture to annotate: --file CAPTURE");
        require(!Inputs.same(pipe, file), "--fifo is the capture itself");
        require(filter == null || filter.isBlank(), "a file takes no capture filter");
        require(!file.equals(Inputs.STANDARD_INPUT), "a file to annotate is read twice, not -");
        int sampled = icrc == Analyze.Icrc.AUTO ? rocePort.number() : 0;
        Inputs inputs = new Inputs(List.of(file), sampled);
        if (inputs.readable().isEmpty()) {
            inputs.errors()
                    .forEach(line -> spec.commandLine().getErr().println("qpscope: " + line));
            return ExitCode.BAD_INPUT;
        }
        require(inputs.readableTwice(), "a file to annotate is read twice, no pipe");
        Analysis analysis = analyze(inputs);
        try {
            Annotation.write(pipe, analysis, inputs.readable());
            return ExitCode.GOOD;
        } catch (IOException e) {
            return unlessClosed(e);
        }
    }

    private Analysis analyze(Inputs inputs) throws IOException {
        try (FrameCursor cursor = inputs.open(null)) {
            boolean check = icrc != Analyze.Icrc.OFF && !inputs.icrcIgnored(0);
            Supplier<Dissector[]> dissectors =
                    () -> new Dissector[] {new Dissector(rocePort.number(), check)};
            TrackerIntake intake = new TrackerIntake(new SessionTracker(options()), 1);
            Progress none = new Progress(null, 1, 0);
            return new Analyzer(cursor, dissectors, intake, none, 1).run(inputs);
        }
    }

    /** That Wireshark closes the pipe is how a capture ends; anything else is a failure. */
    private int unlessClosed(IOException problem) throws IOException {
        if (String.valueOf(problem.getMessage()).contains("Broken pipe")) {
            return ExitCode.GOOD;
        }
        throw problem instanceof OutputException ? problem : new OutputException(pipe, problem);
    }
}
