package io.qpscope.cli;

import io.qpscope.session.SessionSummary;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

@Command(
        name = "replay",
        description =
                "Runs scenarios in virtual time and tells whether all was as expected; or puts a"
                        + " recording back on the wire: its frames onto an interface, or what its requesters"
                        + " asked for to a live peer; or makes a scenario of one of its troubles.",
        footer = {
            "",
            "As in:",
            "  qpscope replay pfc-storm --html storm.html              a built-in scenario; --list"
                    + " shows all",
            "  qpscope replay mine.yaml --junit report.xml --pcap mine.pcapng",
            "  qpscope replay trace.pcap --to eth2 --preflight         what would go out, and why not",
            "  qpscope replay trace.pcap --to eth2 --speed 0.5 --map-ip 10.9.0.0/24=10.1.0.0",
            "  qpscope replay trace.pcap --to roce://127.0.0.1         against qpscope serve: real"
                    + " ACKs, and the outcome compared",
            "  qpscope replay --from trace.pcap                        lists the episodes of a capture",
            "  qpscope replay --from trace.pcap --episode 2 -o loss.yaml",
            "Exit code 1: an expectation that was not met, or a fault that never happened; frames that"
                    + " were not taken, or none went out; an outcome that differs."
        })
final class ReplayCommand implements Callable<Integer> {
    private static final String PEER = "roce://";
    /** IPv6 addresses stand in brackets. */
    private static final Pattern HOST_PORT =
            Pattern.compile("([^:\\[\\]/]+|\\[[0-9a-fA-F:.%a-z]+\\])(?::(\\d{1,5}))?");

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Qpscope root;

    @Parameters(
            paramLabel = "SCENARIO|CAPTURE",
            arity = "0..*",
            description =
                    "Scenarios: .yaml files or built-in names. Or one capture: pcap, pcapng or"
                            + " ERF, plain, gzip or zstd.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--to",
            paramLabel = "WHERE",
            description = "An interface, or a peer: roce://HOST[:PORT] with a port of RDMA-CM,"
                    + " default 9, the sink of qpscope serve.")
    private String to;

    @Option(
            names = "--from",
            paramLabel = "CAPTURE",
            description = "Instead of a replay: lists its recovery episodes, or with --episode"
                    + " writes one as a scenario.")
    private Path from;

    @Option(
            names = "--episode",
            paramLabel = "N",
            description = "With --from: the episode of this number, as analyze counts them.")
    private Integer episode;

    @Option(
            names = "--pause",
            paramLabel = "N",
            description = "With --from: not an episode, but these pauses of PFC or PAUSE.")
    private Integer pause;

    @Option(
            names = "--session",
            paramLabel = "N",
            description = "With --episode: of this session; default: the only one with episodes.")
    private int session;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "With --episode: the scenario; default - is standard output.")
    private Path output = Path.of("-");

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
    private ScenarioOptions scenarios;

    @Mixin
    private RewriteOptions rewriting;

    @Mixin
    private PeerOptions peer;

    @Mixin
    private FlowControl flowControl;

    @Mixin
    private RocePort rocePort;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (from != null) {
            return export();
        }
        if (scenarios.isScenarios(files)) {
            require(to == null, "--to goes with a capture");
            require(ReplayMode.SCENARIOS);
            ScenarioReplay replay = new ScenarioReplay(
                    scenarios, peer.endpoint().givenSeed(), root.color().style(), out, err);
            return scenarios.isList() ? replay.list() : replay.run(files);
        }
        check();
        Path capture = files.get(0);
        if (to.startsWith(PEER)) {
            return toPeer(capture, out, err);
        }
        require(ReplayMode.FRAMES);
        require(loop == 1 || isFile(capture), capture + ": --loop needs a file");
        InterfaceReplay replay =
                new InterfaceReplay(capture, to, rewriting.rewrite(), rocePort.number());
        return preflight ? replay.preflight(out, err) : replay.send(speed.factor(), loop, out, err);
    }

    private int export() throws IOException {
        require(files.isEmpty() && to == null, "--from takes the place of a capture and --to");
        require(episode != null || session == 0, "--session goes with --episode");
        require(episode == null || pause == null, "--episode or --pause, not both");
        require(ReplayMode.EXPORT);
        require(isFile(from), from + ": expected a file, which can be read twice");
        peer.endpoint().check();
        PrintWriter out = spec.commandLine().getOut();
        EpisodeExport export = new EpisodeExport(from, rocePort.number(), flowControl.options());
        export.read(spec.commandLine().getErr());
        if (pause != null) {
            return export.writePause(pause, output, out);
        }
        if (episode == null) {
            return export.list(out);
        }
        SessionSummary chosen = export.session(session);
        if (chosen == null) {
            throw new IOException(from + ": " + export.choices());
        }
        return export.write(chosen, episode, peer.endpoint().profile(), output, out);
    }

    private int toPeer(Path capture, PrintWriter out, PrintWriter err) throws IOException {
        require(
                !rewriting.given(),
                "numbers, keys and addresses of a peer are its own: options"
                        + " that rewrite frames go with an interface");
        require(loop == 1, "--loop goes with an interface");
        require(isFile(capture), capture + ": expected a file, which can be read twice");
        String where = to.substring(PEER.length());
        Matcher parts = HOST_PORT.matcher(where);
        require(parts.matches(), "--to: expected roce://HOST[:PORT], not " + to);
        InetAddress host = InetAddress.getByName(parts.group(1));
        int port = parts.group(2) == null
                ? ServiceName.SINK.port(false)
                : Integer.parseInt(parts.group(2));
        require(port >= 1 && port <= 0xffff, "--to: the port must be 1 to 65535");
        peer.check(host);
        return new PeerReplay(capture, host, port, peer, speed.factor())
                .run(rocePort.number(), preflight, out, err);
    }

    /** Not a pipe; what is not there fails later, by its name. */
    private static boolean isFile(Path path) {
        return !path.equals(Path.of("-")) && (Files.isRegularFile(path) || Files.notExists(path));
    }

    private void check() {
        require(episode == null && pause == null, "--episode and --pause go with --from");
        require(!scenarios.given(), "--junit, --json, --pcap and --html go with scenarios");
        require(
                files.size() == 1,
                files.isEmpty()
                        ? "expected scenarios or one capture"
                        : "expected one capture, or scenarios: .yaml files and names of --list");
        String near = to == null ? ScenarioOptions.near(files.get(0)) : null;
        require(
                near == null,
                "no file or scenario " + files.get(0) + "; did you mean " + near + "?");
        require(to != null, "expected --to, where the recording goes");
        require(loop >= 0, "--loop must be 0 or more");
    }

    private void require(ReplayMode mode) {
        String objection = mode.objection(spec.commandLine().getParseResult());
        require(objection == null, objection);
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw new UsageException(spec.commandLine(), message);
        }
    }
}
