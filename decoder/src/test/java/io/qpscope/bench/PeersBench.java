package io.qpscope.bench;

import io.qpscope.bench.TrafficFile.Options;
import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Puts the analysis beside other programs on the same file, in turns and on the same core when the
 * JVM is bound to one. Prints medians; a peer that isn't installed is left out.
 *
 * <p>Time is that of the processor, as {@code time} tells it, so that neighbours on the machine
 * weigh little; the wall clock stands beside it. The analysis is one thread of this JVM, which is
 * warm by then; the program is the whole command with its start taken off, which is not.
 */
public final class PeersBench {
    /** Of the slowest peer, whose start is then taken off. */
    private static final int CUT = 200_000;

    private static final double NANOS = 1e9;

    /** The program as it is shipped, from the folder of this module. */
    private static final Path PROGRAM = Path.of("..", "cli", "target", "qpscope", "bin", "qpscope");

    /** One program: what it does to how many packets, and the seconds it took. */
    private abstract static class Peer {
        final String name;
        final long packets;
        final long bytes;
        final List<Double> processor = new ArrayList<>();
        final List<Double> wall = new ArrayList<>();

        Peer(String name, long packets, long bytes) {
            this.name = name;
            this.packets = packets;
            this.bytes = bytes;
        }

        abstract void run() throws IOException, InterruptedException;

        double packetsPerSecond() {
            return packets / median(processor);
        }
    }

    private static final class Own extends Peer {
        private final Path file;

        Own(String name, Path file, long packets, long bytes) {
            super(name, packets, bytes);
            this.file = file;
        }

        @Override
        void run() throws IOException {
            long start = System.nanoTime();
            long processorStart = processorNs();
            long seen = Analysis.of(file, Long.MAX_VALUE).packets;
            processor.add((processorNs() - processorStart) / NANOS);
            wall.add((System.nanoTime() - start) / NANOS);
            if (seen != packets) {
                throw new IllegalStateException("saw " + seen + " packets of " + packets);
            }
        }

        private static long processorNs() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Another program, timed by the shell. */
    private static final class Other extends Peer {
        private final String[] command;
        private final String[] idle;

        /**
         * @param idle the same without work, whose time is taken off; or null
         */
        Other(String name, long packets, long bytes, String[] command, String[] idle) {
            super(name, packets, bytes);
            this.command = command;
            this.idle = idle;
        }

        @Override
        void run() throws IOException, InterruptedException {
            double[] whole = time(command);
            double[] start = idle == null ? new double[2] : time(idle);
            processor.add(whole[0] - start[0]);
            wall.add(whole[1] - start[1]);
        }

        /** Seconds of the processor and by the clock. */
        private static double[] time(String[] command) throws IOException, InterruptedException {
            List<String> shell = new ArrayList<>(List.of(
                    "bash", "-c", "TIMEFORMAT='%U %S %R'; time \"$@\" >/dev/null 2>&1", "time"));
            shell.addAll(Arrays.asList(command));
            Process process = new ProcessBuilder(shell)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectErrorStream(false)
                    .start();
            byte[] text = process.getErrorStream().readAllBytes();
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed");
            }
            String[] parts = new String(text, StandardCharsets.UTF_8).strip().split(" ", -1);
            double user = Double.parseDouble(parts[0]);
            return new double[] {user + Double.parseDouble(parts[1]), Double.parseDouble(parts[2])};
        }
    }

    private PeersBench() {}

