package io.qpscope.bench;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.HostileSeeds;
import io.qpscope.frame.HostileSeeds.Seed;
import io.qpscope.frame.UpperContext;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.iwarp.StreamReader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Feeds damaged frames to everything that reads frames: each recorded or built frame with bits
 * turned, words replaced, cut, spliced or filled with noise, in three of four cases with its
 * checksums made right again, and one in sixteen of random bytes, under each link type now and
 * then. Ends at the first exception with the frame and the seed; else prints the most memory that
 * the trackers of one life kept, the slowest frame, and what was reached.
 */
public final class HostileRun {
    private static final int ROCE_PORT = 4791;
    private static final int MAX_FRAME = 9600;
    private static final int MAX_NOISE = 4200;

    /** Frames of one tracker, as of one capture. */
    private static final int LIFE = 200_000;

    /** Sessions of every other tracker, so that it has to drop some. */
    private static final int FEW_SESSIONS = 50;

    /** Bits a second, of odd lives; unknown in the others. */
    private static final long LINK_SPEED = 1_000_000_000L;

    /** Between two frames. */
    private static final int STEP_NS = 10_000;

    private static final byte NETWORK = 10;
    private static final byte SUBNET = 9;

    /** About what Ethernet, IP and TCP take: changes behind leave a stream together. */
    private static final int OUTER = 54;

    /** One in so many frames is shown field by field, too, which takes far longer than analysis. */
    private static final int SHOWN = 16;

    private static final int[] LINK_TYPES = {
        LinkType.ETHERNET,
        LinkType.RAW,
        LinkType.LINUX_SLL,
        LinkType.LINUX_SLL2,
        LinkType.ERF,
        LinkType.INFINIBAND,
        LinkType.IPOIB,
        LinkType.IPV4,
        LinkType.IPV6,
        LinkType.RAW_BSD,
        LinkType.RAW_OPENBSD
    };

    private final List<Seed> recorded;
    private final List<Seed> built;
    private final Random random;
    private final Repair repair = new Repair(ROCE_PORT);
    private final Reach reach = new Reach();
    private final byte[] bytes = new byte[MAX_FRAME];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    private int recordedAt;
    private int builtAt;
    private int recordedRound;
    private int builtRound;
    private int length;
    private int type = LinkType.ETHERNET;
    private long most;

    private HostileRun(List<Seed> recorded, List<Seed> built, long seed) {
        this.recorded = recorded;
        this.built = built.stream().map(this::repaired).toList();
        this.random = new Random(seed);
    }

    /** Arguments: folder of captures, packets, seed. */
    public static void main(String[] args) throws IOException {
        long packets = Long.parseLong(args[1]);
        long seed = Long.parseLong(args[2]);
        List<Seed> recorded = read(Path.of(args[0]));
        List<Seed> built = HostileSeeds.all();
        long start = System.nanoTime();
        HostileRun run = new HostileRun(recorded, built, seed);
        run.run(packets, seed);
        System.out.println(String.format(
                Locale.ROOT,
                "%d packets from %d recorded and %d built frames, seed %d: %.0f s, no exception,"
                        + " at most %d MiB kept",
                packets,
                recorded.size(),
                built.size(),
                seed,
                (System.nanoTime() - start) / 1e9,
                run.most >> 20));
        System.out.println(run.reach);
    }

    private static List<Seed> read(Path folder) throws IOException {
        List<Seed> seeds = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().matches(".*\\.pcap(ng)?"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            try (FrameCursor cursor = CaptureFile.open(file)) {
                while (cursor.next()) {
                    byte[] frame = new byte[Math.min(cursor.capturedLength(), MAX_FRAME)];
                    cursor.buffer().get(cursor.offset(), frame);
                    seeds.add(new Seed(cursor.linkType(), frame));
                }
            }
        }
        return seeds;
    }

    private void run(long packets, long seed) {
        for (long done = 0, life = 0; done < packets; done += LIFE, life++) {
            live(life, Math.min(LIFE, packets - done), seed);
        }
    }

