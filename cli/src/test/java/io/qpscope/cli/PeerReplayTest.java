package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.recording.PartReader;
import io.qpscope.recording.RecordedPart;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Recorded requesters against a server of ours, on loopback addresses that nobody else has. */
class PeerReplayTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final String NET = "127.49." + (ProcessHandle.current().pid() % 250 + 2);
    private static final String SERVER = NET + ".1";
    private static final String CLIENT = NET + ".2";

    @TempDir
    Path folder;

    private final CommandRun[] served = new CommandRun[1];
    private Thread server;

    private void serve(Object... more) {
        List<Object> words = new ArrayList<>(List.of("serve", "--bind", SERVER));
        words.addAll(List.of(more));
        server = new Thread(() -> served[0] = CommandRun.of(words.toArray()));
        server.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.interrupt();
            server.join(60_000);
            assertThat(served[0]).as("the server has ended").isNotNull();
            assertThat(served[0].exitCode()).as(served[0].err()).isZero();
        }
    }

    private static CommandRun replay(Path capture, Object... more) {
        List<Object> words = new ArrayList<>(
                List.of("replay", capture, "--to", "roce://" + SERVER, "--bind", CLIENT));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray());
    }

    private static Path capture(String name) {
        return CAPTURES.resolve("roce-" + name);
    }

    /** Whatever disturbed them then: all verbs, both directions, READs, atomics, over a clean wire. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rc-all-ops.pcap",
                "rc-both-directions.pcap",
                "rc-psn-wrap.pcap",
                "loss5-mixed-downstream.pcap",
                "loss20-atomics.pcap",
                "loss3-read-upstream.pcap",
                "perf-write-65536.pcap",
                "nvmeof-io.pcap",
                "rping-loss.pcap",
                "rnr-writeimm.pcap",
                "corrupt.pcap",
                "two-taps-loss.pcapng"
            })
    void theSameRequestsHaveTheSameOutcome(String name) {
        serve("--service", "sink", "--size", 131072);
        CommandRun run = replay(capture(name), "--speed", "top");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .startsWith(capture(name) + " to roce://" + SERVER + ", from " + CLIENT + "\n")
                .containsPattern("SUCCESS in [^ ]+ [a-z]+ +SUCCESS in .* same\n")
                .doesNotContain("differs");
    }

    /** A key that was wrong is wrong here too; what it was stays the peer's to refuse. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nak-bad-rkey-read.pcap",
                "nak-bad-rkey-write-multi.pcap",
                "nak-bad-rkey-write.pcap",
                "nak-out-of-bounds-read.pcap",
                "ipv6-bad-rkey.pcap"
            })
    void aRefusedKeyIsRefusedAgain(String name) {
        serve("--service", "sink");
        CommandRun run = replay(capture(name));
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).containsPattern("REM_ACCESS_ERR in .* REM_ACCESS_ERR in .* same\n");
    }

    /** The peer of today has receives where that of the recording had none. */
    @Test
    void anotherOutcomeIsADifference() {
        serve("--service", "sink");
        CommandRun run = replay(capture("rnr-zero.pcap"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(joined(run))
                .contains("RNR_RETRY_EXC_ERR in ", " SUCCESS in ", "differs: SUCCESS,");
        assertThat(run.err()).isEmpty();
    }

    /** The gaps are those of the recording, or as much longer as was asked for. */
    @Test
    void verbsKeepTheirDistance() throws IOException {
        serve("--service", "sink");
        Path sends = capture("cm-tos.pcap");
        RecordedPart part =
                new PartReader(() -> CaptureFile.open(sends), 4791).read().get(0);
        long recorded = part.steps().get(2).atNs() - part.steps().get(0).atNs();
        assertThat(recorded).isPositive();
        long start = System.nanoTime();
        CommandRun run = replay(sends, "--speed", "0.25");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(System.nanoTime() - start).isGreaterThan(4 * recorded);
    }

    /** A recording against a peer, and a loss of our own making on top. */
    @Test
    void faultsGoWithIt() throws IOException {
        serve("--service", "sink");
        Path plan = folder.resolve("plan.yaml");
        Files.writeString(plan, "faults:\n  - drop: {qp: 1, psn: 4, round: 1}\n");
        Path writes = capture("loss3-write-upstream.pcap");
        CommandRun run = replay(writes, "--speed", "top", "--faults", plan);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains(" same\n")
                .contains("1 times: drop {qp: 1, psn: 4, round: 1}\n");
        Files.writeString(plan, "faults:\n  - drop: {qp: 9, psn: 4, round: 1}\n");
        CommandRun never = replay(writes, "--speed", "top", "--faults", plan);
        assertThat(never.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(never.out()).contains(" same\n", "not exercised");
    }

    @Test
    void whatIsTooLongForThePeerIsSaid() {
        serve("--service", "sink", "--size", 4096);
        CommandRun run = replay(capture("perf-write-65536.pcap"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(joined(run)).contains("the peer has room for 4096 bytes");
    }

    /** Fewer bytes than were touched: places fall together, and the outcome is the same. */
    @Test
    void memoryThatIsTooSmallIsFolded() {
        serve("--service", "sink", "--size", 10000);
        CommandRun run = replay(capture("rc-all-ops.pcap"), "--speed", "top");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("are more than the peer has: places fall together");
    }

    @Test
    void aPeerThatIsNoSinkDoesNotTellItsMemory() {
        serve("--service", "rping");
        CommandRun run = CommandRun.of(
                "replay",
                capture("loss3-write-upstream.pcap"),
                "--to",
                "roce://" + SERVER + ":7174",
                "--bind",
                CLIENT);
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(joined(run)).contains("the peer does not say which memory to use");
    }

    @Test
    void nobodyListens() {
        serve("--service", "rping");
        CommandRun run = replay(capture("loss3-write-upstream.pcap"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(joined(run)).contains("refused: no listener on the service id");
    }

    /** Without wrapping of the table's cells. */
    private static String joined(CommandRun run) {
        return run.out().replaceAll("\\s+", " ");
    }

    @Test
    void whatCanNotBeAskedAgainIsNamed() {
        CommandRun plan = replay(capture("uc-ops.pcap"), "--preflight");
        assertThat(plan.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
        assertThat(joined(plan)).contains("not replayed: service UC: only RC says");
        assertThat(plan.err()).endsWith("no requester that can be replayed\n");
        CommandRun good = replay(capture("rc-all-ops.pcap"), "--preflight");
        assertThat(good.exitCode()).isZero();
        assertThat(joined(good)).contains("can be replayed, 26 verbs", "SEND_INV is sent as SEND");
    }

    /** Half a capture, and one with bytes turned: a table and an exit code, whatever there is. */
    @Test
    void damagedCapturesAreSaidToBeDamaged() throws IOException {
        serve("--service", "sink");
        byte[] all = Files.readAllBytes(capture("rc-all-ops.pcap"));
        Path half = folder.resolve("half.pcap");
        Files.write(half, Arrays.copyOf(all, all.length / 2));
        CommandRun run = replay(half, "--speed", "top");
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith("qpscope: " + half + ": ").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--to roce://|--to: expected roce://HOST[:PORT], not roce://",
                "--to roce://127.0.0.1:99999|--to: the port must be 1 to 65535",
                "--to roce://127.0.0.1 --psn-offset 1|options that rewrite frames go with an interface",
                "--to roce://127.0.0.1 --loop 2|--loop goes with an interface",
                "--to roce://127.0.0.1 --mtu 1000|--mtu must be 256, 512, 1024, 2048 or 4096",
                "--to roce://127.0.0.1 --peer-rkey 1|Missing required argument",
                "--to roce://127.0.0.1 --raw lo|--raw needs --bind"
            })
    void wrongArgumentsAreNamed(String line, String error) {
        List<Object> words = new ArrayList<>(List.of("replay", capture("rping.pcap")));
        words.addAll(List.of(line.split(" ")));
        CommandRun run = CommandRun.of(words.toArray());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("qpscope: ").contains(error).hasLineCount(1);
    }
}
