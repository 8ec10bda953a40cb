package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.port.pcap.LiveCapture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Two hosts, each in a network namespace of its own, on virtual cables va - xa and vb - xb whose x
 * ends are in the namespace of the test: nothing joins them but what the test runs.
 */
final class TwoHosts implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    /** One program, and what it has said so far. */
    static final class Program {
        private final Process process;
        private final Path out;
        private final Path err;

        private Program(Process process, Path out, Path err) {
            this.process = process;
            this.out = out;
            this.err = err;
        }

        private static Program start(Path folder, String name, List<String> command)
                throws IOException {
            Path out = folder.resolve(name + ".out");
            Path err = folder.resolve(name + ".err");
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new Program(process, out, err);
        }

        String out() throws IOException {
            return Files.readString(out);
        }

        String err() throws IOException {
            return Files.readString(err);
        }

        /** Until it says so. */
        Program await(String text) throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!out().contains(text) && !err().contains(text)) {
                assertThat(process.isAlive() && System.nanoTime() < end)
                        .as("expected '%s' in:%n%s%s", text, out(), err())
                        .isTrue();
                Thread.sleep(20);
            }
            return this;
        }

        /** Its exit code. */
        int end() throws Exception {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%s%s", out(), err())
                    .isTrue();
            return process.exitValue();
        }

        /** Ctrl-C, near enough: SIGTERM. */
        int stop() throws Exception {
            process.destroy();
            return end();
        }

        /** As {@code serve} and {@code ping} print them; those that are 0 are not there. */
        Map<String, Long> counters() throws IOException {
            Map<String, Long> counters = new HashMap<>();
            for (String line : out().split("\n", -1)) {
                if (line.startsWith("counters: ")) {
                    for (String pair : line.substring(10).split(" ", -1)) {
                        String[] parts = pair.split("=", -1);
                        counters.put(parts[0], Long.parseLong(parts[1]));
                    }
                }
            }
            return counters;
        }
    }

    private final Path folder;
    private final List<Program> programs = new ArrayList<>();

    /** In the namespace of the calling thread; see {@link Namespace#in}. */
    TwoHosts(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        for (String side : List.of("a", "b")) {
            String inner = "v" + side;
            String outer = "x" + side;
            Namespace.run("ip", "link", "add", inner, "type", "veth", "peer", "name", outer);
            // Else the kernel speaks on the cable too.
            Namespace.run("ip", "link", "set", outer, "addrgenmode", "none", "up");
        }
    }

    private static List<String> qpscope(Object... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        Arrays.stream(words).map(Object::toString).forEach(command::add);
        return command;
    }

    /** The program between the hosts. */
    Program between(Object... words) throws IOException {
        return add(Program.start(folder, "between", qpscope(words)));
    }

    /**
     * The program on a host.
     *
     * @param address of the host, which is made for this program
     */
    Program on(String side, String address, Object... words) throws Exception {
        String pid = home(side, address);
        List<String> command = new ArrayList<>(List.of("nsenter", "-t", pid, "-n"));
        command.addAll(qpscope(words));
        return add(Program.start(folder, side, command));
    }

    /** The process that a host's namespace lives as long as. */
    private String home(String side, String address) throws Exception {
        Program home = add(Program.start(folder, "home-" + side, List.of("unshare", "-n", "cat")));
        String pid = String.valueOf(home.process.pid());
        Path own = Path.of("/proc/thread-self/ns/net");
        Path its = Path.of("/proc", pid, "ns", "net");
        // It is there before it has left this one.
        while (Files.readSymbolicLink(its).equals(Files.readSymbolicLink(own))) {
            Thread.sleep(5);
        }
        String end = "v" + side;
        Namespace.run("ip", "link", "set", end, "netns", pid);
        String flags = address.contains(":") ? "/64 nodad" : "/24";
        String setup = "ip link set lo up && ip addr add " + address + flags + " dev " + end
                + " && ip link set " + end + " up";
        Namespace.run("nsenter", "-t", pid, "-n", "sh", "-c", setup);
        return pid;
    }

    /** What arrives at an end that is still here, as the only thing to happen there. */
    LiveCapture capture(String end) throws Exception {
        Namespace.run("ip", "link", "set", end, "addrgenmode", "none", "up");
        String other = end.equals("va") ? "vb" : "va";
        Namespace.run("ip", "link", "set", other, "addrgenmode", "none", "up");
        return LiveCapture.open(end, new LiveCapture.Options(65536, 8 << 20, true, null));
    }

    private Program add(Program program) {
        programs.add(program);
        return program;
    }

    @Override
    public void close() {
        programs.forEach(program -> program.process.destroyForcibly());
    }
}
