package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Priority-based flow control behind the EtherType of MAC control (IEEE 802.1Q, 36.1.3; IEEE 802.3,
 * annex 31D).
 *
 * <pre>
 * 0..1    opcode, 0x0101
 * 2       reserved
 * 3       classes: bit 0 for class 0; a class without its bit is not spoken of
 * 4..19   pause times of classes 0 to 7, quanta of 512 bit times; 0 = go on
 * </pre>
 */
public final class MacPfc {
    public static final int LENGTH = 20;
    public static final int OPCODE = 0x0101;
    public static final int CLASSES = 8;
    static final int OPCODE_OFFSET = 0;
    static final int RESERVED_OFFSET = 2;
    static final int CLASSES_OFFSET = 3;
    static final int PAUSE_TIME_OFFSET = 4;

    private ByteBuffer buffer;
    private int offset;

    public MacPfc wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int opcode() {
        return buffer.getShort(offset + OPCODE_OFFSET) & 0xffff;
    }

    public int reserved() {
        return buffer.get(offset + RESERVED_OFFSET) & 0xff;
    }

    public int classes() {
        return buffer.get(offset + CLASSES_OFFSET) & 0xff;
    }

    /** Of a class 0 to 7. */
    public int pauseTime(int trafficClass) {
        return buffer.getShort(offset + PAUSE_TIME_OFFSET + 2 * trafficClass) & 0xffff;
    }
}
