package io.qpscope.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes packets to a pcapng file, or to one after another that are named as dumpcap does:
 * {@code name_00001_20260131235959.pcapng}; beyond a number of files the oldest is deleted. Limits
 * are looked at before a packet, so each file has one at least. Not for use by several threads.
 */
public final class CaptureRing implements Closeable {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

    /**
     * When the next file begins, and how many are kept; 0 = no limit.
     *
     * @param bytes of a file; it may grow beyond by one packet
     * @param packets of a file
     * @param durationNs from a file's first packet
     */
    public record Limits(long bytes, long packets, long durationNs, int files) {
        public static final Limits NONE = new Limits(0, 0, 0, 0);

        boolean switches() {
            return bytes > 0 || packets > 0 || durationNs > 0;
        }
    }

    private final Path path;
    private final Limits limits;
    private final String program;
    private final CaptureInterface from;
    private final Deque<Path> files = new ArrayDeque<>();
    private PcapngWriter writer;
    private int number;
    private long packets;
    private long firstNs;

    /**
     * One file opens at once, so that what is wrong shows at once; with limits the first opens with
     * the first packet, whose time is in its name.
     */
    public CaptureRing(Path path, Limits limits, String program, CaptureInterface from)
            throws IOException {
        this.path = path;
        this.limits = limits;
        this.program = program;
        this.from = from;
        if (!limits.switches()) {
            open(path);
        }
    }

    /** Adds a packet, as {@link PcapngWriter#write}. */
    public void write(long timeNs, ByteBuffer frame, int originalLength) throws IOException {
        if (limits.switches() && (writer == null || isFull(timeNs))) {
            next(timeNs);
        }
        if (packets++ == 0) {
            firstNs = timeNs;
        }
        writer.write(0, timeNs, frame, originalLength);
    }

    private boolean isFull(long timeNs) {
        return packets > 0
                && ((limits.bytes() > 0 && writer.size() >= limits.bytes())
                        || (limits.packets() > 0 && packets >= limits.packets())
                        || (limits.durationNs() > 0 && timeNs - firstNs >= limits.durationNs()));
    }

    private void next(long timeNs) throws IOException {
        if (writer != null) {
            writer.close();
        }
        open(named(++number, timeNs));
        packets = 0;
        if (limits.files() > 0 && files.size() > limits.files()) {
            Files.deleteIfExists(files.removeFirst());
        }
    }

    private void open(Path file) throws IOException {
        writer = PcapngWriter.create(file, program, null);
        files.addLast(file);
        writer.addInterface(from);
    }

    private Path named(int count, long timeNs) {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 ? name.substring(0, dot) : name;
        String suffix = dot > 0 ? name.substring(dot) : "";
        Instant time = Instant.ofEpochSecond(0, timeNs);
        String digits = String.format(Locale.ROOT, "%05d", count);
        String stamp = STAMP.format(time.atZone(ZoneId.systemDefault()));
        return path.resolveSibling(stem + "_" + digits + "_" + stamp + suffix);
    }

    /** Hands all to the operating system, so that others can read it. */
    public void flush() throws IOException {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }
}
