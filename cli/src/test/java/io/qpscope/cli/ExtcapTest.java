package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The answers that Wireshark gets; {@link WiresharkTest} has the real one ask. */
class ExtcapTest {
    private static final Path CAPTURE = Path.of("..", "captures", "roce-loss3-write-upstream.pcap");

    @TempDir
    Path folder;

    private static CommandRun ask(Object... words) {
        Object[] all = new Object[words.length + 1];
        all[0] = "extcap";
        System.arraycopy(words, 0, all, 1, words.length);
        return CommandRun.of(all);
    }

    private static List<String> answer(Object... words) {
        CommandRun run = ask(words);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run.out().lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--extcap-version=4.4", "--extcap-version"})
    void interfacesAreTheFileAndTheMachines(String version) throws Exception {
        List<String> lines = Namespace.in(() -> answer("--extcap-interfaces", version));
        assertThat(lines)
                .containsExactly(
                        "extcap {version=" + Version.NUMBER + "}{display=QPScope}",
                        "interface {value=qpscope-file}{display=QPScope annotated file}",
                        "interface {value=qpscope-live-lo}{display=QPScope live: lo}",
                        "interface {value=qpscope-live-any}{display=QPScope live: any}");
    }

    @Test
    void linkTypesAreThoseOfLibpcap() {
        String ethernet = "dlt {number=1}{name=EN10MB}{display=Ethernet}";
        assertThat(answer("--extcap-dlts", "--extcap-interface", "qpscope-live-lo"))
                .containsExactly(ethernet);
        assertThat(answer("--extcap-dlts", "--extcap-interface", "qpscope-file"))
                .containsExactly(ethernet);
        assertThat(answer("--extcap-dlts", "--extcap-interface", "qpscope-live-any"))
                .containsExactly("dlt {number=113}{name=LINUX_SLL}{display=Linux SLL}");
    }

    /** Each option that is named is one that the command takes. */
    @ParameterizedTest
    @ValueSource(strings = {"qpscope-file", "qpscope-live-lo"})
    void optionsAreNumberedAndTaken(String name) {
        int number = 0;
        for (String line : answer("--extcap-config", "--extcap-interface", name)) {
            if (line.startsWith("value ")) {
                assertThat(line).startsWith("value {arg=" + (number - 1) + "}{value=");
                continue;
            }
            assertThat(line).startsWith("arg {number=" + number++ + "}{call=--");
            String option = line.replaceAll(".*\\{call=(--[^}]*)}.*", "$1");
            assertThat(Qpscope.commandLine()
                            .getSubcommands()
                            .get("extcap")
                            .getCommandSpec()
                            .optionsMap())
                    .containsKey(option);
        }
        assertThat(number).isGreaterThan(2);
    }

    @Test
    void aWrongFilterIsToldAndARightOneNot() {
        String[] lo = {"--extcap-interface", "qpscope-live-lo", "--extcap-capture-filter"};
        List<String> right = answer(lo[0], lo[1], lo[2], "udp port 4791");
        if (right.toString().contains("libpcap can't be loaded")) {
            abort(right.toString());
        }
        assertThat(right).isEmpty();
        assertThat(answer(lo[0], lo[1], lo[2], "udp porto 4791"))
                .singleElement()
                .asString()
                .startsWith("filter 'udp porto 4791': ");
        assertThat(answer("--extcap-interface", "qpscope-file", lo[2], "udp"))
                .containsExactly("a file is shown whole: it takes no capture filter");
    }

    @Test
    void aFileComesWithItsComments() throws IOException {
        Path annotated = folder.resolve("annotated.pcapng");
        CommandRun.of("analyze", "--annotate", annotated, CAPTURE);
        Path pipe = folder.resolve("pipe");
        String[] file = {"--capture", "--extcap-interface", "qpscope-file"};
        assertThat(answer(file[0], file[1], file[2], "--fifo", pipe, "--file", CAPTURE))
                .isEmpty();
        assertThat(pipe).hasSameBinaryContentAs(annotated);
    }

    @Test
    void whatIsWrongWithAFileIsOneLine() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "no capture");
        for (Path wrong : List.of(folder.resolve("none.pcap"), text)) {
            CommandRun run = ask(
                    "--capture",
                    "--extcap-interface=qpscope-file",
                    "--fifo",
                    folder.resolve("pipe"),
                    "--file",
                    wrong);
            assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(run.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("qpscope: " + wrong + ": ");
        }
        CommandRun itself =
                ask("--capture", "--extcap-interface=qpscope-file", "--fifo", text, "--file", text);
        assertThat(itself.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(text).hasContent("no capture");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--extcap-interface=qpscope-live-lo",
                "--extcap-interface=qpscope-live- --extcap-dlts",
                "--extcap-interface=eth0 --extcap-config",
                "--extcap-interface=qpscope-file --capture",
                "--extcap-interface=qpscope-file --capture --fifo=p",
                "--extcap-interface=qpscope-file --capture --fifo=p --file=- ",
                "--extcap-interface=qpscope-file --capture --fifo=p --file=x"
                        + " --extcap-capture-filter=udp",
                "--extcap-interface=qpscope-live-lo --capture --fifo=p --snaplen=0",
            })
    void wrongUsageIsOneLine(String words) {
        CommandRun run = ask((Object[]) words.strip().split(" ", -1));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void itIsNotAmongTheCommandsForPeople() {
        assertThat(CommandRun.of("--help").out()).doesNotContain("extcap");
        assertThat(CommandRun.of().err()).doesNotContain("extcap");
    }

    @Test
    void anInterfaceThatIsNotThereIsAnError() throws Exception {
        CommandRun run = Namespace.in(() -> ask(
                "--capture",
                "--extcap-interface=qpscope-live-nope0",
                "--fifo",
                folder.resolve("pipe")));
        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err().lines()).hasSize(1);
    }

    /** Packets reach the pipe as they come; that nobody reads any more is a good end. */
    @ParameterizedTest
    @ValueSource(strings = {"--icrc=auto", "--no-comments"})
    void livePacketsFlowUntilThePipeIsClosed(String option) throws Exception {
        Path pipe = folder.resolve("pipe");
        Namespace.run("mkfifo", pipe.toString());
        CommandRun run = Namespace.in(() -> {
            AtomicBoolean over = new AtomicBoolean();
            FutureTask<Integer> reading = new FutureTask<>(() -> {
                try (InputStream in = Files.newInputStream(pipe);
                        FrameCursor cursor = CaptureFile.open(in, "pipe")) {
                    assertThat(cursor.next()).isTrue();
                    return cursor.capturedLength();
                }
            });
            new Thread(reading, "wireshark").start();
            Thread sender = new Thread(() -> send(over), "sender");
            sender.start();
            CommandRun ended = ask(
                    "--capture",
                    "--extcap-interface=qpscope-live-lo",
                    "--extcap-capture-filter=udp",
                    option,
                    "--fifo",
                    pipe);
            over.set(true);
            if (ended.err().contains("libpcap can't be loaded")) {
                // The reader waits for somebody to open the pipe.
                Files.newOutputStream(pipe).close();
                abort(ended.err());
            }
            assertThat(reading.get(30, TimeUnit.SECONDS)).isEqualTo(42 + 100);
            sender.join();
            return ended;
        });
        assertThat(run).isEqualTo(new CommandRun(ExitCode.GOOD, "", ""));
    }

    private static void send(AtomicBoolean over) {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            while (!over.get()) {
                socket.send(new DatagramPacket(new byte[100], 100, socket.getLocalSocketAddress()));
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
