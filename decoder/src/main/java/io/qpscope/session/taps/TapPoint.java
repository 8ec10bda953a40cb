package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;

/** One tap while it is read: an interface of a capture. */
final class TapPoint {
    final int capture;
    final int interfaceId;
    long frames;
    /** That have a name to be found by at another tap. */
    long named;

    /** Packets recorded more than once: another MAC, TTL or tag. */
    long mirrored;

    final Span span;

    /** When a capture recorded, at whatever interface; its clock less its shift. */
    static final class Span {
        long firstNs = Long.MAX_VALUE;
        long lastNs = Long.MIN_VALUE;
        /** Taps, as bits, that tallies wait for to go on. */
        int awaited;
    }

    TapPoint(int capture, int interfaceId, Span span) {
        this.capture = capture;
        this.interfaceId = interfaceId;
        this.span = span;
    }

    boolean isOf(FrameView frame) {
        return frame.captureIndex() == capture && frame.interfaceId() == interfaceId;
    }

    void saw(long timeNs) {
        frames++;
        span.firstNs = Math.min(span.firstNs, timeNs);
        span.lastNs = Math.max(span.lastNs, timeNs);
    }

    /** What a hop changes, so that a mirror that shows both sides of a switch is told. */
    static long place(FrameView frame) {
        long place = (frame.vlanId() << 8 | frame.ttl()) * 0xc2b2ae3d27d4eb4fL;
        if (frame.sourceMacOffset() >= 0) {
            place ^= frame.buffer().getInt(frame.sourceMacOffset() + 2) * 0x9e3779b97f4a7c15L;
        }
        if (frame.destinationMacOffset() >= 0) {
            place += frame.buffer().getInt(frame.destinationMacOffset() + 2) * 0x165667b19e3779f9L;
        }
        // The TTL stands in the lowest byte.
        return (place & ~0xffL) | frame.ttl();
    }

    static int ttl(long place) {
        return (int) place & 0xff;
    }
}
