package io.qpscope.build;

import java.nio.ByteBuffer;

/** One's complement sum of 16-bit words (RFC 1071), of IPv4 headers and of TCP. */
public final class InternetChecksum {
    private InternetChecksum() {}

    /**
     * What the checksum field has to hold, when it held zero.
     *
     * @param start what a pseudo header adds
     */
    public static int of(ByteBuffer bytes, int from, int to, long start) {
        long sum = start;
        for (int at = from; at < to; at++) {
            int value = bytes.get(at) & 0xff;
            sum += (at - from) % 2 == 0 ? value << 8 : value;
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (int) ~sum & 0xffff;
    }
}
