package io.qpscope.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * Walks a pcapng file (draft-ietf-opsawg-pcapng): blocks, each with its length at both ends.
 *
 * <pre>
 * block:     type(4) total length(4) body total length(4)
 * section:   byte-order magic(4) major(2) minor(2) section length(8) options
 * interface: link type(2) reserved(2) snap length(4) options
 * enhanced:  interface(4) time(8) captured length(4) original length(4) bytes options
 * obsolete:  interface(2) drops(2) time(8) captured length(4) original length(4) bytes options
 * simple:    original length(4) bytes
 * </pre>
 *
 * Damage inside a block is noted and the block left out; where the chain of blocks itself is
 * broken, the file ends.
 *
 * <p>The records of several interfaces come in order of time where the input can go back, with the
 * numbers they have in the file: see {@link TimeOrder}.
 */
final class PcapngCursor extends RecordCursor {
    static final int SECTION = 0x0a0d0d0a;
    static final int INTERFACE = 1;
    static final int OBSOLETE_PACKET = 2;
    static final int SIMPLE_PACKET = 3;
    static final int ENHANCED_PACKET = 6;

    static final int BYTE_ORDER = 0x1a2b3c4d;

    /** Type and total length. */
    static final int BLOCK_HEADER = 8;

    static final int SMALLEST_BLOCK = 12;
    static final int SECTION_BLOCK = 28;
    static final int INTERFACE_BLOCK = 20;
    static final int PACKET_BLOCK = 32;
    static final int SIMPLE_PACKET_BLOCK = 16;

    /** Largest block read as a whole: a packet at the hard limit with a mebibyte of options. */
    static final int LARGEST_BLOCK = HARD_LIMIT + (1 << 20);

    static final int PACKET_DATA = 28;
    static final int SIMPLE_PACKET_DATA = 12;
    private boolean little;
    private long next;

    private final PcapngInterfaces interfaces = new PcapngInterfaces();
    private final PcapngOptions options = new PcapngOptions();

    /** Null unless records are read ahead: the first one, and all where interfaces alternate. */
    private TimeOrder order;

    private boolean started;
    private boolean keepsOrder;
    private boolean sorts;
    private boolean ahead;
    private boolean ended;
    private long readNs;
    private long records;
    private int sections;

    private PcapngCursor(String file, String packing, Window window) {
        super(file, "pcapng" + packing, window);
    }

    /** Null when the magic number is not pcapng's. */
    static PcapngCursor open(String file, String packing, Window window, int magic)
            throws CaptureException {
        if (magic != SECTION) {
            return null;
        }
        PcapngCursor cursor = new PcapngCursor(file, packing, window);
        if (!cursor.section(0)) {
            String damage = cursor.damage();
            // The same words, but here there is nothing that could be kept.
            throw new CaptureException(file, damage == null ? "the file ends" : damage);
        }
        return cursor;
    }

    @Override
    protected boolean advance() {
        if (order == null && started) {
            return read();
        }
        if (!started) {
            started = true;
            order = new TimeOrder();
            readAhead();
            sorts = interfaces.count() > 1 && window.goesBack() && !keepsOrder;
        }
        while (sorts && !ended && !order.isFull()) {
            readAhead();
        }
        if (order.isEmpty()) {
            return false;
        }
        boolean delivered = deliverEarliest();
        if (!sorts) {
            order = null;
        }
        return delivered;
    }

    private void readAhead() {
        ahead = true;
        try {
            ended = !read();
        } catch (InternalError e) {
            // The records in hand may still be readable.
            ended = true;
            damaged(next, "expected more records, the file can't be read: " + e.getMessage());
        }
        ahead = false;
    }

    private boolean deliverEarliest() {
        int slot = order.remove();
        int captured = order.captured(slot);
        int index = window.ensure(order.data(slot), captured);
        if (index < 0) {
            return endsInside(order.place(slot), captured, "packet");
        }
        if (order.timed(slot)) {
            stamp(order.timeNs(slot));
        } else {
            timeNs = order.timeNs(slot);
        }
        number = order.number(slot) - 1;
        interfaceId = order.interfaceId(slot);
        linkType = order.linkType(slot);
        return deliver(order.place(slot), index, captured, order.original(slot), order.fcs(slot));
    }

    /** The next record of the file: delivers it, or notes its place. */
    private boolean read() {
        while (true) {
            long at = next;
            int index = window.ensure(at, BLOCK_HEADER);
            if (index < 0) {
                return endsInside(at, SMALLEST_BLOCK, "block");
            }
            ByteBuffer block = little ? window.little : window.big;
            int type = block.getInt(index);
            if (type == SECTION) {
                if (!section(at)) {
                    return false;
                }
                continue;
            }
            long total = block.getInt(index + 4) & 0xffff_ffffL;
            if (type == ENHANCED_PACKET
                    || type == SIMPLE_PACKET
                    || type == INTERFACE
                    || type == OBSOLETE_PACKET) {
                index = hold(at, total);
                if (index < 0) {
                    return false;
                }
                if (take(type, index, at, (int) total)) {
                    return true;
                }
            } else if (!skip(at, total)) {
                return false;
            }
        }
    }

