package io.qpscope.frame;

import io.qpscope.wire.IpAddress;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Addresses as people write them. */
final class AddressText {
    private static final long MAPPED = 0xffffL << 32;

    private AddressText() {}

    static String mac(byte[] bytes) {
        return HexFormat.ofDelimiter(":").formatHex(bytes);
    }

    static String ipv4(long address) {
        return IpAddress.text(0, MAPPED | address);
    }

    /** As RFC 5952; ::ffff:a.b.c.d where it holds an IPv4 address. */
    static String ipv6(byte[] bytes) {
        ByteBuffer address = ByteBuffer.wrap(bytes);
        long high = address.getLong(0);
        long low = address.getLong(Long.BYTES);
        String text = IpAddress.text(high, low);
        return IpAddress.isIpv4(high, low) ? "::ffff:" + text : text;
    }
}
