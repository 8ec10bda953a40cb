package io.qpscope.capture;

import java.nio.ByteBuffer;

/**
 * Walks a pcap file (draft-ietf-opsawg-pcap).
 *
 * <pre>
 * file:    magic(4) major(2) minor(2) reserved(8) snap length(4) link type and FCS(4)
 * record:  seconds(4) fraction(4) captured length(4) original length(4) bytes
 * </pre>
 */
final class PcapCursor extends RecordCursor {
    static final int MICROSECONDS = 0xa1b2c3d4;
    static final int NANOSECONDS = 0xa1b23c4d;

    /** Alexey Kuznetzov's kernels: 8 more bytes behind each record's lengths. */
    static final int MODIFIED = 0xa1b2cd34;

    static final int FILE_HEADER = 24;
    static final int RECORD_HEADER = 16;
    static final int MODIFIED_RECORD_HEADER = 24;

    private static final long NANOS = 1_000_000_000L;
    private static final int LINK_TYPE_MASK = 0x03ff_ffff;
    private static final int FCS_PRESENT = 0x0400_0000;

    private final boolean little;
    private final int headerLength;
    private final int fractionNs;
    private final int snapLength;
    private final int limit;
    private final int fcs;
    private long next = FILE_HEADER;

    private PcapCursor(String file, String packing, Window window, int magic, boolean little) {
        super(file, (magic == NANOSECONDS ? "pcap ns" : "pcap us") + packing, window);
        this.little = little;
        headerLength = magic == MODIFIED ? MODIFIED_RECORD_HEADER : RECORD_HEADER;
        fractionNs = magic == NANOSECONDS ? 1 : 1000;
        ByteBuffer header = little ? window.little : window.big;
        int index = window.ensure(0, FILE_HEADER);
        snapLength = header.getInt(index + 16);
        limit = limit(snapLength);
        int network = header.getInt(index + 20);
        // The field counts 16-bit words.
        fcs = (network & FCS_PRESENT) == 0 ? 0 : (network >>> 28) * 2;
        linkType = network & LINK_TYPE_MASK;
        sawLinkType(linkType);
    }

    /** Null when the magic number is none of pcap's. */
    static PcapCursor open(String file, String packing, Window window, int magic)
            throws CaptureException {
        boolean little = isMagic(Integer.reverseBytes(magic));
        if (!little && !isMagic(magic)) {
            return null;
        }
        if (window.ensure(0, FILE_HEADER) < 0) {
            long there = window.available(0);
            throw new CaptureException(
                    file,
                    0,
                    "the file ends inside the pcap header of 24 bytes, " + there + " are there");
        }
        return new PcapCursor(
                file, packing, window, little ? Integer.reverseBytes(magic) : magic, little);
    }

    private static boolean isMagic(int magic) {
        return magic == MICROSECONDS || magic == NANOSECONDS || magic == MODIFIED;
    }

    @Override
    protected boolean advance() {
        long at = next;
        int index = window.ensure(at, headerLength);
        if (index < 0) {
            return endsInside(at, headerLength, "record header");
        }
        ByteBuffer header = little ? window.little : window.big;
        // Two words at once: each access has its checks.
        long time = header.getLong(index);
        long lengths = header.getLong(index + 8);
        int captured = first(lengths);
        if (captured < 0 || captured > limit) {
            return damaged(
                    at,
                    "expected a record of at most "
                            + limit
                            + " bytes, found "
                            + Integer.toUnsignedString(captured));
        }
        int length = headerLength + captured;
        index = window.ensure(at, length);
        if (index < 0) {
            return endsInside(at, length, "record");
        }
        next = at + length;
        long seconds = first(time) & 0xffff_ffffL;
        long fraction = second(time) & 0xffff_ffffL;
        stamp(seconds * NANOS + fraction * fractionNs);
        return deliver(at, index + headerLength, captured, second(lengths), fcs);
    }

    /** Of two words read as one in the file's byte order. */
    private int first(long words) {
        return (int) (little ? words : words >>> Integer.SIZE);
    }

    private int second(long words) {
        return (int) (little ? words >>> Integer.SIZE : words);
    }

    @Override
    void raw(RawRecord record) {
        int index = window.ensure(fileOffset(), headerLength);
        ByteBuffer header = little ? window.little : window.big;
        long seconds = header.getInt(index) & 0xffff_ffffL;
        long fraction = header.getInt(index + 4) & 0xffff_ffffL;
        record.ticks = seconds * (NANOS / fractionNs) + fraction;
        int captured = header.getInt(index + 8);
        record.frame(header, index + headerLength, captured, header.getInt(index + 12));
    }

    @Override
    CaptureInterface describe(int id) {
        int resolution =
                fractionNs == 1 ? CaptureInterface.NANOSECONDS : CaptureInterface.MICROSECONDS;
        return CaptureInterface.inTicks(linkType, snapLength, resolution).fcsLength(fcs);
    }
}
