package io.qpscope.capture;

import java.nio.ByteBuffer;

/**
 * Walks a file of Endace ERF records, which has no header of its own: it is told by a chain of
 * records that make sense.
 *
 * <pre>
 * record: time(8, little-endian) type(1) flags(1) record length(2) loss counter(2) wire length(2)
 *         extension headers(8 each) bytes padding
 * time:   seconds(32) binary fractions(32)
 * type:   extensions follow(1) type(7)
 * </pre>
 *
 * A frame given out is a whole record without its padding; times are rounded down to the nanosecond.
 */
final class ErfCursor extends RecordCursor {
    static final int HEADER = 16;
    static final int EXTENSION = 8;

    /** In front of an Ethernet frame. */
    private static final int ETHERNET_PAD = 2;

    /** Ethernet in its four forms. */
    private static final long ETHERNET_TYPES = 1L << 2 | 1L << 11 | 1L << 16 | 1L << 20;

    /** Provenance of the capture; its wire length says nothing. */
    private static final int META = 27;

    private static final int HIGHEST_TYPE = 29;
    private static final int PADDING = 48;

    /** Enough of a chain, and how far to look for it. */
    private static final int ENOUGH = 8;

    private static final int FAR = 64 << 10;

    /** The cards are no older than this: 1990. */
    private static final long EARLIEST_SECONDS = 631_152_000;

    /** Neighbours are not further apart than this. */
    private static final long A_DAY = 86_400;

    private static final long NANOS = 1_000_000_000L;

    /** if_tsresol of 2^-32 seconds. */
    private static final int BINARY_32 = 0x80 | 32;

    /** Of one record; the reader of frames has its own bound. */
    private static final int MAX_EXTENSIONS = 16;

    private long next;

    private ErfCursor(String file, String packing, Window window) {
        super(file, "ERF" + packing, window);
        linkType = LinkType.ERF;
        sawLinkType(linkType);
    }

    /** Null when the bytes are no chain of records. */
    static ErfCursor open(String file, String packing, Window window) {
        long at = 0;
        long seconds = 0;
        int records = 0;
        while (records < ENOUGH && at < FAR) {
            int index = window.ensure(0, (int) at + HEADER);
            if (index < 0) {
                // Nothing more, or a header that is cut.
                break;
            }
            int header = index + (int) at;
            long then = window.little.getInt(header + 4) & 0xffff_ffffL;
            if (!isRecord(window.big, header)
                    || then < EARLIEST_SECONDS
                    || (records > 0 && Math.abs(then - seconds) > A_DAY)) {
                return null;
            }
            seconds = then;
            at += recordLength(window.big, header);
            if (records == 0 && window.ensure(0, (int) at) < 0) {
                return null;
            }
            records++;
        }
        return records == 0 ? null : new ErfCursor(file, packing, window);
    }

    private static int recordLength(ByteBuffer buffer, int header) {
        return buffer.getShort(header + 10) & 0xffff;
    }

    private static int type(ByteBuffer buffer, int header) {
        return buffer.get(header + 8) & 0x7f;
    }

    private static boolean isRecord(ByteBuffer buffer, int header) {
        int type = type(buffer, header);
        boolean known = (type > 0 && type <= HIGHEST_TYPE) || type == PADDING;
        int least = buffer.get(header + 8) < 0 ? HEADER + EXTENSION : HEADER;
        int length = recordLength(buffer, header);
        return known && length >= least && (buffer.get(header + 9) & 0xc0) == 0;
    }

    @Override
    protected boolean advance() {
        long at = next;
        int index = window.ensure(at, HEADER);
        if (index < 0) {
            return endsInside(at, HEADER, "record header");
        }
        ByteBuffer header = window.big;
        int length = recordLength(header, index);
        if (length < HEADER) {
            return damaged(at, "expected a record of at least 16 bytes, found " + length);
        }
        index = window.ensure(at, length);
        if (index < 0) {
            return endsInside(at, length, "record");
        }
        header = window.big;
        next = at + length;
        long fraction = window.little.getInt(index) & 0xffff_ffffL;
        long seconds = window.little.getInt(index + 4) & 0xffff_ffffL;
        stamp(seconds * NANOS + ((fraction * NANOS) >>> 32));
        int wire = frameStart(header, index, length) + (header.getShort(index + 14) & 0xffff);
        boolean whole = type(header, index) == META;
        int captured = whole ? length : Math.min(length, wire);
        return deliver(at, index, captured, whole ? length : wire, 0);
    }

    /** Bytes in front of the frame: headers, and what Ethernet is padded with. */
    private static int frameStart(ByteBuffer buffer, int index, int length) {
        int start = HEADER;
        boolean more = buffer.get(index + 8) < 0;
        for (int i = 0; more && i < MAX_EXTENSIONS && start + EXTENSION <= length; i++) {
            more = buffer.get(index + start) < 0;
            start += EXTENSION;
        }
        boolean ethernet = (ETHERNET_TYPES >>> type(buffer, index) & 1) != 0;
        return ethernet ? start + ETHERNET_PAD : start;
    }

    /** The record's own time stamp, all 64 bits of it, counts ticks of 2^-32 seconds. */
    @Override
    void raw(RawRecord record) {
        int index = window.ensure(fileOffset(), HEADER);
        record.ticks = window.little.getLong(index);
        record.frame(window.big, index, capturedLength(), originalLength());
    }

    @Override
    CaptureInterface describe(int id) {
        return CaptureInterface.inTicks(linkType, 0, BINARY_32);
    }
}
