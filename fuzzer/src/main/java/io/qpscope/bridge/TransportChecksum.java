package io.qpscope.bridge;

import io.qpscope.build.InternetChecksum;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Tcp;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;

/** Checksums of TCP and UDP (RFC 9293, 3.1; RFC 768). */
final class TransportChecksum {
    private static final int ONES = 0xffff;

    private TransportChecksum() {}

    /**
     * Completes a checksum that the sender left to its NIC, as virtual ones do for good: so far it
     * is the sum of the pseudo header. A complete one that happens to look so stays as it is.
     *
     * @return whether the frame has been changed
     */
    static boolean complete(IpFrame packet) {
        int field = field(packet);
        if (field < 0) {
            return false;
        }
        int stored = packet.frame.getShort(field) & ONES;
        if (stored != fold(pseudo(packet))) {
            return false;
        }
        seal(packet);
        return stored != (packet.frame.getShort(field) & ONES);
    }

    /**
     * Makes a UDP checksum fit what faults have changed, where the sender uses one: it is the ICRC
     * that is to tell, not the receiver's IP stack.
     *
     * @param length of the packet now, from the IP header on
     */
    static void mend(IpFrame packet, int length) {
        int field = field(packet);
        packet.length = length;
        if (packet.protocol == IpFrame.UDP && field >= 0 && packet.frame.getShort(field) != 0) {
            seal(packet);
        }
    }

    /** Makes it fit what has been changed. */
    static void seal(IpFrame packet) {
        int field = field(packet);
        ByteBuffer frame = packet.frame;
        frame.putShort(field, (short) 0);
        int sum = InternetChecksum.of(frame, packet.transport, packet.end(), pseudo(packet));
        // 0 would mean that there is none (RFC 768).
        frame.putShort(field, (short) (sum == 0 && packet.protocol == IpFrame.UDP ? ONES : sum));
    }

    /** Where it is; -1 where there is none. */
    private static int field(IpFrame packet) {
        int available = packet.end() - packet.transport;
        if (packet.protocol == IpFrame.TCP && available >= Tcp.LENGTH) {
            return packet.transport + Tcp.CHECKSUM_OFFSET;
        }
        if (packet.protocol == IpFrame.UDP && available >= Udp.LENGTH) {
            return packet.transport + Udp.CHECKSUM_OFFSET;
        }
        return -1;
    }

    private static long pseudo(IpFrame packet) {
        int first = packet.ip + (packet.v4 ? Ipv4.SOURCE_OFFSET : Ipv6.SOURCE_OFFSET);
        int behind = first + (packet.v4 ? 8 : 32);
        long sum = (long) packet.protocol + (packet.end() - packet.transport);
        for (int at = first; at < behind; at += 2) {
            sum += packet.frame.getShort(at) & ONES;
        }
        return sum;
    }

    private static int fold(long sum) {
        long folded = sum;
        while (folded > ONES) {
            folded = (folded & ONES) + (folded >> 16);
        }
        return (int) folded;
    }
}
