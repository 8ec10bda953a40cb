package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapDumper;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Both commands in one process, on loopback addresses that no other program is likely to use. */
class ServePingTest {
    private static final String NET = "127.48." + (ProcessHandle.current().pid() % 250 + 2);
    private static final String SERVER = NET + ".1";
    private static final String CLIENT = NET + ".2";

    @TempDir
    Path folder;

    /** Runs while a server does; returns what it printed. */
    private static CommandRun serving(Runnable clients, Object... more) throws Exception {
        List<Object> words = new ArrayList<>(List.of("serve", "--bind", SERVER));
        words.addAll(List.of(more));
        CommandRun[] server = new CommandRun[1];
        Thread thread = new Thread(() -> server[0] = CommandRun.of(words.toArray()));
        thread.start();
        try {
            clients.run();
        } finally {
            thread.interrupt();
            thread.join(60_000);
        }
        assertThat(server[0]).as("the server has ended").isNotNull();
        return server[0];
    }

    private static CommandRun ping(Object... more) {
        List<Object> words = new ArrayList<>(List.of("ping", "--to", SERVER, "--bind", CLIENT));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray());
    }

    private static void good(CommandRun run, String title, long operations, long bytes) {
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith(title + ": " + CLIENT + " to " + SERVER)
                .containsPattern("\n" + operations + " done, " + bytes + " bytes in ")
                .containsPattern("\nlatency us: min [0-9.]+, p50 [0-9.]+, p90 .*, max ")
                .containsPattern("\ncounters: sent_pkts=[1-9][0-9]* rcvd_pkts=[1-9]")
                .doesNotContain("dropped_");
    }

    @Test
    void everyServiceAnswersItsClient() throws Exception {
        CommandRun server = serving(() -> {
            good(ping(), "rping, data compared", 10, 2 * 10 * 64);
            good(
                    ping("--service", "echo", "--count", 50, "--size", 9000, "--depth", 4),
                    "echo, data compared",
                    50,
                    2 * 50 * 9000);
            good(
                    ping("--service", "source", "--count", 50, "--size", 3000),
                    "source, data compared",
                    50,
                    50 * 3000);
            good(
                    ping("--service", "pingpong", "--count", 20),
                    "pingpong, data compared",
                    20,
                    2 * 20 * 4096);
        });
        assertThat(server.exitCode()).as(server.err()).isZero();
        assertThat(server.out())
                .contains("echo on " + SERVER + ", port 7\n")
                .contains("rping on " + SERVER + ", port 7174\n")
                .contains("pingpong on " + SERVER + ", TCP port 18515\n")
                .contains("\nconnections: accepted=4 refused=0\n")
                .containsPattern("\ncounters: sent_pkts=[1-9]");
    }

    @Test
    void loadsOfEveryVerbReachTheSink() throws Exception {
        serving(() -> {
            for (LoadVerb verb : LoadVerb.values()) {
                boolean word = verb == LoadVerb.CMP_SWAP
                        || verb == LoadVerb.FETCH_ADD
                        || verb == LoadVerb.ATOMIC_WRITE;
                good(
                        ping("--verb", verb, "--size", 5000, "--count", 40, "--depth", 8),
                        verb + " to sink",
                        40,
                        40L * (word ? 8 : 5000));
            }
            good(
                    ping("--verb", "write", "--size", 100, "--count", 50, "--qps", 3),
                    "write to sink",
                    150,
                    15_000);
        });
    }

    /**
     * Both ends choose numbers beforehand; the server says where its memory is. Nothing waits
     * for it to be there, but for the ACK timeout.
     */
    @Test
    void queuePairsByHandNeedNoConnectionManagement() throws Exception {
        CommandRun server = serving(
                () -> good(
                        ping(
                                "--service=echo",
                                "--qpn=0x21",
                                "--psn=0xfffffe",
                                "--peer-qpn=0x31",
                                "--peer-psn=77",
                                "--ack-timeout=19",
                                "--count=9"),
                        "echo, data compared",
                        9,
                        2 * 9 * 64),
                "--service=echo",
                "--to=" + CLIENT,
                "--qpn=0x31",
                "--psn=77",
                "--peer-qpn=0x21",
                "--peer-psn=0xfffffe");
        assertThat(server.out())
                .containsPattern("echo on " + SERVER
                        + ", QP 0x31, PSN 0x4d, path MTU 4096, rkey 0x[0-9a-f]+, va 0x[0-9a-f]+,");
    }

    @Test
    void nobodyListensOnThePort() throws Exception {
        serving(() -> {
            CommandRun run = ping("--port", 7175);
            assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
            assertThat(run.err())
                    .isEqualTo("qpscope: " + SERVER + ": refused: no listener on the service id\n");
        });
    }

    @Test
    void timeIsUp() throws Exception {
        serving(() -> {
            CommandRun run = ping(
                    "--service=echo",
                    "--count=0",
                    "--timeout=400ms",
                    "--mtu=2048",
                    "--format=json");
            assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
            JsonNode result = JsonMapper.shared().readTree(run.out());
            assertThat(result.get("transport").asString()).isEqualTo("RoCEv2");
            assertThat(result.get("status").asString()).isEqualTo("TIMEOUT");
            assertThat(result.get("pathMtu").asInt()).isEqualTo(2048);
            long operations = result.get("operations").asLong();
            assertThat(result.get("bytes").asLong()).isEqualTo(2 * 64 * operations);
            assertThat(result.get("latencyNs").get("count").asLong()).isEqualTo(operations);
            assertThat(result.get("counters").get("sent_pkts").asLong()).isPositive();
            String failure = result.get("failure").asString();
            assertThat(failure)
                    .startsWith("not done after ")
                    .contains("path MTU is 2048")
                    .endsWith("--mtu 1024 helps");
            assertThat(run.err()).isEqualTo("qpscope: " + SERVER + ": " + failure + "\n");
        });
    }

    @Test
    void aPathMtuThatTheServerDoesNotCarryIsRefused() throws Exception {
        serving(
                () -> {
                    CommandRun run = ping("--mtu=2048");
                    assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
                    assertThat(run.err())
                            .isEqualTo("qpscope: " + SERVER + ": refused: path MTU rejected\n");
                    good(ping("--mtu=512"), "rping, data compared", 10, 2 * 10 * 64);
                },
                "--mtu=1024");
    }

    @Test
    void nobodyIsThere() {
        CommandRun run = ping();
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(run.err())
                .isEqualTo("qpscope: " + SERVER + ": no answer to the connection request\n");
        CommandRun pingpong = ping("--service", "pingpong");
        assertThat(pingpong.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(pingpong.err()).contains("refused").contains(SERVER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ping|Missing required option: '--to=ADDRESS'",
                "ping --to 127.0.0.1 --service sink|--service sink needs a --verb",
                "ping --to 127.0.0.1 --verb write --service echo|--verb goes with --service sink",
                "ping --to 127.0.0.1 --depth 2|rping has one round under way",
                "ping --to 127.0.0.1 --rkey 1|--rkey and --va go with a queue pair by hand",
                "ping --to 127.0.0.1 --mtu 1000|--mtu must be 256, 512, 1024, 2048 or 4096",
                "ping --to 127.0.0.1 --profile cx9|--profile must be one of ibta, ",
                "ping --to 127.0.0.1 --peer-qpn 0x1000000|must be at most 0xffffff",
                "ping --to 127.0.0.1 --peer-qpn 1 --qps 2|--qps goes with RDMA-CM",
                "ping --to 127.0.0.1 --raw lo|--raw needs --bind",
                "ping --to 127.0.0.1 --mac 02:00:00:00:00:01|go with --raw",
                "ping --to 127.0.0.1 --raw lo --mac 02:00|is not a MAC address",
                "serve --port 9|--port goes with one --service",
                "serve --peer-qpn 3|--to and --peer-qpn go together",
                "serve --to 127.0.0.1|--to and --peer-qpn go together",
                "serve --size 0|--size must be 1 to",
            })
    void wrongUsageIsOneLine(String words, String message) {
        CommandRun run = CommandRun.of((Object[]) words.split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("qpscope: ").contains(message).containsOnlyOnce("\n");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void anAddressThatIsNotOursIsNamed() {
        CommandRun run = CommandRun.of("serve", "--bind", "192.0.2.1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith("qpscope: 192.0.2.1 port 4791: ").containsOnlyOnce("\n");
    }

    /** What crossed loopback, judged by the other half of the program. */
    @Test
    void theAnalyzerSeesWhatThePingDid() throws Exception {
        Path file = folder.resolve("ping.pcap");
        try (PcapHandle handle = new PcapHandle.Builder("lo")
                .snaplen(9000)
                .bufferSize(16 << 20)
                .timeoutMillis(10)
                .build()) {
            handle.setFilter("udp port 4791 and host " + SERVER, BpfCompileMode.OPTIMIZE);
            try (PcapDumper dumper = handle.dumpOpen(file.toString())) {
                Thread reader = new Thread(() -> copy(handle, dumper));
                reader.start();
                serving(() -> good(
                        ping("--verb=write", "--size=5000", "--count=20"),
                        "write to sink",
                        20,
                        100_000));
                handle.breakLoop();
                reader.join();
            }
        } catch (LinkageError missing) {
            abort("libpcap can't be loaded: " + missing);
        } catch (PcapNativeException refused) {
            abort("lo can't be captured here: " + refused);
        }
        CommandRun run = CommandRun.of("analyze", "--format=json", file);
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode report = JsonMapper.shared().readTree(run.out());
        assertThat(report.get("icrc").get("bad").asInt()).isZero();
        JsonNode session = report.get("sessions").get(0);
        assertThat(session.get("pairedBy").asString()).isEqualTo("CM");
        assertThat(session.get("outcome").get("status").asString()).isEqualTo("SUCCESS");
        JsonNode direction = session.get("directions").get(0);
        assertThat(direction.get("messages").get("WRITE").asInt()).isEqualTo(20);
        assertThat(direction.get("payloadBytes").asInt()).isEqualTo(100_000);
    }

    private static void copy(PcapHandle handle, PcapDumper dumper) {
        try {
            handle.loop(-1, dumper);
        } catch (InterruptedException stopped) {
            return;
        } catch (PcapNativeException | NotOpenException e) {
            throw new IllegalStateException(e);
        }
    }
}
