package io.qpscope.wire;

/**
 * Text of addresses held as two longs: IPv6 or a GID as it is; IPv4 as ::ffff:a.b.c.d, printed
 * without the prefix; the LID of a native InfiniBand packet without GIDs as {@link #LID} and the
 * number, printed as {@code lid 4}.
 */
public final class IpAddress {
    /** Upper half of a LID: in an IP address a multicast scope that is reserved. */
    public static final long LID = -1;

    private static final long MAPPED = 0xffffL << 32;
    private static final int GROUPS = 8;

    private IpAddress() {}

    public static boolean isIpv4(long high, long low) {
        return high == 0 && (low & 0xffff_ffff_0000_0000L) == MAPPED;
    }

    /** Dotted, or as RFC 5952 wants it: lower case, the longest run of zero groups as ::. */
    public static String text(long high, long low) {
        if (high == LID) {
            return "lid " + low;
        }
        if (isIpv4(high, low)) {
            return ((low >>> 24) & 0xff)
                    + "."
                    + ((low >>> 16) & 0xff)
                    + "."
                    + ((low >>> 8) & 0xff)
                    + "."
                    + (low & 0xff);
        }
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            long half = i < GROUPS / 2 ? high : low;
            groups[i] = (int) (half >>> (48 - 16 * (i & 3))) & 0xffff;
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int end = i;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        return join(groups, start, start + length);
    }

    private static String join(int[] groups, int zerosFrom, int zerosTo) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == zerosFrom) {
                text.append("::");
                i = zerosTo - 1;
                continue;
            }
            if (text.length() > 0 && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
