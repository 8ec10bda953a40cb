package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * A REJ's additional information (IBA vol 1, 12.6.7.2): the sender's GUID behind a timeout, and the
 * value that the rejecting side would take for a part of the path it rejects. The forms are those
 * that the CM of illumos reads: of a REJ for the GUID, of an APR, which has the same, for the path.
 * That a REJ has them too is from memory, not verified.
 */
public final class CmRejectInfo {
    private static final int TIMEOUT = 4;
    private static final int FIRST_PATH_REASON = 12;
    private static final int LAST_PATH_REASON = 23;
    private static final int PATH_REASONS = 6;
    private static final int PRIMARY_FLOW_LABEL = 32;
    private static final int ALTERNATE_FLOW_LABEL = 33;

    private CmRejectInfo() {}

    /**
     * Says in words what the information holds.
     *
     * @param length bytes of it that are used, by the message's own field
     * @param info all of the field, {@link CmRej#ADDITIONAL_INFO_LENGTH} bytes
     * @return null where the reason has none, or it is shorter than the reason's takes
     */
    public static String text(int reason, int length, byte[] info) {
        int used = Math.min(length, info.length);
        if (reason == TIMEOUT) {
            return used < Long.BYTES
                    ? null
                    : String.format("CA GUID 0x%016x", ByteBuffer.wrap(info).getLong());
        }
        if (reason == PRIMARY_FLOW_LABEL || reason == ALTERNATE_FLOW_LABEL) {
            return used < 3
                    ? null
                    : String.format("suggests 0x%05x", ByteBuffer.wrap(info).getInt() >>> 12);
        }
        boolean path = reason >= FIRST_PATH_REASON && reason <= LAST_PATH_REASON;
        return path ? suggestion((reason - FIRST_PATH_REASON) % PATH_REASONS, used, info) : null;
    }

    /** In the order of the reasons: GID, LID, service level, traffic class, hop limit, rate. */
    private static String suggestion(int part, int used, byte[] info) {
        int needed = part == 0 ? Long.BYTES * 2 : part == 1 ? Short.BYTES : 1;
        if (used < needed) {
            return null;
        }
        ByteBuffer value = ByteBuffer.wrap(info);
        int first = info[0] & 0xff;
        return "suggests "
                + switch (part) {
                    case 0 -> IpAddress.text(value.getLong(0), value.getLong(Long.BYTES));
                    case 1 -> Integer.toString(value.getShort(0) & 0xffff);
                    case 2 -> Integer.toString(first >>> 4);
                    case 5 -> Integer.toString(first >>> 2);
                    default -> Integer.toString(first);
                };
    }
}
