package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Control field of a Terminate as RFC 5040 has it; Terminate reads it in both forms met (RFC
 * 5040, 4.8).
 *
 * <pre>
 * 0       layer(4) error_type(4)
 * 1       error_code
 * 2..3    segment_length_present(1) ddp_header_present(1) rdmap_header_present(1) reserved(13)
 * </pre>
 */
public final class RdmapTerminate {
    public static final int LENGTH = 4;
    static final int LAYER_OFFSET = 0;
    static final int ERROR_CODE_OFFSET = 1;
    static final int SEGMENT_LENGTH_PRESENT_OFFSET = 2;

    private ByteBuffer buffer;
    private int offset;

    public RdmapTerminate wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int layer() {
        return (buffer.get(offset + LAYER_OFFSET) >> 4) & 0xf;
    }

    public int errorType() {
        return buffer.get(offset + LAYER_OFFSET) & 0xf;
    }

    public int errorCode() {
        return buffer.get(offset + ERROR_CODE_OFFSET) & 0xff;
    }

    public boolean segmentLengthPresent() {
        return (buffer.getShort(offset + SEGMENT_LENGTH_PRESENT_OFFSET) & 0x8000) != 0;
    }

    public boolean ddpHeaderPresent() {
        return (buffer.getShort(offset + SEGMENT_LENGTH_PRESENT_OFFSET) & 0x4000) != 0;
    }

    public boolean rdmapHeaderPresent() {
        return (buffer.getShort(offset + SEGMENT_LENGTH_PRESENT_OFFSET) & 0x2000) != 0;
    }

    public int reserved() {
        return buffer.getShort(offset + SEGMENT_LENGTH_PRESENT_OFFSET) & 0x1fff;
    }
}
