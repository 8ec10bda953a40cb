package io.qpscope.scenario;

import java.nio.ByteBuffer;

/** Takes the frames that pass the taps of a run. */
@FunctionalInterface
public interface FrameSink {
    /** Keeps nothing. */
    FrameSink NONE = (tap, timeNs, frame, at, length) -> {};

    /**
     * One frame passes; frames come in the order of time and count from 1.
     *
     * @param tap from 0, in the order of {@link ScenarioRun#taps}
     * @param frame valid during the call; position and limit mean nothing
     * @param at its first byte: of Ethernet, or of an ERF record of an InfiniBand link
     */
    void frame(int tap, long timeNs, ByteBuffer frame, int at, int length);
}
