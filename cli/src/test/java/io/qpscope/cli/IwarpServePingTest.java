package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Both commands over iWARP, on a loopback address that no other program is likely to use. */
class IwarpServePingTest {
    private static final String SERVER =
            "127.49." + (ProcessHandle.current().pid() % 250 + 2) + ".1";
    private static final int MIB = 1 << 20;

    private static CommandRun serving(Runnable clients, Object... more) throws Exception {
        List<Object> words = new ArrayList<>(List.of("serve", "--iwarp", "--bind", SERVER));
        words.addAll(List.of(more));
        CommandRun[] server = new CommandRun[1];
        Thread thread = new Thread(() -> server[0] = CommandRun.of(words.toArray()));
        thread.start();
        try {
            awaitListener(SERVER, ServiceName.RPING.port(true));
            clients.run();
        } finally {
            thread.interrupt();
            thread.join(60_000);
        }
        assertThat(server[0]).as("the server has ended").isNotNull();
        return server[0];
    }

    /** TCP says at once that nobody listens, so the server has to be there first. */
    static void awaitListener(String address, int port) throws IOException {
        long end = System.nanoTime() + 30_000_000_000L;
        IOException last = null;
        while (System.nanoTime() < end) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address, port));
                return;
            } catch (IOException e) {
                last = e;
                Thread.onSpinWait();
            }
        }
        throw last;
    }

    private static CommandRun ping(Object... more) {
        List<Object> words = new ArrayList<>(List.of("ping", "--iwarp", "--to", SERVER));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray());
    }

    private static void good(CommandRun run, String title, long operations, long bytes) {
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith(title + ": 127.0.0.1 to " + SERVER)
                .containsPattern("\n" + operations + " done, " + bytes + " bytes in ")
                .containsPattern("\nlatency us: min [0-9.]+, p50 [0-9.]+, p90 .*, max ")
                .containsPattern("\ncounters: sent_fpdus=[1-9][0-9]* rcvd_fpdus=[0-9]")
                .doesNotContain("bad_crcs");
    }

    @Test
    void everyServiceAnswersItsClient() throws Exception {
        CommandRun server = serving(
                () -> {
                    good(ping(), "rping, data compared", 10, 2 * 10 * 64);
                    good(
                            ping(
                                    "--service=echo",
                                    "--count=20",
                                    "--size",
                                    MIB,
                                    "--depth=4",
                                    "--no-crc"),
                            "echo, data compared",
                            20,
                            2L * 20 * MIB);
                    good(
                            ping("--service=source", "--count=50", "--size=3000", "--rtr=read"),
                            "source, data compared",
                            50,
                            50 * 3000);
                    good(ping("--service=source"), "source, data compared", 10, 10 * 64);
                    good(
                            ping("--markers", "--size=60000", "--mpa-revision=1"),
                            "rping, data compared",
                            10,
                            2 * 10 * 60_000);
                },
                "--size",
                MIB,
                "--depth",
                4);
        assertThat(server.exitCode()).as(server.err()).isZero();
        assertThat(server.out())
                .contains("echo on " + SERVER + ", TCP port 7007\n")
                .contains("rping on " + SERVER + ", TCP port 7174\n")
                .doesNotContain("pingpong")
                .contains("\nconnections: accepted=5 refused=0\n")
                .containsPattern("\ncounters: sent_fpdus=[1-9]");
    }

    @Test
    void loadsOfEveryVerbReachTheSink() throws Exception {
        serving(() -> {
            for (LoadVerb verb : List.of(
                    LoadVerb.SEND,
                    LoadVerb.WRITE,
                    LoadVerb.WRITE_IMM,
                    LoadVerb.READ,
                    LoadVerb.CMP_SWAP,
                    LoadVerb.FETCH_ADD)) {
                boolean word = verb == LoadVerb.CMP_SWAP || verb == LoadVerb.FETCH_ADD;
                good(
                        ping("--verb", verb, "--size", 5000, "--count", 40, "--depth", 8),
                        verb + " to sink",
                        40,
                        40L * (word ? 8 : 5000));
            }
            good(
                    ping("--verb=write", "--size=100", "--count=50", "--qps=3"),
                    "write to sink",
                    150,
                    15_000);
            good(ping("--verb=send_imm", "--size=0", "--count=5"), "send_imm to sink", 5, 0);
        });
    }

    @Test
    void oneTooManyIsRejected() throws Exception {
        CommandRun server = serving(
                () -> {
                    CommandRun run = ping("--qps=3", "--count=0");
                    assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
                    assertThat(run.err())
                            .isEqualTo("qpscope: " + SERVER + ": rejected by the peer\n");
                },
                "--max-connections=2");
        assertThat(server.out()).contains("accepted=2 refused=1");
    }

    @Test
    void nobodyListensOnThePort() throws Exception {
        CommandRun run = ping();
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(run.err())
                .startsWith("qpscope: " + SERVER + ": ")
                .contains("refused")
                .containsOnlyOnce("\n");
    }

    /** The peer finds the bad CRC, says so in its Terminate, and closes. */
    @Test
    void aStreamBreaksAsItsPlanSays(@TempDir Path folder) throws Exception {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                "faults:\n  - mpa: {stream: 1, fpdu: 4, crc: bad, from: a}\n");
        Path packets =
                Files.writeString(folder.resolve("drop.yaml"), "faults:\n  - drop: {psn: 1}\n");
        serving(() -> {
            CommandRun run = ping("--count=50", "--faults=" + plan);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.out()).contains("\n  1 times: mpa {");
            CommandRun refused = ping("--faults=" + packets);
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("'drop' needs RoCEv2 packets");
        });
    }

    /** A peer that sends anything else is let go, and others are served. */
    @ParameterizedTest
    @ValueSource(strings = {"", "GET / HTTP/1.1\r\n\r\n", "MPA ID Req Frame"})
    void noiseDoesNoHarm(String noise) throws Exception {
        serving(() -> {
            try (Socket socket = new Socket(SERVER, ServiceName.RPING.port(true))) {
                OutputStream out = socket.getOutputStream();
                out.write(noise.getBytes(StandardCharsets.US_ASCII));
                out.flush();
                good(ping(), "rping, data compared", 10, 2 * 10 * 64);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void jsonHasTheDocumentedNames() throws Exception {
        CommandRun[] run = new CommandRun[2];
        serving(() -> {
            run[0] = ping("--verb=read", "--size=5000", "--count=30", "--format=json");
            run[1] = ping("--verb=read", "--size=70000", "--format=json");
        });
        JsonNode good = JsonMapper.shared().readTree(run[0].out());
        assertThat(good.propertyNames())
                .containsExactly(
                        "qpscope",
                        "transport",
                        "service",
                        "verb",
                        "from",
                        "to",
                        "port",
                        "pathMtu",
                        "size",
                        "count",
                        "depth",
                        "queuePairs",
                        "status",
                        "failure",
                        "operations",
                        "bytes",
                        "durationNs",
                        "operationsPerSecond",
                        "bytesPerSecond",
                        "latencyNs",
                        "counters");
        assertThat(good.get("transport").asString()).isEqualTo("iWARP");
        assertThat(good.get("status").asString()).isEqualTo("SUCCESS");
        assertThat(good.get("failure").isNull()).isTrue();
        assertThat(good.get("pathMtu").isNull()).isTrue();
        assertThat(good.get("bytes").asLong()).isEqualTo(150_000);
        double rate = 150_000 / (good.get("durationNs").asLong() / 1e9);
        assertThat(good.get("bytesPerSecond").asDouble()).isBetween(0.999 * rate, 1.001 * rate);
        JsonNode latency = good.get("latencyNs");
        assertThat(latency.propertyNames())
                .containsExactly("count", "min", "p50", "p90", "p99", "p999", "max");
        assertThat(latency.get("count").asLong()).isEqualTo(30);
        assertThat(latency.get("min").asLong()).isPositive();
        assertThat(good.get("counters").get("rcvd_fpdus").asLong()).isGreaterThanOrEqualTo(30);

        JsonNode bad = JsonMapper.shared().readTree(run[1].out());
        assertThat(run[1].exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(bad.get("status").asString()).isEqualTo("FAILED");
        assertThat(bad.get("failure").asString()).contains("the peer has room for 65536 bytes");
        assertThat(bad.get("latencyNs").get("p50").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ping --to 127.0.0.1 --iwarp --mtu 1024|--mtu does not go with --iwarp",
                "ping --to 127.0.0.1 --iwarp --raw lo|--raw does not go with --iwarp",
                "ping --to 127.0.0.1 --iwarp --roce|--roce does not go with --iwarp",
                "ping --to 127.0.0.1 --no-crc|--no-crc goes with --iwarp",
                "ping --to 127.0.0.1 --iwarp --mpa-revision 3|--mpa-revision must be 1 to 2",
                "ping --to 127.0.0.1 --iwarp --mpa-revision 1 --rtr read|--rtr needs --mpa-rev",
                "ping --to 127.0.0.1 --iwarp --profile cx5|--profile must be rfc or siw",
                "ping --to 127.0.0.1 --profile siw|--profile must be one of ibta, ",
                "ping --to 127.0.0.1 --iwarp --service pingpong|pingpong does not go with",
                "ping --to 127.0.0.1 --iwarp --verb flush|iWARP has no flush",
                "ping --to 127.0.0.1 --iwarp --verb send_imm|goes with --size 0",
                "ping --to 127.0.0.1 --iwarp --ird 16383|--ird must be 0 to 16382",
                "ping --to 127.0.0.1 --iwarp --service source --mpa-revision 1|in revision 2",
                "ping --to 127.0.0.1 --timeout never|expected a time as 10s",
                "serve --iwarp --service pingpong|pingpong does not go with --iwarp",
                "serve --iwarp --peer-qpn 1|--peer-qpn does not go with --iwarp",
                "serve --rtr read|--rtr goes with --iwarp",
            })
    void wrongUsageIsOneLine(String words, String message) {
        CommandRun run = CommandRun.of((Object[]) words.split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("qpscope: ").contains(message).containsOnlyOnce("\n");
        assertThat(run.out()).isEmpty();
    }
}