    /** Some writers leave the padding out of the length. */
    static long padded(long length) {
        return (length + 3) & ~3L;
    }

    /** Makes the whole block readable: its index, or -1 when the file ends here. */
    private int hold(long at, long total) {
        if (total < SMALLEST_BLOCK || total > LARGEST_BLOCK) {
            String range = SMALLEST_BLOCK + " to " + LARGEST_BLOCK;
            damaged(at, "expected a block of " + range + " bytes, found " + total);
            return -1;
        }
        int length = (int) padded(total);
        int index = window.ensure(at, length);
        if (index < 0) {
            endsInside(at, length, "block");
            return -1;
        }
        next = at + length;
        return closes(index + length - 4, total) ? index : -1;
    }

    /** Passes over a block of any size without holding it. */
    private boolean skip(long at, long total) {
        if (total < SMALLEST_BLOCK) {
            return damaged(
                    at,
                    "expected a block of at least " + SMALLEST_BLOCK + " bytes, found " + total);
        }
        long length = padded(total);
        int index = window.ensure(at + length - 4, 4);
        if (index < 0) {
            return endsInside(at, length, "block");
        }
        next = at + length;
        return closes(index, total);
    }

    /** Both lengths of a block have to agree. */
    private boolean closes(int index, long total) {
        int repeated = (little ? window.little : window.big).getInt(index);
        return repeated == (int) total || differs(repeated, total);
    }

    private boolean differs(int repeated, long total) {
        String found = Integer.toUnsignedString(repeated);
        return damaged(next - 4, "expected the block's length " + total + " again, found " + found);
    }

    private boolean section(long at) {
        int index = window.ensure(at, SECTION_BLOCK);
        if (index < 0) {
            return endsInside(at, SECTION_BLOCK, "section header");
        }
        int order = window.big.getInt(index + BLOCK_HEADER);
        if (order != BYTE_ORDER && order != Integer.reverseBytes(BYTE_ORDER)) {
            return damaged(
                    at + BLOCK_HEADER,
                    "expected the byte-order magic 1a2b3c4d, found "
                            + HexFormat.of().toHexDigits(order));
        }
        little = order != BYTE_ORDER;
        sections++;
        interfaces.newSection();
        ByteBuffer block = little ? window.little : window.big;
        long total = block.getInt(index + 4) & 0xffff_ffffL;
        int major = block.getShort(index + 12);
        if (total < SECTION_BLOCK || major != 1) {
            return damaged(
                    at,
                    "expected a section header of version 1 and at least 28 bytes, found version "
                            + major
                            + " and "
                            + total);
        }
        if (sections == 1 && total <= PcapngInterfaces.MOST_OPTIONS) {
            int whole = window.ensure(at, (int) padded(total));
            if (whole >= 0) {
                block = little ? window.little : window.big;
                interfaces.keepSection(block, whole, (int) total);
            }
        }
        return skip(at, total);
    }

    /** Reads a block that is there as a whole; true when it gave a record. */
    private boolean take(int type, int index, long at, int total) {
        ByteBuffer block = little ? window.little : window.big;
        if (type == ENHANCED_PACKET) {
            return packet(block, index, at, total, block.getInt(index + 8));
        }
        if (type == OBSOLETE_PACKET) {
            return packet(block, index, at, total, block.getShort(index + 8) & 0xffff);
        }
        if (type == SIMPLE_PACKET) {
            return simplePacket(block, index, at, total);
        }
        describe(block, index, at, total);
        return false;
    }

    /** The interface's number is read from a short block too: its end mark is in its place then. */
    private boolean packet(ByteBuffer block, int index, long at, int total, int id) {
        if (total < PACKET_BLOCK) {
            return tooShort(at, "a packet", PACKET_BLOCK, total);
        }
        PcapngInterface from = interfaces.get(id);
        if (from == null) {
            return noInterface(at, id);
        }
        int captured = block.getInt(index + 20);
        int room = total - PACKET_BLOCK;
        if (captured < 0 || captured > room || captured > from.limit) {
            return tooLong(at, captured, Math.min(room, from.limit));
        }
        int fcs = from.fcs();
        // Anything behind the padded frame is options.
        if (room - captured > PcapngOptions.HEADER + 3) {
            int behind = index + PACKET_DATA + (int) padded(captured);
            fcs = fcsFromFlags(options.over(block, behind, index + total - 4), fcs);
        }
        readNs = from.timeNs(block.getInt(index + 12), block.getInt(index + 16));
        int original = block.getInt(index + 24);
        if (ahead) {
            int slot = note(at, true, at + PACKET_DATA, interfaces.earlier() + id, from);
            order.lengths(slot, captured, original, fcs);
            return true;
        }
        stamp(readNs);
        interfaceId = interfaces.earlier() + id;
        linkType = from.linkType;
        return deliver(at, index + PACKET_DATA, captured, original, fcs);
    }

