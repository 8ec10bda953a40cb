package io.qpscope.bridge;

import io.qpscope.wire.Ethernet;
import io.qpscope.wire.MacAddress;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Ethernet headers, tags and all, that packets from one address to another bear, for packets that
 * nobody sent. Bounded: beyond that no more addresses are learnt.
 */
final class LinkHeaders {
    private static final int MOST = 1 << 16;

    private record Key(long sourceHigh, long sourceLow, long toHigh, long toLow) {}

    private final Map<Key, byte[]> headers = new HashMap<>();

    /** As this frame's. */
    void learn(IpFrame packet) {
        Key key = new Key(
                packet.sourceHigh(),
                packet.sourceLow(),
                packet.destinationHigh(),
                packet.destinationLow());
        byte[] known = headers.get(key);
        if (known == null ? headers.size() < MOST : differs(known, packet)) {
            byte[] header = new byte[packet.ip];
            packet.frame.get(0, header);
            headers.put(key, header);
        }
    }

    private static boolean differs(byte[] known, IpFrame packet) {
        if (known.length != packet.ip) {
            return true;
        }
        for (int i = 0; i < known.length; i++) {
            if (known[i] != packet.frame.get(i)) {
                return true;
            }
        }
        return false;
    }

    /** For a packet of these addresses, or as what came the other way; null when neither is known. */
    byte[] find(IpFrame packet) {
        byte[] known = headers.get(new Key(
                packet.sourceHigh(),
                packet.sourceLow(),
                packet.destinationHigh(),
                packet.destinationLow()));
        if (known != null) {
            return known;
        }
        byte[] back = headers.get(new Key(
                packet.destinationHigh(),
                packet.destinationLow(),
                packet.sourceHigh(),
                packet.sourceLow()));
        return back == null ? null : turned(back);
    }

    private static byte[] turned(byte[] header) {
        byte[] turned = Arrays.copyOf(header, Math.max(header.length, Ethernet.LENGTH));
        System.arraycopy(header, 0, turned, MacAddress.LENGTH, MacAddress.LENGTH);
        System.arraycopy(header, MacAddress.LENGTH, turned, 0, MacAddress.LENGTH);
        return turned;
    }
}
