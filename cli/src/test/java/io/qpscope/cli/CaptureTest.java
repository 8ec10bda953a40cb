package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pcap4j.core.PcapHandle;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Live captures in namespaces of their own: nothing leaves this test. */
class CaptureTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final int ROCE_PORT = 4791;
    private static final int HEADERS = 14 + 20 + 8;

    /** All but these depend on when packets came. */
    private static final List<String> COUNTS = List.of(
            "packets",
            "payloadBytes",
            "messages",
            "completedMessages",
            "firstPsn",
            "lastPsn",
            "retransmittedPackets",
            "duplicatePackets",
            "outOfOrderPackets",
            "missingPackets",
            "lostBeforeTap",
            "lostAfterTap",
            "responses",
            "naks",
            "rnrNaks",
            "badIcrc");

    @TempDir
    Path folder;

    private static List<byte[]> frames(Path capture) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (FrameCursor cursor = CaptureFile.open(capture)) {
            while (cursor.next()) {
                byte[] frame = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), frame);
                frames.add(frame);
            }
        }
        return frames;
    }

    /** Runs a capture while packets are sent, which begins as soon as its socket is there. */
    private static CommandRun capture(Callable<Void> send, Object... args) throws Exception {
        FutureTask<Void> sending = new FutureTask<>(() -> {
            Path sockets = Path.of("/proc/thread-self/net/packet");
            while (Files.readAllLines(sockets).size() < 2) {
                Thread.sleep(10);
            }
            Thread.sleep(300);
            return send.call();
        });
        Thread sender = new Thread(sending, "sender");
        sender.setDaemon(true);
        sender.start();
        CommandRun run = CommandRun.of(args);
        if (run.exitCode() == ExitCode.BAD_INPUT && run.err().contains("libpcap can't be loaded")) {
            abort(run.err());
        }
        assertThat(run.exitCode()).as(run.err()).isZero();
        sending.get(10, TimeUnit.SECONDS);
        return run;
    }

    private static JsonNode json(CommandRun run) {
        return JsonMapper.shared().readTree(run.out());
    }

    private static void assertSameButCaptures(JsonNode live, JsonNode file) {
        for (String part : List.of("protocols", "icrc", "sessions", "findings")) {
            assertThat(live.get(part)).as(part).isEqualTo(file.get(part));
        }
    }

    private static List<String> counts(JsonNode report) {
        List<String> counts = new ArrayList<>();
        for (JsonNode session : report.get("sessions")) {
            for (JsonNode direction : session.get("directions")) {
                COUNTS.forEach(name -> counts.add(name + " " + direction.get(name)));
            }
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "roce-loss3-send-downstream.pcap",
                "roce-loss3-read-upstream.pcap",
                "roce-nak-bad-rkey-write-multi.pcap",
                "roce-corrupt.pcap"
            })
    void aRecordingSentOverAVethPairIsCountedAsTheRecording(String name) throws Exception {
        Path recording = CAPTURES.resolve(name);
        List<byte[]> frames = frames(recording);
        Path file = folder.resolve("live.pcapng");
        CommandRun run = Namespace.in(() -> {
            Namespace.run("ip", "link", "add", "veth-a", "type", "veth", "peer", "veth-b");
            for (String end : List.of("veth-a", "veth-b")) {
                Namespace.run("ip", "link", "set", end, "mtu", "9000", "up");
            }
            Callable<Void> send = () -> {
                try (PcapHandle handle = new PcapHandle.Builder("veth-a")
                        .snaplen(1)
                        .timeoutMillis(1)
                        .build()) {
                    for (byte[] frame : frames) {
                        handle.sendPacket(frame);
                    }
                    return null;
                }
            };
            return capture(
                    send,
                    "capture",
                    "-i",
                    "veth-b",
                    "-c",
                    frames.size(),
                    "-f",
                    "not ip6 and not igmp",
                    "--duration=30s",
                    "--format=json",
                    "-w",
                    file);
        });
        JsonNode live = json(run);
        JsonNode info = live.get("captures").get(0);
        assertThat(info.get("packets").asInt()).isEqualTo(frames.size());
        assertThat(info.get("file").asString()).isEqualTo("veth-b");
        assertThat(run.err())
                .endsWith("qpscope: veth-b: " + frames.size()
                        + " packets; dropped 0 by the kernel, 0 by the interface\n");
        List<byte[]> written = frames(file);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(written.get(i)).as("frame %d", i + 1).isEqualTo(frames.get(i));
        }
        assertSameButCaptures(live, json(CommandRun.of("analyze", "--format=json", file)));
        JsonNode recorded = json(CommandRun.of("analyze", "--format=json", recording));
        assertThat(counts(live)).isNotEmpty().isEqualTo(counts(recorded));
    }

    /** The payloads of a recording on sockets; their ICRCs are for other addresses. */
    @Test
    void packetsOnLoopbackAreAnalyzedAsTheFileThatIsWritten() throws Exception {
        List<byte[]> payloads = new ArrayList<>();
        for (byte[] frame : frames(CAPTURES.resolve("roce-loss3-send-downstream.pcap"))) {
            if (frame[12] == 8
                    && frame[23] == 17
                    && ByteBuffer.wrap(frame).getShort(36) == ROCE_PORT) {
                payloads.add(Arrays.copyOfRange(frame, HEADERS, frame.length));
            }
        }
        assertThat(payloads).hasSize(144);
        Path file = folder.resolve("lo.pcapng");
        CommandRun run = Namespace.in(() -> {
            Callable<Void> send = () -> {
                InetAddress host = InetAddress.getLoopbackAddress();
                try (DatagramSocket receiver = new DatagramSocket(ROCE_PORT, host);
                        DatagramSocket sender = new DatagramSocket(0, host)) {
                    for (byte[] payload : payloads) {
                        sender.send(new DatagramPacket(
                                payload, payload.length, receiver.getLocalSocketAddress()));
                    }
                }
                return null;
            };
            return capture(
                    send,
                    "capture",
                    "-i",
                    "lo",
                    "-c",
                    payloads.size(),
                    "--no-icrc",
                    "--duration=30s",
                    "--format=json",
                    "-w",
                    file);
        });
        JsonNode live = json(run);
        assertThat(live.get("protocols").get("RoCEv2").asInt()).isEqualTo(144);
        assertThat(live.get("icrc").get("unchecked").asInt()).isEqualTo(144);
        assertThat(live.get("sessions")).isNotEmpty();
        assertSameButCaptures(
                live, json(CommandRun.of("analyze", "--format=json", "--icrc=off", file)));
    }

    @Test
    void aRingKeepsTheLastFiles() throws Exception {
        Namespace.in(() -> {
            Callable<Void> send = () -> {
                InetAddress host = InetAddress.getLoopbackAddress();
                try (DatagramSocket socket = new DatagramSocket(0, host)) {
                    for (int i = 0; i < 10; i++) {
                        socket.send(new DatagramPacket(
                                new byte[20], 20, socket.getLocalSocketAddress()));
                    }
                }
                return null;
            };
            Path file = folder.resolve("ring.pcapng");
            return capture(
                    send,
                    "capture",
                    "-i",
                    "lo",
                    "-c",
                    10,
                    "--duration=30s",
                    "-f",
                    "udp",
                    "-w",
                    file,
                    "-b",
                    "packets:3,files:1",
                    "-b",
                    "files:2");
        });
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> kept = files.sorted().toList();
            assertThat(kept).hasSize(2);
            assertThat(kept.get(0).toString()).contains("ring_00003_");
            assertThat(frames(kept.get(0))).hasSize(3);
            assertThat(frames(kept.get(1))).hasSize(1);
        }
    }

    @Test
    void aFullDiskEndsTheCaptureWithWhatWasSeen() throws Exception {
        CommandRun run = Namespace.in(
                () -> CommandRun.of("capture", "-i", "lo", "--duration=200ms", "-w", "/dev/full"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(run.out()).contains("live, Ethernet");
        assertThat(run.err()).contains("qpscope: /dev/full: ");
    }

    /** In a process of its own, which gets the signal that Ctrl-C is. */
    @Test
    void anInterruptEndsItWithTheReport() throws Exception {
        CtrlC.assumeHeard();
        Namespace.in(() -> CommandRun.of("capture", "--list"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String start = "ip link set lo up && exec \"$0\" \"$@\"";
        Process process = new ProcessBuilder(
                        "unshare",
                        "-n",
                        "sh",
                        "-c",
                        start,
                        java,
                        "--enable-native-access=ALL-UNNAMED", // as the launcher says
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.qpscope.cli.Main",
                        "capture",
                        "-i",
                        "lo",
                        "--refresh=100ms")
                .start();
        try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
                BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            String line = err.readLine();
            if (line != null && line.contains("libpcap can't be loaded")) {
                abort(line);
            }
            assertThat(line).startsWith("qpscope: lo, 0.").contains("0 packets; dropped 0");
            CtrlC.send(process);
            assertThat(process.exitValue()).isZero();
            assertThat(out.readLine()).startsWith("lo  live, Ethernet, 0 frames");
        } finally {
            process.destroy();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "capture",
                "capture -i lo -c 0",
                "capture -i lo --duration soon",
                "capture -i lo --duration 0",
                "capture -i lo -b packets:3",
                "capture -i lo -w a -b files:3",
                "capture -i lo -w a -b packets:0",
                "capture -i lo -w a -b size:7",
                "capture -i lo --buffer 4096",
            })
    void wrongUsageIsExitCodeTwo(String args) {
        CommandRun run = CommandRun.of((Object[]) args.split(" ", -1));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void aMissingInterfaceIsExitCodeThree() throws Exception {
        CommandRun run = Namespace.in(() -> CommandRun.of("capture", "-i", "nope0"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err().lines()).hasSize(1);
    }
}
