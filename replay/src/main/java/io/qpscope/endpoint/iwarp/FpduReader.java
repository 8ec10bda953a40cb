package io.qpscope.endpoint.iwarp;

import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;

import java.nio.ByteBuffer;

/**
 * Puts FPDUs together from whatever pieces of the stream come, checks their CRC32C and takes the
 * markers out (RFC 5044, 4). Holds one FPDU at most; allocates only when one is longer than any
 * before.
 */
final class FpduReader {
    enum Result {
        /** More bytes are needed. */
        PART,
        GOOD,
        BAD_CRC,
        BAD_MARKER
    }

    private static final int FIRST_SIZE = 2048;
    private static final int UNKNOWN = -1;

    private final MpaCrc sum = new MpaCrc();
    private ByteBuffer raw = ByteBuffer.allocate(FIRST_SIZE);
    private final boolean unchecked;
    private boolean markers;
    private boolean crc;
    /** Bytes of the stream before this FPDU. */
    private long position;

    private int have;
    private int total = UNKNOWN;
    private int ulpdu;

    FpduReader(IwarpProfile profile) {
        unchecked = profile.has(StreamDefect.MARKER_UNCHECKED);
    }

    void start(boolean markers, boolean crc) {
        this.markers = markers;
        this.crc = crc;
        position = 0;
        have = 0;
        total = UNKNOWN;
    }

    /** The FPDU's bytes without markers, behind {@link Result#GOOD}. */
    ByteBuffer buffer() {
        return raw;
    }

    /** Where its ULPDU begins. */
    int offset() {
        return Mpa.LENGTH_FIELD;
    }

    /** Of its ULPDU, in bytes. */
    int length() {
        return ulpdu;
    }

    /** Whether part of an FPDU is here. */
    boolean midFpdu() {
        return have > 0;
    }

    /**
     * Takes bytes, up to the end of the FPDU at most.
     *
     * @return how many
     */
    int take(ByteBuffer in, int at, int length) {
        int taken = 0;
        if (total == UNKNOWN) {
            int lead = markers && Mpa.toMarker(position) == 0 ? Mpa.MARKER_LENGTH : 0;
            int needed = lead + Mpa.LENGTH_FIELD;
            taken = copy(in, at, Math.min(length, needed - have));
            if (have < needed) {
                return taken;
            }
            ulpdu = raw.getShort(lead) & 0xffff;
            int frame = Mpa.frameLength(ulpdu);
            total = markers ? Mpa.rawLength(position, frame) : frame;
            reserve();
        }
        return taken + copy(in, at + taken, Math.min(length - taken, total - have));
    }

    private int copy(ByteBuffer in, int at, int count) {
        raw.put(have, in, at, count);
        have += count;
        return count;
    }

    private void reserve() {
        if (total > raw.capacity()) {
            int doubled = Math.min(2 * raw.capacity(), Mpa.MAX_RAW);
            ByteBuffer larger = ByteBuffer.allocate(Math.max(total, doubled));
            raw = larger.put(0, raw, 0, have);
        }
    }

    /** What the bytes taken make; {@link #next} follows. */
    Result result() {
        if (have != total) {
            return Result.PART;
        }
        int field = total - Mpa.CRC_LENGTH;
        if (crc && MpaCrc.stored(raw, field) != sum.compute(raw, 0, field)) {
            return Result.BAD_CRC;
        }
        return !markers || unmark() ? Result.GOOD : Result.BAD_MARKER;
    }

    /** Moves the bytes over the markers; false when a marker does not point to the length field. */
    private boolean unmark() {
        int first = Mpa.toMarker(position);
        int field = first == 0 ? Mpa.MARKER_LENGTH : 0;
        int to = Math.min(first, total);
        for (int marker = first; marker < total; marker += Mpa.MARKER_INTERVAL) {
            int pointer = raw.getShort(marker + 2) & 0xffff;
            if (!unchecked && pointer != Math.max(0, marker - field)) {
                return false;
            }
            int from = marker + Mpa.MARKER_LENGTH;
            int count = Math.min(Mpa.MARKER_INTERVAL - Mpa.MARKER_LENGTH, total - from);
            System.arraycopy(raw.array(), from, raw.array(), to, count);
            to += count;
        }
        return true;
    }

    void next() {
        position += total;
        have = 0;
        total = UNKNOWN;
    }
}
