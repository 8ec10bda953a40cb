package io.qpscope.capture;

import java.nio.ByteBuffer;

/**
 * Walks the options of a pcapng block (draft-ietf-opsawg-pcapng, 3.5). One may be used again.
 *
 * <pre>
 * option: code(2) length(2) value padding to 4
 * </pre>
 */
final class PcapngOptions {
    static final int HEADER = 4;

    /** Of every block. */
    static final int END = 0;

    static final int COMMENT = 1;
    static final int PROGRAM = 4;

    static final int NAME = 2;
    static final int DESCRIPTION = 3;
    static final int SPEED = 8;
    static final int RESOLUTION = 9;
    static final int FCS_LENGTH = 13;
    static final int TIME_OFFSET = 14;

    /** Of a packet. */
    static final int FLAGS = 2;

    private static final int ZONE = 10;
    private static final int TRANSMIT_SPEED = 16;
    private static final int RECEIVE_SPEED = 17;
    private static final int DROPS = 4;
    private static final int PACKET = 5;
    private static final int QUEUE = 6;

    /** Custom options: an enterprise number, then bytes of a meaning of its own. */
    private static final int CUSTOM_TEXT = 2988;

    private static final int CUSTOM_BYTES = 2989;
    private static final int PRIVATE_TEXT = 19_372;
    private static final int PRIVATE_BYTES = 19_373;

    private ByteBuffer block;
    private int next;
    private int end;
    private int value;
    private int code;
    private int length;
    private boolean cut;

    /** Starts over: the options from an index to another, in the block's byte order. */
    PcapngOptions over(ByteBuffer block, int from, int end) {
        this.block = block;
        this.next = from;
        this.end = end;
        cut = false;
        return this;
    }

    /** Moves on; false behind the last, or where one is longer than the block: see {@link #cut}. */
    boolean next() {
        if (next + HEADER > end) {
            return false;
        }
        code = block.getShort(next) & 0xffff;
        length = block.getShort(next + 2) & 0xffff;
        value = next + HEADER;
        cut = code != END && value + length > end;
        if (code == END || cut) {
            return false;
        }
        next = value + ((length + 3) & ~3);
        return true;
    }

    int code() {
        return code;
    }

    /** Index of the value. */
    int value() {
        return value;
    }

    /** Bytes of the value. */
    int length() {
        return length;
    }

    boolean cut() {
        return cut;
    }

    /** Bytes that the value could have had where it was too long. */
    int room() {
        return end - value;
    }

    /**
     * Leading bytes of a value that are one number, in the section's byte order; 0 where there is
     * none.
     *
     * @param block type of the block
     */
    static int numberBytes(int block, int code) {
        switch (code) {
            case CUSTOM_TEXT, CUSTOM_BYTES, PRIVATE_TEXT, PRIVATE_BYTES -> {
                return Integer.BYTES;
            }
            default -> {
                return block == PcapngCursor.INTERFACE ? ofInterface(code) : ofPacket(block, code);
            }
        }
    }

    private static int ofPacket(int block, int code) {
        if (block == PcapngCursor.SECTION) {
            return 0;
        }
        return switch (code) {
            case FLAGS, QUEUE -> Integer.BYTES;
            case DROPS, PACKET -> Long.BYTES;
            default -> 0;
        };
    }

    private static int ofInterface(int code) {
        return switch (code) {
            case ZONE -> Integer.BYTES;
            case SPEED, TIME_OFFSET, TRANSMIT_SPEED, RECEIVE_SPEED -> Long.BYTES;
            default -> 0;
        };
    }
}
