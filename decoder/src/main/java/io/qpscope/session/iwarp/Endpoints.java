package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.IpAddress;

/** The two ends of a TCP connection; end 0 sent the first frame. */
record Endpoints(long high0, long low0, int port0, long high1, long low1, int port1) {
    static Endpoints of(FrameView frame) {
        return new Endpoints(
                frame.sourceHigh(),
                frame.sourceLow(),
                frame.sourcePort(),
                frame.destinationHigh(),
                frame.destinationLow(),
                frame.destinationPort());
    }

    static long hash(FrameView frame) {
        return hash(
                end(frame.sourceHigh(), frame.sourceLow(), frame.sourcePort()),
                end(frame.destinationHigh(), frame.destinationLow(), frame.destinationPort()));
    }

    long hash() {
        return hash(end(high0, low0, port0), end(high1, low1, port1));
    }

    private static long end(long high, long low, int port) {
        return low * 31 + high + ((long) port << 40);
    }

    /** The same for both directions. */
    private static long hash(long one, long other) {
        return (one + other) * 0x9e3779b97f4a7c15L ^ (one ^ other) * 0xc2b2ae3d27d4eb4fL;
    }

    boolean match(FrameView frame) {
        return isFrom0(frame) || isFrom1(frame);
    }

    int senderOf(FrameView frame) {
        return isFrom0(frame) ? 0 : 1;
    }

    private boolean isFrom0(FrameView frame) {
        return frame.sourcePort() == port0
                && frame.destinationPort() == port1
                && frame.sourceLow() == low0
                && frame.destinationLow() == low1
                && frame.sourceHigh() == high0
                && frame.destinationHigh() == high1;
    }

    private boolean isFrom1(FrameView frame) {
        return frame.sourcePort() == port1
                && frame.destinationPort() == port0
                && frame.sourceLow() == low1
                && frame.destinationLow() == low0
                && frame.sourceHigh() == high1
                && frame.destinationHigh() == high0;
    }

    String address(int end) {
        return end == 0 ? IpAddress.text(high0, low0) : IpAddress.text(high1, low1);
    }

    int port(int end) {
        return end == 0 ? port0 : port1;
    }
}
