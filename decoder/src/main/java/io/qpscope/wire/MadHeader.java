package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Management datagram header (IBA vol 1, 13.4.3).
 *
 * <pre>
 * 0       base_version
 * 1       management_class
 * 2       class_version
 * 3       method
 * 4..5    status
 * 6..7    class_specific
 * 8..15   transaction_id
 * 16..17  attribute_id
 * 18..19  reserved
 * 20..23  attribute_modifier
 * </pre>
 */
public final class MadHeader {
    public static final int LENGTH = 24;
    static final int BASE_VERSION_OFFSET = 0;
    static final int MANAGEMENT_CLASS_OFFSET = 1;
    static final int CLASS_VERSION_OFFSET = 2;
    static final int METHOD_OFFSET = 3;
    static final int STATUS_OFFSET = 4;
    static final int CLASS_SPECIFIC_OFFSET = 6;
    static final int TRANSACTION_ID_OFFSET = 8;
    static final int ATTRIBUTE_ID_OFFSET = 16;
    static final int RESERVED_OFFSET = 18;
    static final int ATTRIBUTE_MODIFIER_OFFSET = 20;

    /** {@link #managementClass} (IBA vol 1, 13.4.4). */
    public static final int CLASS_SMP_LID = 0x01;

    public static final int CLASS_SA = 0x03;
    public static final int CLASS_PERFORMANCE = 0x04;
    public static final int CLASS_CM = 0x07;
    public static final int CLASS_SMP_DIRECTED = 0x81;

    /** {@link #attributeId} of performance management (IBA vol 1, 16.1). */
    public static final int PORT_COUNTERS = 0x12;

    public static final int PORT_COUNTERS_EXT = 0x1d;

    /** {@link #attributeId} of communication management (IBA vol 1, 12.6 and 16.7.2). */
    public static final int CM_REQ = 0x10;

    public static final int CM_MRA = 0x11;
    public static final int CM_REJ = 0x12;
    public static final int CM_REP = 0x13;
    public static final int CM_RTU = 0x14;
    public static final int CM_DREQ = 0x15;
    public static final int CM_DREP = 0x16;
    public static final int CM_SIDR_REQ = 0x17;
    public static final int CM_SIDR_REP = 0x18;
    public static final int CM_LAP = 0x19;
    public static final int CM_APR = 0x1a;

    private static final String[] CM_NAMES = {
        "REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP", "SIDR_REQ", "SIDR_REP", "LAP", "APR",
    };

    private ByteBuffer buffer;
    private int offset;

    public MadHeader wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int baseVersion() {
        return buffer.get(offset + BASE_VERSION_OFFSET) & 0xff;
    }

    public int managementClass() {
        return buffer.get(offset + MANAGEMENT_CLASS_OFFSET) & 0xff;
    }

    public int classVersion() {
        return buffer.get(offset + CLASS_VERSION_OFFSET) & 0xff;
    }

    public int method() {
        return buffer.get(offset + METHOD_OFFSET) & 0xff;
    }

    public int status() {
        return buffer.getShort(offset + STATUS_OFFSET) & 0xffff;
    }

    public int classSpecific() {
        return buffer.getShort(offset + CLASS_SPECIFIC_OFFSET) & 0xffff;
    }

    public long transactionId() {
        return buffer.getLong(offset + TRANSACTION_ID_OFFSET);
    }

    public int attributeId() {
        return buffer.getShort(offset + ATTRIBUTE_ID_OFFSET) & 0xffff;
    }

    public int reserved() {
        return buffer.getShort(offset + RESERVED_OFFSET) & 0xffff;
    }

    public long attributeModifier() {
        return buffer.getInt(offset + ATTRIBUTE_MODIFIER_OFFSET) & 0xffff_ffffL;
    }

    /** Name of a communication management message: {@code REQ}; null for none of ours. */
    public static String cmName(int attributeId) {
        int index = attributeId - CM_REQ;
        return index >= 0 && index < CM_NAMES.length ? CM_NAMES[index] : null;
    }
}