    private boolean simplePacket(ByteBuffer block, int index, long at, int total) {
        PcapngInterface from = interfaces.get(0);
        if (from == null) {
            return noInterface(at, 0);
        }
        if (total < SIMPLE_PACKET_BLOCK) {
            return tooShort(at, "a packet", SIMPLE_PACKET_BLOCK, total);
        }
        int original = block.getInt(index + 8);
        int room = total - SIMPLE_PACKET_BLOCK;
        long captured = from.simpleLength(original);
        if (captured > room || captured > from.limit) {
            return tooLong(at, (int) captured, Math.min(room, from.limit));
        }
        if (ahead) {
            int slot = note(at, false, at + SIMPLE_PACKET_DATA, interfaces.earlier(), from);
            order.lengths(slot, (int) captured, original, from.fcs());
            return true;
        }
        interfaceId = interfaces.earlier();
        linkType = from.linkType;
        return deliver(at, index + SIMPLE_PACKET_DATA, (int) captured, original, from.fcs());
    }

    /** A record without a time of its own has that of the record before. */
    private int note(long at, boolean timed, long data, int id, PcapngInterface from) {
        int slot = order.add(sections, readNs, timed, ++records);
        order.place(slot, at, data, id, from.linkType);
        return slot;
    }

    private boolean tooShort(long at, String kind, int least, int total) {
        String text = "expected " + kind + " block of at least " + least + " bytes, found ";
        return damaged(at, text + total);
    }

    private boolean noInterface(long at, int id) {
        String name = Integer.toUnsignedString(id);
        return damaged(
                at,
                "expected one of the section's " + interfaces.count() + " interfaces, found number "
                        + name);
    }

    private boolean tooLong(long at, int captured, int most) {
        String found = Integer.toUnsignedString(captured);
        return damaged(at, "expected a packet of at most " + most + " bytes, found " + found);
    }

    /** Bits 5 to 8 of epb_flags overrule the interface's length unless they are 0. */
    private int fcsFromFlags(PcapngOptions of, int otherwise) {
        while (of.next()) {
            if (of.code() == PcapngOptions.FLAGS && of.length() >= 4) {
                ByteBuffer block = little ? window.little : window.big;
                int fcs = block.getInt(of.value()) >>> 5 & 0xf;
                return fcs == 0 ? otherwise : fcs;
            }
        }
        return otherwise;
    }

    private void describe(ByteBuffer block, int index, long at, int total) {
        PcapngInterface added = null;
        if (total < INTERFACE_BLOCK) {
            // It still takes a number, so that those behind it keep theirs.
            tooShort(at, "an interface", INTERFACE_BLOCK, total);
        } else {
            options.over(block, index + INTERFACE_BLOCK - 4, index + total - 4);
            added = interfaces.read(block, index, options);
            if (options.cut()) {
                String text = "expected an option of at most " + options.room() + " bytes, found ";
                int place = options.value() - PcapngOptions.HEADER - index;
                damaged(at + place, text + options.length());
            }
        }
        if (!interfaces.add(added)) {
            damaged(at, "expected at most " + PcapngInterfaces.MOST + " interfaces");
        } else if (added != null) {
            sawLinkType(added.linkType);
        }
    }

    /** Not asked of the section at hand: what is read ahead may be in a later one. */
    @Override
    public long linkSpeed() {
        PcapngInterface of = interfaces.met(interfaceId);
        return of == null ? 0 : of.speed();
    }

    @Override
    int interfaces() {
        return interfaces.earlier() + interfaces.count();
    }

    @Override
    CaptureInterface describe(int id) {
        PcapngInterface of = interfaces.met(id);
        return of == null ? CaptureInterface.of(0) : of.describe();
    }

    @Override
    ByteBuffer sectionOptions() {
        return interfaces.sectionOptions();
    }

    @Override
    void keepOrder() {
        keepsOrder = true;
    }

    @Override
    void raw(RawRecord record) {
        PcapngInterface of = interfaces.met(interfaceId);
        boolean inLittle = of.order() == ByteOrder.LITTLE_ENDIAN;
        int index = window.ensure(fileOffset(), BLOCK_HEADER);
        int total = (inLittle ? window.little : window.big).getInt(index + 4);
        index = window.ensure(fileOffset(), (int) padded(total));
        of.raw(inLittle ? window.little : window.big, index, total, timeNs, record);
    }
}
