package io.qpscope.session.iwarp;

import io.qpscope.frame.MpaCrcStatus;

import java.nio.ByteBuffer;

/** Hears of each unit of a stream when its last byte is there. */
interface UnitListener {
    /**
     * A unit; the bytes hold during the call only.
     *
     * @param from who sent it
     * @param length of the unit as it stands in the stream, with markers
     * @param position of its first byte behind the MPA frame, for the place of markers; -1 for the
     *     MPA frame itself
     */
    void unit(
            Direction from,
            ByteBuffer buffer,
            int at,
            int length,
            long position,
            boolean markers,
            MpaCrcStatus crc);
}
