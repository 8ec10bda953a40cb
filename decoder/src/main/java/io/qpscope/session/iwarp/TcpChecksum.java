package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;

import java.nio.ByteBuffer;

/** Checksum of a TCP segment (RFC 9293, 3.1), to leave out what the receiver drops. */
final class TcpChecksum {
    private static final long LOW = 0xffff_ffffL;
    private static final int BLOCK = 32;

    private TcpChecksum() {}

    /** All of the segment must have been captured. */
    static boolean isGood(FrameView frame) {
        int at = frame.transportOffset();
        int end = frame.transportPayloadOffset() + frame.transportPayloadLength();
        long sum = pseudoHeader(frame, end - at) + sum(frame.buffer(), at, end);
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum == 0xffff;
    }

    private static long pseudoHeader(FrameView frame, int length) {
        boolean v4 = frame.ipVersion() == 4;
        long sum = halves(v4 ? frame.sourceLow() & LOW : frame.sourceLow())
                + halves(v4 ? frame.destinationLow() & LOW : frame.destinationLow());
        if (!v4) {
            sum += halves(frame.sourceHigh()) + halves(frame.destinationHigh());
        }
        return sum + 6 + length;
    }

    private static long halves(long value) {
        return (value >>> 32) + (value & LOW);
    }

    /**
     * Words of four bytes: carries gather in the upper half. Four sums let the processor overlap,
     * and a loop with a plain bound lets the compiler check it once for all of them.
     */
    private static long sum(ByteBuffer buffer, int from, int to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int whole = from + ((to - from) & -BLOCK);
        for (int at = from; at < whole; at += BLOCK) {
            a += halves(buffer.getLong(at));
            b += halves(buffer.getLong(at + 8));
            c += halves(buffer.getLong(at + 16));
            d += halves(buffer.getLong(at + 24));
        }
        return a + b + c + d + rest(buffer, whole, to);
    }

    private static long rest(ByteBuffer buffer, int from, int to) {
        long sum = 0;
        int at = from;
        for (; at + 2 <= to; at += 2) {
            sum += buffer.getShort(at) & 0xffff;
        }
        if (at < to) {
            sum += (long) (buffer.get(at) & 0xff) << 8;
        }
        return sum;
    }
}
