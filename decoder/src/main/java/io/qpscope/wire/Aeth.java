package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * ACK extended transport header (IBA vol 1, 9.3; codes in 9.7.5.2.8 and 9.7.7.2).
 *
 * <pre>
 * 0     syndrome: reserved(1) type(2) value(5)
 * 1..3  msn
 * </pre>
 *
 * The value is a credit code in an ACK, a timer code in an RNR NAK and an error code in a NAK. The
 * static look-ups take the lower five bits of their argument, so a whole syndrome will do.
 */
public final class Aeth {
    public static final int LENGTH = 4;
    static final int SYNDROME_OFFSET = 0;

    /** Kinds of answer, as {@link #type}; 2 is reserved. */
    public static final int TYPE_ACK = 0;

    public static final int TYPE_RNR_NAK = 1;
    public static final int TYPE_NAK = 3;

    public static final int NAK_PSN_SEQUENCE_ERROR = 0;
    public static final int NAK_INVALID_REQUEST = 1;
    public static final int NAK_REMOTE_ACCESS_ERROR = 2;
    public static final int NAK_REMOTE_OPERATIONAL_ERROR = 3;
    public static final int NAK_INVALID_RD_REQUEST = 4;

    private static final int VALUE_MASK = 0x1f;
    private static final int NO_END_TO_END_CREDITS = -1;

    private static final int[] CREDITS = {
        0,
        1,
        2,
        3,
        4,
        6,
        8,
        12,
        16,
        24,
        32,
        48,
        64,
        96,
        128,
        192,
        256,
        384,
        512,
        768,
        1024,
        1536,
        2048,
        3072,
        4096,
        6144,
        8192,
        12288,
        16384,
        24576,
        32768,
        NO_END_TO_END_CREDITS,
    };

    /** In units of 10 us. Code 0 is the longest of all, not zero. */
    private static final int[] RNR_TIMERS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
        1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
    };

    private static final String[] NAK_NAMES = {
        "PSN_SEQUENCE_ERROR",
        "INVALID_REQUEST",
        "REMOTE_ACCESS_ERROR",
        "REMOTE_OPERATIONAL_ERROR",
        "INVALID_RD_REQUEST",
    };

    private ByteBuffer buffer;
    private int offset;

    public Aeth wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int syndrome() {
        return buffer.get(offset + SYNDROME_OFFSET) & 0xff;
    }

    public boolean reserved() {
        return (syndrome() & 0x80) != 0;
    }

    public int type() {
        return type(syndrome());
    }

    public int value() {
        return syndrome() & VALUE_MASK;
    }

    public int msn() {
        return buffer.getInt(offset + SYNDROME_OFFSET) & 0xff_ffff;
    }

    public boolean isAck() {
        return type() == TYPE_ACK;
    }

    public boolean isRnrNak() {
        return type() == TYPE_RNR_NAK;
    }

    public boolean isNak() {
        return type() == TYPE_NAK;
    }

    /** Decoded as by {@link #credits}; meaningful in an ACK. */
    public int creditCount() {
        return credits(syndrome());
    }

    /** Decoded as by {@link #rnrTimerNs(int)}; meaningful in an RNR NAK. */
    public long rnrTimerNs() {
        return rnrTimerNs(syndrome());
    }

    /** The type bits of a syndrome. */
    public static int type(int syndrome) {
        return (syndrome >> 5) & 0x3;
    }

    /** Messages that the receiver has room for beyond the MSN; -1 = no end-to-end credits. */
    public static int credits(int code) {
        return CREDITS[code & VALUE_MASK];
    }

    /** Shortest wait before the request may be sent again. */
    public static long rnrTimerNs(int code) {
        return RNR_TIMERS[code & VALUE_MASK] * 10_000L;
    }

    /** As {@code PSN_SEQUENCE_ERROR}; {@code RESERVED_5} and so on for reserved codes. */
    public static String nakName(int code) {
        int index = code & VALUE_MASK;
        return index < NAK_NAMES.length ? NAK_NAMES[index] : "RESERVED_" + index;
    }
}
