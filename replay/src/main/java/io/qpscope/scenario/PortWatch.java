package io.qpscope.scenario;

import io.qpscope.frame.FrameView;

import java.util.List;

/**
 * Holds one end of one flow to rules that only its own port shows: there it is known what it had
 * heard when it spoke.
 */
interface PortWatch {
    /**
     * A packet of the flow passes with a sound ICRC.
     *
     * @param sent by the host; else it arrives there
     */
    void see(boolean sent, FrameView packet);

    /** The run is over at that time: nothing more comes. */
    default void end(long now) {
        // What counts has passed.
    }

    /** What was against the rules, a line each. */
    List<String> breaches();
}
