package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * PAUSE behind the EtherType of MAC control (IEEE 802.3, annex 31B).
 *
 * <pre>
 * 0..1  opcode, 0x0001
 * 2..3  pause time, quanta of 512 bit times
 * </pre>
 */
public final class MacPause {
    public static final int LENGTH = 4;
    public static final int OPCODE = 0x0001;
    static final int OPCODE_OFFSET = 0;
    static final int PAUSE_TIME_OFFSET = 2;

    private ByteBuffer buffer;
    private int offset;

    public MacPause wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int opcode() {
        return buffer.getShort(offset + OPCODE_OFFSET) & 0xffff;
    }

    public int pauseTime() {
        return buffer.getShort(offset + PAUSE_TIME_OFFSET) & 0xffff;
    }
}
