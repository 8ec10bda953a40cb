package io.qpscope.recording;

import io.qpscope.build.InternetChecksum;
import io.qpscope.frame.FrameView;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Tcp;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/**
 * Internet checksums (RFC 1071) of a packet that is about to change: of the IPv4 header, and of UDP,
 * TCP or ICMPv6 behind it. What one is off by before, it is off by afterwards, so that a good one
 * stays good and a corrupt packet corrupt. Of fragments only the header's.
 */
final class Checksums {
    private static final int TCP_PROTOCOL = 6;
    private static final int UDP_PROTOCOL = 17;
    private static final int ICMPV6_PROTOCOL = 58;
    private static final int ICMPV6_LENGTH = 4;
    private static final int ICMPV6_CHECKSUM_OFFSET = 2;
    private static final int ONES = 0xffff;

    private ByteBuffer buffer;
    private int ip;
    private boolean v4;
    private int protocol;
    /** The IPv4 header's. */
    private int headerEnd;

    private int headerError;
    /** Of the transport's header; -1 where there is no checksum to care for. */
    private int from;

    private int to;
    private int checksum;
    private int error;

    /** Before the change. */
    void measure(FrameView view, int length) {
        buffer = view.buffer();
        ip = view.ipOffset();
        v4 = view.ipVersion() == 4;
        protocol = view.ipProtocol();
        from = -1;
        int end;
        if (v4) {
            headerEnd = ip + 4 * (buffer.get(ip) & 0xf);
            end = ip + (buffer.getShort(ip + 2) & 0xffff);
            int stored = buffer.getShort(ip + Ipv4.CHECKSUM_OFFSET) & ONES;
            headerError = difference(stored, header());
        } else {
            headerEnd = ip + Ipv6.LENGTH;
            end = headerEnd + (buffer.getShort(ip + 4) & 0xffff);
        }
        if (!view.fragment() && end <= length) {
            find(view, end);
        }
        if (from >= 0) {
            int stored = buffer.getShort(checksum) & ONES;
            error = difference(stored, transport());
        }
    }

    private void find(FrameView view, int end) {
        int at = view.transportOffset();
        if (protocol == UDP_PROTOCOL && at >= 0) {
            int length = buffer.getShort(at + 4) & 0xffff;
            boolean used = buffer.getShort(at + Udp.CHECKSUM_OFFSET) != 0;
            if (used && length >= Udp.LENGTH && at + length <= end) {
                set(at, at + length, at + Udp.CHECKSUM_OFFSET);
            }
        } else if (protocol == TCP_PROTOCOL && at >= 0) {
            set(at, end, at + Tcp.CHECKSUM_OFFSET);
        } else if (protocol == ICMPV6_PROTOCOL
                && !v4
                // Behind extension headers nobody has looked for it.
                && buffer.get(ip + 6) == ICMPV6_PROTOCOL
                && end - headerEnd >= ICMPV6_LENGTH) {
            set(headerEnd, end, headerEnd + ICMPV6_CHECKSUM_OFFSET);
        }
    }

    private void set(int first, int behind, int where) {
        from = first;
        to = behind;
        checksum = where;
    }

    /**
     * After the change.
     *
     * @param fix whether wrong ones become good
     */
    void seal(boolean fix) {
        if (v4) {
            int right = header();
            store(ip + Ipv4.CHECKSUM_OFFSET, fix ? right : sum(right, headerError));
        }
        if (from >= 0) {
            int right = transport();
            int value = fix ? right : sum(right, error);
            // 0 would mean that there is none (RFC 768).
            store(checksum, value == 0 && protocol == UDP_PROTOCOL ? ONES : value);
        }
    }

    /** What the IPv4 header should have. */
    private int header() {
        int at = ip + Ipv4.CHECKSUM_OFFSET;
        short kept = buffer.getShort(at);
        buffer.putShort(at, (short) 0);
        int right = InternetChecksum.of(buffer, ip, headerEnd, 0);
        buffer.putShort(at, kept);
        return right;
    }

    /** What the transport's header should have; pseudo header of RFC 768, 9293 and 8200, 8.1. */
    private int transport() {
        int first = ip + (v4 ? Ipv4.SOURCE_OFFSET : Ipv6.SOURCE_OFFSET);
        int behind = first + (v4 ? 8 : 32);
        long pseudo = (long) protocol + (to - from);
        for (int i = first; i < behind; i += 2) {
            pseudo += buffer.getShort(i) & ONES;
        }
        short kept = buffer.getShort(checksum);
        buffer.putShort(checksum, (short) 0);
        int right = InternetChecksum.of(buffer, from, to, pseudo);
        buffer.putShort(checksum, kept);
        return right;
    }

    private void store(int at, int value) {
        buffer.putShort(at, (short) value);
    }

    /** One's complement: 0 and 0xffff are the same. */
    private static int difference(int a, int b) {
        return Math.floorMod(a - b, ONES);
    }

    private static int sum(int right, int error) {
        return error == 0 ? right : (right + error) % ONES;
    }
}
