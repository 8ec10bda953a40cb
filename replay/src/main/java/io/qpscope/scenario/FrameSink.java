package io.qpscope.scenario;

import io.qpscope.frame.FrameView;

/** Takes the frames that pass the taps of a run. */
@FunctionalInterface
public interface FrameSink {
    /** Keeps nothing. */
    FrameSink NONE = (tap, frame) -> {};

    /**
     * One frame passes; frames come in the order of time and count from 1.
     *
     * @param tap from 0, in the order of {@link ScenarioRun#taps}
     * @param frame dissected; valid during the call
     */
    void frame(int tap, FrameView frame);
}
