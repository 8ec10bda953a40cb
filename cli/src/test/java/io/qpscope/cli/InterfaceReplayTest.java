package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapngWriter;
import io.qpscope.port.pcap.LiveCapture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** Captures over a virtual cable, v0 to v1, in a network namespace of its own. */
class InterfaceReplayTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final Path LOSS = CAPTURES.resolve("roce-loss3-send-downstream.pcap");

    @TempDir
    Path folder;

    /** What v1 got, and what the command said. */
    private record Arrival(CommandRun run, List<byte[]> frames, List<Long> times) {}

    private static <T> T cable(Callable<T> body) throws Exception {
        return Namespace.in(() -> {
            Namespace.run("ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1");
            for (String end : List.of("v0", "v1")) {
                // Else the kernel speaks on the cable too.
                Namespace.run("ip", "link", "set", end, "addrgenmode", "none", "up");
            }
            return body.call();
        });
    }

    private static Arrival replay(Object... words) throws Exception {
        return cable(() -> {
            LiveCapture.Options options = new LiveCapture.Options(65536, 8 << 20, true, null);
            try (LiveCapture live = LiveCapture.open("v1", options)) {
                CommandRun run = CommandRun.of(words);
                List<byte[]> frames = new ArrayList<>();
                List<Long> times = new ArrayList<>();
                LiveCapture.Sink sink = (bytes, length, timeNs) -> {
                    frames.add(bytes.clone());
                    times.add(timeNs);
                };
                for (int quiet = 0; quiet < 5; quiet++) {
                    quiet = live.poll(1000, sink) > 0 ? 0 : quiet;
                    Thread.sleep(10);
                }
                return new Arrival(run, frames, times);
            }
        });
    }

    private static List<byte[]> recorded(Path capture, List<Long> times) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (FrameCursor cursor = CaptureFile.open(capture)) {
            while (cursor.next()) {
                byte[] bytes = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), bytes);
                frames.add(bytes);
                times.add(cursor.timeNs());
            }
        }
        return frames;
    }

    private static void same(List<byte[]> arrived, List<byte[]> sent) {
        assertThat(arrived.size()).isEqualTo(sent.size());
        for (int i = 0; i < sent.size(); i++) {
            assertThat(arrived.get(i)).as("frame %d", i + 1).isEqualTo(sent.get(i));
        }
    }

    /** The pace is measured and printed; asserted is only that it is one. */
    @Test
    void whatArrivesIsWhatWasRecorded() throws Exception {
        Arrival arrival = replay("replay", LOSS, "--to", "v0", "--speed", "2");
        assertThat(arrival.run().exitCode()).as(arrival.run().err()).isZero();
        List<Long> times = new ArrayList<>();
        same(arrival.frames(), recorded(LOSS, times));
        long took = arrival.times().get(times.size() - 1) - arrival.times().get(0);
        long recorded = times.get(times.size() - 1) - times.get(0);
        assertThat(took).isBetween(recorded / 2 - 1_000_000, 60 * recorded);
        assertThat(arrival.run().out())
                .startsWith(LOSS + " to v0: 173 frames sent, ")
                .contains(" 1 round, speed 2.0\n")
                .containsPattern("\n  late us: min .*, p50 .*, max .*\n")
                .containsPattern("\n  (under|10 ms and more).* [1-9][0-9]*  #+\n");
        System.out.print(arrival.run().out());
    }

    @Test
    void roundsFollowOneAnotherAtTopSpeed() throws Exception {
        Arrival arrival = replay("replay", LOSS, "--to", "v0", "--speed", "top", "--loop", 3);
        List<byte[]> once = recorded(LOSS, new ArrayList<>());
        List<byte[]> all = new ArrayList<>(once);
        all.addAll(once);
        all.addAll(once);
        same(arrival.frames(), all);
        assertThat(arrival.run().out())
                .contains(": 519 frames sent, ", " 3 rounds, top speed\n")
                .doesNotContain("late");
    }

    /** The analysis of what arrives is that of the recording, but for the names. */
    @Test
    void rewrittenFramesTellTheSameStory() throws Exception {
        Path recording = CAPTURES.resolve("roce-rping-loss.pcap");
        Arrival arrival = replay(
                "replay",
                recording,
                "--to",
                "v0",
                "--speed",
                "top",
                "--map-ip",
                "10.9.0.0/24=172.16.5.0",
                "--psn-offset=-70000",
                "--va-offset=0x100000000",
                "--dst-mac",
                "02:00:00:00:00:77");
        assertThat(arrival.run().exitCode()).as(arrival.run().err()).isZero();
        Path file = folder.resolve("arrived.pcapng");
        try (PcapngWriter writer = PcapngWriter.create(file, "test", null)) {
            int id = writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            for (int i = 0; i < arrival.frames().size(); i++) {
                byte[] frame = arrival.frames().get(i);
                assertThat(Arrays.copyOf(frame, 6)).containsExactly(2, 0, 0, 0, 0, 0x77);
                writer.write(id, i * 1_000_000L, ByteBuffer.wrap(frame), frame.length);
            }
        }
        String csv = CommandRun.of("analyze", "--format", "csv", recording).out();
        String arrived = CommandRun.of("analyze", "--format", "csv", file).out();
        assertThat(column(arrived, "address"))
                .isEqualTo(column(csv, "address").stream()
                        .map(a -> a.replace("10.9.0.", "172.16.5."))
                        .toList());
        for (String name : List.of(
                "qpn",
                "pairedBy",
                "packets",
                "completedMessages",
                "retransmittedPackets",
                "lostBeforeTap",
                "outcome.status")) {
            assertThat(column(arrived, name)).as(name).isEqualTo(column(csv, name));
        }
    }

    private static List<String> column(String csv, String name) {
        List<String> lines = csv.lines().toList();
        int index = List.of(lines.get(0).split(",")).indexOf(name);
        assertThat(index).as(name).isNotNegative();
        return lines.stream().skip(1).map(line -> line.split(",", -1)[index]).toList();
    }

    @Test
    void preflightTellsWhatWontGoOutAndSendsNothing() throws Exception {
        Path jumbo = CAPTURES.resolve("roce-perf-send-65536-mtu9000.pcap");
        Arrival arrival = replay("replay", jumbo, "--to", "v0", "--preflight");
        assertThat(arrival.frames()).isEmpty();
        assertThat(arrival.run().exitCode()).isZero();
        assertThat(arrival.run().out())
                .startsWith(jumbo + " to v0 (MTU 1500): 117 frames in ")
                .containsPattern(
                        "won't: 80 frames \\(first: [0-9]+\\) longer than the interface's");
        Arrival corrupt = replay(
                "replay", CAPTURES.resolve("roce-corrupt.pcap"), "--to", "v0", "--preflight");
        assertThat(corrupt.run().out())
                .containsPattern("note: [0-9]+ frames? \\(first: [0-9]+\\) bear a wrong ICRC");
    }

    /** Both taps saw most packets: one tap's make the traffic. */
    @Test
    void oneInterfaceOfSeveralIsEnough() throws Exception {
        Path taps = CAPTURES.resolve("roce-two-taps-loss.pcapng");
        Arrival all = replay("replay", taps, "--to", "v0", "--preflight");
        assertThat(all.run().out())
                .contains("298 will go out", "recorded twice, and goes out twice");
        Arrival one = replay(
                "replay", taps, "--to", "v0", "--speed", "top", "--interface", 1, "--loop", 1);
        assertThat(one.run().exitCode()).isZero();
        assertThat(one.frames().size()).isBetween(100, 200);
        assertThat(one.run().out()).contains("of other interfaces of the capture");
    }

    @Test
    void framesThatAreTooLongAreCountedAndTheOthersGoOut() throws Exception {
        Path jumbo = CAPTURES.resolve("roce-perf-send-65536-mtu9000.pcap");
        Arrival arrival = replay("replay", jumbo, "--to", "v0", "--speed", "top");
        assertThat(arrival.frames().size()).isEqualTo(37);
        assertThat(arrival.run().exitCode()).isZero();
        assertThat(arrival.run().out())
                .contains("not sent: 80 frames longer than the interface's MTU");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replay --to lo|expected scenarios or one capture",
                "replay a.pcap b.pcap --to lo|expected one capture",
                "replay a.pcap|expected --to, where the recording goes",
                "replay a.pcap --to lo --speed 0|expected a factor of 0.000001 to 1000000, or top",
                "replay a.pcap --to lo --speed fast|expected a factor of 0.000001 to 1000000, or top",
                "replay a.pcap --to lo --loop -1|--loop must be 0 or more",
                "replay - --to lo --loop 2|-: --loop needs a file",
                "replay - --to roce://127.0.0.1|-: expected a file, which can be read twice",
                "replay a.pcap --to lo --map-ip 10.0.0.1|'10.0.0.1' is not of the form A=B",
                "replay a.pcap --to lo --map-ip 10.0.0.1=::1|both must be IPv4 or both IPv6",
                "replay a.pcap --to lo --map-ip 10.0.0.0/33=11.0.0.0|33 is more than 32",
                "replay a.pcap --to lo --map-ip host=11.0.0.0|'host' is not an IP address",
                "replay a.pcap --to lo --map-qpn 0x1000000=1|0x1000000 is more than 16777215",
                "replay a.pcap --to lo --map-qpn 1@x=1|'x' is not an IP address",
                "replay a.pcap --to lo --map-rkey a=1|'a' is not a number",
                "replay a.pcap --to lo --map-mac 02:00=1|'02:00' is not a MAC address",
                "replay a.pcap --to lo --checksums good|expected one of [KEEP, FIX]",
            })
    void wrongArgumentsAreNamed(String line, String error) {
        CommandRun run = CommandRun.of((Object[]) line.split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("qpscope: ").contains(error).hasLineCount(1);
    }

    @Test
    void whatIsNotThereIsNamed() throws Exception {
        CommandRun device = CommandRun.of("replay", LOSS, "--to", "nosuch0");
        assertThat(device.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(device.err()).startsWith("qpscope: nosuch0: no such interface");
        Arrival file = replay("replay", folder.resolve("none.pcap"), "--to", "v0");
        assertThat(file.run().exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(file.run().err()).endsWith("none.pcap: no such file\n");
    }
}
