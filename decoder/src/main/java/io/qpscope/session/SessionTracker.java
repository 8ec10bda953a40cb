package io.qpscope.session;

import io.qpscope.frame.FrameView;

/** Feeds on frames in the order of the capture; {@link #finish} tells what they meant. */
public final class SessionTracker {
    /** Bounds and choices. */
    public record Options(int maxSessions) {
        public static final Options DEFAULT = new Options(1_000_000);
    }

    public SessionTracker(Options options) {}

    public void onFrame(FrameView frame) {}

    /** Call once, after the last frame. */
    public TrackerResult finish() {
        return null;
    }
}
