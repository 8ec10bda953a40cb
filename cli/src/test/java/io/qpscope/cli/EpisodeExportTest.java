package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.Schedule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Episodes as scenario files. */
class EpisodeExportTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final Path LOSS = CAPTURES.resolve("roce-loss3-send-downstream.pcap");

    @TempDir
    Path folder;

    @Test
    void episodesAreListed() {
        CommandRun run = CommandRun.of("replay", "--from", LOSS);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith(LOSS + ": 4 episodes\n")
                .containsPattern(
                        "1 +2 +10.9.0.2 QP 85 +LOSS_AFTER_TAP +13433968 +110..115 .* yes\n");
        CommandRun none = CommandRun.of("replay", "--from", CAPTURES.resolve("roce-rping.pcap"));
        assertThat(none.out()).endsWith(": 0 episodes\n");
        CommandRun iwarp =
                CommandRun.of("replay", "--from", CAPTURES.resolve("iwarp-perf-send-loss3.pcap"));
        assertThat(iwarp.exitCode()).isZero();
    }

    @Test
    void oneBecomesAScenario() throws Exception {
        Path file = folder.resolve("loss.yaml");
        CommandRun run = CommandRun.of(
                "replay", "--from", LOSS, "--episode", 2, "-o", file, "--profile", "rxe");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        String text = Files.readString(file);
        assertThat(text)
                .startsWith("# Session 1, episode 2 of roce-loss3-send-downstream.pcap: "
                        + "LOSS_AFTER_TAP at PSN 13433968, frame 110 to frame 115.\n")
                .contains("name: roce-loss3-send-downstream-1-2\nprofile: rxe\n")
                .contains("    verb: send\n    size: 4096\n")
                .contains("    episode: {status: SUCCESS}\n")
                .contains("{flow: episode, cause: LOSS_AFTER_TAP, outcome: recovered}\n");
        String faults = text.substring(text.indexOf("faults:"), text.indexOf("expect:"));
        assertThat(FaultPlan.read("loss.yaml", faults).rules()).hasSize(1);
        CommandRun again =
                CommandRun.of("replay", "--from", LOSS, "--episode", 2, "--profile", "rxe");
        assertThat(again.out()).isEqualTo(text);
        CommandRun replayed = CommandRun.of("replay", file);
        assertThat(replayed.exitCode()).as(replayed.out() + replayed.err()).isZero();
        Files.writeString(file, text.replace("LOSS_AFTER_TAP, out", "CORRUPTION, out"));
        assertThat(CommandRun.of("replay", file).exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    }

    /** Stops class 3 for 65535 quanta. */
    private static final byte[] XOFF = Arrays.copyOf(
            HexFormat.of().parseHex("0180c2000001020000000002880801010008000000000000" + "ffff"),
            60);

    /** 3.4 ms each at 10 Gbit/s, a millisecond apart: without a break for 200 ms. */
    @Test
    void aStormBecomesAScenario() throws Exception {
        byte[][] frames = new byte[200][];
        Arrays.fill(frames, XOFF);
        Path storm = Pcap.write(folder.resolve("storm.pcap"), frames);
        CommandRun unknown = CommandRun.of("replay", "--from", storm);
        assertThat(unknown.out()).contains("scenario no: the speed of the link is not known");
        CommandRun refused = CommandRun.of("replay", "--from", storm, "--pause", 1);
        assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        CommandRun list = CommandRun.of("replay", "--from", storm, "--link-speed", "10G");
        assertThat(list.out())
                .endsWith(
                        " pause 1: 02:00:00:00:00:02 stopped class 3 200 times in 199 ms, a storm;"
                                + " scenario yes\n");
        CommandRun run =
                CommandRun.of("replay", "--from", storm, "--link-speed", "10G", "--pause", 1);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith(
                        "# 02:00:00:00:00:02 stopped class 3 200 times in 199ms, frames 1 to 200")
                .contains("name: storm-pause-1\n", "rate: 10G", "dscp: 24\n")
                .contains("  findings: {has: [PFC-STORM]}\n");
        String text = run.out();
        String faults = text.substring(text.indexOf("faults:"), text.indexOf("expect:"));
        FaultPlan plan = FaultPlan.read("storm.yaml", faults);
        assertThat(plan.rules().get(0).schedule())
                .isEqualTo(new Schedule(1_000_000, 1_000_000, 201_000_000, Long.MAX_VALUE));
    }

    /** One stop is over when its quanta are. */
    @Test
    void onePauseIsNoStorm() throws Exception {
        Path once = Pcap.write(folder.resolve("once.pcap"), XOFF, Pcap.ACK);
        CommandRun run =
                CommandRun.of("replay", "--from", once, "--link-speed", "100G", "--pause", 1);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("  - pause: {port: b, class: 3, quanta: 65535, after: 1ms}\n")
                .contains("  findings: {not: [PFC-STORM]}\n");
        CommandRun other = CommandRun.of("replay", "--from", once, "--pause", 2);
        assertThat(other.err()).endsWith("pause 2: there are 1\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "roce-loss3-send-downstream.pcap --episode 5|episode 5: there are 4",
                "roce-loss3-send-downstream.pcap --episode 1 --session 2|sessions with episodes: 1",
                "roce-rping.pcap --episode 1|the capture has no episodes",
                "nosuch.pcap|no such file"
            })
    void whatIsNotThereIsNamed(String line, String error) {
        String[] words = ("replay --from ../captures/" + line).split(" ");
        CommandRun run = CommandRun.of((Object[]) words);
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith("qpscope: ").contains(error).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replay a.pcap --from b.pcap|--from takes the place of a capture and --to",
                "replay --from b.pcap --html c.html|--html does not go with --from",
                "replay a.pcap --to lo --retry 3|--retry does not go with an interface",
                "replay --from b.pcap --session 1|--session goes with --episode",
                "replay a.pcap --to lo --episode 1|--episode and --pause go with --from",
                "replay --from b.pcap --episode 1 --pause 1|--episode or --pause, not both",
                "replay --from b.pcap --episode x|'x' is not an int",
                "replay --from b.pcap --profile cx9|--profile must be one of ibta, "
            })
    void wrongArgumentsAreNamed(String line, String error) {
        CommandRun run = CommandRun.of((Object[]) line.split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("qpscope: ").contains(error).hasLineCount(1);
    }
}
