package io.qpscope.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One interface of a pcapng section: link type, limits and the meaning of its time stamps.
 *
 * <p>Times are exact integers: a tick of 10^-n or 2^-n seconds (if_tsresol) is multiplied or
 * divided, with 128 bits in between where 64 don't do, and rounded down to the nanosecond. What
 * doesn't fit 0 to 2^63-1 ns since 1970 is moved to the nearer end, so differences can't overflow.
 */
final class PcapngInterface {
    private static final long NANOS = 1_000_000_000L;
    private static final int DIGITS = 9;

    /** 10^20 exceeds 64 bits, so that all ticks shorter than this are less than one nanosecond. */
    private static final int LARGEST_POWER = 19;

    private static final int BINARY = 0x80;
    private static final int MICROSECONDS = 6;

    final int linkType;
    final int limit;

    /** 0 is no limit. */
    final int snapLength;

    /** As in the file; empty when they were too many to keep. */
    private byte[] options = {};

    private ByteOrder order = ByteOrder.BIG_ENDIAN;
    private int resolution;
    private int fcs;
    private long speed;
    private long factor;
    private long divisor;
    private int shift;
    private long largestTicks;
    private long offsetNs;

    PcapngInterface(int linkType, int snapLength) {
        this.linkType = linkType;
        this.snapLength = snapLength;
        this.limit = RecordCursor.limit(snapLength);
        resolution(MICROSECONDS);
    }

    /**
     * Sets the length of a tick.
     *
     * @param code if_tsresol: n for 10^-n seconds, with the highest bit set n for 2^-n seconds
     */
    void resolution(int code) {
        resolution = code;
        int n = code & 0x7f;
        factor = 1;
        divisor = 1;
        shift = -1;
        if ((code & BINARY) != 0) {
            shift = n;
        } else if (n <= DIGITS) {
            factor = power(DIGITS - n);
        } else {
            // 0 stands for all divisors too large for 64 bits.
            divisor = n - DIGITS <= LARGEST_POWER ? power(n - DIGITS) : 0;
        }
        largestTicks = Long.MAX_VALUE / factor;
    }

    /** Sets what is to be added to each time stamp, if_tsoffset. */
    void offset(long seconds) {
        long most = Long.MAX_VALUE / NANOS;
        offsetNs = Math.max(-most, Math.min(most, seconds)) * NANOS;
    }

    /**
     * Sets the frame check sequence's length, if_fcslen. The drafts said bits for years while
     * Wireshark and the drafts' own example count bytes. Both can be told apart: 8 bits would be no
     * frame check sequence, nor would 16 bytes.
     */
    void fcsLength(int length) {
        fcs = length > 8 ? length / 8 : length;
    }

    /** Bytes. */
    int fcs() {
        return fcs;
    }

    /** Sets if_speed; what doesn't fit 63 bits is no speed. */
    void speed(long bitsPerSecond) {
        speed = Math.max(0, bitsPerSecond);
    }

    /** Bits a second; 0 = not told. */
    long speed() {
        return speed;
    }

    /** Whether {@link #apply} makes something of an option. */
    static boolean isApplied(int code) {
        return code == PcapngOptions.RESOLUTION
                || code == PcapngOptions.TIME_OFFSET
                || code == PcapngOptions.FCS_LENGTH
                || code == PcapngOptions.SPEED;
    }

    void apply(int code, int length, ByteBuffer block, int value) {
        if (code == PcapngOptions.RESOLUTION && length >= 1) {
            resolution(block.get(value) & 0xff);
        } else if (code == PcapngOptions.TIME_OFFSET && length >= 8) {
            offset(block.getLong(value));
        } else if (code == PcapngOptions.FCS_LENGTH && length >= 1) {
            fcsLength(block.get(value) & 0xff);
        } else if (code == PcapngOptions.SPEED && length >= 8) {
            speed(block.getLong(value));
        }
    }

    /** The opposite of {@link #timeNs}, as near as it gets; 0 where it doesn't fit. */
    long ticks(long ns) {
        long since = Math.max(0, ns - offsetNs);
        if (shift >= 0) {
            return shift > 32 ? 0 : (long) ((double) since / NANOS * (1L << shift));
        }
        return divisor == 1 ? since / factor : since * divisor;
    }

    /** Keeps the options of its block, without end mark. */
    void keep(byte[] bytes, ByteOrder byteOrder) {
        options = bytes;
        order = byteOrder;
    }

    ByteOrder order() {
        return order;
    }

    /** Of a packet whose only length is the original one: the snap length says what is padding. */
    long simpleLength(int original) {
        long captured = original & 0xffff_ffffL;
        return snapLength == 0 ? captured : Math.min(captured, snapLength & 0xffff_ffffL);
    }

    /**
     * A packet's block as it is; a simple one, which has no time, gets one.
     *
     * @param simpleNs time for a simple packet
     */
    void raw(ByteBuffer block, int index, int total, long simpleNs, RawRecord record) {
        if (block.getInt(index) == PcapngCursor.SIMPLE_PACKET) {
            int original = block.getInt(index + 8);
            record.ticks = ticks(simpleNs);
            int captured = (int) simpleLength(original);
            record.frame(block, index + PcapngCursor.SIMPLE_PACKET_DATA, captured, original);
            return;
        }
        long low = block.getInt(index + 16) & 0xffff_ffffL;
        record.ticks = (long) block.getInt(index + 12) << 32 | low;
        int captured = block.getInt(index + 20);
        int data = index + PcapngCursor.PACKET_DATA;
        record.frame(block, data, captured, block.getInt(index + 24));
        record.options = data + (int) PcapngCursor.padded(captured);
        record.optionsEnd = Math.max(record.options, index + total - Integer.BYTES);
    }

    CaptureInterface describe() {
        return options.length == 0
                ? CaptureInterface.inTicks(linkType, snapLength, resolution)
                : CaptureInterface.kept(linkType, snapLength, resolution, options, order);
    }

    long timeNs(int high, int low) {
        long ticks = (long) high << 32 | (low & 0xffff_ffffL);
        long ns;
        if (divisor == 1 && shift < 0) {
            ns = ticks < 0 || ticks > largestTicks ? Long.MAX_VALUE : ticks * factor;
        } else {
            ns = shift < 0 ? divided(ticks) : shifted(ticks);
        }
        return offsetNs == 0 ? ns : moved(ns);
    }

    private long divided(long ticks) {
        return divisor == 0 ? 0 : Math.max(0, Long.divideUnsigned(ticks, divisor));
    }

    private long shifted(long ticks) {
        long low = ticks * NANOS;
        // multiplyHigh is signed: ticks above 2^63 count 2^64 less, which is NANOS less here.
        long high = Math.multiplyHigh(ticks, NANOS) + (ticks < 0 ? NANOS : 0);
        if (shift >= 64) {
            return shift - 64 > 30 ? 0 : high >>> (shift - 64);
        }
        if (high >>> shift != 0) {
            return Long.MAX_VALUE;
        }
        long ns = shift == 0 ? low : high << (64 - shift) | low >>> shift;
        return ns < 0 ? Long.MAX_VALUE : ns;
    }

    private long moved(long ns) {
        long sum = ns + offsetNs;
        if (offsetNs > 0 && sum < 0) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, sum);
    }

    private static long power(int exponent) {
        long result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= 10;
        }
        return result;
    }
}
