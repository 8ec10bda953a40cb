package io.qpscope.endpoint;

import io.qpscope.capture.LinkType;
import io.qpscope.fabric.Tap;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.nio.ByteBuffer;

/** The analyzer, beside host A: it sees what A sends, and what reaches A. */
final class Analyst {
    private static final int ROCE_PORT = 4791;

    private final Dissector dissector = new Dissector(ROCE_PORT, true);
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private final FrameView view = new FrameView();
    private long frames;

    Tap departures() {
        return (fromA, packet, at, length, now) -> {
            if (fromA) {
                see(packet, at, length, now);
            }
        };
    }

    Tap arrivals() {
        return (fromA, packet, at, length, now) -> {
            if (!fromA) {
                see(packet, at, length, now);
            }
        };
    }

    private void see(ByteBuffer packet, int at, int length, long now) {
        view.wrap(packet, at, length, length, LinkType.RAW).at(++frames, now, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    TrackerResult finish() {
        return tracker.finish();
    }
}
