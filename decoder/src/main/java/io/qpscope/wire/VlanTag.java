package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * VLAN tag behind its EtherType (IEEE 802.1Q, 9.6).
 *
 * <pre>
 * 0..1  priority(3) dei(1) id(12)
 * 2..3  type
 * </pre>
 */
public final class VlanTag {
    public static final int LENGTH = 4;
    static final int TCI_OFFSET = 0;
    static final int TYPE_OFFSET = 2;

    private ByteBuffer buffer;
    private int offset;

    public VlanTag wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int priority() {
        return (buffer.getShort(offset + TCI_OFFSET) >> 13) & 0x7;
    }

    public boolean dei() {
        return (buffer.getShort(offset + TCI_OFFSET) & 0x1000) != 0;
    }

    public int id() {
        return buffer.getShort(offset + TCI_OFFSET) & 0xfff;
    }

    public int type() {
        return buffer.getShort(offset + TYPE_OFFSET) & 0xffff;
    }
}