    /** Argument: rounds, 5 if none. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
        compare("headers, cut at 128 bytes", Options.HEADERS, rounds);
        compare("whole packets, ICRC checked", Options.WHOLE, rounds);
    }

    private static void compare(String title, Options options, int rounds)
            throws IOException, InterruptedException {
        Path file = TrafficFile.cached(options);
        Analysis all = Analysis.of(file, Long.MAX_VALUE);
        Analysis part = Analysis.of(file, CUT);
        List<Peer> peers = new ArrayList<>();
        peers.add(new Own("qpscope analysis", file, all.packets, all.bytes));
        if (Files.isExecutable(PROGRAM)) {
            for (int threads = 1; threads <= 2; threads++) {
                peers.add(new Other(
                        "the program, --threads " + threads,
                        all.packets,
                        all.bytes,
                        program(threads, file),
                        program(threads, cut(file, 1))));
            }
        } else {
            System.out.println(PROGRAM + " is not built: left out");
        }
        if (installed("cc")) {
            String walk = walker().toString();
            peers.add(new Other(
                    "C walk of the mapped records",
                    all.packets,
                    all.bytes,
                    new String[] {walk, file.toString()},
                    null));
        }
        if (installed("tcpdump")) {
            peers.add(new Other(
                    "tcpdump -w /dev/null",
                    all.packets,
                    all.bytes,
                    new String[] {"tcpdump", "-r", file.toString(), "-w", "/dev/null"},
                    null));
        }
        if (installed("tshark")) {
            peers.add(new Other(
                    "tshark -e infiniband.bth.psn",
                    part.packets,
                    part.bytes,
                    tshark(cut(file, CUT)),
                    tshark(cut(file, 1))));
        }
        for (int round = 0; round < rounds; round++) {
            for (Peer peer : peers) {
                peer.run();
            }
        }
        print(title, peers);
    }

    private static String[] program(int threads, Path file) {
        return new String[] {
            PROGRAM.toString(), "analyze", "--threads", "" + threads, file.toString()
        };
    }

    private static String[] tshark(Path file) {
        return new String[] {
            "tshark", "-r", file.toString(), "-T", "fields", "-e", "infiniband.bth.psn"
        };
    }

    private static boolean installed(String program) throws IOException, InterruptedException {
        int code = new ProcessBuilder("bash", "-c", "command -v " + program)
                .redirectOutput(Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            System.out.println(program + " is not installed: left out");
        }
        return code == 0;
    }

    private static Path walker() throws IOException, InterruptedException {
        Path folder = TrafficFile.folder();
        Path source = folder.resolve("walk.c");
        Path program = folder.resolve("walk").toAbsolutePath();
        try (InputStream in = PeersBench.class.getResourceAsStream("walk.c")) {
            Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
        }
        int code = new ProcessBuilder("cc", "-O2", "-o", program.toString(), source.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("cc failed");
        }
        return program;
    }

    /** The file's first packets. */
    private static Path cut(Path file, int packets) throws IOException {
        Path cut = TrafficFile.folder().resolve("first-" + packets + ".pcap");
        try (FrameCursor cursor = CaptureFile.open(file);
                PcapWriter out = PcapWriter.create(cut, LinkType.ETHERNET)) {
            while (cursor.number() < packets && cursor.next()) {
                ByteBuffer frame = cursor.buffer().slice(cursor.offset(), cursor.capturedLength());
                out.write(cursor.timeNs(), frame, cursor.originalLength());
            }
        }
        return cut;
    }

    private static void print(String title, List<Peer> peers) {
        Peer own = peers.get(0);
        line(
                "%n%-30s %8s %8s %10s %8s %9s %9s",
                title, "CPU s", "wall s", "M pkt/s", "GB/s", "ours is", "by clock");
        for (Peer peer : peers) {
            double ratio = own.packetsPerSecond() / peer.packetsPerSecond();
            double byClock = own.packets / median(own.wall) / (peer.packets / median(peer.wall));
            line(
                    "%-30s %8.3f %8.3f %10.3f %8.2f %9s %9s",
                    peer.name,
                    median(peer.processor),
                    median(peer.wall),
                    peer.packetsPerSecond() / 1e6,
                    peer.bytes / median(peer.processor) / 1e9,
                    peer == own ? "" : String.format(Locale.ROOT, "%.3g x", ratio),
                    peer == own ? "" : String.format(Locale.ROOT, "%.3g x", byClock));
        }
    }

    private static void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
