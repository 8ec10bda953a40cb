package io.qpscope.bench;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.UpperContext;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.iwarp.StreamReader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Feeds damaged frames to everything that reads frames: each recorded frame with bits turned, words
 * replaced, cut or spliced, and one in sixteen of random bytes, under each link type now and then.
 * Ends at the first exception with the frame and the seed; else prints the most memory that the
 * trackers of one life kept.
 */
public final class HostileRun {
    private static final int ROCE_PORT = 4791;
    private static final int MAX_FRAME = 4200;

    /** Frames of one tracker, as of one capture. */
    private static final int LIFE = 200_000;

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
        LinkType.IPV6
    };

    private final List<byte[]> seeds;
    private final List<Integer> types;
    private final Random random;
    private final byte[] bytes = new byte[MAX_FRAME];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    private int at;
    private int length;
    private int type = LinkType.ETHERNET;

    private HostileRun(List<byte[]> seeds, List<Integer> types, long seed) {
        this.seeds = seeds;
        this.types = types;
        this.random = new Random(seed);
    }

    /** Arguments: folder of captures, packets, seed. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        long packets = Long.parseLong(args[1]);
        long seed = Long.parseLong(args[2]);
        List<byte[]> seeds = new ArrayList<>();
        List<Integer> types = new ArrayList<>();
        read(folder, seeds, types);
        long start = System.nanoTime();
        long most = new HostileRun(seeds, types, seed).run(packets, seed);
        System.out.println(String.format(
                Locale.ROOT,
                "%d packets from %d frames, seed %d: %.0f s, no exception, at most %d MiB kept",
                packets,
                seeds.size(),
                seed,
                (System.nanoTime() - start) / 1e9,
                most >> 20));
    }

    private static void read(Path folder, List<byte[]> seeds, List<Integer> types)
            throws IOException {
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
                    seeds.add(frame);
                    types.add(cursor.linkType());
                }
            }
        }
    }

    /** The most bytes in use at the end of a life, the recordings and all else included. */
    private long run(long packets, long seed) {
        long most = 0;
        Dissector dissector = new Dissector(ROCE_PORT, true);
        FrameView view = new FrameView();
        SessionTracker tracker = null;
        UpperContext context = null;
        StreamReader streams = null;
        for (long number = 0; number < packets; number++) {
            if (number % LIFE == 0) {
                if (tracker != null) {
                    most = Math.max(most, used());
                    tracker.finish();
                }
                tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
                context = new UpperContext();
                streams = new StreamReader();
            }
            next();
            try {
                int original = length + (random.nextInt(8) == 0 ? random.nextInt(2000) : 0);
                view.wrap(buffer, 0, length, original, type)
                        .at(number + 1, number * 1000, 0, random.nextInt(3));
                dissector.dissect(view);
                tracker.onFrame(view);
                context.onFrame(view);
                var units = streams.unitsOf(view);
                if (number % SHOWN == 0) {
                    FieldTree.of(view, context, units);
                }
            } catch (RuntimeException | StackOverflowError e) {
                String hex = HexFormat.of().formatHex(bytes, 0, length);
                throw new AssertionError("seed " + seed + ", packet " + number + ": " + hex, e);
            }
        }
        most = Math.max(most, used());
        tracker.finish();
        return most;
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private void next() {
        if (random.nextInt(16) == 0) {
            random.nextBytes(bytes);
            length = random.nextInt(random.nextBoolean() ? 128 : MAX_FRAME);
            type = LINK_TYPES[random.nextInt(LINK_TYPES.length)];
            return;
        }
        // Neighbours follow each other, so that trackers get somewhere.
        take(random.nextInt(4) == 0 ? random.nextInt(seeds.size()) : (at + 1) % seeds.size());
        for (int changes = random.nextInt(4); changes > 0 && length > 0; changes--) {
            change();
        }
    }

    private void take(int index) {
        at = index;
        byte[] frame = seeds.get(index);
        length = frame.length;
        System.arraycopy(frame, 0, bytes, 0, length);
        type = types.get(index);
    }

    private void change() {
        // Headers are where it hurts.
        int place = random.nextInt(random.nextInt(4) == 0 ? length : Math.min(length, 120));
        switch (random.nextInt(6)) {
            case 0 -> bytes[place] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[place] = (byte) random.nextInt();
            case 2 -> bytes[place] = (byte) (random.nextBoolean() ? 0 : -1);
            case 3 -> {
                if (place + Integer.BYTES <= length) {
                    buffer.putInt(place, random.nextInt());
                }
            }
            case 4 -> length = place;
            default -> {
                byte[] other = seeds.get(random.nextInt(seeds.size()));
                int count = Math.min(Math.min(other.length, length) - place, random.nextInt(64));
                if (count > 0) {
                    System.arraycopy(other, place, bytes, place, count);
                }
            }
        }
    }
}
