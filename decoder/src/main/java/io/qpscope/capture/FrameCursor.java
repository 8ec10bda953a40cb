package io.qpscope.capture;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Walks the records of a capture. Getters speak of the record that the last {@link #next} moved to
 * and are valid until the following call. Nothing is allocated per record.
 */
public interface FrameCursor extends AutoCloseable {
    /**
     * Moves on.
     *
     * @return false at the end, or where the file is damaged: see {@link #damage}
     */
    boolean next() throws IOException;

    /** 1-based count of records, over all files when several are merged. */
    long number();

    /** Nanoseconds since 1970; integer arithmetic throughout. */
    long timeNs();

    /** Index of the pcapng interface, unique within its capture; 0 for pcap. */
    int interfaceId();

    /** Index of the capture in the order given on the command line; 0 unless merged. */
    int captureIndex();

    /** See {@link LinkType}. */
    int linkType();

    /** Big-endian; holds the record from {@link #offset} on for {@link #capturedLength} bytes. */
    ByteBuffer buffer();

    int offset();

    /** Bytes stored, without a frame check sequence that the file says it keeps. */
    int capturedLength();

    /** Bytes on the wire, without such a frame check sequence. */
    int originalLength();

    /** Byte offset of the record in the (unpacked) file. */
    long fileOffset();

    /** What is known of each capture so far, final after {@link #next} returned false. */
    java.util.List<CaptureInfo> captures();

    @Override
    void close() throws IOException;
}
