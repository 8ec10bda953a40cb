package io.qpscope.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a pcap file: nanoseconds, little-endian. Not for use by several threads. */
public final class PcapWriter implements Closeable {
    /** Largest frame that is taken; also the file's snap length. */
    public static final int MAX_FRAME = RecordCursor.USUAL_LIMIT;

    private static final int BUFFER = 1 << 20;
    private static final long NANOS = 1_000_000_000L;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    /** Replaces a file that is there. */
    public static PcapWriter create(Path path, int linkType) throws IOException {
        return new PcapWriter(
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING),
                linkType);
    }

    private PcapWriter(FileChannel channel, int linkType) {
        this.channel = channel;
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(PcapCursor.NANOSECONDS).putShort((short) 2).putShort((short) 4);
        buffer.putLong(0).putInt(MAX_FRAME).putInt(linkType);
    }

    /**
     * Adds a record.
     *
     * @param timeNs since 1970, up to 2^32 seconds
     * @param frame taken from position to limit; the position moves to the limit
     * @param originalLength bytes on the wire
     */
    public void write(long timeNs, ByteBuffer frame, int originalLength) throws IOException {
        begin(timeNs, frame.remaining(), originalLength);
        buffer.put(frame);
    }

    public void write(long timeNs, byte[] frame, int originalLength) throws IOException {
        begin(timeNs, frame.length, originalLength);
        buffer.put(frame);
    }

    private void begin(long timeNs, int length, int originalLength) throws IOException {
        if (length > MAX_FRAME || originalLength < length) {
            throw new IllegalArgumentException(
                    "a frame of " + length + " bytes, " + originalLength + " on the wire");
        }
        if (timeNs < 0 || timeNs / NANOS > 0xffff_ffffL) {
            throw new IllegalArgumentException("pcap can't tell the time " + timeNs + " ns");
        }
        if (buffer.remaining() < PcapCursor.RECORD_HEADER + length) {
            flush();
        }
        buffer.putInt((int) (timeNs / NANOS)).putInt((int) (timeNs % NANOS));
        buffer.putInt(length).putInt(originalLength);
    }

    /** Hands all to the operating system. */
    public void flush() throws IOException {
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
