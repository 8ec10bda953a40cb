package io.qpscope.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the walkers of all formats share: the current record, the totals, the damage. */
abstract class RecordCursor implements FrameCursor {
    /** What libpcap allows (MAXIMUM_SNAPLEN); some writers put less into the file's snap length. */
    static final int USUAL_LIMIT = 256 << 10;

    /** No file can make us believe in a larger packet. */
    static final int HARD_LIMIT = 16 << 20;

    protected final Window window;
    protected long timeNs;
    protected int interfaceId;
    protected int linkType;

    private final String file;
    private final String format;
    private final Set<Integer> linkTypes = new LinkedHashSet<>();

    private int offset;
    private int capturedLength;
    private int originalLength;
    private long fileOffset;

    /** Of the current record, in the file. */
    protected long number;

    private long packets;
    private long bytes;
    private long truncatedPackets;
    private long firstTimeNs = Long.MAX_VALUE;
    private long lastTimeNs = Long.MIN_VALUE;
    private String damage;
    private boolean finished;

    RecordCursor(String file, String format, Window window) {
        this.file = file;
        this.format = format;
        this.window = window;
    }

    /** Finds the next record and calls {@link #deliver}; false at the end. */
    protected abstract boolean advance();

    @Override
    public final boolean next() {
        if (finished) {
            return false;
        }
        try {
            if (advance()) {
                return true;
            }
        } catch (InternalError e) {
            // How the JVM tells that a mapped page can't be read.
            damaged(fileOffset, "expected more records, the file can't be read: " + e.getMessage());
        }
        finished = true;
        return false;
    }

    /** The largest captured length to believe in, given what the file promises. */
    static int limit(int snapLength) {
        long promised = Integer.toUnsignedLong(snapLength);
        return (int) Math.min(Math.max(promised, USUAL_LIMIT), HARD_LIMIT);
    }

    protected final void sawLinkType(int linkType) {
        linkTypes.add(linkType);
    }

    /** Sets the record's time; records without one keep that of the record before. */
    protected final void stamp(long timeNs) {
        this.timeNs = timeNs;
        if (timeNs < firstTimeNs) {
            firstTimeNs = timeNs;
        }
        if (timeNs > lastTimeNs) {
            lastTimeNs = timeNs;
        }
    }

    /**
     * Makes a record the current one.
     *
     * @param index of its first byte in the window
     * @param original unsigned
     * @param fcs bytes of frame check sequence that the file says the original length includes
     */
    protected final boolean deliver(
            long fileOffset, int index, int captured, int original, int fcs) {
        int wire = original < 0 ? Integer.MAX_VALUE : Math.max(original, captured);
        int kept = captured;
        if (fcs != 0) {
            wire = Math.max(0, wire - fcs);
            kept = Math.min(kept, wire);
        }
        this.fileOffset = fileOffset;
        this.offset = index;
        this.capturedLength = kept;
        this.originalLength = wire;
        packets++;
        number++;
        bytes += wire;
        if (kept < wire) {
            truncatedPackets++;
        }
        return true;
    }

    /** Notes damage; the first one is kept, later ones often follow from it. */
    protected final boolean damaged(long at, String expectation) {
        if (damage == null) {
            damage = "byte " + at + ": " + expectation;
        }
        return false;
    }

    /** The window has fewer bytes than the record needs: the end, or a cut file. */
    protected final boolean endsInside(long at, long needed, String what) {
        long there = window.available(at);
        String why = window.failure() == null ? "" : " (" + window.failure() + ")";
        if (there > 0) {
            String text = "the file ends inside a " + what + " of " + needed + " bytes, ";
            damaged(at, text + there + " are there" + why);
        } else if (window.failure() != null) {
            damaged(at, "expected a " + what + ", the file can't be read on" + why);
        }
        return false;
    }

    /**
     * Null while all is well. A file that was cut below a mapping shows here as such and not by what
     * was found in its missing pages: the JVM tells of those late and where it likes.
     */
    final String damage() {
        long lost = window.lost();
        return lost > 0 ? "the file lost its last " + lost + " bytes while it was read" : damage;
    }

    @Override
    public final long number() {
        return number;
    }

    @Override
    public final long timeNs() {
        return timeNs;
    }

    @Override
    public final int interfaceId() {
        return interfaceId;
    }

    @Override
    public final int captureIndex() {
        return 0;
    }

    @Override
    public final int linkType() {
        return linkType;
    }

    /** Only pcapng can tell. */
    @Override
    public long linkSpeed() {
        return 0;
    }

    @Override
    public final ByteBuffer buffer() {
        return window.frames;
    }

    @Override
    public final boolean staysInPlace() {
        return window.goesBack();
    }

    @Override
    public final int offset() {
        return offset;
    }

    @Override
    public final int capturedLength() {
        return capturedLength;
    }

    @Override
    public final int originalLength() {
        return originalLength;
    }

    @Override
    public final long fileOffset() {
        return fileOffset;
    }

    /** Last part of the file's name. */
    final String name() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    final CaptureInfo info() {
        boolean timed = firstTimeNs <= lastTimeNs;
        return new CaptureInfo(
                file,
                format,
                List.copyOf(linkTypes),
                packets,
                bytes,
                truncatedPackets,
                timed ? firstTimeNs : 0,
                timed ? lastTimeNs : 0,
                damage());
    }

    /** The current record as its file has it. */
    abstract void raw(RawRecord record);

    /** One of the interfaces met so far, by {@link #interfaceId}. */
    abstract CaptureInterface describe(int id);

    /** Interfaces met so far. */
    int interfaces() {
        return 1;
    }

    /** Options of the file's first section as they are there; empty where there are none. */
    ByteBuffer sectionOptions() {
        return ByteBuffer.allocate(0);
    }

    /** Before the first record: records come as they stand in the file, whatever their times. */
    void keepOrder() {}

    @Override
    public final List<CaptureInfo> captures() {
        return List.of(info());
    }

    @Override
    public final void close() throws IOException {
        finished = true;
        window.close();
    }
}
