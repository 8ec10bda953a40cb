package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.SinkServer;
import io.qpscope.port.netty.UdpPort;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Campaigns of the command line against peers that are really there. */
@SuppressWarnings("try") // The peer serves while it is open; nobody needs to name it.
class FuzzTargetTest {
    private static final String NET = "127.50." + (ProcessHandle.current().pid() % 250 + 2);
    private static final String SERVER = NET + ".1";
    private static final String CLIENT = NET + ".2";
    private static final int DEPTH = 64;
    private static final int MEMORY = 65_536;

    @TempDir
    Path folder;

    private Thread server;
    private final CommandRun[] served = new CommandRun[1];

    private CommandRun fuzz(Object... more) {
        List<Object> words = new ArrayList<>(List.of("fuzz", "--out", folder.resolve("out")));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray());
    }

    private CommandRun target(Object... more) {
        List<Object> words = new ArrayList<>(
                List.of("--target", "roce://" + SERVER, "--bind", CLIENT, "--seed", 5));
        words.addAll(List.of(more));
        return fuzz(words.toArray());
    }

    private void serve(Object... words) {
        List<Object> all = new ArrayList<>(List.of("serve"));
        all.addAll(List.of(words));
        server = new Thread(() -> served[0] = CommandRun.of(all.toArray()));
        server.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.interrupt();
            server.join(60_000);
            assertThat(served[0]).as("the server has ended").isNotNull();
        }
    }

    /**
     * A sink as {@code serve} has it, with a defect.
     *
     * @param connections told of each
     */
    private static UdpPort faulty(Defect defect, CountDownLatch connections) throws IOException {
        UdpPort port = new UdpPort(InetAddress.getByName(SERVER));
        Endpoint endpoint =
                new Endpoint(Profile.IBTA.within(port.window(4096)).with(defect), false, 7);
        Host host = new Host(endpoint, port.address(), DEPTH, 7);
        host.serve(
                9,
                () -> {
                    connections.countDown();
                    return new SinkServer(endpoint, 0, DEPTH, MEMORY);
                },
                () -> new CmOptions().pathMtu(4096));
        port.start(host);
        return port;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--target hard | expected roce://HOST",
                "--target roce://224.0.0.1 | no address of one host",
                "--target roce://255.255.255.255 | no address of one host",
                "--target roce://127.0.0.1:0 | the port must be 1 to 65535",
                "--target roce://127.0.0.1 --rate 0 | --rate must be",
                "--target roce://127.0.0.1 --connections-rate 0 | --connections-rate must be",
                "--target roce://127.0.0.1 --ack-timeout 3 | --ack-timeout must be 8 to 22",
                "--target roce://127.0.0.1 --mtu 1500 | --mtu must be",
                "--target roce://127.0.0.1 --defect NAK_LOST | --recovery and --defect",
                "--target roce://127.0.0.1 --raw v0 | --raw needs --bind",
                "--target iwarp://127.0.0.1 --raw v0 --bind 10.0.0.9 | --raw goes with roce://",
                "--target roce://127.0.0.1 --peer-rkey 1 --peer-va 0 --peer-size 0 | --peer-size",
                "--rate 5 | --rate goes with a live target",
                "--case x.yaml | --case goes with a live target"
            })
    void whatMakesNoSenseIsRefused(String words, String why) {
        CommandRun run = fuzz((Object[]) words.split(" ", -1));
        assertThat(run.err()).contains(why);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"roce", "iwarp"})
    void aPeerThatIsNotThereIsTold(String kind) {
        CommandRun run = fuzz("--target", kind + "://" + SERVER + ":5", "--bind", CLIENT);
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err())
                .startsWith("qpscope: " + kind + "://" + SERVER + ":5: ")
                .containsAnyOf("no answer to the connection request", "can't connect");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aSoundServerEndsWithZeroAndWhatWasLeftOut() {
        serve("--bind", SERVER, "--service", "sink");
        CommandRun run = target("--cases", 120);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .startsWith("fuzz: roce://" + SERVER + ":9, live, our side profile ibta, seed 5\n")
                .contains(" left out without --yes: ", "verbs: SEND, ")
                .endsWith("\nnothing found\n");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void iwarpIsReachedByTcp() throws IOException {
        serve("--iwarp", "--bind", SERVER, "--service", "sink");
        IwarpServePingTest.awaitListener(SERVER, ServiceName.SINK.port(true));
        CommandRun run = fuzz("--target", "iwarp://" + SERVER, "--cases", 60, "--json");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        JsonNode report = JsonMapper.shared().readTree(run.out());
        assertThat(report.get("target").asString()).isEqualTo("iwarp://" + SERVER + ":7009");
        assertThat(report.at("/live/sent").asInt()).isGreaterThan(60);
        assertThat(report.at("/live/lost").isNull()).isTrue();
    }

    @Test
    void aDefectIsWrittenAsAFolderWhoseCommandShowsItAgain() throws IOException {
        try (UdpPort peer = faulty(Defect.WRONG_LAST_LENGTH, new CountDownLatch(0))) {
            Path junit = folder.resolve("junit.xml");
            Path html = folder.resolve("page.html");
            CommandRun run = target("--cases", 70, "--json", "--junit", junit, "--html", html);
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.CHECK_FAILED);
            JsonNode found = JsonMapper.shared().readTree(run.out()).at("/found/0");
            Path in = Path.of(found.get("folder").asString());
            Path scenario = in.resolve("scenario.yaml");
            assertThat(in.resolve("trace.pcapng")).exists();
            String readme = Files.readString(in.resolve("README.md"));
            String command =
                    "qpscope fuzz --target roce://" + SERVER + ":9 --bind " + CLIENT + " --case ";
            assertThat(readme).contains("\n    " + command + "scenario.yaml\n");
            assertThat(Files.readString(junit)).contains(command + scenario);
            assertThat(Files.readString(html)).contains(command + scenario);
            CommandRun again = target("--case", scenario, "--cases", 2);
            assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.CHECK_FAILED);
            assertThat(again.out()).contains("run 2: flow f1 status: ", "2 of 2 failed");
            assertThat(CommandRun.of("replay", scenario).exitCode()).isZero();
            CommandRun trace = CommandRun.of("analyze", "--taps", in.resolve("trace.pcapng"));
            assertThat(trace.out()).contains("RC");
        }
        serve("--bind", SERVER, "--service", "sink");
        Path scenario = scenario();
        CommandRun sound = target("--case", scenario);
        assertThat(sound.exitCode()).as(sound.out() + sound.err()).isZero();
        assertThat(sound.out()).contains("run 1: as expected");
    }

    private Path scenario() throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(each -> each.endsWith("scenario.yaml"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aCaseOfAStreamIsReadAgain() throws IOException {
        serve("--iwarp", "--bind", SERVER, "--service", "sink");
        Path corpus = folder.resolve("corpus");
        fuzz("--cases", 3, "--seed", 5, "--corpus", corpus);
        List<Path> cases;
        try (var all = Files.list(corpus)) {
            cases = all.toList();
        }
        assertThat(cases).isNotEmpty();
        CommandRun again = fuzz("--target", "iwarp://" + SERVER, "--case", cases.get(0));
        assertThat(again.out()).as(again.err()).contains("run 1: as expected");
    }

    @Test
    void aServerThatDiesIsToldWithItsLastCase() throws Exception {
        CountDownLatch connections = new CountDownLatch(40);
        UdpPort peer = faulty(Defect.STALE_QP_TAKEN, connections);
        Path corpus = folder.resolve("corpus");
        CommandRun[] run = new CommandRun[1];
        Thread campaign = new Thread(() -> run[0] = target("--time", "1m", "--corpus", corpus));
        campaign.start();
        assertThat(connections.await(60, TimeUnit.SECONDS)).isTrue();
        peer.close();
        campaign.join();
        assertThat(run[0].exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(run[0].out())
                .endsWith("the target is gone: no answer to the connection request\n");
        assertThat(scenario()).exists();
        assertThat(Files.readString(scenario().resolveSibling("README.md")))
                .contains("| peer | alive |");
        assertThat(corpus).isNotEmptyDirectory();
    }

    @Test
    void rawFramesOfOurOwnOverAVirtualCable() throws Exception {
        Namespace.in(() -> {
            Namespace.run("ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1");
            Namespace.run("ip", "link", "set", "v0", "up");
            Namespace.run("ip", "link", "set", "v1", "up");
            // Java finds interfaces by their addresses; ours are others.
            Namespace.run("ip", "addr", "add", "10.77.0.8/24", "dev", "v0");
            Namespace.run("ip", "addr", "add", "10.77.0.9/24", "dev", "v1");
            serve("--raw", "v1", "--bind", "10.77.0.2", "--service", "sink");
            CommandRun run = fuzz(
                    "--target",
                    "roce://10.77.0.2",
                    "--raw",
                    "v0",
                    "--bind",
                    "10.77.0.3",
                    "--cases",
                    80,
                    "--seed",
                    5);
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).endsWith("\nnothing found\n");
            return run;
        });
    }
}
