package io.qpscope.frame;

import java.util.HexFormat;

/** Addresses as people write them. */
final class AddressText {
    private AddressText() {}

    static String mac(byte[] bytes) {
        return HexFormat.ofDelimiter(":").formatHex(bytes);
    }

    static String ipv4(long address) {
        return "%d.%d.%d.%d"
                .formatted(
                        (address >> 24) & 0xff,
                        (address >> 16) & 0xff,
                        (address >> 8) & 0xff,
                        address & 0xff);
    }

    /** As RFC 5952; ::ffff:a.b.c.d where it holds an IPv4 address. */
    static String ipv6(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        }
        int zeros = longestZeros(groups);
        if (zeros == 5 && groups[5] == 0xffff && groups[0] == 0) {
            return "::ffff:" + ipv4(((long) groups[6] << 16) | groups[7]);
        }
        int from = zeros < 2 ? groups.length : firstZeros(groups, zeros);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (i == from) {
                text.append("::");
                i += zeros - 1;
                continue;
            }
            if (i > 0 && i != from + zeros) {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }

    private static int longestZeros(int[] groups) {
        int longest = 0;
        int run = 0;
        for (int group : groups) {
            run = group == 0 ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    /** The first of the longest runs. */
    private static int firstZeros(int[] groups, int length) {
        int run = 0;
        for (int i = 0; i < groups.length; i++) {
            run = groups[i] == 0 ? run + 1 : 0;
            if (run == length) {
                return i - length + 1;
            }
        }
        return groups.length;
    }
}
