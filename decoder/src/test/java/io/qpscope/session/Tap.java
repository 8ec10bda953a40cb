package io.qpscope.session;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import java.nio.ByteBuffer;

/** A capture point: what passes it goes through the dissector into a tracker. */
final class Tap {
    static final long START_NS = 1_700_000_000_000_000_000L;

    private final Dissector dissector = new Dissector(Host.ROCE_PORT, true);
    private final FrameView view = new FrameView();
    final SessionTracker tracker;
    private long frames;

    Tap(SessionTracker.Options options) {
        this(options, null);
    }

    Tap(SessionTracker.Options options, PlotListener plots) {
        tracker = new SessionTracker(options, plots);
    }

    /** Passes a packet and tells its frame number. */
    long pass(long timeNs, Packet packet) {
        byte[] frame = packet.frame();
        return pass(timeNs, packet.interfaceId, ByteBuffer.wrap(frame), packet.captured());
    }

    long pass(long timeNs, int interfaceId, ByteBuffer frame, int captured) {
        view.wrap(frame, 0, captured, frame.capacity(), LinkType.ETHERNET);
        view.at(++frames, START_NS + timeNs, 0, interfaceId);
        dissector.dissect(view);
        tracker.onFrame(view);
        return frames;
    }

    Told finish() {
        Told told = new Told(tracker.finish());
        Sanity.check(told.result, frames);
        return told;
    }
}
