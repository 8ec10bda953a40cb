package io.qpscope.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a pcapng file of one section, little-endian (draft-ietf-opsawg-pcapng): interfaces, and
 * packets with comments. Nothing is allocated for a packet without comment. Not for use by several
 * threads.
 */
public final class PcapngWriter implements Closeable {
    /** Largest frame that is taken. */
    public static final int MAX_FRAME = RecordCursor.HARD_LIMIT;

    private static final int BUFFER = 1 << 20;
    private static final int LONGEST_VALUE = 0xffff;
    private static final byte[] PADDING = new byte[3];

    private final FileChannel channel;
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private final PcapngOptions walk = new PcapngOptions();
    private long written;

    private PcapngWriter(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Replaces a file that is there.
     *
     * @param program that writes it
     * @param comment on the whole file, or null; what is beyond 65535 bytes is cut
     */
    public static PcapngWriter create(Path path, String program, String comment)
            throws IOException {
        return create(path, program, comment, ByteBuffer.allocate(0));
    }

    /** With the options of a section of another file, but for the program that wrote it. */
    static PcapngWriter create(Path path, String program, String comment, ByteBuffer kept)
            throws IOException {
        PcapngWriter writer = new PcapngWriter(FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING));
        try {
            writer.section(text(program), comment == null ? null : text(comment), kept);
            return writer;
        } catch (IOException | RuntimeException e) {
            writer.channel.close();
            throw e;
        }
    }

    private void section(byte[] program, byte[] comment, ByteBuffer kept) throws IOException {
        int options = size(program) + PcapngOptions.HEADER;
        options += comment == null ? 0 : size(comment);
        options += copied(PcapngCursor.SECTION, kept, 0, kept.capacity());
        int total = PcapngCursor.SECTION_BLOCK + options;
        room(PcapngCursor.SECTION_BLOCK);
        buffer.putInt(PcapngCursor.SECTION).putInt(total).putInt(PcapngCursor.BYTE_ORDER);
        // Version 1.0, of unknown length.
        buffer.putShort((short) 1).putShort((short) 0).putLong(-1);
        put(PcapngOptions.PROGRAM, program);
        if (comment != null) {
            put(PcapngOptions.COMMENT, comment);
        }
        copy(PcapngCursor.SECTION, kept, 0, kept.capacity());
        endOptions(total);
    }

    /** Adds an interface; returns its number, for {@link #write}. They count from 0. */
    public int addInterface(CaptureInterface added) throws IOException {
        int options = PcapngOptions.HEADER
                + copied(PcapngCursor.INTERFACE, added.kept, 0, added.kept.capacity());
        if (!added.hasKept()) {
            options += size(added.name()) + size(added.description());
            options += added.speed() > 0 ? PcapngOptions.HEADER + Long.BYTES : 0;
            options += added.fcsLength() > 0 ? 2 * PcapngOptions.HEADER : 0;
            options += 2 * PcapngOptions.HEADER;
        }
        int total = PcapngCursor.INTERFACE_BLOCK + options;
        room(PcapngCursor.INTERFACE_BLOCK);
        buffer.putInt(PcapngCursor.INTERFACE).putInt(total);
        buffer.putShort((short) added.linkType).putShort((short) 0).putInt(added.snapLength);
        if (added.hasKept()) {
            copy(PcapngCursor.INTERFACE, added.kept, 0, added.kept.capacity());
        } else {
            put(PcapngOptions.NAME, added.name());
            put(PcapngOptions.DESCRIPTION, added.description());
            if (added.speed() > 0) {
                header(PcapngOptions.SPEED, Long.BYTES);
                buffer.putLong(added.speed());
            }
            put(PcapngOptions.RESOLUTION, new byte[] {(byte) added.resolution});
            if (added.fcsLength() > 0) {
                put(PcapngOptions.FCS_LENGTH, new byte[] {(byte) added.fcsLength()});
            }
        }
        endOptions(total);
        interfaces.add(added);
        return interfaces.size() - 1;
    }

    /**
     * Adds a packet.
     *
     * @param id of an interface whose times are nanoseconds
     * @param timeNs since 1970
     * @param frame taken from position to limit; the position moves to the limit
     * @param originalLength bytes on the wire
     */
    public void write(int id, long timeNs, ByteBuffer frame, int originalLength)
            throws IOException {
        write(id, timeNs, frame, originalLength, List.of());
    }

    /** The same with comments, each of which is cut to 65535 bytes. */
    public void write(
            int id, long timeNs, ByteBuffer frame, int originalLength, List<String> comments)
            throws IOException {
        int length = frame.remaining();
        if (length > MAX_FRAME || originalLength < length || timeNs < 0) {
            throw new IllegalArgumentException("a frame of " + length + " bytes, " + originalLength
                    + " on the wire, at " + timeNs + " ns");
        }
        CaptureInterface of = interfaces.get(id);
        if (of.hasKept() || of.resolution != CaptureInterface.NANOSECONDS) {
            throw new IllegalArgumentException("interface " + id + " does not count nanoseconds");
        }
        List<byte[]> values = values(comments);
        int total = begin(id, timeNs, length, originalLength, size(values));
        bytes(frame, frame.position(), length);
        frame.position(frame.limit());
        end(total, length, values);
    }

