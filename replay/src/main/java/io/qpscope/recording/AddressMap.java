package io.qpscope.recording;

import io.qpscope.wire.IpAddress;

import java.util.ArrayList;
import java.util.List;

/**
 * Networks of IP addresses and GIDs that others take the place of; the host's bits are kept. IPv4
 * stands as ::ffff:a.b.c.d in two longs, as everywhere. The first that fits decides.
 */
final class AddressMap {
    private static final int BITS = 128;
    private static final int MAPPED_BITS = 96;

    private record Network(
            long high, long low, long maskHigh, long maskLow, long toHigh, long toLow) {
        boolean holds(long addressHigh, long addressLow) {
            return ((addressHigh ^ high) & maskHigh) == 0 && ((addressLow ^ low) & maskLow) == 0;
        }
    }

    private final List<Network> networks = new ArrayList<>();
    /** Of the last address looked at. */
    private long high;

    private long low;

    /**
     * One more network.
     *
     * @param from an address of 4 or 16 bytes
     * @param to an address of the same length
     * @param prefix bits of both that belong to the network; all for one host
     */
    void add(byte[] from, byte[] to, int prefix) {
        int bits = from.length == 4 ? prefix + MAPPED_BITS : prefix;
        if (from.length != to.length || prefix < 0 || bits > BITS) {
            throw new IllegalArgumentException("two addresses of one version and a prefix in them");
        }
        long[] source = halves(from);
        long[] target = halves(to);
        networks.add(new Network(
                source[0], source[1], mask(bits), mask(bits - Long.SIZE), target[0], target[1]));
    }

    boolean isEmpty() {
        return networks.isEmpty();
    }

    /** Whether the address becomes another one, which {@link #high} and {@link #low} tell then. */
    boolean find(long addressHigh, long addressLow) {
        for (int i = 0; i < networks.size(); i++) {
            Network each = networks.get(i);
            if (each.holds(addressHigh, addressLow)) {
                high = (each.toHigh & each.maskHigh) | (addressHigh & ~each.maskHigh);
                low = (each.toLow & each.maskLow) | (addressLow & ~each.maskLow);
                // A network of IPv6 may cover mapped addresses: a header has no room for that.
                return IpAddress.isIpv4(addressHigh, addressLow) == IpAddress.isIpv4(high, low);
            }
        }
        return false;
    }

    long high() {
        return high;
    }

    long low() {
        return low;
    }

    private static long mask(int bits) {
        return bits <= 0 ? 0 : bits >= Long.SIZE ? -1 : -1L << (Long.SIZE - bits);
    }

    /** As two longs. */
    static long[] halves(byte[] address) {
        long first = 0;
        long second = address.length == 4 ? 0xffff : 0;
        int half = address.length == 4 ? 0 : 8;
        for (int i = 0; i < half; i++) {
            first = first << 8 | (address[i] & 0xff);
        }
        for (int i = half; i < address.length; i++) {
            second = second << 8 | (address[i] & 0xff);
        }
        return new long[] {first, second};
    }
}
