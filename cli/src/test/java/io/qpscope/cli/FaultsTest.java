package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fault plans on the wire of the loopback interface. */
class FaultsTest {
    private static final String NET = "127.49." + (ProcessHandle.current().pid() % 250 + 2);
    private static final String SERVER = NET + ".1";
    private static final String CLIENT = NET + ".2";

    @TempDir
    Path folder;

    private Path plan(String... rules) {
        try {
            Path file = Files.createTempFile(folder, "plan", ".yaml");
            return Files.writeString(file, "faults:\n  - " + String.join("\n  - ", rules) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CommandRun serving(Runnable clients, Object... more) throws Exception {
        Object[] words = words(new Object[] {"serve", "--bind", SERVER}, more);
        CommandRun[] server = new CommandRun[1];
        Thread thread = new Thread(() -> server[0] = CommandRun.of(words));
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
        return CommandRun.of(words(new Object[] {"ping", "--to", SERVER, "--bind", CLIENT}, more));
    }

    private static Object[] words(Object[] first, Object... more) {
        Object[] all = new Object[first.length + more.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }

    @Test
    void aPingLosesWhatItsPlanSays() throws Exception {
        Path plan = plan(
                "drop: {qp: 1, psn: 5, round: 1}",
                "corrupt: {psn: 9, round: 1," + " field: bth.psn, xor: 1}");
        serving(() -> {
            CommandRun run = ping(
                    "--verb",
                    "write",
                    "--size",
                    8000,
                    "--mtu",
                    1024,
                    "--count",
                    20,
                    "--depth",
                    4,
                    "--faults",
                    plan,
                    "--seed",
                    5);
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("20 done, 160000 bytes")
                    .containsPattern("(rcvd_seq_err|completer_retry_err)=[1-9]")
                    .contains("\nfaults: " + plan + ", seed 5\n")
                    .contains("\n  1 times: drop {qp: 1, psn: 5, round: 1}\n")
                    .contains("\n  1 times: corrupt {psn: 9, round: 1, field: bth.psn, xor: 1}\n");
        });
    }

    @Test
    void aServerIsNotReadyWhenItsPlanSaysSo() throws Exception {
        Path plan = plan(
                "rnr: {message: 2, timer: 1, times: 3}",
                "duplicate: {from: b, opcode: RC_SEND_*, every: 4}");
        CommandRun server = serving(
                () -> {
                    CommandRun run =
                            ping("--service", "echo", "--count", 20, "--size", 3000, "--seed", 1);
                    assertThat(run.exitCode()).as(run.err()).isZero();
                    assertThat(run.out()).contains("20 done").contains("rcvd_rnr_err=3");
                },
                "--service",
                "echo",
                "--faults",
                plan);
        assertThat(server.exitCode()).as(server.err()).isZero();
        assertThat(server.out())
                .contains("\n  3 times: rnr {message: 2, timer: 1, times: 3}\n")
                .containsPattern("\n  [1-9][0-9]* times: duplicate ");
    }

    @Test
    void whatNeverHappenedIsNoProof() throws Exception {
        CommandRun server = serving(
                () -> {
                    CommandRun run = ping("--faults", plan("drop: {qp: 7}"));
                    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
                    assertThat(run.out())
                            .contains("10 done")
                            .contains("\n  0 times, not exercised: drop {qp: 7}\n");
                    CommandRun optional = ping("--faults", plan("drop: {qp: 7, optional: true}"));
                    assertThat(optional.exitCode()).as(optional.err()).isZero();
                    // A socket sets the marks of what it sends itself.
                    CommandRun marks = ping("--faults", plan("mark: {from: a, ecn: ce}"));
                    assertThat(marks.exitCode()).as(marks.err()).isEqualTo(1);
                },
                "--faults",
                plan("drop: {from: b, opcode: \"RC_ATOMIC_*\"}"));
        assertThat(server.exitCode()).as(server.err()).isEqualTo(1);
        assertThat(server.out()).contains("0 times, not exercised: drop");
    }

    @Test
    void inJsonRulesAreAField() throws Exception {
        Path plan = plan("drop: {opcode: \"RC_SEND_*\", psn: 3, times: 1}", "drop: {qp: 7}");
        serving(() -> {
            CommandRun run = ping("--count", 20, "--format", "json", "--faults", plan);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.out().strip()).startsWith("{").endsWith("}");
            assertThat(run.out())
                    .containsPattern("\"fires\" : 1,\\s+\"exercised\" : true")
                    .containsPattern("\"fires\" : 0,\\s+\"exercised\" : false");
        });
    }

    @Test
    void aPlanIsReadBeforeAnythingElse() {
        Path wrong = plan("drop: {qp: 1, pns: 10}", "delay: {by: 50}");
        CommandRun run = ping("--faults", wrong);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .startsWith("qpscope: " + wrong + ":2:19: unknown key 'pns' in drop; did you mean"
                        + " psn? expected one of: ")
                .contains(wrong + ":3:17: by: '50': expected a duration with its unit");
        CommandRun missing = ping("--faults", folder.resolve("none.yaml"));
        assertThat(missing.exitCode()).isEqualTo(3);
        assertThat(missing.err()).contains("none.yaml: no such file");
        CommandRun elsewhere = ping("--faults", plan("pause: {port: h1, class: 3}"));
        assertThat(elsewhere.exitCode()).isEqualTo(2);
        assertThat(elsewhere.err()).contains("'pause' needs a simulated network");
        CommandRun link = ping("--faults", plan("drop: {psn: 1, link: uplink}"));
        assertThat(link.exitCode()).isEqualTo(2);
        assertThat(link.err()).contains(":2: 'link' needs a simulated network");
        CommandRun stream = ping("--faults", plan("mpa: {fpdu: 1, crc: bad}"));
        assertThat(stream.exitCode()).isEqualTo(2);
        assertThat(stream.err()).contains("'mpa' needs an iWARP stream");
    }
}
