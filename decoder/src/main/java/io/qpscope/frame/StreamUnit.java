package io.qpscope.frame;

import io.qpscope.wire.AtomicCodes;

/**
 * One unit of an iWARP stream that a frame completes: an MPA request or reply, or an FPDU. It may
 * have begun in earlier frames.
 *
 * @param bytes as they stand in the stream, markers included
 * @param frameOffset byte of the frame it begins at, or -1 when it does not lie whole in the frame
 * @param position of its first byte behind the MPA frame; -1 for that frame itself
 * @param markers whether markers stand in the stream
 * @param crc null for an MPA frame
 * @param atomicCodes to name the operation of an atomic request by
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere, and bytes are what it is
public record StreamUnit(
        byte[] bytes,
        int frameOffset,
        long position,
        boolean markers,
        MpaCrcStatus crc,
        AtomicCodes atomicCodes) {}
