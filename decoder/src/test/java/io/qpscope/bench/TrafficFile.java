package io.qpscope.bench;

import io.qpscope.bench.Connection.Habits;
import io.qpscope.bench.Connection.Truth;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;
import io.qpscope.wire.Psn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Writes a pcap file of reliable RoCEv2 connections between a few hosts, packet by packet in turn:
 * SEND, WRITE, READ and atomics, with losses on either side of the tap, RNR waits, and PSNs that
 * wrap. The same arguments give the same bytes.
 */
public final class TrafficFile {
    /** Every change of what is written needs another one. */
    private static final int VERSION = 2;

    private static final int MOST_PAIRS = 8;

    /** Of the PSNs at which connections begin; further than any has in flight. */
    private static final int START_STEP = 1024;

    /**
     * What to write.
     *
     * @param packets at least; connections then finish what they have begun
     * @param snapLength bytes kept of each frame, 0 for all
     */
    public record Options(
            long packets,
            int queuePairs,
            int mtu,
            int snapLength,
            int lossPerMillion,
            int rnrPerMillion,
            long seed) {
        /** Ten million packets cut behind their headers. */
        static final Options HEADERS = new Options(10_000_000, 64, 4096, 128, 50, 20, 1);

        /** Whole packets with their ICRC. */
        static final Options WHOLE = new Options(500_000, 64, 4096, 0, 50, 20, 1);

        String fileName() {
            return String.format(
                    Locale.ROOT,
                    "roce-v%d-%d-packets-%d-qps-mtu-%d-snap-%d-loss-%d-rnr-%d-seed-%d.pcap",
                    VERSION,
                    packets,
                    queuePairs,
                    mtu,
                    snapLength,
                    lossPerMillion,
                    rnrPerMillion,
                    seed);
        }
    }

    private TrafficFile() {}

    /** Arguments: file [packets [queue pairs [MTU [snap length [loss [RNR [seed]]]]]]]. */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            throw new IllegalArgumentException(
                    "expected: FILE [PACKETS [QPS [MTU [SNAP [LOSS_PPM [RNR_PPM [SEED]]]]]]]");
        }
        long[] values = {10_000_000, 64, 4096, 128, 50, 20, 1};
        for (int i = 1; i < args.length; i++) {
            values[i - 1] = Long.parseLong(args[i]);
        }
        Options options = new Options(
                values[0],
                (int) values[1],
                (int) values[2],
                (int) values[3],
                (int) values[4],
                (int) values[5],
                values[6]);
        List<Truth> truths = write(Path.of(args[0]), options);
        for (int i = 0; i < truths.size(); i++) {
            Truth truth = truths.get(i);
            System.out.printf(
                    "session %d: %d messages, lost %d before and %d after the tap, %d RNR NAKs, %d"
                            + " resent%n",
                    i + 1,
                    truth.messages,
                    truth.lostBeforeTap,
                    truth.lostAfterTap,
                    truth.rnrNaks,
                    truth.resent);
        }
    }

    /** Where generated files go: what the property {@code bench.dir} names. */
    static Path folder() throws IOException {
        return Files.createDirectories(Path.of(System.getProperty("bench.dir", "target/bench")));
    }

    /** The file in the folder of generated files; written when missing. */
    static Path cached(Options options) throws IOException {
        Path folder = folder();
        Path file = folder.resolve(options.fileName());
        if (!Files.exists(file)) {
            Path part = folder.resolve(options.fileName() + ".part");
            write(part, options);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return file;
    }

    /** What was made to happen, by session in the order of their first packets. */
    static List<Truth> write(Path file, Options options) throws IOException {
        Set<Connection> begun = new LinkedHashSet<>();
        try (PcapWriter out = PcapWriter.create(file, LinkType.ETHERNET)) {
            FrameWriter wire = new FrameWriter(out, options.snapLength());
            List<Connection> active = connections(options, wire);
            Random random = new Random(options.seed());
            while (!active.isEmpty()) {
                Connection connection = next(active, wire, random);
                if (wire.frames() >= options.packets()) {
                    connection.drain();
                }
                if (!connection.step()) {
                    active.remove(connection);
                } else {
                    begun.add(connection);
                }
            }
        }
        return begun.stream().map(connection -> connection.truth).toList();
    }

    private static List<Connection> connections(Options options, FrameWriter wire) {
        Habits habits =
                new Habits(options.mtu(), options.lossPerMillion(), options.rnrPerMillion());
        List<Connection> connections = new ArrayList<>();
        int pairs = Math.min(MOST_PAIRS, options.queuePairs());
        for (int i = 0; i < options.queuePairs(); i++) {
            FrameWriter.Path path = new FrameWriter.Path(i % pairs, i / pairs % 2 == 0, 0xc000 + i);
            int startPsn = Psn.add(0, -100 - i * START_STEP);
            connections.add(new Connection(i, path, startPsn, habits, wire, options.seed()));
        }
        return connections;
    }

    /** Any that doesn't wait; if all do, the one that waits least. */
    private static Connection next(List<Connection> active, FrameWriter wire, Random random) {
        Connection soonest = active.get(random.nextInt(active.size()));
        for (int tries = 0; tries < 4 * active.size(); tries++) {
            if (soonest.wakeNs() <= wire.timeNs()) {
                return soonest;
            }
            Connection other = active.get(random.nextInt(active.size()));
            if (other.wakeNs() < soonest.wakeNs()) {
                soonest = other;
            }
        }
        return soonest;
    }
}