    /** Adds a record of another file as it is, its options first and then comments. */
    void copy(int id, RawRecord record, List<String> comments) throws IOException {
        List<byte[]> values = values(comments);
        int kept = copied(
                PcapngCursor.ENHANCED_PACKET, record.bytes, record.options, record.optionsEnd);
        int options = kept + size(values);
        int total = begin(id, record.ticks, record.captured, record.original, options);
        bytes(record.bytes, record.data, record.captured);
        pad(record.captured);
        copy(PcapngCursor.ENHANCED_PACKET, record.bytes, record.options, record.optionsEnd);
        finish(total, values, options > 0);
    }

    private int begin(int id, long ticks, int captured, int original, int options)
            throws IOException {
        int ending = options == 0 ? 0 : PcapngOptions.HEADER;
        int total = PcapngCursor.PACKET_BLOCK + padded(captured) + options + ending;
        room(PcapngCursor.PACKET_BLOCK);
        buffer.putInt(PcapngCursor.ENHANCED_PACKET).putInt(total).putInt(id);
        buffer.putInt((int) (ticks >>> 32)).putInt((int) ticks);
        buffer.putInt(captured).putInt(original);
        return total;
    }

    private void end(int total, int captured, List<byte[]> values) throws IOException {
        pad(captured);
        finish(total, values, !values.isEmpty());
    }

    private void finish(int total, List<byte[]> values, boolean options) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            put(PcapngOptions.COMMENT, values.get(i));
        }
        if (options) {
            endOptions(total);
        } else {
            room(Integer.BYTES);
            buffer.putInt(total);
        }
    }

    private void endOptions(int total) throws IOException {
        room(PcapngOptions.HEADER + Integer.BYTES);
        buffer.putInt(PcapngOptions.END).putInt(total);
    }

    private static List<byte[]> values(List<String> comments) {
        if (comments.isEmpty()) {
            return List.of();
        }
        List<byte[]> values = new ArrayList<>(comments.size());
        comments.forEach(comment -> values.add(text(comment)));
        return values;
    }

    /** As many whole characters as fit an option. */
    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, LONGEST_VALUE);
        while (length < bytes.length && length > 0 && (bytes[length] & 0xc0) == 0x80) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private static int padded(int length) {
        return (length + 3) & ~3;
    }

    private static int size(List<byte[]> values) {
        int size = 0;
        for (int i = 0; i < values.size(); i++) {
            size += size(values.get(i));
        }
        return size;
    }

    /** Of an option in the file; one without value is left out. */
    private static int size(byte[] value) {
        return value.length == 0 ? 0 : PcapngOptions.HEADER + padded(value.length);
    }

    private void put(int code, byte[] value) throws IOException {
        if (value.length == 0) {
            return;
        }
        header(code, value.length);
        bytes(ByteBuffer.wrap(value), 0, value.length);
        pad(value.length);
    }

    private void header(int code, int length) throws IOException {
        room(PcapngOptions.HEADER + Long.BYTES);
        buffer.putShort((short) code).putShort((short) length);
    }

    /** Bytes that the copy of options will take. */
    private int copied(int block, ByteBuffer from, int start, int end) {
        int size = 0;
        walk.over(from, start, end);
        while (walk.next()) {
            size += isCopied(block) ? PcapngOptions.HEADER + padded(walk.length()) : 0;
        }
        return size;
    }

    private boolean isCopied(int block) {
        return block != PcapngCursor.SECTION || walk.code() != PcapngOptions.PROGRAM;
    }

    /** Numbers in them change from the byte order they are in to ours. */
    private void copy(int block, ByteBuffer from, int start, int end) throws IOException {
        walk.over(from, start, end);
        while (walk.next()) {
            if (!isCopied(block)) {
                continue;
            }
            int length = walk.length();
            int value = walk.value();
            header(walk.code(), length);
            int number = PcapngOptions.numberBytes(block, walk.code());
            if (number > length) {
                number = 0;
            }
            if (number == Integer.BYTES) {
                buffer.putInt(from.getInt(value));
            } else if (number == Long.BYTES) {
                buffer.putLong(from.getLong(value));
            }
            bytes(from, value + number, length - number);
            pad(length);
        }
    }

    /** Of any length: what doesn't fit the buffer goes in pieces. */
    private void bytes(ByteBuffer from, int index, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int piece = Math.min(length - done, buffer.remaining());
            buffer.put(buffer.position(), from, index + done, piece);
            buffer.position(buffer.position() + piece);
            done += piece;
        }
    }

    private void pad(int length) throws IOException {
        room(PADDING.length);
        buffer.put(PADDING, 0, -length & 3);
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    /** Bytes of the file so far. */
    public long size() {
        return written + buffer.position();
    }

    /** Hands all to the operating system. */
    public void flush() throws IOException {
        written += buffer.position();
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            flush();
        }
    }
}
