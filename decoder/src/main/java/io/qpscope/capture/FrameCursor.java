package io.qpscope.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Walks the records of a capture. Getters speak of the record that the last {@link #next} moved to,
 * are valid until the following call and mean nothing unless it returned true. Nothing is allocated
 * per record. For one thread.
 */
public interface FrameCursor extends AutoCloseable {
    /**
     * Moves on. Bad bytes in the file never throw.
     *
     * <p>When somebody cuts a mapped file short while it is read, the JVM raises InternalError: here,
     * where it is caught, but often late and then anywhere in the caller's loop. The caller should
     * stop and ask {@link #captures}, which knows what happened.
     *
     * @return false at the end, or where the file is too damaged to go on: see {@link
     *     CaptureInfo#damage}
     */
    boolean next() throws IOException;

    /** 1-based count of records, over all files when several are merged. */
    long number();

    /**
     * Nanoseconds since 1970, never negative; integer arithmetic throughout. A pcapng simple packet
     * has no time and repeats the one before it (0 if there is none).
     */
    long timeNs();

    /** Index of the pcapng interface, unique within its capture; 0 for pcap. */
    int interfaceId();

    /** Index of the capture in the order given on the command line; 0 unless merged. */
    int captureIndex();

    /** See {@link LinkType}. */
    int linkType();

    /** Of the record's interface as the file tells it, bits a second; 0 where it doesn't. */
    long linkSpeed();

    /**
     * Big-endian; holds the record from {@link #offset} on for {@link #capturedLength} bytes, and
     * others around it. Position and limit are the caller's to move, absolute gets obey the limit.
     * Don't keep it: following records may be in another buffer.
     */
    ByteBuffer buffer();

    /**
     * Whether the buffer keeps the record's bytes where they are when the cursor moves on, for as
     * long as the buffer is held: so with a mapped file, not with a stream.
     */
    boolean staysInPlace();

    int offset();

    /** Bytes stored, without a frame check sequence that the file says it keeps. */
    int capturedLength();

    /** Bytes on the wire, without such a frame check sequence; at least the captured length. */
    int originalLength();

    /** Byte offset of the record in the (unpacked) file. */
    long fileOffset();

    /** What is known of each capture so far, final after {@link #next} returned false. */
    List<CaptureInfo> captures();

    @Override
    void close() throws IOException;
}
