package io.qpscope.frame;

import java.nio.ByteBuffer;

/**
 * Capsules of NVMe over Fabrics: the host sends commands of 64 bytes with or without data, the
 * controller completions of 16. Held against recordings of Linux.
 */
final class NvmeMessages {
    static final int COMMAND_LENGTH = 64;
    static final int COMPLETION_LENGTH = 16;
    static final int FABRICS = 0x7f;
    static final int PROPERTY_SET = 0x00;
    static final int CONNECT = 0x01;
    static final int PROPERTY_GET = 0x04;

    private static final int FLAGS_OFFSET = 1;
    private static final int FABRICS_TYPE_OFFSET = 4;
    private static final int SGL_TYPE_OFFSET = 39;
    private static final int STATUS_OFFSET = 14;
    /** SGL in the command, nothing fused, reserved bits zero. */
    private static final int PLAIN_SGL = 0x40;

    private static final int FUSE_MASK = 0x03;

    private NvmeMessages() {}

    static boolean accepts(
            ByteBuffer buffer, int at, int length, boolean whole, boolean fromActive) {
        return fromActive
                ? length >= COMMAND_LENGTH && isCommand(buffer, at)
                : whole && length == COMPLETION_LENGTH && isCompletion(buffer, at);
    }

    private static boolean isCommand(ByteBuffer buffer, int at) {
        int flags = buffer.get(at + FLAGS_OFFSET) & 0xff;
        if ((flags & ~FUSE_MASK) != PLAIN_SGL || (flags & FUSE_MASK) == FUSE_MASK) {
            return false;
        }
        int sgl = buffer.get(at + SGL_TYPE_OFFSET) & 0xff;
        boolean known = sgl == 0x00 || sgl == 0x01 || sgl == 0x40 || sgl == 0x4f;
        return known && (buffer.get(at) != FABRICS || isFabrics(buffer, at, flags));
    }

    private static boolean isFabrics(ByteBuffer buffer, int at, int flags) {
        return switch (buffer.get(at + FABRICS_TYPE_OFFSET) & 0xff) {
            case PROPERTY_SET, CONNECT, PROPERTY_GET, 0x05, 0x06, 0x08 -> flags == PLAIN_SGL;
            default -> false;
        };
    }

    /** There is no phase over Fabrics; types of status above 3 but 7 are reserved. */
    private static boolean isCompletion(ByteBuffer buffer, int at) {
        int status = Short.reverseBytes(buffer.getShort(at + STATUS_OFFSET)) & 0xffff;
        int type = (status >>> 9) & 7;
        return (status & 1) == 0 && (type <= 3 || type == 7);
    }
}