    /** One capture's worth: odd ones take every ICRC for good and have room for few sessions. */
    private void live(long life, long packets, long seed) {
        boolean odd = life % 2 != 0;
        Dissector dissector = new Dissector(ROCE_PORT, !odd);
        SessionTracker.Options usual = SessionTracker.Options.DEFAULT;
        SessionTracker tracker = new SessionTracker(
                odd
                        ? new SessionTracker.Options(
                                FEW_SESSIONS, usual.pauses(), usual.atomicCodes())
                        : usual);
        FrameView view = new FrameView();
        UpperContext context = new UpperContext();
        StreamReader streams = new StreamReader();
        for (long number = 1; number <= packets; number++) {
            next();
            long start = System.nanoTime();
            try {
                int original = length + (random.nextInt(8) == 0 ? random.nextInt(2000) : 0);
                view.wrap(buffer, 0, length, original, type)
                        .at(number, number * STEP_NS, 0, random.nextInt(3))
                        .linkSpeed(odd ? LINK_SPEED : 0);
                dissector.dissect(view);
                tracker.onFrame(view);
                context.onFrame(view);
                var units = streams.unitsOf(view);
                reach.frame(view, units.size());
                if (number % SHOWN == 0) {
                    reach.shown(FieldTree.of(view, context, units));
                }
            } catch (RuntimeException | StackOverflowError e) {
                String hex = HexFormat.of().formatHex(bytes, 0, length);
                throw new AssertionError(
                        "seed " + seed + ", life " + life + ", packet " + number + ": " + hex, e);
            }
            reach.took(System.nanoTime() - start, life, number);
        }
        most = Math.max(most, used());
        TrackerResult result = tracker.finish();
        reach.ended(result, Rules.judge(result));
    }

    /** Bytes in use, the recordings and all else included. */
    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private void next() {
        if (random.nextInt(16) == 0) {
            random.nextBytes(bytes);
            length = random.nextInt(random.nextBoolean() ? 128 : MAX_NOISE);
            type = LINK_TYPES[random.nextInt(LINK_TYPES.length)];
            return;
        }
        // Neighbours follow each other, so that trackers get somewhere.
        boolean jump = random.nextInt(32) == 0;
        if (random.nextInt(3) == 0) {
            builtAt = jump ? random.nextInt(built.size()) : (builtAt + 1) % built.size();
            take(built.get(builtAt));
            builtRound += builtAt == 0 ? 1 : 0;
            move(builtRound);
        } else {
            recordedAt =
                    jump ? random.nextInt(recorded.size()) : (recordedAt + 1) % recorded.size();
            take(recorded.get(recordedAt));
            recordedRound += recordedAt == 0 ? 1 : 0;
            move(recordedRound);
        }
        int changes = random.nextBoolean() ? 0 : 1 + random.nextInt(3);
        boolean deep = random.nextBoolean();
        for (; changes > 0 && length > 0; changes--) {
            change(place(deep));
        }
        if (random.nextInt(4) != 0 && repair.of(buffer, length, type)) {
            reach.repaired++;
        }
    }

    /**
     * Other networks in each round, wherever 10.9.0.x stands: trackers take a second round between
     * the same ends for copies of the first.
     */
    private void move(int round) {
        boolean moved = false;
        for (int i = 0; i + 2 < length; i++) {
            if (bytes[i] == NETWORK && bytes[i + 1] == SUBNET && bytes[i + 2] == 0) {
                bytes[i + 1] = (byte) (SUBNET + round);
                moved = true;
            }
        }
        if (moved) {
            repair.of(buffer, length, type);
        }
    }

    private Seed repaired(Seed seed) {
        take(seed);
        repair.of(buffer, length, type);
        return new Seed(type, Arrays.copyOf(bytes, length));
    }

    private void take(Seed seed) {
        length = seed.length();
        seed.copy(0, bytes, length);
        type = seed.linkType;
    }

    /** Headers are where it hurts. */
    private int place(boolean deep) {
        int from = deep && length > OUTER ? OUTER : 0;
        int room = length - from;
        return from + random.nextInt(random.nextInt(4) == 0 ? room : Math.min(room, 120));
    }

    private void change(int place) {
        switch (random.nextInt(7)) {
            case 0 -> bytes[place] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[place] = (byte) random.nextInt();
            case 2 -> bytes[place] = (byte) (random.nextBoolean() ? 0 : -1);
            case 3 -> {
                if (place + Integer.BYTES <= length) {
                    buffer.putInt(place, random.nextInt());
                }
            }
            case 4 -> length = place;
            case 5 -> {
                // Outer headers that hold, and noise within.
                for (int i = Math.max(place, Math.min(length, OUTER)); i < length; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
            }
            default -> {
                Seed other = recorded.get(random.nextInt(recorded.size()));
                int count = Math.min(Math.min(other.length(), length) - place, random.nextInt(64));
                if (count > 0) {
                    other.copy(place, bytes, count);
                }
            }
        }
    }
}
